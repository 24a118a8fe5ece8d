"""Records: dataclasses that nobody changes, made by the thousand."""

from dataclasses import dataclass, field
from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(kind: type[T]) -> type[T]:
    """A dataclass that type checkers hold for frozen. One that is frozen takes five times as long to make."""
    made: Any = dataclass(slots=True, unsafe_hash=True)
    whole: type[T] = made(kind)
    return whole
