"""Tools for testing bots, and for testing Kolej itself.

    bot_check.py       `check_bot`: plays a bot in every edition and checks that it behaves as a bot must
    report.py          the `Report` of `check_bot`
    fold.py            folds events into a view, as a client does
    json.py            reads views and events from JSON, as a client does
    event_notation.py  events as lines of text, for golden files
    invariants.py      checks the conservation laws of a state, compiled, for long runs of random games

Write a test for your own bot like this:

    from kolej.testing import check_bot

    def test_my_bot():
        check_bot(MyBot)
"""

from kolej.testing.bot_check import check_bot
from kolej.testing.report import Report, WrongBot

__all__ = ["Report", "WrongBot", "check_bot"]
