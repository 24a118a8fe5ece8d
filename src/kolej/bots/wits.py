"""What bots that look further than a plan begin with: a planner's mind, and guesses at what the others hold."""

from kolej.bots.beliefs import beliefs_of
from kolej.bots.planner.planner import Mind
from kolej.bots.planner.valuation import Prices
from kolej.bots.search.opponent_tickets import Guesses, signs_of
from kolej.engine.decision import Choice


def wits_for(choice: Choice) -> tuple[Mind, Guesses]:
    """Both for the seat that must choose."""
    name, t, seat = choice.edition.id, choice.tables, choice.seat
    prices = Prices(t, beliefs_of(name))
    return Mind(t, prices, seat), Guesses(t, prices, seat, signs_of(name))
