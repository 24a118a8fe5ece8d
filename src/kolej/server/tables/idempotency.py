"""What commands were answered, for those that are sent again."""

from kolej.server.errors import Refusal
from kolej.server.tables.log.store_errors import PASSING

MOST = 16


class Answers:
    """The last answers of a table. An effect that is forgotten here is still in the log, a refusal is decided anew."""

    def __init__(self) -> None:
        self._answers: dict[str, int | Refusal] = {}

    def of(self, command: str) -> int | Refusal | None:
        """The version that the command led to, or why it was refused."""
        return self._answers.get(command)

    def keep(self, command: str, answer: int | Refusal) -> None:
        """Remember an answer, unless it holds for the moment only."""
        if isinstance(answer, Refusal):
            if answer.code in PASSING:
                return
            # Where it was raised is of no use any more, and keeps everything there in memory.
            answer.__traceback__ = answer.__cause__ = answer.__context__ = None
        self._answers[command] = answer
        if len(self._answers) > MOST:
            del self._answers[next(iter(self._answers))]
