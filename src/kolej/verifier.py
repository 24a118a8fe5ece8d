"""Checks a fair deal from the text of its file, and owes nothing to the code that dealt it.

Written after `docs/fair-deals.md` alone, and as plainly as can be. If it and `engine/fair.py` ever disagree about a
byte, or it and the turn machine about what lies in a deck, an honest game is called unfair, and the tests notice.
"""

import hashlib
import hmac
import re
from collections import Counter

from kolej.engine.errors import KolejError
from kolej.engine.rows import SHUFFLED
from kolej.engine.rules import Edition
from kolej.engine.spelling import Spelling

Field = bytes | str | int


class Unfair(KolejError):
    """A line that does not follow from what was promised."""

    def __init__(self, line: int, problem: str) -> None:
        self.line = line
        super().__init__(f"not fair: {problem}")


def block(*fields: Field) -> bytes:
    """Fields one after the other, each behind its length."""
    raws = [field if isinstance(field, bytes) else f"{field}".encode() for field in fields]
    return b"".join(bytes([0, 0, len(raw) // 256, len(raw) % 256]) + raw for raw in raws)


def sha(*fields: Field) -> bytes:
    """The SHA-256 of fields."""
    return hashlib.sha256(block(*fields)).digest()


def mac(key: bytes, *fields: Field, end: bytes = b"") -> bytes:
    """The HMAC-SHA-256 of fields."""
    return hmac.new(key, block(*fields) + end, hashlib.sha256).digest()


def place(deck: bytes, left: int) -> int:
    """Which of the things left in a deck comes next."""
    attempt, number = 0, 65536
    while number >= 65536 // left * left:
        high, low = mac(deck, "kolej fair 1 number", left, attempt)[:2]
        attempt, number = attempt + 1, 256 * high + low
    return number % left


class Deal:
    """The fair deal in the text of a file that is whole."""

    def __init__(self, text: str) -> None:
        self.lines = [line[:-10] for line in text.splitlines()]
        head = dict(reversed([line.partition(" ")[::2] for line in self.lines[:6]]))
        self.seats = int(head["seats"])
        self.terms = [head["edition"], head["rules"], head["board"], head["seats"], head.get("first", "")]
        self.hashes = {who: words[-1] for who, (_, words) in self._told("commitment").items()}
        """Every commitment, by "server" or the number of a seat; none in a file without a fair deal."""
        self.stand_ins = {int(seat): words[0] for seat, (_, words) in self._told("stand-in").items()}
        """Seats that did not open what they had promised, and why."""
        promised = [words for who, (_, words) in self._told("commitment").items() if who != "server"]
        self.own = [seat for seat, (who, _) in enumerate(promised) if who == "own" and seat not in self.stand_ins]
        """Seats that contributed a seed of their own."""
        fields = [field for who, hash in promised for field in (who.encode(), bytes.fromhex(hash))]
        self.whole = sha("kolej fair 1 table", bytes.fromhex(self.hashes.get("server", "")), *fields).hex()
        """The commitment to all commitments."""

    def _told(self, word: str) -> dict[str, tuple[int, list[str]]]:
        """What lines with this first word tell of whom, each with its number."""
        split = [(number, line.split(" ")) for number, line in enumerate(self.lines, start=1)]
        return {words[1]: (number, words[2:]) for number, words in split if words[0] == word}

    def check(self, edition: Edition) -> int:
        """Raise `Unfair` at the first line that does not follow; else say how many outcomes of chance do."""
        mixed, decks, epoch, count = self._mixed(), Decks(edition, self.seats), 0, 0
        made: list[tuple[int, str, str]] = []
        found = ((at, re.fullmatch(r"(-|\d+) (.+) = \w{16}", line)) for at, line in enumerate(self.lines, start=1))
        for number, (line, who, text) in enumerate((at, said[1], said[2]) for at, said in found if said):
            if text.startswith("undone to "):
                to = int(text.split(" ")[2])
                epoch += any(at >= to and who == "-" for at, who, _ in made)
                made, decks = [step for step in made if step[0] < to], Decks(edition, self.seats)
                for _, each, done in made:
                    decks.follow(each, done)
                continue
            if who == "-":
                kind, which, things = decks.asked(text)
                due = things[place(mac(mixed, "kolej fair 1 deck", epoch, kind, which, end=b"\1"), len(things))]
                if due != text:
                    raise Unfair(line, f'by the seeds "{due}" was to come here, and not "{text}"')
                count += 1
            made.append((number, who, text))
            decks.follow(who, text)
        return count

    def _mixed(self) -> bytes:
        """The secret of all seeds, if they are those that were promised."""
        seeds = {who: (line, bytes.fromhex(words[0])) for who, (line, words) in self._told("seed").items()}
        if not seeds:
            raise Unfair(len(self.lines), "the game is over, and the seeds were not opened")
        (table,) = (words[0] for words in [line.split(" ")[2:] for line in self.lines if line.startswith("fair ")])
        (line, server), hash = seeds["server"], bytes.fromhex(self.hashes["server"])
        if sha("kolej fair 1 server", table, *self.terms, server) != hash:
            raise Unfair(line, "the server's seed does not fit its commitment")
        for seat in range(self.seats):
            line, seed = seeds[f"{seat}"]
            fits = sha("kolej fair 1 seat", hash, seat, seed).hex() == self.hashes[f"{seat}"]
            if not fits and seat not in self.stand_ins:
                raise Unfair(line, f"the seed of seat {seat} does not fit its commitment")
            by_server = seed == mac(server, "kolej fair 1 stand-in", hash, seat)
            if by_server and seat in self.own:
                raise Unfair(line, f"the seed of seat {seat} is said to be its own, and is the server's")
            if not by_server and seat not in self.own:
                raise Unfair(line, f"the seed of seat {seat} is said to be the server's, and is not")
        return mac(bytes.fromhex(self.whole), "kolej fair 1 mix", *(seed for _, seed in seeds.values()))


class Decks:
    """All that chance may bring, and the cards that will come back to it. Hands don't matter here, and are not kept."""

    def __init__(self, edition: Edition, seats: int) -> None:
        self.board, self.rules, self.seats = edition.board, edition.rules, seats
        self.wild, *colors = self.kinds = Spelling(edition.board).kinds
        self.deck = Counter({self.wild: self.rules.deck.wilds} | dict.fromkeys(colors, self.rules.deck.each))
        self.discards, self.display, self.laid, self.turned = (Counter[str]() for _ in range(4))
        self.number = self.to_turn = self.choices = 0
        self.to_hands = seats * self.rules.opening.cards
        self.pile_of = {ticket.id: ticket.deck for ticket in edition.board.tickets}
        self.pile, self.returned, self.offered = set(self.pile_of), set[str](), set[str]()
        self.opening = [pile for pile, count in self.rules.opening.deal.offer for _ in range(count)] * seats

    def asked(self, text: str) -> tuple[str, int, list[str]]:
        """The kind and number of the deck that this outcome came from, and all that could have come, in order."""
        if text.startswith("seat "):
            return "first", 0, [f"seat {seat}" for seat in range(self.seats)]
        if text in self.kinds:
            if not self.deck.total():
                self.deck, self.discards, self.number = self.discards, Counter(), self.number + 1
            return "cards", self.number, [kind for kind in self.kinds for _ in range(self.deck[kind])]
        pile = self.opening[0] if self.opening else self.rules.tickets.offer[0][0]
        there = [id for id in self.pile_of if id in self.pile and self.pile_of[id] == pile]
        if there:
            return "tickets", list(dict.fromkeys(self.pile_of.values())).index(pile), there
        return "returned", self.choices, [id for id in self.pile_of if id in self.returned]

    def follow(self, who: str, text: str) -> None:
        """Put everything where a step puts it."""
        word, *rest = text.split(" ")
        if text in self.pile_of:
            self.pile, self.returned, self.opening = self.pile - {text}, self.returned - {text}, self.opening[1:]
            self.offered.add(text)
        elif text in self.kinds:
            self.asked(text)
            self.deck[text] -= 1
            onto = self.display if not self.to_hands and not self.to_turn else self.turned
            if self.to_hands:
                self.to_hands -= 1
            else:
                onto[text] += 1
            ...
