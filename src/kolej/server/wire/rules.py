"""Rules as clients show them: the rulebook of an edition in a language, and the numbers of a legend."""

import re
from functools import lru_cache
from typing import Literal

from msgspec import field

from kolej.engine.rulebook import WrittenRule, rulebook
from kolej.engine.ruleset.rows import BOTTOM, BOX, SHUFFLED
from kolej.engine.ruleset.rules import Edition
from kolej.engine.scoring.award import Award
from kolej.locale.rule_texts import ENGLISH, paragraphs_in
from kolej.rules.awards import LongestPath, MostTickets, Tickets, TrackRanking, UnusedPieces, Visits
from kolej.rules.written_rules import rules_of
from kolej.server.wire.base import Numbers, Outbound

RETURNS: dict[int, Literal["box", "bottom", "shuffled"]] = {BOX: "box", BOTTOM: "bottom", SHUFFLED: "shuffled"}


class RuleBlock(Outbound):
    """A paragraph or a table of a rule."""

    type: Literal["text", "ruling", "departure", "table"]
    """A ruling fills a gap of the printed rules; a departure differs from them."""
    text: str = ""
    rows: list[list[str]] = field(default_factory=list)
    """The rows of a table; the first has its headings."""


class RuleEntry(Outbound):
    """One rule of a rulebook."""

    id: str
    section: str
    """The English name of its section, in lower case with hyphens."""
    language: str
    """The language of its text: English where it has no translation."""
    blocks: list[RuleBlock]


class RuleBook(Outbound):
    """The written rules, all of them or those that apply to an edition."""

    edition: str | None
    language: str
    rules: list[RuleEntry]


class AwardData(Outbound):
    """Points at the end of a game."""

    name: str
    """The key of its name in the message catalogue, after `end.award.`."""
    label: str
    """Its English name, for an award that the catalogue does not know."""
    type: Literal["tickets", "each", "most", "ranking", "other"]
    """The values of tickets; points for each of something, or for the most of it; points by rank."""
    points: int = 0
    places: dict[str, Numbers] = field(default_factory=dict)
    """By the number of seats, the points of each rank."""
    unmoved: int = 0
    """The points of a marker that never moved."""


class RuleFacts(Outbound):
    """The numbers of an edition's rules, for a legend."""

    cards_each: int
    """Cards of every colour in the deck."""
    wilds: int
    opening_cards: int
    opening_tickets: dict[str, int]
    """Tickets that each seat is dealt, by their deck."""
    opening_keep: int
    tickets_drawn: int
    tickets_return: Literal["box", "bottom", "shuffled"]
    """Where drawn tickets go that are not kept."""
    wild_alone: bool
    """A wild from the display is the whole draw."""
    flush_at: int | None
    """With so many wilds the display is replaced; null if it never is."""
    both_from: int
    """From how many seats on both tracks of a double route can be claimed."""
    build_costs: Numbers
    """The cards that the first, second … building costs."""
    end_of: list[str]
    """The pieces of a seat that are counted together for the last round."""
    end_pool: int | None
    """At most so many pieces must also be left in the pool; null where there is no such condition."""
    awards: list[AwardData]
    ties: list[str]
    """Tie-breaks in order, as the message catalogue names them after `end.tie.`."""


@lru_cache(maxsize=200)
def rule_book(edition: Edition | None, language: str) -> RuleBook:
    """The rules of an edition, or all of them, in a language."""
    rules = list(rulebook().values()) if edition is None else rules_of(edition)
    return RuleBook(edition.id if edition else None, language, [_entry(rule, language) for rule in rules])


def _entry(rule: WrittenRule, language: str) -> RuleEntry:
    translated = paragraphs_in(rule, language)
    section = re.sub(r"\W+", "-", rule.section.lower())
    paragraphs = translated or rule.paragraphs
    return RuleEntry(rule.id, section, language if translated else ENGLISH, _blocks(rule.paragraphs, paragraphs))


def _blocks(english: tuple[str, ...], paragraphs: tuple[str, ...]) -> list[RuleBlock]:
    """The blocks of a rule; what is a ruling is seen in English, where it begins with that word."""
    blocks: list[RuleBlock] = []
    for original, text in zip(english, paragraphs, strict=True):
        if original.startswith("|"):
            row = [cell.strip() for cell in text.strip("|").split("|")]
            if blocks and blocks[-1].type == "table":
                blocks[-1].rows.append(row)
            else:
                blocks.append(RuleBlock("table", rows=[row]))
        elif original.startswith("Ruling"):
            blocks.append(RuleBlock("ruling", text.partition(". ")[2]))
        elif original.startswith("Departure"):
            blocks.append(RuleBlock("departure", text.partition(". ")[2]))
        else:
            blocks.append(RuleBlock("text", text))
    return blocks


def rule_facts(edition: Edition) -> RuleFacts:
    """The numbers that a legend shows."""
    rules = edition.rules
    flushed = rules.market.flush_at <= rules.market.face_up
    return RuleFacts(
        cards_each=rules.deck.each,
        wilds=rules.deck.wilds,
        opening_cards=rules.opening.cards,
        opening_tickets=dict(rules.opening.deal.offer),
        opening_keep=rules.opening.deal.keep,
        tickets_drawn=rules.tickets.size,
        tickets_return=RETURNS[rules.tickets.returns],
        wild_alone=rules.market.wild_alone,
        flush_at=rules.market.flush_at if flushed else None,
        both_from=rules.doubles.both_from,
        build_costs=[build.cards for builds in rules.builds for build in builds.builds()],
        end_of=list(rules.end.pieces),
        end_pool=rules.end.pool_at_most,
        awards=[_award(award) for award in rules.awards],
        ties=[tie.key() for tie in rules.ties],
    )


def _award(award: Award) -> AwardData:
    name, label = award.key(), award.label()
    match award:
        case Tickets():
            return AwardData(name, label, "tickets")
        case UnusedPieces() | Visits():
            return AwardData(name, label, "each", award.each)
        case LongestPath() | MostTickets():
            return AwardData(name, label, "most", award.worth)
        case TrackRanking():
            places = {str(seats): list(points) for seats, points in award.places.items()}
            return AwardData(name, label, "ranking", places=places, unmoved=award.unmoved)
        case _:
            return AwardData(name, label, "other")
