"""How much one person and one address may ask for. Each test comes from addresses of its own."""

import time
from contextlib import suppress

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from kolej.server.errors import Refusal
from kolej.server.limits import Allowance, Bucket, Openings, neighbourhood
from tests.support.running_server import Running, Visitor


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_fills_with_time() -> None:
    bucket = Bucket(2, 0.5, 0.0)
    assert [bucket.take(0.0) for _ in range(3)] == [True, True, False]
    assert [bucket.take(2.0), bucket.take(2.0)] == [True, False]
    assert [bucket.take(1000.0) for _ in range(3)] == [True, True, False]
    bucket.give_back()
    assert bucket.take(1000.0)


def test_an_allowance_is_for_each_by_itself() -> None:
    clock = Clock()
    allowance = Allowance(2, 60, "too many trains", clock)
    for key in ("a", "a", "b"):
        allowance.take(key)
    with pytest.raises(Refusal, match="too many trains; try again in 30 seconds") as refused:
        allowance.take("a")
    assert refused.value.code == "too-many"
    allowance.take("b")
    clock.now += 30
    allowance.take("a")


def test_what_is_open_is_counted() -> None:
    openings = Openings(1, "one is enough")
    openings.enter("a")
    openings.enter("b")
    with pytest.raises(Refusal, match="one is enough"):
        openings.enter("a")
    openings.leave("a")
    openings.enter("a")


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("10.0.0.1", "10.0.0.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("::ffff:10.0.0.1", "10.0.0.1"),
        ("unix", "unix"),
    ],
)
def test_what_counts_as_one_address(address: str, counted: str) -> None:
    assert neighbourhood(address) == counted


def from_address(server: Running, address: str) -> Visitor:
    return server.visitor(**{"x-forwarded-for": address})


def test_guests_of_one_address(strict: Running) -> None:
    answers = [from_address(strict, "10.0.0.1").get("/api/me") for _ in range(6)]
    assert [each.status_code for each in answers] == [200] * 4 + [429] * 2
    assert answers[-1].json()["code"] == "too-many"
    assert answers[-1].headers["retry-after"]
    assert "set-cookie" not in answers[-1].headers
    assert from_address(strict, "10.0.0.2").get("/api/me").status_code == 200


def test_the_word_of_a_stranger_does_not_count(server: Running, strict: Running) -> None:
    # The generous server trusts no proxy: whatever is forwarded, all come from here.
    assert server.visitor(**{"x-forwarded-for": "10.9.9.9"}).get("/metrics").status_code == 200
    assert from_address(strict, "10.0.0.3").get("/health").status_code == 200


def test_tables_of_one_address(strict: Running) -> None:
    visitor = from_address(strict, "10.0.0.4")
    visitor.me()
    bad = visitor.post("/api/tables", {"id": "bad", "edition": "atlantis", "seats": 2})
    assert bad.status_code == 400
    visitor.table(people=["Ada"]), visitor.table(people=["Ada"])
    answer = visitor.post("/api/tables", {"id": "third", "edition": "new_york", "seats": 2})
    assert (answer.status_code, answer.json()["code"]) == (429, "too-many")
    assert len(visitor.get("/api/tables?mine=1").json()) == 2


def test_wrong_passwords(strict: Running) -> None:
    owner = from_address(strict, "10.0.0.5")
    owner.me()
    owner.post("/api/account", {"name": "Owner", "password": "right password"})
    thief = from_address(strict, "10.0.0.6")
    tries = [
        thief.post("/api/login", {"name": name, "password": "a guess 123"}) for name in ("Owner", "owner ", "OWNER")
    ]
    assert [each.status_code for each in tries] == [401, 401, 429]
    right = {"name": "Owner", "password": "right password"}
    assert thief.post("/api/login", right).status_code == 429
    # The owner is somewhere else, and is let in as often as it likes.
    assert [from_address(strict, "10.0.0.5").post("/api/login", right).status_code for _ in range(4)] == [200] * 4


def test_guesses_at_a_password_that_is_to_be_changed(strict: Running) -> None:
    owner = from_address(strict, "10.0.0.15")
    owner.me()
    owner.post("/api/account", {"name": "Keeper", "password": "right password"})
    thief = strict.visitor(**{"x-forwarded-for": "10.0.0.16", "cookie": f"kolej={owner.token}"})
    guess, right = [{"old": old, "new": "the thief's own"} for old in ("a guess 123", "right password")]
    assert [thief.post("/api/password", guess).status_code for _ in range(3)] == [401, 401, 429]
    # Guesses at the door count together with these.
    assert thief.post("/api/password", right).status_code == 429
    assert thief.post("/api/login", {"name": "keeper", "password": "right password"}).status_code == 429
    change = {"old": "right password", "new": "right password"}
    assert [owner.post("/api/password", change).status_code for _ in range(4)] == [204] * 4


def test_sockets_of_one_person(strict: Running) -> None:
    visitor = from_address(strict, "10.0.0.7")
    visitor.me()
    code = visitor.table()
    with (
        visitor.socket(code, **{"x-forwarded-for": "10.2.0.1"}) as one,
        visitor.socket(code, **{"x-forwarded-for": "10.2.0.2"}),
        visitor.socket(code, **{"x-forwarded-for": "10.2.0.3"}) as three,
    ):
        assert three.frame()["code"] == "too-many"
        assert one.ask("ping")["type"] == "ok"


def test_sockets_of_one_address(strict: Running) -> None:
    host = from_address(strict, "10.0.0.8")
    host.me()
    code = host.table()
    strangers = [from_address(strict, "10.3.0.1") for _ in range(4)]
    same = {"x-forwarded-for": "10.3.0.1"}
    with strangers[0].socket(code, **same), strangers[1].socket(code, **same), strangers[2].socket(code, **same):
        with pytest.raises(InvalidStatus) as refused:
            strangers[3].socket(code, **same)
        assert refused.value.response.status_code == 429


def test_commands_that_come_too_fast(strict: Running) -> None:
    host = from_address(strict, "10.0.0.9")
    host.me()
    with host.socket(host.table(), **{"x-forwarded-for": "10.4.0.1"}) as talk:
        talk.frame()
        for n in range(30):
            talk.say(f'{{"id": "p{n}", "do": "ping"}}')
        answers = [talk.frame() for _ in range(30)]
        assert [each["id"] for each in answers] == [f"p{n}" for n in range(30)]
        assert {each["type"] for each in answers[:10]} == {"ok"}
        assert answers[-1]["code"] == "too-fast"
        time.sleep(0.5)
        assert talk.ask("ping")["type"] == "ok"
        with suppress(ConnectionClosed):
            for n in range(1000):
                talk.say(f'{{"id": "q{n}", "do": "ping"}}')
        with pytest.raises(ConnectionClosed):
            while True:
                talk.frame()
        assert talk.frames[-1]["type"] == "gone"
        assert talk.frames[-1]["code"] == "too-fast"
