"""`frozen_record`: a decorator for immutable dataclasses that are created by the thousand."""

from dataclasses import dataclass, field
from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen_record(cls: type[T]) -> type[T]:
    """A dataclass that only type checkers treat as frozen: creating a really frozen one takes five times as long."""
    make: Any = dataclass(slots=True, unsafe_hash=True)
    made: type[T] = make(cls)
    return made
