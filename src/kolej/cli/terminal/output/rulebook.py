"""The rulebook as terminal output."""

from kolej.engine.rulebook import rule, rulebook


def rule_lines(id: str) -> list[str]:
    """One rule: id, section and text."""
    found = rule(id)
    lines = [f"{found.id} ({found.section})"]
    for paragraph in found.paragraphs:
        lines += [paragraph] if paragraph.startswith("|") else ["", paragraph]
    return lines


def all_lines(width: int) -> list[str]:
    """The list of all rules by section, one line each."""
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
