"""What the person at the screen is asked: the moves there are now, in the words to type."""

from kolej.cli.terminal.output.labels import Words, counted
from kolej.engine.decision import Choice
from kolej.engine.moves.moves import (
    BeginBundles,
    BuildStation,
    ClaimRoute,
    DrawBlind,
    DrawTickets,
    KeepTickets,
    Pass,
    PickCard,
    RefuseTunnel,
    TakeCard,
    TopUp,
)


def asked(choice: Choice, words: Words, second: bool) -> str:
    """What may be done now, in the words to type."""
    moves = list(choice.moves.values())
    first = moves[0]
    view, status = choice.view, choice.view.status
    match first:
        case KeepTickets():
            least = min(len(move.tickets) for move in moves if isinstance(move, KeepTickets))
            return f"keep at least {least} of them: `keep 1 2`, or `keep all`"
        case RefuseTunnel() | TopUp():
            more = f"{status.due} more {words.card(status.color)}"
            can = "`pay` or `refuse`" if len(moves) > 1 else "your cards don't suffice: `refuse`"
            turned = words.counts(view.turned)
            return f"you laid {words.counts(view.laid)}; turned up: {turned}. The tunnel costs {more}: {can}"
        case PickCard():
            picked = words.counts(view.laid) or "nothing yet"
            return f"payment for {words.route(choice.tables.way_route[status.way])}: {picked}; `pick CARD` goes on"
        case Pass():
            return "nothing can be drawn: `pass`, or claim what you can"
    return f"{'second card: ' if second else ''}{', '.join(_turn(choice, words))}"


def _turn(choice: Choice, words: Words) -> list[str]:
    moves = choice.moves.values()
    said = []
    if any(isinstance(move, DrawBlind) for move in moves):
        said.append("`draw`")
    cards = [move.card for move in moves if isinstance(move, TakeCard)]
    if cards:
        said.append(f"`take` {'/'.join(words.card(card) for card in cards)}")
    if any(isinstance(move, DrawTickets) for move in moves):
        said.append("`draw tickets`")
    routes = {move.route for move in moves if isinstance(move, ClaimRoute | BeginBundles)}
    if routes:
        said.append(f"`claim` ({counted(len(routes), 'route')})")
    cities = {move.city for move in moves if isinstance(move, BuildStation)}
    if cities:
        said.append(f"`build` ({counted(len(cities), 'city')})")
    return said
