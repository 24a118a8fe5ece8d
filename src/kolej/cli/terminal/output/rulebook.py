"""The written rules as lines to be read at a terminal."""

from kolej.engine.rulebook import rule, rulebook


def rule_lines(id: str) -> list[str]:
    """A rule to be read: its id, where it stands, its text."""
    found = rule(id)
    lines = [f"{found.id} ({found.section})"]
    for paragraph in found.paragraphs:
        lines += [paragraph] if paragraph.startswith("|") else ["", paragraph]
    return lines


def all_lines(width: int) -> list[str]:
    """Every rule in one line, under its heading."""
    lines: list[str] = []
    section = ""
    for each in rulebook().values():
        if each.section != section:
            section = each.section
            lines += ["", section] if lines else [section]
        title = each.title
        room = width - 25
        lines.append(f"  {each.id:<22} {title if len(title) <= room else title[: room - 1].rstrip() + '…'}")
    return lines
