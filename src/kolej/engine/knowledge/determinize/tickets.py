"""Dealing the hidden tickets anew: the log is played through with guesses for what the viewer did not see.

A viewer knows the tickets it was offered, and the order in which its own returns lie in the pile, until someone draws
them. What others returned is drawn in the order in which it was, so that from what the viewer drew later much follows
about what was returned earlier; guesses that contradict it all the same are thrown away.
"""

from itertools import combinations
from typing import Final

from kolej.engine.chance.rng import Luck
from kolej.engine.core.state import LOG_OFFERED, TICKETS_CODE, TICKETS_SEAT
from kolej.engine.knowledge.view import View
from kolej.engine.ruleset.rows import BOTTOM, SHUFFLED
from kolej.engine.ruleset.tables import Tables

TRIES: Final = 20_000
"""A few suffice, some tens at the worst seen; a log for which none does is not the log of a game."""


Likely = list[list[int]]
"""Per seat and ticket, a weight above 0: how likely the seat is to hold it, compared with other tickets."""


class Contradiction(Exception):
    """The guesses so far can't be what happened."""


class Token:
    """One ticket of which it may not be known yet which one it is."""

    def __init__(self, deck: int) -> None:
        self.deck = deck
        self.ticket: int | None = None


class DealtTickets:
    """One way it may be: who was offered what, who kept what, and where the rest lies."""

    def __init__(
        self,
        log: list[int],
        offers: list[list[int]],
        held: list[list[int]],
        group: list[int],
        tail: list[int],
        box: list[int],
    ) -> None:
        self.log = log
        self.offers = offers
        self.held = held
        self.group = group
        self.tail = tail
        self.box = box


class Course:
    """What is public about the ways of tickets: the tail is a queue, so who draws what others returned is known."""

    def __init__(self) -> None:
        self.wanted: dict[tuple[int, int], set[int]] = {}
        """Per choice (by its place in the log) and return: the tickets that the viewer may have drawn further on."""
        self.forced: dict[tuple[int, int], int] = {}
        """The returns that the viewer drew next, and which ticket it was."""
        self.seen: dict[int, list[int]] = {}
        """Per ticket, where in the log the viewer was offered it."""
        self.from_group: set[int] = set()
        """Places in the log of tickets drawn from the shuffled returns of the opening."""

    def seen_after(self, ticket: int, at: int) -> int | None:
        """Where the viewer met a ticket again after a place in the log."""
        for place in self.seen.get(ticket, ()):
            if place > at:
                return place
        return None


class Pile:
    """The tickets while the log is played through."""

    def __init__(self, seats: int) -> None:
        self.offers: list[list[Token]] = [[] for _ in range(seats)]
        self.held: list[list[Token]] = [[] for _ in range(seats)]
        self.group: list[Token] = []
        self.tail: list[Token] = []
        self.box: list[Token] = []
        self.known: dict[int, Token] = {}
        """Tickets the viewer has seen, and which token each is."""
        self.trail: list[Token | int] = []
        """For each entry of the log its token, or the places kept."""


def deal_tickets(t: Tables, view: View, course: Course, luck: Luck, likely: Likely | None) -> DealtTickets:
    """Fill in every ticket that the viewer has not seen."""
    for _ in range(TRIES):
        try:
            return _name_the_rest(t, view, _play_through(t, view, course, luck), luck, likely)
        except Contradiction:
            continue
    raise ValueError("the ticket log contradicts itself: no deal explains what was offered")


