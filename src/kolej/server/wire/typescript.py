"""TypeScript types of the page, generated from the wire and from the engine's view and events: `web/src/net/wire.ts`.

`python -m kolej.server.wire.typescript` writes the file; with `--check` it only says whether it is up to date.
"""

import ast
import dataclasses
import inspect
import sys
import types
from enum import IntEnum
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import structs

from kolej.drawing.geometry import (
    Drawing,
    DrawnCartouche,
    DrawnCity,
    DrawnFrame,
    DrawnInset,
    DrawnName,
    DrawnPanel,
    DrawnRoute,
    DrawnSpace,
    DrawnTrack,
)
from kolej.engine.knowledge.events import BY_TAG
from kolej.engine.knowledge.view import Owed, Phase, Status, View
from kolej.server.wire.all_types import wire_types
from kolej.server.wire.base import Id, Inbound
from kolej.server.wire.commands import Command
from kolej.server.wire.frames import EventPair, Frame, History, ViewFrame
from kolej.server.wire.tables import NewSettings, TableInfo

PLACE = Path("web/src/net/wire.ts")

HEADER = """\
// Generated from src/kolej/server/wire, the engine's view and its events; do not edit.
// `python -m kolej.server.wire.typescript` writes it again.
"""

PRECISE: dict[tuple[type, str], str] = {
    (ViewFrame, "view"): "View",
    (NewSettings, "settings"): "Partial<TableSettings>",
    (TableInfo, "settings"): "Required<TableSettings>",
    (History, "frames"): "Frame[]",
}
"""More precise types than the annotations."""

LEFT_OUT = {(View, "card_log"), (View, "ticket_log")}
"""Fields that the page does not keep, because it shows nothing from them."""

SPACE = "A space: x and y of its middle, its angle in degrees clockwise, and its length."
DRAWING = (DrawnName, DrawnInset, DrawnCity, DrawnRoute, DrawnPanel, DrawnFrame, DrawnCartouche, DrawnTrack, Drawing)
"""The drawing of a board, part by part."""

EVENT_TYPES = """\
export type EventName = keyof EventFields;

/** The name of an event and its fields. */
export type EventPair = { [Name in EventName]: [name: Name, fields: EventFields[Name]] }[EventName];
"""


def typescript() -> str:
    """The text of the file."""
    parts = [HEADER, *(_struct(each) for each in wire_types())]
    parts += [_union("Command", "What a client sends over a socket.", Command)]
    parts += [_union("Frame", "What the server sends over a socket.", Frame)]
    parts += [_numbered("PHASE", "What the game waits for: `status.phase`.", Phase)]
    parts += [_numbered("OWES", "What chance still owes: `status.owes`.", Owed)]
    parts += [_dataclass(Status), _dataclass(View), _events(), EVENT_TYPES]
    parts += [
        f"/** {SPACE} */\nexport type DrawnSpace = {_type(DrawnSpace)};\n",
        *(_typed_dict(each) for each in DRAWING),
    ]
    return "\n".join(parts)


def _struct(struct: type[msgspec.Struct]) -> str:
    docs = _field_docs(struct)
    lines: list[str] = []
    config = struct.__struct_config__
    if config.tag_field is not None:
        lines.append(f'{config.tag_field}: "{config.tag}";')
    for each in structs.fields(struct):
        # A client may omit a field with a default; the server always sends all fields.
        mark = "?" if issubclass(struct, Inbound) and not each.required else ""
        lines += _comment(docs.get(each.name) or _description(each.type))
        lines.append(f"{each.encode_name}{mark}: {_field(struct, each.name, each.type)};")
    return _interface(struct.__name__, struct.__doc__, lines)


def _dataclass(of: type) -> str:
    return _interface(of.__name__, of.__doc__, _lines(of))


def _typed_dict(of: type) -> str:
    docs = _field_docs(of)
    lines = [
        line
        for name, annotation in get_type_hints(of).items()
        for line in (*_comment(docs.get(name)), f"{name}: {_type(annotation)};")
    ]
    return _interface(of.__name__, of.__doc__, lines)


