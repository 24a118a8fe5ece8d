"""Tab completion at the prompt: the words that can come next in the present decision."""

from collections.abc import Iterable

from kolej.cli.terminal.input.commands import BY_WORD, MOVE, command_of
from kolej.cli.terminal.input.name_lookup import NameLookup, UnclearInput
from kolej.cli.terminal.output.move_list import MoveList
from kolej.engine.decision import Decision
from kolej.engine.rulebook import rulebook


class Completer:
    """Completes input lines of one game; `decision` is that of the player at the screen."""

    def __init__(self, names: NameLookup) -> None:
        self.names = names
        self.decision: Decision | None = None

    def candidates(self, before: str, word: str) -> list[str]:
        """Every word that can complete this one, followed by a space."""
        word = word.casefold()
        words = before.casefold().split()
        found = [each for each in self._next(words) if each.startswith(word)]
        if not found and len(words) == 1 and words[0] == "claim":
            found = [each for each in map(self._reversed, self._next(words)) if each.startswith(word)]
        return [f"{each} " for each in dict.fromkeys(found)]

    def _next(self, words: list[str]) -> Iterable[str]:
        if not words:
            return BY_WORD
        try:
            command = command_of(words[0])
        except UnclearInput:
            return []
        if command.group == MOVE:
            return self._of_moves([command.word, *words[1:]])
        board = self.names.board
        cities = [city.id for city in board.cities]
        match command.word:
            case "board":
                kinds = {route.kind for route in board.routes}
                return ["free", "mine", "taken", *cities, *board.colors, "gray", *sorted(kinds)]
            case "moves":
                return ["claim", "build", "take", *cities]
            case "rule" if len(words) == 1:
                return rulebook()
            case "help" if len(words) == 1:
                return BY_WORD
            case "log" if len(words) == 1:
                return ["all"]
        return []

    def _of_moves(self, words: list[str]) -> list[str]:
        """The next word of every legal move that starts with these words."""
        if self.decision is None:
            return []
        move_list = MoveList(self.decision, self.names.notation)
        spelled = [move_list.spelled(move).split() for move in move_list.moves]
        swapped = [*words[:1], *map(self._reversed, words[1:])]
        following = [
            each[len(words)] for each in spelled if each[: len(words)] in (words, swapped) and each[len(words) :]
        ]
        return [*following, "all"] if words == ["keep"] and following else following

    def _reversed(self, word: str) -> str:
        """A route id with its cities swapped."""
        name, slash, number = word.partition("/")
        return "-".join(reversed(name.split("-"))) + slash + number
