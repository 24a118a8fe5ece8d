"""For those who write bots: does it play as a bot must?

from kolej.testing import check_bot

def test_my_bot():
    check_bot(MyBot)
"""

from kolej.testing.bot_check import check_bot
from kolej.testing.report import Report, WrongBot

__all__ = ["Report", "WrongBot", "check_bot"]
