"""Sampling the hidden tickets: the ticket log is replayed, with guesses for what the viewer did not see.

A viewer knows the tickets it was offered, and the order of its own returned tickets in the pile until someone draws
them. Tickets that others returned are drawn in the order in which they were returned, so what the viewer draws later
says much about what was returned earlier. Guesses that contradict the log all the same are discarded.
"""

from itertools import combinations
from typing import Final

from kolej.engine.chance.rng import Rng
from kolej.engine.core.state import LOG_OFFERED, TICKETS_CODE, TICKETS_SEAT
from kolej.engine.knowledge.view import View
from kolej.engine.ruleset.rows import BOTTOM, SHUFFLED
from kolej.engine.ruleset.tables import RuleTables

TRIES: Final = 20_000
"""A few are enough, some tens in the worst case seen; if none succeeds, the log is not the log of a game."""


TicketWeights = list[list[int]]
"""Per seat and ticket, a weight above 0: how likely the seat is to hold the ticket, relative to other tickets."""


class Contradiction(Exception):
    """The guesses so far contradict the log."""


class Placeholder:
    """A ticket that may not be identified yet."""

    def __init__(self, deck: int) -> None:
        self.deck = deck
        self.ticket: int | None = None


class DealtTickets:
    """One possible deal: who was offered what, who kept what, and where the rest is."""

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


class TicketHistory:
    """What the log says about returned tickets: the tail is a queue, so it is known who draws what others returned."""

    def __init__(self) -> None:
        self.wanted: dict[tuple[int, int], set[int]] = {}
        """Per choice (by its position in the log) and return: the tickets that the viewer may have drawn later."""
        self.forced: dict[tuple[int, int], int] = {}
        """The returns that the viewer was the next to draw, and which ticket it was."""
        self.seen: dict[int, list[int]] = {}
        """Per ticket, the positions in the log at which the viewer was offered it."""
        self.from_group: set[int] = set()
        """The positions in the log of tickets drawn from the shuffled returns of the opening."""

    def seen_after(self, ticket: int, at: int) -> int | None:
        """The next position after `at` at which the viewer was offered a ticket again."""
        for place in self.seen.get(ticket, ()):
            if place > at:
                return place
        return None


class ReplayedPile:
    """Where all tickets are while the log is replayed."""

    def __init__(self, seats: int) -> None:
        self.offers: list[list[Placeholder]] = [[] for _ in range(seats)]
        self.held: list[list[Placeholder]] = [[] for _ in range(seats)]
        self.group: list[Placeholder] = []
        self.tail: list[Placeholder] = []
        self.box: list[Placeholder] = []
        self.known: dict[int, Placeholder] = {}
        """The placeholder of each ticket that the viewer has seen."""
        self.trail: list[Placeholder | int] = []
        """For each entry of the log its placeholder, or the places kept."""


def deal_tickets(
    t: RuleTables, view: View, history: TicketHistory, rng: Rng, weights: TicketWeights | None
) -> DealtTickets:
    """Sample every ticket that the viewer has not seen."""
    for _ in range(TRIES):
        try:
            return _identify_rest(t, view, _replay_log(t, view, history, rng), rng, weights)
        except Contradiction:
            continue
    raise ValueError("the ticket log contradicts itself: no deal explains what was offered")


def read_ticket_history(t: RuleTables, view: View) -> TicketHistory:
    """Follow the queue of returned tickets through the log."""
    in_pile = sum(1 for ticket in range(t.tickets) if t.ticket_deck[ticket] == t.play_deck)
    opening, kept, group = t.seats * len(t.opening_deck), 0, 0
    tail: list[tuple[int, int]] = []
    offers: list[list[int]] = [[] for _ in range(view.seats)]
    source: dict[int, tuple[int, int]] = {}
    choices: list[tuple[int, list[int], int]] = []
    history = TicketHistory()
    for at, entry in enumerate(view.ticket_log):
        code, seat, what = entry // TICKETS_CODE, entry // TICKETS_SEAT % 16, entry % TICKETS_SEAT
        if code == LOG_OFFERED:
            deck = t.opening_deck[len(offers[seat])] if opening > 0 else t.play_deck
            opening -= 1
            if opening >= 0 or in_pile > 0:
                in_pile -= deck == t.play_deck
            elif group:
                group -= 1
                history.from_group.add(at)
            else:
                source[at] = tail.pop(0)
            if seat == view.viewer:
                history.seen.setdefault(what, []).append(at)
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
    _find_later_draws(view, history, source, choices)
    return history


def _find_later_draws(
    view: View, history: TicketHistory, source: dict[int, tuple[int, int]], choices: list[tuple[int, list[int], int]]
) -> None:
    """From the end of the log to its beginning: which tickets each return may have brought to the viewer."""
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
                    history.forced[choice, place] = entry % TICKETS_SEAT
                    wanted = {entry % TICKETS_SEAT}
                elif at in choice_of:
                    later, i = choice_of[at]
                    size, returned = sizes[later]
                    for next_place in range(returned):
                        if next_place <= i and returned - next_place <= size - i:
                            wanted |= history.wanted[later, next_place]
            history.wanted[choice, place] = wanted


def _fits(pile: ReplayedPile, history: TicketHistory, at: int, offer: list[Placeholder], back: list[int]) -> bool:
    """Whether returning these tickets of an offer is consistent with what the viewer saw later."""
    for place, i in enumerate(back):
        ticket, forced = offer[i].ticket, history.forced.get((at, place))
        if forced is not None and ticket != forced and (ticket is not None or forced in pile.known):
            return False
        again = ticket is not None and history.seen_after(ticket, at) is not None
        if again and ticket not in history.wanted[at, place]:
            return False
    kept = [slot for i, slot in enumerate(offer) if i not in back]
    return all(slot.ticket is None or history.seen_after(slot.ticket, at) is None for slot in kept)


