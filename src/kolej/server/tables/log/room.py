"""Room in the log of a table: how much people may write into it beside the game.

A game has an end, and its moves always fit. Everything else could go on without end, so it is counted: messages, those
of spectators among them, and changes of seats and settings, requests and moderation.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from kolej.server.errors import Refusal
from kolej.server.tables.log.entries import (
    ABSENT,
    Body,
    BotSeated,
    ChatSent,
    DeletionAgreed,
    EndDropped,
    EndRequested,
    PlayerAway,
    SeatEmptied,
    SeatLeft,
    SeatRequestDropped,
    SeatRequested,
    SeatResigned,
    SeatTaken,
    SettingsChanged,
    ShapeChosen,
    SpectatorModerated,
    UndoDropped,
    UndoRequested,
)

MOST_CHATS = 3000
MOST_CHAT_BYTES = 2**19
"""Messages of a table, and the bytes of their texts."""
SPECTATOR_CHATS = 1000
SPECTATOR_CHAT_BYTES = 2**17
"""How much of that spectators may use, so that players can always speak."""
MOST_CHANGES = 2000
"""Entries of the other kinds, each of a few hundred bytes."""

_ENDS = (SeatLeft, SeatResigned, UndoDropped, SeatRequestDropped, EndDropped)
"""Entries that always fit: each ends something that was counted. So does `PlayerAway`, after which a game goes on; when
there is no room, its player comes back only after another move."""
COUNTED = frozenset(
    (
        ChatSent,
        SettingsChanged,
        SeatTaken,
        BotSeated,
        ShapeChosen,
        SeatEmptied,
        SeatRequested,
        UndoRequested,
        EndRequested,
        SpectatorModerated,
        DeletionAgreed,
        PlayerAway,
        *_ENDS,
    )
)


@dataclass(frozen=True, slots=True)
class RoomUsed:
    """What a log contains beside the game."""

    chats: int = 0
    chat_bytes: int = 0
    spectator_chats: int = 0
    spectator_chat_bytes: int = 0
    changes: int = 0

    def after(self, body: Body) -> "RoomUsed":
        """What it contains after one more entry of a counted kind."""
        if isinstance(body, PlayerAway) and body.why != ABSENT:
            # A clock runs out at most once in a move.
            return self
        if not isinstance(body, ChatSent):
            return RoomUsed(
                self.chats, self.chat_bytes, self.spectator_chats, self.spectator_chat_bytes, self.changes + 1
            )
        size = len(body.text.encode())
        spectator = body.seat is None
        return RoomUsed(
            self.chats + 1,
            self.chat_bytes + size,
            self.spectator_chats + spectator,
            self.spectator_chat_bytes + (size if spectator else 0),
            self.changes,
        )

    @property
    def full(self) -> bool:
        """Whether there is no room for another change."""
        return self.changes >= MOST_CHANGES

    def check(self, bodies: Iterable[Body]) -> None:
        """Refuse entries that have no room any more."""
        used = self
        for body in bodies:
            if type(body) in COUNTED:
                used = used.after(body)
                if not isinstance(body, _ENDS):
                    used._check(body)

    def _check(self, body: Body) -> None:
        if not isinstance(body, ChatSent):
            if self.changes > MOST_CHANGES:
                raise Refusal("table-full")
        elif (
            self.chats > MOST_CHATS
            or self.chat_bytes > MOST_CHAT_BYTES
            or (
                body.seat is None
                and (self.spectator_chats > SPECTATOR_CHATS or self.spectator_chat_bytes > SPECTATOR_CHAT_BYTES)
            )
        ):
            raise Refusal("chat-full")
