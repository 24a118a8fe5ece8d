"""A second referee: it follows a game and says before every step what is legal. Written from docs/rules.md alone.

It knows nothing of the engine. Of a board it reads cities, routes and tickets; the numbers of each game are written
here again, from the table at the beginning of the rules. It sees everything that happens, hidden cards included. Cards
are numbered as on the board, 0 for the wild; moves are tuples such as `("take", 3)` or `("claim", 17, 3, 2, 1)`: route
17 with two cards of colour 3 and one wild.
"""

from dataclasses import dataclass, field
from itertools import combinations

from kolej.engine.board.model import Board, Route

Key = tuple[object, ...]
WILD = 0


@dataclass(frozen=True)
class Numbers:
    """The numbers of one game."""

    dealt: int
    first_tickets: tuple[tuple[str, int], ...]
    keep_first: int
    first_back: str
    """Where tickets go that are not kept at the start: under the deck, out of the game, or shuffled under the deck."""
    tickets: int
    back: str
    pieces: dict[str, int]
    both_tracks: int
    """From how many players on both tracks of a double are used."""
    end_at: int
    each: int = 12
    wilds: int = 14
    strict: bool = True
    """Whether a face-up wild is the whole draw, and three of them are replaced."""
    closed: bool = False
    """Whether an empty deck closes the display."""
    bullet_trains: int = 0
    stations: int = 0


CITY = {"dealt": 2, "first_tickets": (("regular", 2),), "keep_first": 1, "first_back": "under", "tickets": 2}
GAMES: dict[str, Numbers] = {
    "new_york": Numbers(**CITY, back="under", pieces={"taxi": 15}, both_tracks=3, end_at=2, each=6, wilds=8),  # type: ignore[arg-type]
    "berlin": Numbers(
        **CITY,  # type: ignore[arg-type]
        back="under",
        pieces={"tram": 11, "subway": 5},
        both_tracks=3,
        end_at=1,
        each=6,
        wilds=8,
    ),
    "europe": Numbers(
        4, (("long", 1), ("regular", 3)), 2, "out", 3, "under", {"car": 45}, 4, 2, closed=True, stations=3
    ),
    "nordic": Numbers(4, (("regular", 5),), 2, "out", 3, "out", {"car": 40}, 3, 2, strict=False, closed=True),
    "japan": Numbers(4, (("regular", 4),), 2, "shuffled", 3, "under", {"car": 20}, 4, 2, bullet_trains=16),
}


@dataclass
class Player:
    """What one player has."""

    hand: list[int]
    pieces: dict[str, int]
    stations: int
    routes: set[int] = field(default_factory=set)
    offer: list[str] = field(default_factory=list)
    chosen: tuple[str, ...] | None = None


