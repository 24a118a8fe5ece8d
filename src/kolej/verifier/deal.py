"""Whether all that chance did in a file follows from the seeds in it, and the seeds from what was promised."""

import hashlib
import hmac
import re
from dataclasses import dataclass

from kolej.engine.errors import KolejError
from kolej.engine.rules import Edition
from kolej.verifier.decks import Decks

Field = bytes | str | int


class Unfair(KolejError):
    """A line that does not follow from what was promised."""

    def __init__(self, line: int, problem: str) -> None:
        self.line = line
        super().__init__(problem)


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


@dataclass
class Deal:
    """The fair deal in the text of a file that is whole."""

    text: str

    def __post_init__(self) -> None:
        self.lines = [line[:-10] for line in self.text.splitlines()]
        head = dict(reversed([line.partition(" ")[::2] for line in self.lines[:6]]))
        self.seats = int(head["seats"])
        self.terms = [head[word] for word in ("edition", "rules", "board", "seats")] + [head.get("first", "")]
        self.promises, self.seeds = self._told("commitment"), self._told("seed")
        self.stand_ins = {int(seat): words[0] for seat, (_, words) in self._told("stand-in").items()}
        """Seats that did not open what they had promised, and why."""
        self.hashes = {who: words[-1] for who, (_, words) in self.promises.items()}
        """Every commitment, by "server" or the number of a seat."""
        seats = [self.promises[f"{seat}"][1] for seat in range(self.seats)] if self.promises else []
        self.own = [seat for seat, (who, _) in enumerate(seats) if who == "own" and seat not in self.stand_ins]
        """Seats that contributed a seed of their own."""
        fields = [bytes.fromhex(self.hashes.get("server", ""))]
        for who, hash in seats:
            fields += [who.encode(), bytes.fromhex(hash)]
        self.whole = sha("kolej fair 1 table", *fields).hex()
        """The commitment to all commitments."""

    def _told(self, word: str) -> dict[str, tuple[int, list[str]]]:
        """What lines with this first word tell of whom, each with its number."""
        split = [(number, line.split(" ")) for number, line in enumerate(self.lines, start=1)]
        return {words[1]: (number, words[2:]) for number, words in split if words[0] == word}

    def check(self, edition: Edition) -> int:
        """Raise `Unfair` at the first line that does not follow; else say how many outcomes of chance do."""
        mixed = self._mixed()
        decks, made, epoch, count = Decks(edition, self.seats), list[tuple[int, str, str]](), 0, 0
        found = ((at, re.fullmatch(r"(-|\d+) (.+) = \w{16}", line)) for at, line in enumerate(self.lines, start=1))
        for number, (line, who, text) in enumerate((at, said[1], said[2]) for at, said in found if said):
            undone = re.fullmatch(r"undone to (\d+).*", text)
            if undone:
                epoch += any(each[0] >= int(undone[1]) and each[1] == "-" for each in made)
                made = [each for each in made if each[0] < int(undone[1])]
                decks = Decks(edition, self.seats)
                for step in made:
                    decks.follow(*step[1:])
                continue
            if who == "-":
                kind, which, things = decks.asked(text)
                due = things[place(mac(mixed, "kolej fair 1 deck", epoch, kind, which, end=b"\1"), len(things))]
                if due != text:
                    raise Unfair(line, f'not fair: by the seeds "{due}" was to come here, and not "{text}"')
                count += 1
            made.append((number, who, text))
            decks.follow(who, text)
        return count

    def _mixed(self) -> bytes:
        """The secret of all seeds, if they are those that were promised."""
        if not self.seeds:
            raise Unfair(len(self.lines), "not fair: the game is over, and the seeds were not opened")
        opened = {who: bytes.fromhex(words[0]) for who, (_, words) in self.seeds.items()}
        table = next(line for line in self.lines if line.startswith("fair ")).split(" ")[2]
        server, hash = opened["server"], bytes.fromhex(self.hashes["server"])
        if sha("kolej fair 1 server", table, *self.terms, server) != hash:
            raise Unfair(self.seeds["server"][0], "not fair: the server's seed does not fit its commitment")
        for seat in range(self.seats):
            line, seed = self.seeds[f"{seat}"][0], opened[f"{seat}"]
            fits = sha("kolej fair 1 seat", hash, seat, seed).hex() == self.hashes[f"{seat}"]
            if not fits and seat not in self.stand_ins:
                raise Unfair(line, f"not fair: the seed of seat {seat} does not fit its commitment")
            by_server = seed == mac(server, "kolej fair 1 stand-in", hash, seat)
            if by_server and seat in self.own:
                raise Unfair(line, f"not fair: the seed of seat {seat} is said to be its own, and is the server's")
            if not by_server and seat not in self.own:
                raise Unfair(line, f"not fair: the seed of seat {seat} is said to be the server's, and is not")
        return mac(bytes.fromhex(self.whole), "kolej fair 1 mix", server, *(opened[f"{n}"] for n in range(self.seats)))
