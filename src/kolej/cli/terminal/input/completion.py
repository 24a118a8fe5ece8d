"""What Tab offers: the words that may come next, given the choice that the person has."""

from collections.abc import Iterable

from kolej.cli.terminal.input.commands import BY_WORD, MOVE, command_of
from kolej.cli.terminal.input.name_lookup import Names, Unclear
from kolej.cli.terminal.output.move_list import MoveList
from kolej.engine.decision import Choice
from kolej.engine.rulebook import rulebook


class Completer:
    """Completes lines of one game; `choice` is what the person at the screen has to decide now."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.choice: Choice | None = None

    def candidates(self, before: str, word: str) -> list[str]:
        """Every word that may stand where this one begins, with a space after it."""
        word = word.casefold()
        words = before.casefold().split()
        found = [each for each in self._next(words) if each.startswith(word)]
        if not found and len(words) == 1 and words[0] == "claim":
            found = [each for each in map(self._turned, self._next(words)) if each.startswith(word)]
        return [f"{each} " for each in dict.fromkeys(found)]

    def _next(self, words: list[str]) -> Iterable[str]:
        if not words:
            return BY_WORD
        try:
            command = command_of(words[0])
        except Unclear:
            return []
        if command.kind == MOVE:
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
        """The word that follows in every legal move that begins so."""
        if self.choice is None:
            return []
        listed = MoveList(self.choice, self.names.notation)
        spelled = [listed.spelled(move).split() for move in listed.moves]
        turned = [*words[:1], *map(self._turned, words[1:])]
        following = [
            each[len(words)] for each in spelled if each[: len(words)] in (words, turned) and each[len(words) :]
        ]
        return [*following, "all"] if words == ["keep"] and following else following

    def _turned(self, word: str) -> str:
        """A route by its cities the other way round."""
        name, slash, number = word.partition("/")
        return "-".join(reversed(name.split("-"))) + slash + number
