"""Arranged games: positions that tests set up and play on from, through `Game` and by the names of the board.

Arranging moves cards, tickets and pieces that exist; nothing appears from nowhere, so that every total still holds.
"""

from collections import deque

from kolej import editions
from kolej.engine.chance.seeded import SeededDealer
from kolej.engine.core.cards import Cards
from kolej.engine.core.claims import open_options
from kolej.engine.core.state import FIRST_SEAT, IN_BOX, IN_PILE, NONE, OPENING_TICKET, OVER, TICKET, TURN, State
from kolej.engine.core.vectors import Ints
from kolej.engine.errors import IllegalMove
from kolej.engine.game import Game
from kolej.engine.knowledge.events import Event
from kolej.engine.moves.moves import BuildStation, ClaimRoute, KeepTickets, Move, TakeCard, TopUp
from kolej.engine.ruleset.rules import Edition
from kolej.engine.ruleset.tables import RuleTables
from kolej.engine.scoring.standings import Standings


class StackedDealer:
    """A dealer that deals the cards put on top first, then by seed."""

    def __init__(self) -> None:
        self.cards: deque[int] = deque()
        self.tickets: deque[int] = deque()
        self.rest = SeededDealer("tests")

    def outcome(self, t: RuleTables, s: State) -> int:
        if s.owes in (OPENING_TICKET, TICKET):
            return self.tickets.popleft() if self.tickets else self.rest.outcome(t, s)
        if s.owes != FIRST_SEAT and self.cards:
            return self.cards.popleft()
        return self.rest.outcome(t, s)