def _replay_log(t: RuleTables, view: View, history: TicketHistory, rng: Rng) -> ReplayedPile:
    pile = ReplayedPile(view.seats)
    in_pile = sum(1 for ticket in range(t.tickets) if t.ticket_deck[ticket] == t.play_deck)
    opening, kept = t.seats * len(t.opening_deck), 0
    for at, entry in enumerate(view.ticket_log):
        code, seat, what = entry // TICKETS_CODE, entry // TICKETS_SEAT % 16, entry % TICKETS_SEAT
        own = seat == view.viewer
        if code == LOG_OFFERED:
            deck = t.opening_deck[len(pile.offers[seat])] if opening > 0 else t.play_deck
            opening -= 1
            if opening >= 0 or in_pile > 0:
                slot = Placeholder(deck)
                in_pile -= deck == t.play_deck
            elif pile.group:
                slot = _from_group(pile, history, at, what if own else None, rng)
            else:
                slot = pile.tail.pop(0)
            if own:
                _identify(pile, slot, what)
            pile.offers[seat].append(slot)
            pile.trail.append(slot)
        else:
            returns = t.opening_returns if kept < t.seats else t.play_returns
            kept += 1
            offer = pile.offers[seat]
            if own:
                places = {i for i in range(len(offer)) if what // 2**i % 2}
            else:
                places = _guess_kept(pile, history, at, offer, what, returns, rng)
            _keep(pile, seat, places, returns)
    return pile


def _from_group(pile: ReplayedPile, history: TicketHistory, at: int, ticket: int | None, rng: Rng) -> Placeholder:
    """Choose which of the returned and shuffled tickets was drawn."""
    if ticket is None:
        # Nobody else drew what the viewer itself drew from the group later.
        choices = [
            slot
            for slot in pile.group
            if slot.ticket is None or history.seen_after(slot.ticket, at) not in history.from_group
        ]
    elif ticket in pile.known:
        choices = [slot for slot in pile.group if slot is pile.known[ticket]]
    else:
        choices = [slot for slot in pile.group if slot.ticket is None]
    if not choices:
        raise Contradiction
    slot = choices[rng.below(len(choices))]
    pile.group.remove(slot)
    return slot


def _identify(pile: ReplayedPile, slot: Placeholder, ticket: int) -> None:
    """Note which ticket the viewer saw here."""
    if pile.known.setdefault(ticket, slot) is not slot or slot.ticket not in (None, ticket):
        raise Contradiction
    slot.ticket = ticket


def _guess_kept(
    pile: ReplayedPile, history: TicketHistory, at: int, offer: list[Placeholder], count: int, returns: int, rng: Rng
) -> set[int]:
    """Guess which tickets another seat kept, consistent with the viewer's later offers."""
    choices = list(combinations(range(len(offer)), count))
    if returns == BOTTOM:
        choices = [
            kept for kept in choices if _fits(pile, history, at, offer, [i for i in range(len(offer)) if i not in kept])
        ]
    if not choices:
        raise Contradiction
    return set(choices[rng.below(len(choices))])


def _keep(pile: ReplayedPile, seat: int, places: set[int], returns: int) -> None:
    offer = pile.offers[seat]
    for i, slot in enumerate(offer):
        if i in places:
            pile.held[seat].append(slot)
        elif returns == BOTTOM:
            pile.tail.append(slot)
        elif returns == SHUFFLED:
            pile.group.append(slot)
        else:
            pile.box.append(slot)
    pile.offers[seat] = []
    pile.trail.append(sum(2**i for i in places))


def _identify_rest(
    t: RuleTables, view: View, pile: ReplayedPile, rng: Rng, weights: TicketWeights | None
) -> DealtTickets:
    """Identify every remaining placeholder as a ticket of its deck that the viewer has not seen."""
    unseen: dict[int, list[int]] = {}
    for ticket in range(t.tickets):
        if ticket not in pile.known:
            unseen.setdefault(t.ticket_deck[ticket], []).append(ticket)

    if weights is not None:
        # Held tickets come first, while there are many to choose from.
        for seat, held in enumerate(pile.held):
            for slot in held:
                if slot.ticket is None:
                    slot.ticket = _draw_weighted(unseen[slot.deck], weights[seat], rng)

    def identified(slot: Placeholder) -> int:
        if slot.ticket is None:
            rest = unseen[slot.deck]
            slot.ticket = rest.pop(rng.below(len(rest)))
        return slot.ticket

    log: list[int] = []
    for entry, kept in zip(view.ticket_log, pile.trail, strict=True):
        log.append(entry - entry % TICKETS_SEAT + (identified(kept) if isinstance(kept, Placeholder) else kept))
    return DealtTickets(
        log,
        [[identified(slot) for slot in offer] for offer in pile.offers],
        [[identified(slot) for slot in held] for held in pile.held],
        [identified(slot) for slot in pile.group],
        [identified(slot) for slot in pile.tail],
        [identified(slot) for slot in pile.box],
    )


def _draw_weighted(rest: list[int], weights: list[int], rng: Rng) -> int:
    """Remove and return one of the tickets, at random by weight."""
    total = 0
    for ticket in rest:
        total += weights[ticket]
    left = rng.below(total)
    at = 0
    while left >= weights[rest[at]]:
        left -= weights[rest[at]]
        at += 1
    return rest.pop(at)
