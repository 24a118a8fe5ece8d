"""The words a person may type, each described once: for `help`, for completion and for finding out what is meant."""

from dataclasses import dataclass

from kolej.cli.terminal.input.name_lookup import Unclear, near
from kolej.cli.terminal.output.paint import fit

MOVE = "Moves"
LOOK = "Looking"
TABLE = "The table"


@dataclass(frozen=True, slots=True)
class Command:
    """A word, what may follow it, and what it does."""

    word: str
    usage: str
    says: str
    kind: str


COMMANDS = (
    Command("draw", "draw", "take the top card of the deck; `draw tickets` draws tickets", MOVE),
    Command("take", "take CARD", "take a card from the display: `take red`", MOVE),
    Command("keep", "keep N ...", "keep these of the tickets offered: `keep 1 3` or `keep all`", MOVE),
    Command(
        "claim",
        "claim ROUTE [CARDS]",
        "claim a route: `claim paris-brest 2 black 1 wild`; without cards, the payments you have are listed",
        MOVE,
    ),
    Command("bundles", "bundles ROUTE N", "pay for a route with cards that stand in for others, card by card", MOVE),
    Command("pick", "pick CARD", "the next card of such a payment, where one was begun", MOVE),
    Command("build", "build CITY [CARDS]", "build in a city: `build wien 1 red`", MOVE),
    Command("pay", "pay [CARDS]", "pay what a tunnel costs more", MOVE),
    Command("refuse", "refuse", "take the cards laid down for a tunnel back", MOVE),
    Command("pass", "pass", "do nothing, when nothing can be drawn", MOVE),
    Command("moves", "moves [WORD ...]", "list what is legal, numbered: `moves claim`, `moves paris`", LOOK),
    Command("look", "look", "show the screen again", LOOK),
    Command("hand", "hand", "your cards", LOOK),
    Command("tickets", "tickets", "your tickets and what they still need (`draw tickets` draws new ones)", LOOK),
    Command(
        "board",
        "board [WORD ...]",
        "routes with length, colour, kind and owner: `board paris`, `board free red`, `board mine`",
        LOOK,
    ),
    Command("log", "log [all]", "what happened since your last turn, or since the beginning", LOOK),
    Command("score", "score", "points so far, and what your tickets would count now", LOOK),
    Command("rule", "rule [ID]", "the text of a rule: `rule claim.set`; without an id, the list", LOOK),
    Command("help", "help [WORD]", "this list, or one of its lines", TABLE),
    Command("save", "save FILE", "write the game to a file; `kolej play --resume FILE` goes on with it", TABLE),
    Command("quit", "quit", "leave the game", TABLE),
)
BY_WORD = {command.word: command for command in COMMANDS}

ALSO = {"?": "help", "exit": "quit", "screen": "look", "show": "look", "routes": "board", "cards": "hand"}
"""Other words for some of them."""


def command_of(word: str) -> Command:
    """The command that a word stands for: its name, another name, or the beginning of one name only."""
    word = word.casefold()
    word = ALSO.get(word, word)
    if word in BY_WORD:
        return BY_WORD[word]
    found = [each for each in BY_WORD if each.startswith(word)]
    if len(found) == 1:
        return BY_WORD[found[0]]
    if found:
        raise Unclear(f'"{word}" could be {" or ".join(found)}')
    raise Unclear(f'there is no command "{word[:40]}"{near(word, [*BY_WORD, *ALSO])}; `help` lists them')


def help_lines(rest: str, width: int) -> list[str]:
    """All commands, or what one of them does."""
    if rest:
        command = command_of(rest.split(maxsplit=1)[0])
        return [f"{command.usage}: {command.says}."]
    lines = []
    for kind in (MOVE, LOOK, TABLE):
        lines.append(kind)
        for command in COMMANDS:
            if command.kind == kind:
                lines += fit(f"  {command.usage:<20} {command.says}", width, 23)
    return [*lines, "", *CLOSING]


CLOSING = (
    "A number plays the move with that number in the list of `moves`;",
    "where tickets are offered, `1 3` keeps the first and the third.",
    "Beginnings of words do where they are clear: `cl par bre` claims Paris-Brest.",
    "Routes go by id or by their cities in either order; accents can be left out.",
    "Cards are given like `2 black 1 wild`. Tab completes words; Ctrl-D leaves.",
)
