"""House rules: named changes that a table may agree on, off by default.

A house rule is a function from rules to rules: it replaces parts, and the engine never asks for it. Each says to which
editions it applies. `with_house_rules` makes the changes and notes their names in `Rules.house`, which game files, the
fingerprint of an edition and the commitments of a fair deal contain.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from kolej.engine.errors import UnknownHouseRule
from kolej.engine.ruleset.rules import Rules
from kolej.engine.suggestions import near_it
from kolej.rules.awards import LongestPath
from kolej.rules.doubles import Doubles
from kolej.rules.market import NEVER, Market
from kolej.rules.ties import ByLongestPathCard


@dataclass(frozen=True)
class HouseRule:
    """One house rule."""

    id: str
    """Its name in game files and settings; the message catalogue has its text under `house.` and this."""
    applies: Callable[[Rules], bool]
    """Whether it would change anything in these rules."""
    change: Callable[[Rules], Rules]


def _flushes(rules: Rules) -> bool:
    return rules.market.flush_at <= rules.market.face_up


def _no_flush(rules: Rules) -> Rules:
    """The display is never flushed."""
    return replace(rules, market=Market(rules.market.face_up, rules.market.wild_alone, flush_at=NEVER))


def _awards_longest(rules: Rules) -> bool:
    return any(isinstance(award, LongestPath) for award in rules.awards)


def _no_longest_path(rules: Rules) -> Rules:
    """Nobody gets the longest-path card, so no tie is broken by it either."""
    return replace(
        rules,
        awards=tuple(award for award in rules.awards if not isinstance(award, LongestPath)),
        ties=tuple(tie for tie in rules.ties if not isinstance(tie, ByLongestPathCard)),
    )


def _closes_doubles(rules: Rules) -> bool:
    return rules.doubles.both_from > rules.seats.start


def _both_doubles(rules: Rules) -> Rules:
    """Both halves of a double may be claimed however few play; still not by the same seat."""
    return replace(rules, doubles=Doubles(both_from=rules.seats.start))


HOUSE_RULES: dict[str, HouseRule] = {
    rule.id: rule
    for rule in (
        HouseRule("both-doubles", _closes_doubles, _both_doubles),
        HouseRule("no-flush", _flushes, _no_flush),
        HouseRule("no-longest-path", _awards_longest, _no_longest_path),
    )
}
"""Every house rule by its id."""


def house_rules_of(rules: Rules) -> list[str]:
    """The house rules that would change something in these rules."""
    return [id for id, rule in HOUSE_RULES.items() if rule.applies(rules)]


def with_house_rules(rules: Rules, house: Iterable[str]) -> Rules:
    """Rules changed by some house rules, in an order that does not depend on the order in which they are named."""
    names = sorted(set(house))
    for name in names:
        if name not in HOUSE_RULES:
            raise UnknownHouseRule(f'there is no house rule "{name[:60]}"{near_it(name[:60], HOUSE_RULES)}')
        if not HOUSE_RULES[name].applies(rules):
            there = ", ".join(house_rules_of(rules)) or "none"
            raise UnknownHouseRule(f'the house rule "{name}" changes nothing in this edition; it has: {there}')
    changed = rules
    for name in names:
        changed = HOUSE_RULES[name].change(changed)
    return replace(changed, house=tuple(names)) if names else rules
