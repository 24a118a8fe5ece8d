"""Reads moves from what people type: the notation, and shorter forms of it."""

from collections.abc import Sequence

from kolej.cli.terminal.input.name_lookup import Names, Unclear
from kolej.engine.core import cards as packed
from kolej.engine.core.cards import Cards
from kolej.engine.decision import Choice
from kolej.engine.moves.moves import (
    BeginBundles,
    BuildStation,
    ClaimRoute,
    DrawBlind,
    DrawTickets,
    KeepTickets,
    Move,
    Pass,
    PickCard,
    RefuseTunnel,
    TakeCard,
    TopUp,
)
from kolej.engine.record.notation import NotationError

Payment = Cards | frozenset[int]
"""Cards to the last one, or only their kinds."""


class Reader:
    """Turns a word and what follows it into moves of one board."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.notation = names.notation

    def moves(self, choice: Choice, word: str, rest: str) -> Sequence[Move]:
        """The moves that are meant. One is to be made; of several the person has to choose; they may be illegal."""
        match word:
            case "draw":
                return [self._draw(rest)]
            case "take":
                return [TakeCard(self._card(word, rest))]
            case "pick":
                return [PickCard(self._card(word, rest))]
            case "keep":
                return [KeepTickets(self._tickets(choice, rest))]
            case "claim":
                return self._claims(choice, rest)
            case "bundles":
                return [self._bundles(rest)]
            case "build":
                return self._builds(choice, rest)
            case "pay":
                return self._top_ups(choice, rest)
            case "refuse":
                return [self._alone(RefuseTunnel(), word, rest)]
            case "pass":
                return [self._alone(Pass(), word, rest)]
        raise Unclear(f'"{word}" is no move')

    def _alone(self, move: Move, word: str, rest: str) -> Move:
        if rest:
            raise Unclear(f'nothing follows `{word}`; what is "{rest[:60]}"?')
        return move

    def _draw(self, rest: str) -> Move:
        if not rest or "cards".startswith(rest.casefold()):
            return DrawBlind()
        if "tickets".startswith(rest.casefold()):
            return DrawTickets()
        raise Unclear("draw what? `draw` takes a card from the deck, `take CARD` one from the display, `draw tickets`")

    def _card(self, word: str, rest: str) -> int:
        if not rest:
            raise Unclear(f"which card? like `{word} {self.notation.card(1)}`")
        return self.notation.read_card(self.names.card(rest))

    def _tickets(self, choice: Choice, rest: str) -> tuple[int, ...]:
        """Tickets by their places in the offer, by id or by their cities."""
        offer = choice.view.offer
        words = rest.replace(",", " ").split()
        if not words:
            raise Unclear("which tickets? by their numbers, like `keep 1 2`, or `keep all`")
        if words == ["all"] or not offer:
            return offer
        return tuple(self._ticket(offer, word) for word in words)

    def _ticket(self, offer: Sequence[int], word: str) -> int:
        if not word.isdecimal():
            # A ticket that is not offered is for the game to refuse, with its rule.
            try:
                return self.notation.read_ticket(word)
            except NotationError:
                return self.names.ticket(word, offer)
        place = int(word[:9])
        if not 1 <= place <= len(offer):
            raise Unclear(f"there is no ticket {word[:9]} in the offer; they are 1 to {len(offer)}")
        return offer[place - 1]

    def _split(self, rest: str) -> tuple[str, list[str]]:
        """A name and the cards after it: the cards begin where only counts and cards follow."""
        words = rest.replace(",", " ").split()
        at = len(words)
        while at > 1 and (words[at - 1].isdecimal() or self._is_card(words[at - 1], words[at - 2])):
            at -= 1
        return " ".join(words[:at]), words[at:]

    def _is_card(self, word: str, before: str) -> bool:
        """Whether a word is meant as a card: its full name, or anything after a count."""
        return word.casefold() in (*self.notation.kinds, "wild") or before.isdecimal()

    def _payment(self, words: Sequence[str]) -> Payment | None:
        """Cards to the last one where counts are given; kinds alone where none is; None for nothing."""
        if not words:
            return None
        text = self.names.cards(words)
        if any(word.isdecimal() for word in words):
            return self.notation.read_cards(text)
        return frozenset(self.notation.read_card(word) for word in text.split())

    def _claims(self, choice: Choice, rest: str) -> Sequence[Move]:
        name, words = self._split(rest)
        if not name:
            raise Unclear("claim which route? like `claim CITY-CITY 3 red`; `moves claim` lists what you can pay")
        routes = self.names.routes(name)
        payment = self._payment(words)
        legal = [
            move
            for move in choice.moves.values()
            if isinstance(move, ClaimRoute | BeginBundles) and move.route in routes
        ]
        # Of the halves of a double, the one that can be paid for; else one that is free.
        payable = [route for route in routes if any(move.route == route for move in legal)]
        route = [*payable, *(route for route in routes if choice.view.owner[route] < 0), *routes][0]
        if payment is None:
            return legal or [ClaimRoute(route, self._asked_price(choice, route, None))]
        if isinstance(payment, frozenset):
            fitting = [move for move in legal if isinstance(move, ClaimRoute) and _kinds(move.cards) == payment]
            return fitting or [ClaimRoute(route, self._asked_price(choice, route, max(payment)))]
        exact = [move for move in legal if isinstance(move, ClaimRoute) and move.cards == payment]
        return exact or [ClaimRoute(route, payment)]

    def _asked_price(self, choice: Choice, number: int, kind: int | None) -> Cards:
        """The plainest payment for a route, which the game will refuse with what is wrong about it."""
        route = self.names.board.routes[number]
        hand = choice.view.hands[choice.seat] or ()
        if kind is None:
            kind = route.color or max(range(1, len(hand)), key=lambda each: hand[each])
        return packed.of(kind, route.length - route.symbols, route.symbols)

    def _bundles(self, rest: str) -> Move:
        name, _, count = rest.rpartition(" ")
        if not name or not count.isdecimal():
            raise Unclear("how many bundles for which route? like `bundles CITY-CITY 2`")
        return BeginBundles(self.names.routes(name)[0], int(count[:9]))

    def _builds(self, choice: Choice, rest: str) -> Sequence[Move]:
        name, words = self._split(rest)
        if not name:
            raise Unclear("build in which city? like `build CITY 1 red`")
        city = self.names.city(name)
        payment = self._payment(words)
        legal = [move for move in choice.moves.values() if isinstance(move, BuildStation) and move.city == city]
        if isinstance(payment, int):
            return [BuildStation(city, payment)]
        fitting = [move for move in legal if payment is None or _kinds(move.cards) == payment]
        return fitting or [BuildStation(city, sum(packed.of(kind) for kind in payment or ()))]

    def _top_ups(self, choice: Choice, rest: str) -> Sequence[Move]:
        payment = self._payment(rest.replace(",", " ").split())
        if isinstance(payment, int):
            return [TopUp(payment)]
        legal = [move for move in choice.moves.values() if isinstance(move, TopUp)]
        fitting = [move for move in legal if payment is None or _kinds(move.cards) == payment]
        return fitting or [TopUp(sum(packed.of(kind) for kind in payment or ()))]


def _kinds(cards: Cards) -> frozenset[int]:
    return frozenset(kind for kind, _ in packed.each(cards))
