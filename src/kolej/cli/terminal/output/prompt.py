"""The prompt under the screen: which commands can be typed now."""

from kolej.cli.terminal.output.labels import Labels
from kolej.cli.wording import counted
from kolej.engine.decision import Decision
from kolej.engine.moves.moves import (
    BeginStandIns,
    BuildStation,
    ClaimRoute,
    DrawBlind,
    DrawTickets,
    KeepTickets,
    Pass,
    PayCard,
    RefuseTunnel,
    TakeCard,
    TopUp,
)


def question(decision: Decision, labels: Labels, second: bool) -> str:
    """The moves that are possible now, as commands; `second` is whether the turn has already begun."""
    moves = list(decision.moves.values())
    first = moves[0]
    view, status = decision.view, decision.view.status
    match first:
        case KeepTickets():
            least = min(len(move.tickets) for move in moves if isinstance(move, KeepTickets))
            return f"keep at least {least} of them: `keep 1 2`, or `keep all`"
        case RefuseTunnel() | TopUp():
            more = f"{status.due} more {labels.card(status.color)}"
            can = "`pay` or `refuse`" if len(moves) > 1 else "you don't have the cards: `refuse`"
            turned = labels.cards(view.turned)
            return f"you laid {labels.cards(view.laid)}; turned up: {turned}. The tunnel costs {more}: {can}"
        case PayCard():
            picked = labels.cards(view.laid) or "nothing yet"
            route = labels.route(decision.tables.option_route[status.option])
            return f"payment for {route}: {picked}; `pick CARD` adds a card"
        case Pass():
            return "nothing can be drawn: `pass`, or claim what you can"
    return f"{'second card: ' if second else ''}{', '.join(_turn(decision, labels))}"


def _turn(decision: Decision, labels: Labels) -> list[str]:
    moves = decision.moves.values()
    commands = []
    if any(isinstance(move, DrawBlind) for move in moves):
        commands.append("`draw`")
    cards = [move.card for move in moves if isinstance(move, TakeCard)]
    if cards:
        commands.append(f"`take` {'/'.join(labels.card(card) for card in cards)}")
    if any(isinstance(move, DrawTickets) for move in moves):
        commands.append("`draw tickets`")
    routes = {move.route for move in moves if isinstance(move, ClaimRoute | BeginStandIns)}
    if routes:
        commands.append(f"`claim` ({counted(len(routes), 'route')})")
    cities = {move.city for move in moves if isinstance(move, BuildStation)}
    if cities:
        commands.append(f"`build` ({counted(len(cities), 'city')})")
    return commands