class Table:
    """A game in progress with every seat's opening tickets kept, seat 0 to move; arranged by the methods below."""

    def __init__(self, edition: str | Edition, seats: int, *, opened: bool = True, first: int | None = 0) -> None:
        self.edition = editions.load(edition) if isinstance(edition, str) else edition
        self.board = self.edition.board
        self.dealer = StackedDealer()
        self.game = Game.start(self.edition, seats, dealer=self.dealer, first=first)
        if opened:
            for seat in range(seats):
                self.game.apply(seat, self.game.legal(seat)[-1])

    # Inspecting.

    @property
    def t(self) -> RuleTables:
        return self.game._tables

    @property
    def s(self) -> State:
        return self.game._state

    def kind(self, card: str) -> int:
        """The number of a card by its colour; "wild" for the wild."""
        return 0 if card == "wild" else self.board.colors.index(card) + 1

    def cards(self, **counts: int) -> Cards:
        """Cards by colour, as counts of every kind of the board: `cards(red=2, wild=1)`."""
        by_kind = {self.kind(card): count for card, count in counts.items()}
        return tuple(by_kind.get(kind, 0) for kind in range(self.t.kinds))

    def hand_of(self, seat: int) -> dict[str, int]:
        """A hand by colour, without zeros."""
        names = ("wild", *self.board.colors)
        hand = self.game.view(seat).hands[seat]
        assert hand is not None
        return {name: count for name, count in zip(names, hand, strict=True) if count}

    @property
    def display(self) -> list[str | None]:
        """The display by colour; None for an empty slot."""
        names = ("wild", *self.board.colors)
        return [None if kind == NONE else names[kind] for kind in self.game.view().display]

    @property
    def turn_of(self) -> int:
        """Whose turn it is."""
        return self.s.seat

    def moves(self, seat: int = 0) -> list[Move]:
        """The seat's legal moves."""
        return [self.game.move(seat, number) for number in self.game.legal(seat)]

    def payments(self, route: str, seat: int = 0) -> set[Cards]:
        """Every listed payment for a route (payments with stand-ins are not listed)."""
        number = self.board.route(route)
        return {move.cards for move in self.moves(seat) if isinstance(move, ClaimRoute) and move.route == number}

    # Playing.

    def play(self, seat: int, move: Move | int) -> list[Event]:
        return self.game.apply(seat, move)

    def claim(self, seat: int, route: str, **counts: int) -> list[Event]:
        """Claim a route with these cards."""
        return self.game.apply(seat, ClaimRoute(self.board.route(route), self.cards(**counts)))

    def take(self, seat: int, card: str) -> list[Event]:
        """Take a card from the display."""
        return self.game.apply(seat, TakeCard(self.kind(card)))

    def build(self, seat: int, city: str, **counts: int) -> list[Event]:
        """Build a station."""
        return self.game.apply(seat, BuildStation(self.board.city(city), self.cards(**counts)))

    def top_up(self, seat: int, **counts: int) -> list[Event]:
        """Pay what a tunnel costs more."""
        return self.game.apply(seat, TopUp(self.cards(**counts)))

    def keep(self, seat: int, *tickets: int) -> list[Event]:
        """Keep these of the offered tickets, by number."""
        return self.game.apply(seat, KeepTickets(tickets))

    def refused(self, seat: int, move: Move | int) -> IllegalMove:
        """The refusal of a move that must be illegal and must change nothing."""
        before = self.game.fingerprint()
        try:
            self.game.apply(seat, move)
        except IllegalMove as refusal:
            assert self.game.fingerprint() == before, "a refused move changed the game"
            return refusal
        raise AssertionError(f"{move} was accepted")

    def refused_claim(self, seat: int, route: str, **counts: int) -> IllegalMove:
        """The refusal of a claim."""
        return self.refused(seat, ClaimRoute(self.board.route(route), self.cards(**counts)))

    # Arranging.

    def give(self, seat: int, **counts: int) -> None:
        """Make a hand exactly this, known to nobody; cards come from and go to the deck."""
        s, t = self.s, self.t
        wanted = self.cards(**counts)
        for kind in range(t.kinds):
            at = seat * t.kinds + kind
            s.deck[kind] += s.hands[at] - wanted[kind]
            s.deck_left += s.hands[at] - wanted[kind]
            assert s.deck[kind] >= 0, f"not enough cards of kind {kind} left to arrange this hand"
            s.hands[at] = wanted[kind]
            s.known[at] = 0
        s.hand_size[seat] = sum(wanted)

    def show(self, *cards: str) -> None:
        """Make the display exactly this, slot by slot; missing ones are empty slots."""
        s, t = self.s, self.t
        for kind in range(t.kinds):
            s.deck[kind] += s.display_counts[kind]
            s.deck_left += s.display_counts[kind]
            s.display_counts[kind] = 0
        for slot in range(t.display_size):
            s.display[slot] = self.kind(cards[slot]) if slot < len(cards) else NONE
            if slot < len(cards):
                kind = self.kind(cards[slot])
                s.deck[kind] -= 1
                s.deck_left -= 1
                s.display_counts[kind] += 1
                assert s.deck[kind] >= 0, f"not enough {cards[slot]} left to arrange this display"
        s.gaps = t.display_size - len(cards)

    def stack(self, *cards: str) -> None:
        """Put these on top of the deck, the first one first."""
        self.dealer.cards.extend(self.kind(card) for card in cards)

    def stack_tickets(self, *tickets: str) -> None:
        """Put these on top of the ticket pile, the first one first."""
        self.dealer.tickets.extend(self.board.ticket(ticket) for ticket in tickets)

    def discard(self, **counts: int) -> None:
        """Move cards from the deck to the discards."""
        self._from_deck(self.cards(**counts), self.s.discard, 0)
        self.s.discard_left += sum(counts.values())

    def hoard(self, seat: int, keep: int = 0) -> None:
        """Put the whole deck, but for `keep` cards of the last kinds, into a hand."""
        s, t = self.s, self.t
        counts = list(s.deck)
        for kind in reversed(range(t.kinds)):
            spared = min(keep, counts[kind])
            counts[kind] -= spared
            keep -= spared
        s.hand_size[seat] += sum(counts)
        self._from_deck(tuple(counts), s.hands, seat * t.kinds)

    def _from_deck(self, counts: tuple[int, ...], onto: Ints, start: int) -> None:
        s = self.s
        for kind, count in enumerate(counts):
            assert s.deck[kind] >= count, f"not enough cards of kind {kind} in the deck"
            s.deck[kind] -= count
            s.deck_left -= count
            onto[start + kind] += count

    def own(self, seat: int, *routes: str, shared: bool = False) -> None:
        """Give a seat routes at no cost; `shared` uses the first claim option (a bullet train), otherwise the last."""
        s, t = self.s, self.t
        for name in routes:
            route = self.board.route(name)
            ways = [way for way in range(t.options) if t.option_route[way] == route]
            way = ways[0] if shared else ways[-1]
            s.owner[route] = seat
            s.taken[route] = way
        open_options(t, s)

    def pieces(self, seat: int, **counts: int) -> None:
        """Set how many pieces a seat has left."""
        for name, count in counts.items():
            self.s.supply[seat * self.t.piece_kinds + self.t.piece_names.index(name)] = count
        open_options(self.t, self.s)

    def pool(self, count: int) -> None:
        """Set how many pieces are left in the shared pool."""
        self.s.pool = count
        open_options(self.t, self.s)

    def track(self, *steps: int) -> None:
        """Put the markers here, in seat order."""
        for seat, count in enumerate(steps):
            self.s.track[seat] = count

    def station(self, seat: int, city: str) -> None:
        """Give a seat a station in a city, taken from its supply."""
        s, t = self.s, self.t
        s.building[self.board.city(city)] = seat
        s.supply[seat * t.piece_kinds + t.builder] -= 1

    def tickets(self, seat: int, *tickets: str) -> None:
        """Make a seat hold exactly these tickets; others it held go to the pile, these come from it (or the box)."""
        s, t = self.s, self.t
        for ticket in range(t.tickets):
            if s.place[ticket] == seat:
                s.place[ticket] = IN_PILE if t.ticket_deck[ticket] == t.play_deck else IN_BOX
                s.pile_left += t.ticket_deck[ticket] == t.play_deck
                s.held[seat] -= 1
        for name in tickets:
            ticket = self.board.ticket(name)
            assert s.place[ticket] in (IN_PILE, IN_BOX), f"{name} is held elsewhere"
            s.pile_left -= s.place[ticket] == IN_PILE
            s.place[ticket] = seat
            s.held[seat] += 1

    def points(self, *points: int) -> None:
        """Set the route points, in seat order."""
        for seat, count in enumerate(points):
            self.s.points[seat] = count

    def drop_tickets(self, keep: int = 0) -> None:
        """Box the ticket pile but for `keep` tickets."""
        s, t = self.s, self.t
        for ticket in range(t.tickets):
            if s.place[ticket] == IN_PILE and s.pile_left > keep and t.ticket_deck[ticket] == t.play_deck:
                s.place[ticket] = IN_BOX
                s.pile_left -= 1

    def to_move(self, seat: int) -> None:
        """Make it a seat's turn."""
        self.s.seat = seat
        self.s.phase = TURN

    def finish(self) -> Standings:
        """End the game here and score it."""
        self.s.phase = OVER
        return self.game.standings()


def cleared(edition: str, seats: int) -> Table:
    """A table of an edition with eight colours: empty hands, no tickets held, most colours left in the deck."""
    table = Table(edition, seats)
    for seat in range(seats):
        table.give(seat)
        table.tickets(seat)
    table.show("purple", "white", "yellow", "purple", "white")
    return table


def owner(table: Table, route: str) -> int:
    """Who holds a route; -1 for nobody."""
    return table.game.view().owner[table.board.route(route)]


def trains(table: Table, seat: int = 0) -> int:
    """How many pieces of the first kind a seat has left."""
    return table.game.view().supply[seat][0]
