"""Every step fact has its event; a code without one is an error of the engine, not the end of the game."""

import pytest

from kolej import editions
from kolej.engine.core import step_facts
from kolej.engine.core.start import start
from kolej.engine.knowledge.events import events_of
from kolej.engine.ruleset.compile import tables_of


def test_a_step_fact_of_an_unknown_code_is_no_event() -> None:
    t = tables_of(editions.load("europe"), 2)
    s = start(t, 0)
    s.facts_end = 0
    step_facts.emit(s, 99, 0, 0, 0)
    with pytest.raises(ValueError, match="step fact 99"):
        events_of(t, s)
