"""Idempotency: the answers to recent commands, for commands that are sent again."""

from typing import TypeVar

from kolej.server.errors import Refusal
from kolej.server.tables.log.store_errors import RETRYABLE

T = TypeVar("T", int, Refusal)

MOST = 16
"""Answers that are kept for one table, and as many refusals."""


class CommandAnswers:
    """The latest answers of a table by idempotency key.

    A command whose answer was dropped here is still found in the log if it had an effect; one that was refused is
    decided again. Refusals push out no answers: the store learns only while it appends that a command had its effect
    already, which costs the appends of others more than another refusal costs.
    """

    def __init__(self) -> None:
        self._answers: dict[str, int] = {}
        self._refusals: dict[str, Refusal] = {}

    def get(self, key: str) -> int | Refusal | None:
        """The version that the command led to, or why it was refused."""
        answer = self._answers.get(key)
        return self._refusals.get(key) if answer is None else answer

    def keep(self, key: str, answer: int | Refusal) -> None:
        """Remember an answer, unless it is a refusal that only holds for the moment."""
        if not isinstance(answer, Refusal):
            _keep(self._answers, key, answer)
        elif answer.code not in RETRYABLE:
            # The traceback is of no use any more, and would keep everything it refers to in memory.
            answer.__traceback__ = answer.__cause__ = answer.__context__ = None
            _keep(self._refusals, key, answer)


def _keep(kept: dict[str, T], key: str, answer: T) -> None:
    kept[key] = answer
    if len(kept) > MOST:
        del kept[next(iter(kept))]
