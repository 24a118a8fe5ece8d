"""Rate limits and limits of sockets, by person and address. Each test uses other addresses."""

import time
from contextlib import suppress

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from kolej.server.errors import Refusal
from kolej.server.limits import Bucket, ConcurrencyLimit, RateLimit, client_network
from tests.support.running_server import Client, Running


class Clock:
    """A clock that tests advance."""

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
    limit = RateLimit(2, 60, "too many trains", clock)
    for key in ("a", "a", "b"):
        limit.take(key)
    with pytest.raises(Refusal, match="too many trains; try again in 30 seconds") as refused:
        limit.take("a")
    assert refused.value.code == "too-many"
    limit.take("b")
    clock.now += 30
    limit.take("a")


def test_what_is_open_is_counted() -> None:
    limit = ConcurrencyLimit(1, "one is enough")
    limit.enter("a")
    limit.enter("b")
    with pytest.raises(Refusal, match="one is enough"):
        limit.enter("a")
    limit.leave("a")
    limit.enter("a")


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
    assert client_network(address) == counted


def from_address(server: Running, address: str) -> Client:
    return server.client(**{"x-forwarded-for": address})


def test_guests_of_one_address(strict: Running) -> None:
    answers = [from_address(strict, "10.0.0.1").get("/api/me") for _ in range(6)]
    assert [each.status_code for each in answers] == [200] * 4 + [429] * 2
    assert answers[-1].json()["code"] == "too-many"
    assert answers[-1].headers["retry-after"]
    assert "set-cookie" not in answers[-1].headers
    assert from_address(strict, "10.0.0.2").get("/api/me").status_code == 200


def test_the_word_of_a_stranger_does_not_count(server: Running, strict: Running) -> None:
    # This server trusts no proxy: whatever the header says, all requests count for one address.
    assert server.client(**{"x-forwarded-for": "10.9.9.9"}).get("/metrics").status_code == 200
    assert from_address(strict, "10.0.0.3").get("/health").status_code == 200


def test_tables_of_one_address(strict: Running) -> None:
    client = from_address(strict, "10.0.0.4")
    client.me()
    bad = client.post("/api/tables", {"id": "bad", "settings": {"edition": "atlantis", "seats": 2}})
    assert bad.status_code == 400
    client.table(people=["Ada"]), client.table(people=["Ada"])
    answer = client.post("/api/tables", {"id": "third", "settings": {"edition": "new_york", "seats": 2}})
    assert (answer.status_code, answer.json()["code"]) == (429, "too-many")
    assert len(client.get("/api/tables?mine=1").json()) == 2


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
    # The owner has another address and is not limited.
    assert [from_address(strict, "10.0.0.5").post("/api/login", right).status_code for _ in range(4)] == [200] * 4


def test_guesses_at_a_password_that_is_to_be_changed(strict: Running) -> None:
    owner = from_address(strict, "10.0.0.15")
    owner.me()
    owner.post("/api/account", {"name": "Keeper", "password": "right password"})
    thief = strict.client(**{"x-forwarded-for": "10.0.0.16", "cookie": f"kolej={owner.token}"})
    guess, right = [{"old": old, "new": "the thief's own"} for old in ("a guess 123", "right password")]
    assert [thief.post("/api/password", guess).status_code for _ in range(3)] == [401, 401, 429]
    # Failed log-ins count together with these.
    assert thief.post("/api/password", right).status_code == 429
    assert thief.post("/api/login", {"name": "keeper", "password": "right password"}).status_code == 429
    change = {"old": "right password", "new": "right password"}
    assert [owner.post("/api/password", change).status_code for _ in range(4)] == [204] * 4


def test_sockets_of_one_person(strict: Running) -> None:
    client = from_address(strict, "10.0.0.7")
    client.me()
    code = client.table()
    with (
        client.socket(code, **{"x-forwarded-for": "10.2.0.1"}) as one,
        client.socket(code, **{"x-forwarded-for": "10.2.0.2"}),
        client.socket(code, **{"x-forwarded-for": "10.2.0.3"}) as three,
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
            talk.say(f'{{"id": "p{n}", "type": "ping"}}')
        answers = [talk.frame() for _ in range(30)]
        assert [each["id"] for each in answers] == [f"p{n}" for n in range(30)]
        assert {each["type"] for each in answers[:10]} == {"ok"}
        assert answers[-1]["code"] == "too-fast"
        time.sleep(0.5)
        assert talk.ask("ping")["type"] == "ok"
        with suppress(ConnectionClosed):
            for n in range(1000):
                talk.say(f'{{"id": "q{n}", "type": "ping"}}')
        with pytest.raises(ConnectionClosed):
            while True:
                talk.frame()
        assert talk.frames[-1]["type"] == "gone"
        assert talk.frames[-1]["code"] == "too-fast"