def _lines(of: type) -> list[str]:
    docs = _field_docs(of)
    hints = get_type_hints(of)
    out: list[str] = []
    for each in dataclasses.fields(of):
        out += _comment(docs.get(each.name))
        mark = "?" if (of, each.name) in LEFT_OUT else ""
        out.append(f"{each.name}{mark}: {_field(of, each.name, hints[each.name])};")
    return out


def _events() -> str:
    lines: list[str] = []
    for tag, event in BY_TAG.items():
        lines += _comment(inspect.getdoc(event))
        lines.append(f"{tag}: {{")
        lines += [f"  {line}" for line in _lines(event)]
        lines.append("};")
    return _interface("EventFields", "Every event and its fields; what a viewer may not see is null.", lines)


def _interface(name: str, doc: str | None, lines: list[str]) -> str:
    body = "\n".join(f"  {line}" for line in lines)
    return "\n".join([*_comment(doc), f"export interface {name} {{\n{body}\n}}\n"])


def _union(name: str, doc: str, of: Any) -> str:
    names = "".join(f"\n  | {each.__name__}" for each in get_args(of))
    return f"/** {doc} */\nexport type {name} ={names};\n"


def _numbered(name: str, doc: str, members: type[IntEnum]) -> str:
    body = "".join(f"  {_camel_case(each.name.lower())}: {each.value},\n" for each in members)
    return f"/** {doc} */\nexport const {name} = {{\n{body}}} as const;\n"


def _camel_case(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(map(str.capitalize, rest))


def _field(of: type, name: str, annotation: Any) -> str:
    return PRECISE.get((of, name)) or _type(annotation)


_PLAIN = {int: "number", float: "number", str: "string", bool: "boolean", type(None): "null", Any: "unknown"}


def _type(annotation: Any) -> str:
    if annotation == EventPair:
        return "EventPair"
    if annotation in _PLAIN:
        return _PLAIN[annotation]
    if isinstance(annotation, type) and issubclass(annotation, IntEnum):
        return "number"
    origin, args = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return _type(args[0])
    if origin in (Union, types.UnionType):
        return " | ".join(dict.fromkeys(_type(each) for each in args if each is not msgspec.UnsetType))
    if origin is Literal:
        return " | ".join(f'"{each}"' for each in args)
    if origin is list or (origin is tuple and args[-1] is ...):
        return _many(_type(args[0]))
    if origin is tuple:
        return f"[{', '.join(_type(each) for each in args)}]"
    if origin is dict:
        return f"Record<{_type(args[0])}, {_type(args[1])}>"
    return str(annotation.__name__)


def _many(item: str) -> str:
    return f"({item})[]" if " | " in item else f"{item}[]"


def _description(annotation: Any) -> str | None:
    if get_origin(annotation) is not Annotated or annotation == Id:
        return None
    return next((each.description for each in get_args(annotation) if getattr(each, "description", None)), None)


@cache
def _classes(module: str) -> dict[str, ast.ClassDef]:
    tree = ast.parse(inspect.getsource(sys.modules[module]))
    return {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}


def _field_docs(of: type) -> dict[str, str]:
    """The docstring below each field."""
    body = _classes(of.__module__)[of.__name__].body
    out: dict[str, str] = {}
    for field, doc in pairwise(body):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and isinstance(doc, ast.Expr):
            out[field.target.id] = str(ast.literal_eval(doc.value))
    return out


def _comment(text: str | None) -> list[str]:
    return [f"/** {' '.join(text.split()).replace('None', 'null')} */"] if text else []


def main(arguments: list[str]) -> int:
    """Write the file, or check it; returns 1 if it is out of date."""
    made = typescript()
    if "--check" in arguments:
        if PLACE.is_file() and PLACE.read_text(encoding="utf-8") == made:
            return 0
        print(f"{PLACE} is out of date: run `python -m kolej.server.wire.typescript`", file=sys.stderr)
        return 1
    PLACE.parent.mkdir(parents=True, exist_ok=True)
    PLACE.write_text(made, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