class Referee:
    """Follows one game. `due` says what may come next, `follow` makes it happen."""

    def __init__(self, board: Board, game: str, seats: int) -> None:
        self.board, self.n, self.seats = board, GAMES[game], seats
        self.plain_wilds = game != "nordic"
        kinds = 1 + len(board.colors)
        self.deck = [self.n.wilds] + [self.n.each] * (kinds - 1)
        self.discards, self.display = [0] * kinds, [0] * kinds
        self.players = [Player([0] * kinds, dict(self.n.pieces), self.n.stations) for _ in range(seats)]
        self.hidden = 0
        """Cards of the present deck that were drawn unseen."""
        self.owner: dict[int, int] = {}
        self.station_in: dict[int, int] = {}
        self.trains = self.n.bullet_trains
        doubles = [(n, route.pair) for n, route in enumerate(board.routes) if route.pair is not None]
        self.twin = {n: m for n, one in doubles for m, other in doubles if n != m and one == other}
        self.alike: dict[tuple[int, int, int, int], list[int]] = {}
        """Routes for which the same cards pay, without stand-ins: by length, colour, and fewest and most wilds."""
        for number, route in enumerate(board.routes):
            self.alike.setdefault((route.length, route.color or 0, *self._wilds(route)), []).append(number)
        self.with_stand_ins = [number for number, route in enumerate(board.routes) if self._stand_in(route)]
        self.piles = {name: {t.id for t in board.tickets if t.deck == name} for name in ("long", "regular")}
        self.shuffled: set[str] = set()
        self.under: list[str] = []
        self.phase, self.seat, self.first = "first", 0, 0
        self.fills = False
        """Whether the display is being filled; `after` says what comes then."""
        self.after = ""
        self.to_come = 0
        self.laid: tuple[int, int, int, int] = (0, 0, 0, 0)
        self.turned: list[int] = []
        self.owed = 0
        self.picked, self.pick_route, self.pick_many, self.last_pick = [0] * kinds, 0, 0, 0
        self.passes = 0
        self.turns_left = 0

    # What may come next.

    def due(self) -> tuple[set[object], dict[int, set[Key]]]:
        """What chance may bring, if it is chance's turn; otherwise the legal moves of every seat that is due."""
        if self.phase == "over":
            return set(), {}
        if self.fills or self.phase in ("dealing", "unseen", "turning"):
            return {kind for kind, count in enumerate(self.deck) if count}, {}
        if self.phase == "first":
            return {("seat", seat) for seat in range(self.seats)}, {}
        if self.phase == "dealing tickets":
            return set(self.piles[self._next_pile()]), {}
        if self.phase == "tickets":
            return set(self.piles["regular"] or self.shuffled), {}
        if self.phase == "choosing":
            waiting = [n for n, player in enumerate(self.players) if player.chosen is None]
            return set(), {n: self._keeps(n, self.n.keep_first) for n in waiting}
        moves = {
            "turn": self._turn,
            "second": self._second,
            "keeping": lambda: self._keeps(self.seat, 1),
            "tunnel": self._tunnel,
            "paying": self._picks,
        }[self.phase]()
        return set(), {self.seat: moves}

    def _next_pile(self) -> str:
        names = [name for name, count in self.n.first_tickets for _ in range(count)]
        return names[len(self.players[self.seat].offer)]

    def _keeps(self, seat: int, least: int) -> set[Key]:
        offer = self.players[seat].offer
        sizes = range(min(least, len(offer)), len(offer) + 1)
        return {("keep", frozenset(some)) for size in sizes for some in combinations(offer, size)}

    def _cards_left(self) -> bool:
        return any(self.deck) or any(self.discards)

    def _takes(self, second: bool) -> set[Key]:
        if self.n.closed and not self._cards_left():
            return set()
        lowest = 1 if second and self.n.strict else 0
        return {("take", kind) for kind in range(lowest, len(self.display)) if self.display[kind]}

    def _second(self) -> set[Key]:
        return self._takes(second=True) | ({("draw",)} if self._cards_left() else set())

    def _turn(self) -> set[Key]:
        moves = self._takes(second=False)
        if self._cards_left():
            moves.add(("draw",))
        if self.piles["regular"] or self.shuffled or self.under:
            moves.add(("tickets",))
        if not moves:
            moves.add(("pass",))
        player, hand = self.players[self.seat], self.players[self.seat].hand
        most = hand[WILD] + max(hand[1:])
        for (length, of, low, high), alike in self.alike.items():
            if length > most:
                continue
            colors = [of] if of else range(1, len(hand))
            paid = {each for color in colors for each in payments(hand, length, color, low, high)}
            if paid:
                numbers = [number for number in alike if self._may_claim(number)]
                moves.update([("claim", number, *each) for number in numbers for each in paid])
        for number in self.with_stand_ins:
            if self._may_claim(number):
                route = self.board.routes[number]
                ways = [many for many in range(1, route.length + 1) if self._possible(route, many, [0] * len(hand), 0)]
                moves.update([("bundles", number, many) for many in ways])
        if player.stations:
            cost = self.n.stations - player.stations + 1
            prices = {each for color in range(1, len(hand)) for each in payments(hand, cost, color, 0, cost)}
            free = [city for city in range(len(self.board.cities)) if city not in self.station_in]
            moves.update([("build", city, *each) for city in free for each in prices])
        return moves

    def _may_claim(self, number: int) -> bool:
        """Whether the route is open and there are pieces for it, whatever it costs."""
        if number in self.owner:
            return False
        other = self.owner.get(self.twin.get(number, -1))
        if other is not None and (other == self.seat or self.seats < self.n.both_tracks):
            return False
        piece, count = self._piece(self.board.routes[number])
        return not count or self.players[self.seat].pieces[piece] >= count

    def _piece(self, route: Route) -> tuple[str, int]:
        """The piece that a route takes, and how many of it."""
        if route.kind == "bullet" and self.trains:
            return "", 0
        if route.kind == "subway":
            return "subway", 1
        return next(iter(self.n.pieces)), route.length

    def _wilds(self, route: Route) -> tuple[int, int]:
        """The fewest and the most wilds in a payment without stand-ins."""
        if route.kind == "ferry":
            return route.symbols, route.length
        return 0, route.length if self.plain_wilds or route.kind == "tunnel" else 0

    def _stand_in(self, route: Route) -> int:
        """How many cards stand in for one."""
        if self.plain_wilds:
            return 0
        return {"ferry": 3, "arctic": 4}.get(route.kind, 0)

    def _possible(self, route: Route, many: int, picked: list[int], lowest: int) -> bool:
        """Whether a payment with this many stand-ins can have these cards and others, of this kind or later ones."""
        hand, size = self.players[self.seat].hand, self._stand_in(route)
        more = route.length + (size - 1) * many - sum(picked)
        free = [hand[kind] - picked[kind] if kind >= lowest else 0 for kind in range(len(hand))]
        if more < 0 or sum(free) < more:
            return False
        # Each space has a single card or a stand-in: a wild anywhere (not on the nine spaces), a colour beside symbols.
        beside = route.length - route.symbols
        for color in [route.color] if route.color else range(1, len(hand)):
            wilds, new_wilds = (picked[WILD], free[WILD]) if route.kind == "ferry" else (0, 0)
            singles = wilds + min(picked[color], beside)
            new = new_wilds + min(picked[color] + free[color], beside) - min(picked[color], beside)
            if singles + min(new, more) >= route.length - many:
                return True
        return False

    def _picks(self) -> set[Key]:
        route, hand = self.board.routes[self.pick_route], self.players[self.seat].hand
        found: set[Key] = set()
        for kind in range(self.last_pick, len(hand)):
            if hand[kind] > self.picked[kind]:
                picked = [count + (kind == each) for each, count in enumerate(self.picked)]
                if self._possible(route, self.pick_many, picked, kind):
                    found.add(("pick", kind))
        return found

    def _tunnel(self) -> set[Key]:
        hand, color = self.players[self.seat].hand, self.laid[1]
        if color == WILD:
            ways = {(0, 0, self.owed)} if hand[WILD] >= self.owed else set()
        else:
            ways = set(payments(hand, self.owed, color, 0, self.owed))
        return {("refuse",)} | {("pay", *paid) for paid in ways}

    # What happens.

    def follow(self, seat: int | None, what: object) -> None:
        """Make a step: an outcome of chance, where the seat is None, or a move."""
        if seat is None:
            self._chance(what)
        else:
            assert isinstance(what, tuple)
            self._move(seat, what)

    def _chance(self, what: object) -> None:
        if self.phase == "first":
            assert isinstance(what, tuple)
            self.first, self.phase, self.seat, self.to_come = what[1], "dealing", 0, self.n.dealt
        elif isinstance(what, str):
            self.piles["regular"].discard(what)
            self.piles["long"].discard(what)
            self.shuffled.discard(what)
            self.players[self.seat].offer.append(what)
            self._after_ticket()
        else:
            assert isinstance(what, int)
            self.deck[what] -= 1
            if not self.fills and self.phase in ("dealing", "unseen"):
                self.hidden += 1
                self.players[self.seat].hand[what] += 1
            elif self.fills:
                self.display[what] += 1
            else:
                self.turned.append(what)
            self._renew()
            self._after_card()

    def _after_ticket(self) -> None:
        if self.phase == "dealing tickets":
            if len(self.players[self.seat].offer) == sum(count for _, count in self.n.first_tickets):
                self.seat += 1
            if self.seat == self.seats:
                self.phase, self.piles["long"] = "choosing", set()
        else:
            self.to_come -= 1
            self._next_ticket()

    def _next_ticket(self) -> None:
        offer = self.players[self.seat].offer
        if self.to_come and (self.piles["regular"] or self.shuffled):
            return
        while self.to_come and self.under:
            offer.append(self.under.pop(0))
            self.to_come -= 1
        self.phase = "keeping"

    def _after_card(self) -> None:
        if self.fills:
            self._fill()
        elif self.phase == "dealing":
            self.to_come -= 1
            if not self.to_come:
                self.seat, self.to_come = self.seat + 1, self.n.dealt
            if self.seat == self.seats:
                self._fill("dealing tickets")
        elif self.phase == "unseen":
            if self.after == "second":
                self._go_on("second")
            else:
                self._end_turn()
        else:
            self.to_come -= 1
            self._turn_next()

    def _renew(self) -> None:
        if not any(self.deck) and any(self.discards):
            self.deck, self.discards, self.hidden = self.discards, [0] * len(self.deck), 0

    def _fill(self, after: str = "") -> None:
        """Fill the display, check it for wilds, and go on."""
        if after:
            self.after, self.fills = after, True
        filled = sum(self.display) == 5
        if not filled and not any(self.deck):
            self._renew()
        if not filled and any(self.deck):
            return
        if after and filled:
            self.fills = False
            self._go_on(self.after)
            return
        if not after and self._replaces():
            self.discards = [a + b for a, b in zip(self.discards, self.display, strict=True)]
            self.display = [0] * len(self.display)
            self._fill()
            return
        self.fills = False
        self._go_on(self.after)

    def _replaces(self) -> bool:
        if not self.n.strict or self.display[WILD] < 3:
            return False
        if sum(self.deck[1:]) + sum(self.discards[1:]) + sum(self.display[1:]) < 3:
            return False
        takes_turns = not self.hidden and not any(self.discards) and sum(self.deck) == 5 and self.deck[WILD] >= 3
        return not takes_turns

    def _go_on(self, to: str) -> None:
        if to == "dealing tickets":
            self.phase, self.seat = to, 0
        elif to == "second" and self._second():
            self.phase = "second"
        else:
            self._end_turn()

    def _end_turn(self) -> None:
        if self.turns_left:
            self.turns_left -= 1
            if not self.turns_left:
                self.phase = "over"
                return
        elif self.trains <= 2 and any(sum(player.pieces.values()) <= self.n.end_at for player in self.players):
            self.turns_left = self.seats
        self.seat, self.phase = (self.seat + 1) % self.seats, "turn"

    def _discard(self, color: int, count: int, wilds: int) -> None:
        hand = self.players[self.seat].hand
        for kind, cards in ((color, count), (WILD, wilds)):
            hand[kind] -= cards
            self.discards[kind] += cards

    def _acted(self) -> None:
        """An action that discards is over: the deck comes first, then the display."""
        self.passes = 0
        self._renew()
        self._fill("end")

    def _claim(self, number: int) -> None:
        route, player = self.board.routes[number], self.players[self.seat]
        piece, count = self._piece(route)
        if count:
            player.pieces[piece] -= count
        elif route.kind == "bullet":
            self.trains -= 1
        self.owner[number] = self.seat
        self._acted()

    def _move(self, seat: int, what: Key) -> None:
        player = self.players[seat]
        word = what[0]
        if word == "keep":
            self._keep(seat, what[1])
        elif word == "draw":
            self.passes = 0
            self.after = "second" if self.phase == "turn" else "end"
            self._renew()
            self.phase = "unseen"
        elif word == "take":
            kind = int(what[1])  # type: ignore[call-overload]
            self.passes = 0
            self.display[kind] -= 1
            player.hand[kind] += 1
            whole = self.phase == "second" or (kind == WILD and self.n.strict)
            self._fill("end" if whole else "second")
        elif word == "tickets":
            self.passes, self.to_come, self.phase = 0, self.n.tickets, "tickets"
            self._next_ticket()
        elif word == "pass":
            self.passes += 1
            if self.passes == self.seats and not self.turns_left:
                self.phase = "over"
            else:
                self._end_turn()
        else:
            self._build_or_claim(player, *what)  # type: ignore[arg-type]

    def _build_or_claim(self, player: Player, word: str, *rest: int) -> None:
        if word == "build":
            self._discard(*rest[1:])
            player.stations -= 1
            self.station_in[rest[0]] = self.seat
            self._acted()
        elif word == "claim" and self.board.routes[rest[0]].kind == "tunnel":
            self.laid = (rest[0], rest[1], rest[2], rest[3])
            player.hand[rest[1]] -= rest[2]
            player.hand[WILD] -= rest[3]
            self.phase, self.to_come, self.turned = "turning", 3, []
            self._turn_next()
        elif word == "claim":
            self._discard(*rest[1:])
            self._claim(rest[0])
        elif word == "bundles":
            self.phase, self.pick_route, self.pick_many, self.last_pick = "paying", rest[0], rest[1], 0
            self.picked = [0] * len(player.hand)
        elif word == "pick":
            self.picked[rest[0]] += 1
            self.last_pick = rest[0]
            route = self.board.routes[self.pick_route]
            if sum(self.picked) == route.length + (self._stand_in(route) - 1) * self.pick_many:
                for kind, count in enumerate(self.picked):
                    self._discard(kind, count, 0)
                self._claim(self.pick_route)
        elif word == "refuse":
            player.hand[self.laid[1]] += self.laid[2]
            player.hand[WILD] += self.laid[3]
            self._discard_turned()
            self._acted()
        else:
            self._discard(*rest)
            self._claim_tunnel()

    def _turn_next(self) -> None:
        if self.to_come and any(self.deck):
            return
        color = self.laid[1]
        self.owed = sum(kind in (color, WILD) for kind in self.turned)
        if self.owed:
            self.phase = "tunnel"
        else:
            self._claim_tunnel()

    def _claim_tunnel(self) -> None:
        number, color, count, wilds = self.laid
        self.discards[color] += count
        self.discards[WILD] += wilds
        self._discard_turned()
        self._claim(number)

    def _discard_turned(self) -> None:
        for kind in self.turned:
            self.discards[kind] += 1
        self.turned = []

    def _keep(self, seat: int, kept: object) -> None:
        player = self.players[seat]
        assert isinstance(kept, frozenset)
        if self.phase == "choosing":
            player.chosen = tuple(ticket for ticket in player.offer if ticket not in kept)
            if any(each.chosen is None for each in self.players):
                return
            back = [ticket for each in self.players for ticket in each.chosen or ()]
            if self.n.first_back == "under":
                self.under += back
            elif self.n.first_back == "shuffled":
                self.shuffled |= set(back)
            for each in self.players:
                each.offer = []
            self.seat, self.phase = self.first, "turn"
            return
        if self.n.back == "under":
            self.under += [ticket for ticket in player.offer if ticket not in kept]
        player.offer = []
        self._end_turn()


def payments(hand: list[int], price: int, color: int, low: int, high: int) -> list[tuple[int, int, int]]:
    """Colour, cards of it, and wilds: every payment of this price with so many wilds. Wilds alone are of colour 0."""
    fewest, most = max(low, price - hand[color]), min(high, price, hand[WILD])
    return [(color, price - wilds, wilds) if wilds < price else (0, 0, wilds) for wilds in range(fewest, most + 1)]
