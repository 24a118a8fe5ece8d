"""Ownership: every process finds the same owner, in every version."""

import pytest

from kolej.server.cluster.ownership import owner, score


@pytest.mark.parametrize(
    ("node", "table", "expected"),
    [
        (1, 1, 0x64684C4F0FD784B4),
        (1, 2, 0xBCCDFD9C96A18897),
        (2**63 - 1, 0, 0x69C9D98A86C5CD1E),
        (0x0123456789ABCDEF, 1_000_000, 0x1DD7B0A9D507ADDB),
    ],
)
def test_scores_never_change(node: int, table: int, expected: int) -> None:
    """Processes of two versions run on one database during an upgrade: with other scores, a table has no owner."""
    assert score(node, table) == expected


def test_owners_never_change() -> None:
    nodes = (11, 22, 33, 2**62)
    assert [nodes.index(owner(nodes, table)) for table in range(12)] == [3, 0, 3, 0, 0, 2, 1, 0, 1, 0, 2, 3]


def test_only_the_tables_of_a_process_that_has_gone_change_hands() -> None:
    before = {table: owner((1, 2, 3), table) for table in range(500)}
    after = {table: owner((3, 1), table) for table in range(500)}
    assert {before[table] for table in before if before[table] != after[table]} == {2}
    assert all(100 < list(before.values()).count(node) < 250 for node in (1, 2, 3))
