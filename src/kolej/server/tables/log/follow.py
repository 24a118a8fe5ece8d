"""Following a log to which other processes append: the same steps as those that the writing process took.

The entries of one append become one batch again, with the game after it and its events. So a table sends the same
frames for it, whichever process has written it.
"""

from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from itertools import groupby

import msgspec

from kolej.engine.errors import KolejError
from kolej.engine.game import Game
from kolej.server.errors import Refusal
from kolej.server.tables.log.entries import (
    Body,
    DealStarted,
    EndedEarly,
    GameStarted,
    Moved,
    PersonForgotten,
    Undone,
    body_of,
)
from kolej.server.tables.log.journal import Batch, Journal, Written
from kolej.server.tables.log.redacted_events import EncodedEvents, RedactedEvents
from kolej.server.tables.log.replay import MoveLine, repeated
from kolej.server.tables.log.store_errors import storing
from kolej.server.tables.log.table_state import TableState
from kolej.store.models import Entry

MOST_FOLLOWED = 200
"""Entries that are followed one by one. After more, reading the whole log again takes hardly longer."""
NEEDS_STORE = (DealStarted, GameStarted, Undone, PersonForgotten)
"""Entries after which more has to be read than the entry itself: seeds, the game before an undo, other names."""


Received = dict[int, Sequence[Entry]]
"""Appends of other processes that are known and not followed yet, by the entry that each comes after."""


async def catch_up(journal: Journal, received: Received) -> AsyncIterator[Written]:
    """Go on by what other processes have appended, append by append. The table's lock must be held.

    If that is not possible, the journal is marked as rewritten: all of it has to be read again.
    """
    # Reset before reading: a notice of another entry that comes meanwhile must not be lost.
    journal.stale = False
    try:
        while (entries := received.pop(journal.state.version, None)) is not None:
            yield await _follow(journal, entries)
        received.clear()
        with storing():
            missed = await journal.store.entries(journal.id, journal.state.version, MOST_FOLLOWED + 1)
        if len(missed) > MOST_FOLLOWED:
            journal.rewritten = True
            return
        for entries in appends(missed):
            yield await _follow(journal, entries)
    except (Refusal, GeneratorExit):
        journal.stale = True
        raise
    except (KolejError, LookupError, msgspec.MsgspecError):
        # Reading all of it shows what is wrong.
        journal.rewritten = True
    except BaseException:
        journal.stale = True
        raise


def follow_at_once(journal: Journal, entries: Sequence[Entry], events: EncodedEvents | None = None) -> Written | None:
    """Go on by one append without waiting for anything. None, and nothing has changed, if that is not possible.

    `events` are those of the move among the entries, if the process that has written it has sent them.
    """
    if not journal.is_ready() or entries[0].number != journal.state.version + 1:
        return None
    bodies = [body_of(entry) for entry in entries]
    if any(isinstance(body, NEEDS_STORE) for body in bodies):
        return None
    game = journal.game
    if game is not None:
        for body in bodies:
            game = _game_after(game, body)
    made = None if events is None else RedactedEvents(events)
    return _followed(journal, bodies, journal.states_after(bodies), game, entries, made)


def appends(entries: Iterable[Entry]) -> Iterator[list[Entry]]:
    """Entries in groups that were appended together; one by one where the store does not know it."""
    for _, group in groupby(entries, lambda entry: entry.append or -entry.number):
        yield list(group)


async def _follow(journal: Journal, entries: Sequence[Entry]) -> Written:
    if entries[0].number != journal.state.version + 1:
        raise Refusal("damaged")
    await journal.load_game()
    bodies = [body_of(entry) for entry in entries]
    states, game, seed = journal.states_after(bodies), journal.game, journal.server_seed
    for entry, state, body in zip(entries, states, bodies, strict=True):
        if isinstance(body, DealStarted):
            seed = await journal.read_server_seed()
        elif isinstance(body, GameStarted):
            game = await journal.replayed(state, seed, MoveLine([(entry.number, body)]))
        elif isinstance(body, Undone):
            line = MoveLine(each for each in await journal.bodies() if each[0] <= entry.number)
            game = await journal.replayed(state, seed, line)
        elif isinstance(body, PersonForgotten):
            journal.rewritten = True
        elif game is not None:
            game = _game_after(game, body)
    journal.server_seed = seed
    return _followed(journal, bodies, states, game, entries)


def _followed(
    journal: Journal,
    bodies: Sequence[Body],
    states: Sequence[TableState],
    game: Game | None,
    entries: Sequence[Entry],
    events: RedactedEvents | None = None,
) -> Written:
    if events is None:
        stored = (each.events for each in bodies if isinstance(each, Moved | EndedEarly))
        events = next(map(RedactedEvents.read, stored), None)
    written = Written(Batch(bodies, game, events), journal.state, states, entries[-1].at, entries)
    journal.state, journal.game = states[-1], game
    return written


def _game_after(game: Game, body: Body) -> Game:
    """The game after one more entry. The game that is passed in stays as it is."""
    if isinstance(body, Moved):
        return repeated(game, (body,))
    if isinstance(body, EndedEarly):
        after = game.copy()
        after.end_early()
        return after
    return game
