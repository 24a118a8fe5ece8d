"""Dealing the hidden tickets anew: the log is played through with guesses for what the viewer did not see.

A viewer knows the tickets it was offered, and the order in which its own returns lie in the pile, until someone draws
them. Guesses that would make the viewer draw another ticket than it did are wrong; then the next guess is tried.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations

from kolej.engine.luck import Luck
from kolej.engine.rows import BOTTOM, SHUFFLED
from kolej.engine.state import LOG_OFFERED, TICKETS_CODE, TICKETS_SEAT
from kolej.engine.tables import Tables
from kolej.engine.view import View

TRIES = 100


class Contradiction(Exception):
    """The guesses so far can't be what happened."""


@dataclass(slots=True, eq=False)
class Token:
    """One ticket of which it may not be known yet which one it is."""

    deck: int
    ticket: int | None = None


@dataclass(slots=True)
class DealtTickets:
    """One way it may be: who was offered what, who kept what, and where the rest lies."""

    log: list[int]
    offers: list[list[int]]
    held: list[list[int]]
    group: list[int]
    tail: list[int]
    box: list[int]


class Guesses:
    """Answers to questions with several possible answers: by script as far as it goes, then at random or first."""

    def __init__(self, script: list[int], luck: Luck | None) -> None:
        self.script = script
        self.luck = luck
        self.made: list[tuple[int, int]] = []

    def among(self, count: int) -> int:
        """One of `count` answers."""
        at = len(self.made)
        if at < len(self.script):
            answer = self.script[at]
        else:
            answer = self.luck.below(count) if self.luck else 0
        self.made.append((answer, count))
        return answer


@dataclass(slots=True)
class Pile:
    """The tickets while the log is played through."""

    offers: list[list[Token]]
    held: list[list[Token]]
    group: list[Token] = field(default_factory=list)
    tail: list[Token] = field(default_factory=list)
    box: list[Token] = field(default_factory=list)
    known: dict[int, Token] = field(default_factory=dict)
    """Tickets the viewer has seen, and which token each is."""
    trail: list[Token | int] = field(default_factory=list)
    """For each entry of the log its token, or the places kept."""


def deal_tickets(t: Tables, view: View, luck: Luck) -> DealtTickets:
    """Fill in every ticket that the viewer has not seen."""
    for script, chance in _attempts(luck):
        guesses = Guesses(script, chance)
        try:
            pile = _play_through(t, view, guesses)
        except Contradiction:
            if chance is None:
                _next_script(script, guesses.made)
            continue
        return _name_the_rest(t, view, pile, luck)
    raise ValueError("the ticket log contradicts itself: no deal explains what was offered")


def _attempts(luck: Luck) -> Iterator[tuple[list[int], Luck | None]]:
    """Some random guesses; then every one in order."""
    for _ in range(TRIES):
        yield [], luck
    script: list[int] = []
    while True:
        yield script, None
        if not script:
            return


def _next_script(script: list[int], made: list[tuple[int, int]]) -> None:
    """The guesses that come after those made: the last that has another answer gets it."""
    while made and made[-1][0] + 1 == made[-1][1]:
        made.pop()
    script[:] = [answer for answer, _ in made]
    if script:
        script[-1] += 1


def _play_through(t: Tables, view: View, guesses: Guesses) -> Pile:
    pile = Pile([[] for _ in range(view.seats)], [[] for _ in range(view.seats)])
    in_pile = sum(1 for ticket in range(t.tickets) if t.ticket_deck[ticket] == t.play_deck)
    opening, kept = t.seats * len(t.opening_deck), 0
    for entry in view.ticket_log:
        code, seat, what = entry // TICKETS_CODE, entry // TICKETS_SEAT % 16, entry % TICKETS_SEAT
        own = seat == view.viewer
        if code == LOG_OFFERED:
            deck = t.opening_deck[len(pile.offers[seat])] if opening > 0 else t.play_deck
            opening -= 1
            if opening >= 0 or in_pile > 0:
                token = Token(deck)
                in_pile -= deck == t.play_deck
            elif pile.group:
                token = _from_group(pile, what if own else None, guesses)
            else:
                token = pile.tail.pop(0)
            if own:
                _identify(pile, token, what)
            pile.offers[seat].append(token)
            pile.trail.append(token)
        else:
            returns = t.opening_returns if kept < t.seats else t.play_returns
            kept += 1
            _keep(pile, seat, what, own, returns, guesses)
    return pile


def _from_group(pile: Pile, ticket: int | None, guesses: Guesses) -> Token:
    """Which of the returned and shuffled tickets was drawn."""
    if ticket is None:
        choices = pile.group
    elif ticket in pile.known:
        choices = [token for token in pile.group if token is pile.known[ticket]]
    else:
        choices = [token for token in pile.group if token.ticket is None]
    if not choices:
        raise Contradiction
    token = choices[guesses.among(len(choices)) if len(choices) > 1 else 0]
    pile.group.remove(token)
    return token


def _identify(pile: Pile, token: Token, ticket: int) -> None:
    """The viewer sees which ticket this is."""
    if pile.known.setdefault(ticket, token) is not token or token.ticket not in (None, ticket):
        raise Contradiction
    token.ticket = ticket


def _keep(pile: Pile, seat: int, what: int, own: bool, returns: int, guesses: Guesses) -> None:
    offer = pile.offers[seat]
    if own:
        places = {i for i in range(len(offer)) if what // 2**i % 2}
    else:
        choices = list(combinations(range(len(offer)), what))
        places = set(choices[guesses.among(len(choices)) if len(choices) > 1 else 0])
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


def _name_the_rest(t: Tables, view: View, pile: Pile, luck: Luck) -> DealtTickets:
    """Give every token that is still unknown a ticket of its deck that nobody has seen."""
    unseen: dict[int, list[int]] = {}
    for ticket in range(t.tickets):
        if ticket not in pile.known:
            unseen.setdefault(t.ticket_deck[ticket], []).append(ticket)

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
