"""Sentences about events: the log of a game, from the messages in `locale/*/log.json`.

The page's log (`web/src/table/log/narrate.ts`) uses the same messages. Here their placeholders become plain text.
"""

from collections.abc import Sequence

from kolej.cli.terminal.output.labels import Labels
from kolej.engine.core import cards as counts
from kolej.engine.core.cards import Cards
from kolej.engine.knowledge.events import (
    CardDrawn,
    CardTaken,
    DeckReshuffled,
    DisplayFlushed,
    DisplayStood,
    Event,
    FirstSeatDrawn,
    GameEnded,
    LastRoundBegan,
    Passed,
    PileReached,
    RouteClaimed,
    StationBuilt,
    TicketOffered,
    TicketsChosen,
    TicketsKept,
    TopUpDue,
    TunnelBegun,
    TunnelCardTurned,
    TunnelRefused,
    redact,
)
from kolej.engine.ruleset.tables import RuleTables
from kolej.locale.message import Value


class EventSentences:
    """Renders the events of one game for the viewer of the labels; `everything` also shows what is secret."""

    def __init__(self, labels: Labels, tables: RuleTables, everything: bool = False) -> None:
        self.labels = labels
        self.tables = tables
        self.everything = everything

    def lines(self, events: Sequence[Event], start: int = 0) -> list[str]:
        """A sentence for every event worth one, from the event with the number `start` on.

        The events before it are searched for the tickets that the viewer was offered.
        """
        lines: list[str] = []
        nothing = counts.none(self.tables.kinds)
        turned = nothing
        for at in range(start, len(events)):
            event = events[at] if self.everything else redact(events[at], self.labels.viewer)
            if isinstance(event, TunnelCardTurned):
                turned = counts.add(turned, counts.of(self.tables.kinds, event.card))
                continue
            if turned != nothing:
                lines.append(self._turned(turned, free=isinstance(event, RouteClaimed)))
                turned = nothing
            if isinstance(event, TicketsKept):
                lines.append(self._kept(event, events[:at]))
            elif event is not None and (line := self._of_seat(event) or self._of_table(event)):
                lines.append(line)
        return [*lines, self._turned(turned, free=False)] if turned != nothing else lines

    def _turned(self, cards: Cards, free: bool) -> str:
        return self.labels.text("log.free" if free else "log.turned", cards=self.labels.cards(cards))

    def _does(self, seat: int, key: str, **values: Value) -> str:
        """A sentence about what a seat does: Ann draws …, You draw …"""
        if seat == self.labels.viewer:
            return self.labels.text(f"{key}.you", **values)
        line = self.labels.text(key, who=self.labels.name(seat), **values)
        return line[:1].upper() + line[1:]

    def _kept(self, event: TicketsKept, before: Sequence[Event]) -> str:
        """The viewer's own tickets by name, and only the number of those of others."""
        count, total = event.count, event.count + event.returned
        if event.places is None or event.seat != self.labels.viewer:
            return self._does(event.seat, "log.kept", count=count, of=total)
        offer = next(
            each.offer or () for each in reversed(before) if isinstance(each, TicketOffered) and each.seat == event.seat
        )
        kept = [self.labels.ticket(ticket) for at, ticket in enumerate(offer) if event.places >> at & 1]
        return self._does(event.seat, "log.kept", count=count, of=total, tickets=", ".join(kept))

    def _of_seat(self, event: Event) -> str | None:
        labels = self.labels
        match event:
            case FirstSeatDrawn():
                return self._does(event.seat, "log.begins")
            case CardDrawn(dealt=False):
                if event.card is None:
                    return self._does(event.seat, "log.drew")
                key = "log.drew" if event.seat == labels.viewer else "log.drew.seen"
                return self._does(event.seat, key, card=labels.card(event.card))
            case CardTaken():
                return self._does(event.seat, "log.took", card=labels.card(event.card))
            case PileReached(tickets=True):
                return self._does(event.seat, "log.tickets")
            case TicketsChosen():
                return self._does(event.seat, "log.chose")
            case RouteClaimed():
                return self._claimed(event)
            case StationBuilt():
                cards = labels.cards(event.cards)
                return self._does(event.seat, "log.built", city=labels.city(event.city), cards=cards)
            case TunnelBegun():
                cards = labels.cards(event.cards)
                return self._does(event.seat, "log.tunnel", route=labels.route(event.route), cards=cards)
            case TunnelRefused():
                return self._does(event.seat, "log.refused", route=labels.route(event.route))
            case Passed():
                return self._does(event.seat, "log.passed")
            case LastRoundBegan():
                return self._does(event.seat, "log.last")
            case _:
                return None

    def _claimed(self, event: RouteClaimed) -> str:
        """What the claim itself scored; the event has the seat's points and track after it."""
        values: dict[str, Value] = {
            "route": self.labels.route(event.route),
            "cards": self.labels.cards(event.cards),
            "points": int(self.tables.option_points[event.option]),
            "track": event.track,
        }
        key = "log.bullet" if self.tables.option_steps[event.option] else "log.claimed"
        return self._does(event.seat, key, **values)

    def _of_table(self, event: Event) -> str | None:
        match event:
            case DisplayFlushed():
                return self.labels.text("log.flushed")
            case DisplayStood():
                return self.labels.text("log.stood")
            case DeckReshuffled():
                return self.labels.text("log.reshuffled", count=sum(event.deck))
            case TopUpDue():
                return self.labels.text("log.due", count=event.count)
            case GameEnded():
                return self.labels.text("log.over")
            case _:
                return None
