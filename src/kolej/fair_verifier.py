"""The verifier of fair deals: checks the text of a game file, independently of the code that dealt the game.

Written from `docs/fair-deals.md` alone, as plainly as possible. If it and `engine/chance/fair` disagree about a byte,
or it and the turn machine about what is in a deck, an honest game is called unfair, and the tests notice.
"""

import hashlib
import hmac
from collections import Counter

from kolej.engine.errors import KolejError
from kolej.engine.record.notation import Notation
from kolej.engine.ruleset.rows import BOTTOM, SHUFFLED
from kolej.engine.ruleset.rules import Edition


class Unfair(KolejError):
    """A line that does not follow from the seeds, or seeds that don't fit the commitments."""

    def __init__(self, line: int, problem: str) -> None:
        self.line = line
        super().__init__(f"not fair: {problem}")


def block(*fields: bytes | str | int) -> bytes:
    """Fields in order, each after its length."""
    raws = [field if isinstance(field, bytes) else f"{field}".encode() for field in fields]
    return b"".join(bytes([0, 0, len(raw) // 256, len(raw) % 256]) + raw for raw in raws)


def sha(*fields: bytes | str | int) -> bytes:
    return hashlib.sha256(block(*fields)).digest()


def mac(key: bytes, *fields: bytes | str | int, end: bytes = b"") -> bytes:
    return hmac.new(key, block(*fields) + end, hashlib.sha256).digest()


def place(deck: bytes, left: int) -> int:
    """The position of the next item among those left in a deck."""
    attempt, number = 0, 65536
    while number >= 65536 // left * left:
        high, low = mac(deck, "kolej fair 1 number", left, attempt)[:2]
        attempt, number = attempt + 1, 256 * high + low
    return number % left


class FairDealFile:
    """The fair deal in the text of an intact game file: `hashes` are its commitments, by "server" or number of a seat,
    `whole` is the one to all of them, `own` the seats that contributed a seed, `fallbacks` those that did not open it.
    """

    def __init__(self, text: str) -> None:
        self.lines = [line[:-10].split(" ") for line in text.split("\n")[:-1]]
        self.head = {words[0]: words[-1] for words in reversed(self.lines)}
        self.seats = int(self.head["seats"])
        self.method = next(words[1] for words in self.lines if words[0] == "fair")
        self.hashes = {who: words[-1] for who, (_, words) in self._lines("commitment").items()}
        self.fallbacks = {int(seat): words[0] for seat, (_, words) in self._lines("stand-in").items()}
        (_, [server]), *committed = self._lines("commitment").values()
        self.own = [n for n, (_, words) in enumerate(committed) if words[0] == "own" and n not in self.fallbacks]
        fields = [field for _, (who, hash) in committed for field in (who.encode(), bytes.fromhex(hash))]
        self.whole = sha("kolej fair 1 table", bytes.fromhex(server), *fields).hex()

    def _lines(self, word: str) -> dict[str, tuple[int, list[str]]]:
        """Lines with this first word, by their second word: the number of the line, and its other words."""
        return {words[1]: (at, words[2:]) for at, words in enumerate(self.lines, start=1) if words[0] == word}

    def check(self, edition: Edition) -> None:
        """Raise `Unfair` if the seeds don't fit the commitments, or a line does not follow from the seeds."""
        secret, decks, epoch, made = self._secret(), Decks(edition, self.seats), 0, list[tuple[int, str, str]]()
        first = 1 + max(at for at, words in enumerate(self.lines) if words[0] in ("commitment", "stand-in"))
        for number, (who, *words) in enumerate(self.lines[first : -2 - self.seats]):
            if who in ("resigned", "ended", "station"):
                break  # what follows the last step has no part in the deal
            text = " ".join(words[:-2])
            if text.startswith("undone to "):
                epoch += any(each == "-" for at, each, _ in made if at >= int(words[2]))
                made, decks = [step for step in made if step[0] < int(words[2])], Decks(edition, self.seats)
                for _, each, done in made:
                    decks.follow(each, done)
                continue
            if who == "-":
                kind, which, things = decks.source(text)
                due = things[place(mac(secret, "kolej fair 1 deck", epoch, kind, which, end=b"\1"), len(things))]
                if due != text:
                    raise Unfair(first + number + 1, f'by the seeds "{due}" was to come here, and not "{text}"')
            made.append((number, who, text))
            decks.follow(who, text)

    def _secret(self) -> bytes:
        """All seeds combined into one secret, if they fit the commitments."""
        seeds = {who: (line, bytes.fromhex(words[0])) for who, (line, words) in self._lines("seed").items()}
        if not seeds:
            raise Unfair(len(self.lines), "the game is over, and the seeds were not opened")
        (line, server), hash = seeds["server"], bytes.fromhex(self.hashes["server"])
        terms = [self.head.get(word, "") for word in ("fair", "edition", "rules", "board", "seats", "first")]
        if self.method == "2":
            terms += [" ".join(next((words[1:] for words in self.lines if words[0] == "house"), []))]
        if sha(f"kolej fair {self.method} server", *terms, server) != hash:
            raise Unfair(line, "the server's seed does not fit its commitment")
        for seat in range(self.seats):
            line, seed = seeds[f"{seat}"]
            fits = sha("kolej fair 1 seat", hash, seat, seed).hex() == self.hashes[f"{seat}"]
            if not fits and seat not in self.fallbacks:
                raise Unfair(line, f"the seed of seat {seat} does not fit its commitment")
            by_server = seed == mac(server, "kolej fair 1 stand-in", hash, seat)
            if by_server == (seat in self.own):
                said = "its own, and is the server's" if by_server else "the server's, and is not"
                raise Unfair(line, f"the seed of seat {seat} is said to be {said}")
        return mac(bytes.fromhex(self.whole), "kolej fair 1 mix", *(seed for _, seed in seeds.values()))


class Decks:
    """What is left in each deck, and which cards return to it. Hands don't matter here."""

    def __init__(self, edition: Edition, seats: int) -> None:
        self.board, self.rules, self.seats = edition.board, edition.rules, seats
        self.wild, *colors = self.kinds = Notation(edition.board).kinds
        self.deck = Counter({self.wild: self.rules.deck.wilds} | dict.fromkeys(colors, self.rules.deck.each))
        self.discards, self.display, self.laid, self.turned = (Counter[str]() for _ in range(4))
        self.number = self.hidden = self.to_turn = self.choices = 0
        self.to_hands = seats * self.rules.opening.cards
        self.pile_of = {ticket.id: ticket.deck for ticket in edition.board.tickets}
        self.pile, self.returned, self.offered, self.tail = set(self.pile_of), set[str](), list[str](), list[str]()
        self.opening = [pile for pile, count in self.rules.opening.deal.offer for _ in range(count)] * seats

    def source(self, text: str) -> tuple[str, int, list[str]]:
        """The kind and number of the deck that an outcome came from, and all items left in it, in order."""
        if text.startswith("seat "):
            return "first", 0, [f"seat {seat}" for seat in range(self.seats)]
        if text in self.kinds:
            self._renew()
            return "cards", self.number, [kind for kind in self.kinds for _ in range(self.deck[kind])]
        pile = self.opening[0] if self.opening else self.rules.tickets.offer[0][0]
        left = [id for id in self.pile_of if id in self.pile and self.pile_of[id] == pile]
        if not left:
            return "returned", self.choices, [id for id in self.pile_of if id in self.returned]
        return "tickets", list(dict.fromkeys(self.pile_of.values())).index(pile), left

    def _renew(self, at_once: bool = True) -> None:
        """Make the discards the new deck if it is empty."""
        if at_once and not self.deck.total() and self.discards.total():
            self.deck, self.discards, self.number, self.hidden = self.discards, Counter(), self.number + 1, 0

    def follow(self, who: str, text: str) -> None:
        """Apply a step to the decks."""
        if not text.startswith("pick "):  # the cards of one payment are discarded together
            self._renew(self.rules.empty_deck.at_once)
        if who != "-":
            self._move(*text.split(" "))
        elif text in self.pile_of:
            self.pile, self.returned, self.opening = self.pile - {text}, self.returned - {text}, self.opening[1:]
            self.offered += [text]
        elif text in self.kinds:
            self.source(text)
            self.deck[text] -= 1
            self.hidden += bool(self.to_hands)
            self._renew(self.rules.empty_deck.at_once)
            if self.to_hands:
                self.to_hands -= 1
            elif self.to_turn:
                self.turned[text] += 1
                self._tunnel(self.to_turn - 1)
            else:
                self.display[text] += 1
                self._flush()

    def _move(self, word: str, *rest: str) -> None:
        if word == "draw":
            self.to_hands = 1
        elif word == "take":
            self.display[rest[0]] -= 1
        elif word == "build":
            self.discards += counted(rest[1:])
        elif word == "claim":
            self.laid = counted(rest[1:])
            claimed = self.board.routes[route := self.board.route(rest[0])]
            options = self.rules.claims[claimed.kind].claims(route, claimed, self.board)
            self._tunnel(max((option.reveals for option in options if option.cards == self.laid.total()), default=0))
        elif word == "pick":
            self.discards[rest[0]] += 1
        elif word in ("pay", "refuse"):  # a refused payment goes back to the hand
            self.discards += counted(rest) + self.turned + (self.laid if word == "pay" else Counter())
            self.laid, self.turned = Counter(), Counter()
        elif word == "keep":
            self.choices += 1
            deal = self.rules.opening.deal if self.choices <= self.seats else self.rules.tickets
            drawn = deal.size - len(self.offered)  # the others came from the end of the pile
            self.offered, self.tail = self.offered + self.tail[:drawn], self.tail[drawn:]
            self.offered = [id for id in self.offered if id not in rest]
            if self.choices >= self.seats:
                self.returned |= set(self.offered if deal.returns == SHUFFLED else ())
                self.tail, self.offered = self.tail + (self.offered if deal.returns == BOTTOM else []), []

    def _flush(self) -> None:
        """Discard a full display with too many wilds, unless any other would have as many, or this one came back."""
        market, wilds, loose = self.rules.market, self.display[self.wild], self.deck + self.discards + self.display
        needed = market.face_up - loose.total() + loose[self.wild]
        again = self.rules.empty_deck.at_once and not self.hidden + self.discards.total()
        if again and self.deck.total() == market.face_up and self.deck[self.wild] >= market.flush_at:
            return
        if self.display.total() == market.face_up and wilds >= market.flush_at > needed:
            self.discards, self.display = self.discards + self.display, Counter()

    def _tunnel(self, to_turn: int) -> None:
        """Complete a claim once all cards are turned up (none for most routes) if no card matches."""
        self.to_turn = to_turn if (self.deck + self.discards).total() else 0
        if not self.to_turn and not any(self.turned[kind] for kind in {self.wild, *self.laid}):
            self._move("pay")


def counted(words: tuple[str, ...]) -> Counter[str]:
    """Cards as written in a line: 2 black 1 locomotive."""
    return Counter({kind: int(count) for count, kind in zip(words[::2], words[1::2], strict=False)})