def read_course(t: Tables, view: View) -> Course:
    """Follow the queue of returned tickets through the log."""
    in_pile = sum(1 for ticket in range(t.tickets) if t.ticket_deck[ticket] == t.play_deck)
    opening, kept, group = t.seats * len(t.opening_deck), 0, 0
    tail: list[tuple[int, int]] = []
    offers: list[list[int]] = [[] for _ in range(view.seats)]
    source: dict[int, tuple[int, int]] = {}
    choices: list[tuple[int, list[int], int]] = []
    course = Course()
    for at, entry in enumerate(view.ticket_log):
        code, seat, what = entry // TICKETS_CODE, entry // TICKETS_SEAT % 16, entry % TICKETS_SEAT
        if code == LOG_OFFERED:
            deck = t.opening_deck[len(offers[seat])] if opening > 0 else t.play_deck
            opening -= 1
            if opening >= 0 or in_pile > 0:
                in_pile -= deck == t.play_deck
            elif group:
                group -= 1
                course.from_group.add(at)
            else:
                source[at] = tail.pop(0)
            if seat == view.viewer:
                course.seen.setdefault(what, []).append(at)
            offers[seat].append(at)
        else:
            returns = t.opening_returns if kept < t.seats else t.play_returns
            kept += 1
            back = len(offers[seat]) - (what.bit_count() if seat == view.viewer else what)
            choices.append((at, offers[seat], back))
            offers[seat] = []
            if returns == BOTTOM:
                tail += [(at, place) for place in range(back)]
            elif returns == SHUFFLED:
                group += back
    _look_ahead(view, course, source, choices)
    return course


def _look_ahead(
    view: View, course: Course, source: dict[int, tuple[int, int]], choices: list[tuple[int, list[int], int]]
) -> None:
    """From the end of the log to its beginning: which tickets each return may have brought the viewer."""
    goes_to = {returned: at for at, returned in source.items()}
    choice_of = {at: (choice, i) for choice, offer, _ in choices for i, at in enumerate(offer)}
    sizes = {choice: (len(offer), back) for choice, offer, back in choices}
    for choice, _, back in reversed(choices):
        for place in range(back):
            at = goes_to.get((choice, place))
            wanted: set[int] = set()
            if at is not None:
                entry = view.ticket_log[at]
                if entry // TICKETS_SEAT % 16 == view.viewer:
                    course.forced[choice, place] = entry % TICKETS_SEAT
                    wanted = {entry % TICKETS_SEAT}
                elif at in choice_of:
                    later, i = choice_of[at]
                    size, returned = sizes[later]
                    for next_place in range(returned):
                        if next_place <= i and returned - next_place <= size - i:
                            wanted |= course.wanted[later, next_place]
            course.wanted[choice, place] = wanted


def _fits(pile: Pile, course: Course, at: int, offer: list[Token], back: list[int]) -> bool:
    """Whether returning just these of an offer can lead to what the viewer saw later."""
    for place, i in enumerate(back):
        ticket, forced = offer[i].ticket, course.forced.get((at, place))
        if forced is not None and ticket != forced and (ticket is not None or forced in pile.known):
            return False
        again = ticket is not None and course.seen_after(ticket, at) is not None
        if again and ticket not in course.wanted[at, place]:
            return False
    kept = [token for i, token in enumerate(offer) if i not in back]
    return all(token.ticket is None or course.seen_after(token.ticket, at) is None for token in kept)


