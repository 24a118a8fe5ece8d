"""Messages between processes, some of which may be of another version while servers are replaced."""

import msgspec
import pytest

from kolej.server.cluster import messages

GROWN = messages.Grown(1, 5, 9)
DELETED = messages.Deleted(1, 6)


def test_messages_are_read_as_they_were_sent() -> None:
    assert messages.decode(messages.encode([GROWN, DELETED])) == [GROWN, DELETED]


@pytest.mark.parametrize("newer", [["Renamed", 1, 5, "TABLE"], ["Deleted", 1, "six"], 7])
def test_a_message_of_another_version_takes_no_other_one_with_it(newer: object) -> None:
    data = msgspec.msgpack.encode([GROWN, newer, DELETED])
    assert messages.decode(data) == [GROWN, DELETED]


def test_messages_of_versions_without_frames_are_understood() -> None:
    """Either version may read what the other one has written."""
    appended = messages.Appended(1, 5, 9, [("key", "moved", "{}", 7)], None, [(0, b"frame"), (None, b"other")])
    present = messages.Present(1, 5, 9, 2, [], True, 3, [0, None])
    older = [["Appended", 1, 5, 9, [["key", "moved", "{}", 7]], None], ["Present", 1, 5, 9, 2, [], True, 3]]
    assert messages.decode(msgspec.msgpack.encode(older)) == [
        msgspec.structs.replace(appended, frames=None),
        msgspec.structs.replace(present, views=[]),
    ]
    # An older one leaves out what it does not know.
    sent = msgspec.msgpack.decode(messages.encode([appended, present]))
    assert [each[: len(known)] for each, known in zip(sent, older, strict=True)] == older
