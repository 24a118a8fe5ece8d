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