def _play_through(t: Tables, view: View, course: Course, luck: Luck) -> Pile:
    pile = Pile(view.seats)
    in_pile = sum(1 for ticket in range(t.tickets) if t.ticket_deck[ticket] == t.play_deck)
    opening, kept = t.seats * len(t.opening_deck), 0
    for at, entry in enumerate(view.ticket_log):
        code, seat, what = entry // TICKETS_CODE, entry // TICKETS_SEAT % 16, entry % TICKETS_SEAT
        own = seat == view.viewer
        if code == LOG_OFFERED:
            deck = t.opening_deck[len(pile.offers[seat])] if opening > 0 else t.play_deck
            opening -= 1
            if opening >= 0 or in_pile > 0:
                token = Token(deck)
                in_pile -= deck == t.play_deck
            elif pile.group:
                token = _from_group(pile, course, at, what if own else None, luck)
            else:
                token = pile.tail.pop(0)
            if own:
                _identify(pile, token, what)
            pile.offers[seat].append(token)
            pile.trail.append(token)
        else:
            returns = t.opening_returns if kept < t.seats else t.play_returns
            kept += 1
            offer = pile.offers[seat]
            if own:
                places = {i for i in range(len(offer)) if what // 2**i % 2}
            else:
                places = _guess_kept(pile, course, at, offer, what, returns, luck)
            _keep(pile, seat, places, returns)
    return pile


def _from_group(pile: Pile, course: Course, at: int, ticket: int | None, luck: Luck) -> Token:
    """Which of the returned and shuffled tickets was drawn."""
    if ticket is None:
        # What the viewer later drew from there itself was not drawn by anyone else.
        choices = [
            token
            for token in pile.group
            if token.ticket is None or course.seen_after(token.ticket, at) not in course.from_group
        ]
    elif ticket in pile.known:
        choices = [token for token in pile.group if token is pile.known[ticket]]
    else:
        choices = [token for token in pile.group if token.ticket is None]
    if not choices:
        raise Contradiction
    token = choices[luck.below(len(choices))]
    pile.group.remove(token)
    return token


def _identify(pile: Pile, token: Token, ticket: int) -> None:
    """The viewer sees which ticket this is."""
    if pile.known.setdefault(ticket, token) is not token or token.ticket not in (None, ticket):
        raise Contradiction
    token.ticket = ticket


def _guess_kept(
    pile: Pile, course: Course, at: int, offer: list[Token], count: int, returns: int, luck: Luck
) -> set[int]:
    """Which tickets another seat kept, as far as the viewer's later offers leave that open."""
    choices = list(combinations(range(len(offer)), count))
    if returns == BOTTOM:
        choices = [
            kept for kept in choices if _fits(pile, course, at, offer, [i for i in range(len(offer)) if i not in kept])
        ]
    if not choices:
        raise Contradiction
    return set(choices[luck.below(len(choices))])


def _keep(pile: Pile, seat: int, places: set[int], returns: int) -> None:
    offer = pile.offers[seat]
    for i, token in enumerate(offer):
        if i in places:
            pile.held[seat].append(token)
        elif returns == BOTTOM:
            pile.tail.append(token)
        elif returns == SHUFFLED:
            pile.group.append(token)
        else:
            pile.box.append(token)
    pile.offers[seat] = []
    pile.trail.append(sum(2**i for i in places))


def _name_the_rest(t: Tables, view: View, pile: Pile, luck: Luck, likely: Likely | None) -> DealtTickets:
    """Give every token that is still unknown a ticket of its deck that nobody has seen."""
    unseen: dict[int, list[int]] = {}
    for ticket in range(t.tickets):
        if ticket not in pile.known:
            unseen.setdefault(t.ticket_deck[ticket], []).append(ticket)

    if likely is not None:
        # What is held comes first, while there is something to choose from.
        for seat, held in enumerate(pile.held):
            for token in held:
                if token.ticket is None:
                    token.ticket = _draw_likely(unseen[token.deck], likely[seat], luck)

    def name(token: Token) -> int:
        if token.ticket is None:
            rest = unseen[token.deck]
            token.ticket = rest.pop(luck.below(len(rest)))
        return token.ticket

    log: list[int] = []
    for entry, told in zip(view.ticket_log, pile.trail, strict=True):
        log.append(entry - entry % TICKETS_SEAT + (name(told) if isinstance(told, Token) else told))
    return DealtTickets(
        log,
        [[name(token) for token in offer] for offer in pile.offers],
        [[name(token) for token in held] for held in pile.held],
        [name(token) for token in pile.group],
        [name(token) for token in pile.tail],
        [name(token) for token in pile.box],
    )


def _draw_likely(rest: list[int], weights: list[int], luck: Luck) -> int:
    """Take one of the tickets out, those with more weight oftener."""
    total = 0
    for ticket in rest:
        total += weights[ticket]
    left = luck.below(total)
    at = 0
    while left >= weights[rest[at]]:
        left -= weights[rest[at]]
        at += 1
    return rest.pop(at)
