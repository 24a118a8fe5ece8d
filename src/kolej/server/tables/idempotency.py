"""Idempotency: the answers to recent commands, for commands that are sent again."""

from kolej.server.errors import Refusal
from kolej.server.tables.log.store_errors import RETRYABLE

MOST = 16
"""Answers that are kept for one table."""


class CommandAnswers:
    """The latest answers of a table by idempotency key.

    A command whose answer was dropped here is still found in the log if it had an effect; one that was refused is
    decided again.
    """

    def __init__(self) -> None:
        self._answers: dict[str, int | Refusal] = {}

    def get(self, key: str) -> int | Refusal | None:
        """The version that the command led to, or why it was refused."""
        return self._answers.get(key)

    def keep(self, key: str, answer: int | Refusal) -> None:
        """Remember an answer, unless it is a refusal that only holds for the moment."""
        if isinstance(answer, Refusal):
            if answer.code in RETRYABLE:
                return
            # The traceback is of no use any more, and would keep everything it refers to in memory.
            answer.__traceback__ = answer.__cause__ = answer.__context__ = None
        self._answers[key] = answer
        if len(self._answers) > MOST:
            del self._answers[next(iter(self._answers))]
