"""The commands that can be typed: for `help`, for Tab completion and for parsing."""

from dataclasses import dataclass

from kolej.cli.terminal.input.name_lookup import UnclearInput
from kolej.cli.terminal.output.paint import fit
from kolej.engine.suggestions import near_it

MOVE = "Moves"
INFORMATION = "Information"
SESSION = "The session"


@dataclass(frozen=True, slots=True)
class Command:
    """A command word, its arguments, what it does and its group."""

    word: str
    usage: str
    help: str
    group: str


COMMANDS = (
    Command("draw", "draw", "draw a card from the deck; `draw tickets` draws tickets", MOVE),
    Command("take", "take CARD", "take a card from the display: `take red`", MOVE),
    Command("keep", "keep N ...", "keep some of the tickets offered: `keep 1 3` or `keep all`", MOVE),
    Command(
        "claim",
        "claim ROUTE [CARDS]",
        "claim a route: `claim paris-brest 2 black 1 wild`; without cards it lists the possible payments",
        MOVE,
    ),
    Command("bundles", "bundles ROUTE N", "pay for a route with N stand-ins (several cards in place of one)", MOVE),
    Command("pick", "pick CARD", "add a card to a payment with stand-ins", MOVE),
    Command("build", "build CITY [CARDS]", "build in a city: `build wien 1 red`", MOVE),
    Command("pay", "pay [CARDS]", "pay the additional cards of a tunnel", MOVE),
    Command("refuse", "refuse", "give up a tunnel and take your cards back", MOVE),
    Command("pass", "pass", "end your turn when nothing can be drawn", MOVE),
    Command(
        "moves", "moves [WORD ...]", "list the legal moves with numbers: `moves claim`, `moves paris`", INFORMATION
    ),
    Command("look", "look", "show the screen again", INFORMATION),
    Command("hand", "hand", "show your cards", INFORMATION),
    Command(
        "tickets", "tickets", "show your tickets and what they still need (`draw tickets` draws new ones)", INFORMATION
    ),
    Command(
        "board",
        "board [WORD ...]",
        "list routes with length, colour, kind and owner: `board paris`, `board free red`, `board mine`",
        INFORMATION,
    ),
    Command("log", "log [all]", "show what happened since your last turn, or in the whole game", INFORMATION),
    Command("score", "score", "show points so far, and what your tickets would score now", INFORMATION),
    Command("rule", "rule [ID]", "show a rule: `rule claim.set`; without an id, list all rules", INFORMATION),
    Command("help", "help [WORD]", "show this list, or the help of one command", SESSION),
    Command("save", "save FILE", "save the game to a file; `kolej play --resume FILE` continues it", SESSION),
    Command("resign", "resign", "give up: a bot plays on, or the game ends if nobody else plays", SESSION),
    Command("end", "end", "end the game as it stands, if all players agree", SESSION),
    Command("quit", "quit", "leave the game", SESSION),
)
BY_WORD = {command.word: command for command in COMMANDS}

ALIASES = {"?": "help", "exit": "quit", "screen": "look", "show": "look", "routes": "board", "cards": "hand"}
"""Alternative names of commands."""


def command_of(word: str) -> Command:
    """The command that a word means: its name, an alias, or the prefix of one name only."""
    word = word.casefold()
    word = ALIASES.get(word, word)
    if word in BY_WORD:
        return BY_WORD[word]
    found = [each for each in BY_WORD if each.startswith(word)]
    if len(found) == 1:
        return BY_WORD[found[0]]
    if found:
        raise UnclearInput(f'"{word}" could be {" or ".join(found)}')
    raise UnclearInput(f'there is no command "{word[:40]}"{near_it(word, [*BY_WORD, *ALIASES])}; `help` lists them')


def help_lines(rest: str, width: int) -> list[str]:
    """The list of commands, or the help of one of them."""
    if rest:
        command = command_of(rest.split(maxsplit=1)[0])
        return [f"{command.usage}: {command.help}."]
    lines = []
    for group in (MOVE, INFORMATION, SESSION):
        lines.append(group)
        for command in COMMANDS:
            if command.group == group:
                lines += fit(f"  {command.usage:<20} {command.help}", width, 23)
    return [*lines, "", *NOTES]


NOTES = (
    "A number plays the move with that number in the list of `moves`;",
    "when tickets are offered, `1 3` keeps the first and the third.",
    "Words can be abbreviated: `cl par bre` claims Paris-Brest.",
    "A route is its id or its two cities in either order; accents can be omitted.",
    "Cards are written like `2 black 1 wild`. Tab completes words; Ctrl-D leaves.",
)
