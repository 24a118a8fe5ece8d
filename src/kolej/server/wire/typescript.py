"""The page's types, made from `wire.py` and from the engine's view and events: `web/src/net/wire.ts`.

python -m kolej.server.wire.typescript           write the file
python -m kolej.server.wire.typescript --check   only say whether it is up to date
"""

import ast
import dataclasses
import inspect
import sys
import types
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import structs

from kolej.engine.knowledge.events import EVENTS
from kolej.engine.knowledge.view import Status, View
from kolej.server import wire

PLACE = Path("web/src/net/wire.ts")

HEADER = """\
// Made from src/kolej/server/wire/__init__.py, the engine's view and its events; do not edit.
// `python -m kolej.server.wire.typescript` makes it anew.
"""

PHASES = ("setup", "opening", "turn", "second", "keeping", "tunnel", "picking", "over")
OWES = ("nothing", "firstSeat", "handCard", "displayCard", "blindCard", "tunnelCard", "openingTicket", "ticket")
"""Names for the numbers of `kolej.engine.core.state`, which is closed to everything but the engine; a test compares."""

PRECISE: dict[tuple[type, str], str] = {
    (wire.ViewFrame, "view"): "View",
    (wire.History, "frames"): "Frame[]",
}
"""Where the page may know more than the annotation says."""

LEFT_OUT = {(View, "card_log"), (View, "ticket_log")}
"""What the page does not keep, because nothing on it is shown from there."""

DRAWING = """\
/** Where a board is drawn; lengths in the drawing's own units, y downwards. */
export interface Drawing {
  width: number;
  height: number;
  /** How thick a space is. */
  thick: number;
  /** In the board's order. */
  routes: DrawnRoute[];
  cities: DrawnCity[];
  panels: DrawnPanel[];
}

/** A space: a rectangle around its middle, turned clockwise by an angle in degrees. */
export type DrawnSpace = [x: number, y: number, angle: number, length: number];

export interface DrawnRoute {
  spaces: DrawnSpace[];
  line: [x: number, y: number][];
}

export interface DrawnName {
  x: number;
  y: number;
  anchor: "start" | "middle" | "end";
  lines: string[];
  size: number;
}

export interface DrawnCity {
  x: number;
  y: number;
  name: DrawnName;
  /** The same city once more, on a panel. */
  inset: { x: number; y: number; name: DrawnName } | null;
}

/** A part of the board drawn larger, aside. */
export interface DrawnPanel {
  x: number;
  y: number;
  width: number;
  height: number;
  area: string;
}
"""

EVENT_TYPES = """\
export type EventName = keyof EventFields;

/** The name of an event and its fields. */
export type EventPair = { [Name in EventName]: [name: Name, fields: EventFields[Name]] }[EventName];
"""


def typescript() -> str:
    """The whole file."""
    structs_there = [each for each in vars(wire).values() if _is_struct(each) and each not in (wire.Strict, wire.Out)]
    parts = [HEADER, *(_struct(each) for each in structs_there)]
    parts += [_union("Command", "What a client sends over a socket.", wire.Command)]
    parts += [_union("Frame", "What the server sends over a socket.", wire.Frame)]
    parts += [_numbered("PHASE", "What the game waits for: `status.phase`.", PHASES)]
    parts += [_numbered("OWES", "What chance still owes: `status.owes`.", OWES)]
    parts += [_dataclass(Status), _dataclass(View), _events(), EVENT_TYPES, DRAWING]
    return "\n".join(parts)


def _is_struct(thing: object) -> bool:
    return isinstance(thing, type) and issubclass(thing, msgspec.Struct) and thing.__module__ == wire.__name__


def _struct(struct: type[msgspec.Struct]) -> str:
    docs = _field_docs(struct)
    lines: list[str] = []
    config = struct.__struct_config__
    if config.tag_field is not None:
        lines.append(f'{config.tag_field}: "{config.tag}";')
    for each in structs.fields(struct):
        # What comes in may leave out what has a default; what goes out is always whole.
        mark = "?" if issubclass(struct, wire.Strict) and not each.required else ""
        lines += _comment(docs.get(each.name) or _description(each.type))
        lines.append(f"{each.encode_name}{mark}: {_field(struct, each.name, each.type)};")
    return _interface(struct.__name__, struct.__doc__, lines)


def _dataclass(of: type) -> str:
    return _interface(of.__name__, of.__doc__, _lines(of))


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
    for event in EVENTS:
        lines += _comment(inspect.getdoc(event))
        lines.append(f"{event.__name__}: {{")
        lines += [f"  {line}" for line in _lines(event)]
        lines.append("};")
    return _interface("EventFields", "Every event and its fields; what a viewer may not see is null.", lines)


def _interface(name: str, doc: str | None, lines: list[str]) -> str:
    body = "\n".join(f"  {line}" for line in lines)
    return "\n".join([*_comment(doc), f"export interface {name} {{\n{body}\n}}\n"])


def _union(name: str, doc: str, of: Any) -> str:
    names = "".join(f"\n  | {each.__name__}" for each in get_args(of))
    return f"/** {doc} */\nexport type {name} ={names};\n"


def _numbered(name: str, doc: str, words: tuple[str, ...]) -> str:
    body = "".join(f"  {word}: {number},\n" for number, word in enumerate(words))
    return f"/** {doc} */\nexport const {name} = {{\n{body}}} as const;\n"


def _field(of: type, name: str, annotation: Any) -> str:
    return PRECISE.get((of, name)) or _type(annotation)


_PLAIN = {int: "number", float: "number", str: "string", bool: "boolean", type(None): "null", Any: "unknown"}


def _type(annotation: Any) -> str:
    if annotation == wire.EventPair:
        return "EventPair"
    if annotation in _PLAIN:
        return _PLAIN[annotation]
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
    if get_origin(annotation) is not Annotated or annotation == wire.Id:
        return None
    return next((each.description for each in get_args(annotation) if getattr(each, "description", None)), None)


@cache
def _classes(module: str) -> dict[str, ast.ClassDef]:
    tree = ast.parse(inspect.getsource(sys.modules[module]))
    return {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}


def _field_docs(of: type) -> dict[str, str]:
    """What is written below each field."""
    body = _classes(of.__module__)[of.__name__].body
    out: dict[str, str] = {}
    for field, doc in pairwise(body):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and isinstance(doc, ast.Expr):
            out[field.target.id] = str(ast.literal_eval(doc.value))
    return out


def _comment(text: str | None) -> list[str]:
    return [f"/** {' '.join(text.split()).replace('None', 'null')} */"] if text else []


def main(arguments: list[str]) -> int:
    """Write the file, or check it; 1 when it is out of date."""
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
