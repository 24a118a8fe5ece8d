"""Move parser: moves from typed text, in the notation or in shorter forms of it."""

from collections.abc import Sequence

from kolej.cli.terminal.input.name_lookup import NameLookup, UnclearInput
from kolej.engine.core import cards as counts
from kolej.engine.core.cards import Cards
from kolej.engine.decision import Decision
from kolej.engine.moves.moves import (
    BeginStandIns,
    BuildStation,
    ClaimRoute,
    DrawBlind,
    DrawTickets,
    KeepTickets,
    Move,
    Pass,
    PayCard,
    RefuseTunnel,
    TakeCard,
    TopUp,
)
from kolej.engine.record.notation import NotationError

Payment = Cards | frozenset[int]
"""Exact cards, or only their kinds."""


class MoveParser:
    """Parses moves of one board from a command word and the text after it."""

    def __init__(self, names: NameLookup) -> None:
        self.names = names
        self.notation = names.notation

    def moves(self, decision: Decision, word: str, rest: str) -> Sequence[Move]:
        """The moves that a text means. The player has to choose among several; a single one may be illegal."""
        match word:
            case "draw":
                return [self._draw(rest)]
            case "take":
                return [TakeCard(self._card(word, rest))]
            case "pick":
                return [PayCard(self._card(word, rest))]
            case "keep":
                return [KeepTickets(self._tickets(decision, rest))]
            case "claim":
                return self._claims(decision, rest)
            case "bundles":
                return [self._stand_ins(rest)]
            case "build":
                return self._builds(decision, rest)
            case "pay":
                return self._top_ups(decision, rest)
            case "refuse":
                return [self._alone(RefuseTunnel(), word, rest)]
            case "pass":
                return [self._alone(Pass(), word, rest)]
        raise UnclearInput(f'"{word}" is not a move')

    def _alone(self, move: Move, word: str, rest: str) -> Move:
        if rest:
            raise UnclearInput(f'nothing follows `{word}`; what is "{rest[:60]}"?')
        return move

    def _draw(self, rest: str) -> Move:
        if not rest or "cards".startswith(rest.casefold()):
            return DrawBlind()
        if "tickets".startswith(rest.casefold()):
            return DrawTickets()
        raise UnclearInput(
            "draw what? `draw` is a card from the deck, `take CARD` one from the display; or `draw tickets`"
        )

    def _card(self, word: str, rest: str) -> int:
        if not rest:
            raise UnclearInput(f"which card? like `{word} {self.notation.card(1)}`")
        return self.notation.read_card(self.names.card(rest))

    def _tickets(self, decision: Decision, rest: str) -> tuple[int, ...]:
        """Tickets by their numbers in the offer, by id or by their cities."""
        offer = decision.view.offer
        words = rest.replace(",", " ").split()
        if not words:
            raise UnclearInput("which tickets? by their numbers, like `keep 1 2`, or `keep all`")
        if words == ["all"] or not offer:
            return offer
        return tuple(self._ticket(offer, word) for word in words)

    def _ticket(self, offer: Sequence[int], word: str) -> int:
        if not word.isdecimal():
            # A ticket that is not offered is refused by the game, which names the rule.
            try:
                return self.notation.read_ticket(word)
            except NotationError:
                return self.names.ticket(word, offer)
        place = int(word[:9])
        if not 1 <= place <= len(offer):
            raise UnclearInput(f"there is no ticket {word[:9]} in the offer; they are 1 to {len(offer)}")
        return offer[place - 1]

    def _split(self, rest: str) -> tuple[str, list[str]]:
        """A name and the cards after it: the cards start where only counts and cards follow."""
        words = rest.replace(",", " ").split()
        at = len(words)
        while at > 1 and (words[at - 1].isdecimal() or self._is_card(words[at - 1], words[at - 2])):
            at -= 1
        return " ".join(words[:at]), words[at:]

    def _is_card(self, word: str, before: str) -> bool:
        """Whether a word is a card: the full name of one, or anything after a count."""
        return word.casefold() in (*self.notation.kinds, "wild") or before.isdecimal()

    def _payment(self, words: Sequence[str]) -> Payment | None:
        """Exact cards if there are counts, only their kinds if there are none, None if there are no cards."""
        if not words:
            return None
        text = self.names.cards(words)
        if any(word.isdecimal() for word in words):
            return self.notation.read_cards(text)
        return frozenset(self.notation.read_card(word) for word in text.split())

    def _claims(self, decision: Decision, rest: str) -> Sequence[Move]:
        name, words = self._split(rest)
        if not name:
            raise UnclearInput("claim which route? like `claim CITY-CITY 3 red`; `moves claim` lists what you can pay")
        routes = self.names.routes(name)
        payment = self._payment(words)
        legal = [
            move
            for move in decision.moves.values()
            if isinstance(move, ClaimRoute | BeginStandIns) and move.route in routes
        ]
        # Of the two routes of a double: one that can be paid for, else one that is free.
        payable = [route for route in routes if any(move.route == route for move in legal)]
        route = [*payable, *(route for route in routes if decision.view.owner[route] < 0), *routes][0]
        if payment is None:
            return legal or [ClaimRoute(route, self._plain_payment(decision, route, None))]
        if isinstance(payment, frozenset):
            fitting = [move for move in legal if isinstance(move, ClaimRoute) and _kinds_of(move.cards) == payment]
            return fitting or [ClaimRoute(route, self._plain_payment(decision, route, max(payment)))]
        exact = [move for move in legal if isinstance(move, ClaimRoute) and move.cards == payment]
        return exact or [ClaimRoute(route, payment)]

    def _plain_payment(self, decision: Decision, number: int, kind: int | None) -> Cards:
        """The plainest payment for a route, for the game to refuse with the reason."""
        route = self.names.board.routes[number]
        hand = decision.view.hands[decision.seat] or ()
        if kind is None:
            kind = route.color or max(range(1, len(hand)), key=lambda each: hand[each])
        return counts.of(self._kinds, kind, route.length - route.symbols, route.symbols)

    def _stand_ins(self, rest: str) -> Move:
        name, _, count = rest.rpartition(" ")
        if not name or not count.isdecimal():
            raise UnclearInput("how many stand-ins for which route? like `bundles CITY-CITY 2`")
        return BeginStandIns(self.names.routes(name)[0], int(count[:9]))

    def _builds(self, decision: Decision, rest: str) -> Sequence[Move]:
        name, words = self._split(rest)
        if not name:
            raise UnclearInput("build in which city? like `build CITY 1 red`")
        city = self.names.city(name)
        payment = self._payment(words)
        legal = [move for move in decision.moves.values() if isinstance(move, BuildStation) and move.city == city]
        if isinstance(payment, tuple):
            return [BuildStation(city, payment)]
        fitting = [move for move in legal if payment is None or _kinds_of(move.cards) == payment]
        return fitting or [BuildStation(city, self._one_of_each(payment))]

    def _top_ups(self, decision: Decision, rest: str) -> Sequence[Move]:
        payment = self._payment(rest.replace(",", " ").split())
        if isinstance(payment, tuple):
            return [TopUp(payment)]
        legal = [move for move in decision.moves.values() if isinstance(move, TopUp)]
        fitting = [move for move in legal if payment is None or _kinds_of(move.cards) == payment]
        return fitting or [TopUp(self._one_of_each(payment))]

    @property
    def _kinds(self) -> int:
        """How many kinds of cards there are."""
        return len(self.names.board.colors) + 1

    def _one_of_each(self, kinds: frozenset[int] | None) -> Cards:
        """A card of each of these kinds, for the game to refuse with the reason."""
        return tuple(int(kind in (kinds or ())) for kind in range(self._kinds))


def _kinds_of(cards: Cards) -> frozenset[int]:
    return frozenset(kind for kind, _ in counts.each(cards))
