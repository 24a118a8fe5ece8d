"""Laws of secrecy: views equal the fold of redacted events, and nothing in them depends on what is hidden."""

from collections.abc import Iterable
from dataclasses import fields, replace

from kolej.engine.chance.rng import Rng
from kolej.engine.core.state import LOG_CODE, LOG_RESHUFFLED, LOG_SEAT, NONE, OPENING, OVER, PAYING, TICKETS_SEAT
from kolej.engine.errors import IllegalMove
from kolej.engine.game import Game
from kolej.engine.knowledge.events import Event, redact
from kolej.engine.knowledge.view import HIDDEN_KIND, HIDDEN_TICKET, Phase, View
from kolej.engine.moves.moves import Move
from kolej.testing.fold import fold

Views = dict[int | None, View]


def viewers(game: Game) -> list[int | None]:
    """Every seat, and a spectator."""
    return [None, *range(game.seats)]


def seen_by(events: Iterable[Event], viewer: int | None) -> list[Event]:
    """The events as a viewer gets them."""
    return [seen for event in events if (seen := redact(event, viewer)) is not None]


def views_of(game: Game) -> Views:
    """What everyone may know now."""
    return {viewer: game.view(viewer) for viewer in viewers(game)}


def same_view(one: View, other: View, words: str) -> None:
    """Two views are equal; if not, the failure lists the fields in which they differ."""
    if one != other:
        names = [each.name for each in fields(View) if getattr(one, each.name) != getattr(other, each.name)]
        differences = "; ".join(f"{name}: {getattr(one, name)} and {getattr(other, name)}" for name in names)
        raise AssertionError(f"viewer {one.viewer}: {words}: {differences}")


def folding_gives_the_view(views: Views, events: list[Event], game: Game) -> Views:
    """Each viewer's view, taken further by the events it gets, is the view built from the state."""
    after: Views = {}
    for viewer, view in views.items():
        folded = view
        for event in seen_by(events, viewer):
            folded = fold(folded, event)
        same_view(folded, game.view(viewer), "folded and built")
        assert folded.due == tuple(game.to_act()), f"viewer {viewer}: {folded.due} and {game.to_act()} are due"
        after[viewer] = folded
    return after


def spectators_know_what_all_know(views: Views) -> None:
    """A seat's view without what is its own is the spectator's view."""
    public = views[None]
    for viewer, view in views.items():
        if viewer is not None:
            same_view(without_own(view, viewer), public, f"seat {viewer} without its own secrets, and a spectator")


def without_own(view: View, seat: int) -> View:
    """What is left of a seat's view when everything is taken out that others must not know."""
    over = view.status.phase == OVER
    kinds = len(view.unseen)
    cards: list[int] = []
    raw = 0
    for entry in view.card_log:
        drew = raw == 0 and entry < LOG_CODE
        cards.append(entry // LOG_SEAT * LOG_SEAT + HIDDEN_KIND * 16 + 1 if drew else entry)
        raw = kinds if raw == 0 and entry == LOG_RESHUFFLED * LOG_CODE else max(raw - 1, 0)
    tickets: list[int] = []
    for entry in view.ticket_log:
        start, what = entry // TICKETS_SEAT * TICKETS_SEAT, entry % TICKETS_SEAT
        if start // TICKETS_SEAT < 16:
            tickets.append(start + HIDDEN_TICKET)
        else:
            tickets.append(start + what.bit_count() if start // TICKETS_SEAT % 16 == seat else entry)
    status, laid = view.status, view.laid
    if status.phase == PAYING:
        status, laid = replace(status, phase=Phase.TURN, wanted=0, option=0, color=0, stand_ins=0), (0,) * kinds
    return replace(
        view,
        viewer=None,
        status=status,
        laid=laid,
        card_log=tuple(cards),
        ticket_log=tuple(tickets),
        hands=view.hands if over else (None,) * view.seats,
        tickets=view.tickets if over else (None,) * view.seats,
        offer=(),
        answer=NONE,
    )


def holds_numbers_only(value: object) -> None:
    """A view refers to nothing but numbers: no game, no dealer, no seed."""
    if isinstance(value, tuple):
        for each in value:
            holds_numbers_only(each)
    elif hasattr(value, "__dataclass_fields__"):
        for name in value.__dataclass_fields__:
            holds_numbers_only(getattr(value, name))
    else:
        assert value is None or isinstance(value, int), f"{value!r} hangs on a view"


def cannot_tell(game: Game, viewer: int | None, rng: Rng) -> Game:
    """Sample a possible state in which the viewer sees the same and may do the same; return it."""
    view = game.view(viewer)
    sampled = game.determinize(view, rng)
    same_view(sampled.view(viewer), view, "imagined and true")
    if viewer is not None:
        assert sampled.legal(viewer) == game.legal(viewer), f"seat {viewer} has other moves in a possible state"
    return sampled


def brings_to_light(before: Game, after: Game, viewer: int | None) -> bool:
    """Whether a step rightly shows what was hidden: opening choices, tickets that others gave back, all at the end."""
    one, other = before._state, after._state
    opened = one.phase == OPENING and other.phase != OPENING
    returned = one.seat == viewer and len(other.tail) < len(one.tail)
    return opened or returned or after.over


def goes_on_alike(game: Game, sampled: Game, viewer: int | None, rng: Rng) -> bool:
    """A step possible in both states looks the same to the viewer in both; False if there is none to compare."""
    one, other = game.copy(), sampled.copy()
    if game.outcomes():
        both = sorted({each for each, _ in game.outcomes()} & {each for each, _ in sampled.outcomes()})
        if not both:
            return False
        outcome = both[rng.below(len(both))]
        true, guessed = one.resolve(outcome), other.resolve(outcome)
        step = f"outcome {outcome}"
    else:
        due = game.to_act()
        assert sampled.to_act() == due
        seat = due[rng.below(len(due))]
        both = sorted(set(game.legal(seat)) & set(sampled.legal(seat)))
        if not both:
            return False
        number = both[rng.below(len(both))]
        true, guessed = one.apply(seat, number), other.apply(seat, number)
        step = f"move {number} of seat {seat}"
    if brings_to_light(game, one, viewer):
        return False
    mine, theirs = seen_by(true, viewer), seen_by(guessed, viewer)
    assert mine == theirs, f"viewer {viewer} can distinguish two possible states by {step}: {mine} and {theirs}"
    return True


def answer_to(game: Game, seat: int, move: Move | int) -> str:
    """The refusal a seat gets for a move, if any, without making the move."""
    try:
        game.copy().apply(seat, move)
    except IllegalMove as refusal:
        return f"{refusal.code} {refusal.params} {refusal}"
    return "accepted"


def refused_alike(game: Game, sampled: Game, seat: int, moves: Iterable[Move | int]) -> None:
    """Refusals reveal nothing that a seat does not know."""
    for move in moves:
        one, other = answer_to(game, seat, move), answer_to(sampled, seat, move)
        assert one == other, f"seat {seat} asked for {move} and got: {one}; in another possible state: {other}"
