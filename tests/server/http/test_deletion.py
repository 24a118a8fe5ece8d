"""Deletion of the current user over HTTP."""

from tests.server.http.test_accounts import account, bearer, logged_in
from tests.support.running_server import Client, Running, wait_for

PASSWORD = "correct horse"


def test_a_guest_deletes_themselves(server: Running, bob: Client) -> None:
    ada = server.client()
    ada.me()
    ada.post("/api/me", {"name": "Wilhelmina"})
    code = ada.table(people=["Wilhelmina"])
    bob.post(f"/api/tables/{code}/join", {"id": "j"})
    token = ada.token
    with ada.socket(code) as hers, bob.socket(code) as his:
        hers.frame()
        his.frame()
        answer = ada.post("/api/me/delete", {})
        assert (answer.status_code, answer.content) == (204, b"")
        assert hers.until("gone")["code"] == "no-token"
        while his.until("table")["table"]["seats"][0]["name"]:
            pass
    assert "kolej" not in ada.http.cookies
    with bearer(server, token) as ghost:
        assert ghost.get("/api/me").status_code == 401
    table = bob.get(f"/api/tables/{code}").json()
    assert table["host"] and table["seats"][0]["kind"] == "free"
    wait_for(lambda: "a person was deleted" in server.logged())


def test_an_account_needs_its_password(server: Running) -> None:
    here = account(server, "Emmy")
    there = logged_in(server, "Emmy", PASSWORD)
    for body in ({}, {"password": "wrong horse"}, {"password": None}):
        answer = here.post("/api/me/delete", body)
        assert (answer.status_code, answer.json()["code"]) == (401, "wrong-old-password")
    assert there.me()["name"] == "Emmy"
    assert here.post("/api/me/delete", {"password": PASSWORD}).status_code == 204
    with bearer(server, there.token) as ghost:
        assert ghost.get("/api/me").status_code == 401
    login = server.client().post("/api/login", {"name": "Emmy", "password": PASSWORD})
    assert login.json()["code"] == "wrong-password"
    # The name is free again.
    account(server, "Emmy")


def test_wrong_passwords_are_limited(strict: Running) -> None:
    client = strict.client(**{"x-forwarded-for": "10.9.0.1"})
    client.me()
    assert client.post("/api/account", {"name": "Sofja", "password": PASSWORD}).status_code == 200
    codes = [client.post("/api/me/delete", {"password": "wrong horse"}).json()["code"] for _ in range(3)]
    assert codes == ["wrong-old-password", "wrong-old-password", "too-many"]


def test_the_host_deletes_a_table(server: Running, ada: Client, bob: Client) -> None:
    code = ada.table(people=["Ada"])
    path = f"/api/tables/{code}"
    assert ada.get(path).json()["deletion"] == {"agreed": [], "needed": []}
    assert bob.get(path).json()["deletion"] is None
    refusal = bob.http.delete(path)
    assert (refusal.status_code, refusal.json()["code"]) == (403, "not-host")
    with bob.socket(code) as watching:
        watching.frame()
        answer = ada.http.delete(path)
        assert (answer.status_code, answer.json()["deleted"]) == (200, True)
        assert watching.until("gone")["code"] == "unknown-table"
    assert ada.get(path).status_code == 404
    assert ada.http.delete(path).status_code == 404


def test_a_table_is_not_deleted_by_another_site(server: Running, ada: Client) -> None:
    path = f"/api/tables/{ada.table(people=['Ada'])}"
    evil = {"origin": "https://evil.example", "sec-fetch-site": "cross-site"}
    assert ada.http.delete(path, headers=evil).json()["code"] == "wrong-origin"
    assert ada.get(path).status_code == 200


def test_a_player_who_has_logged_out_for_good_is_not_asked(server: Running, ada: Client, bob: Client) -> None:
    code = ada.table(people=["Ada"])
    path = f"/api/tables/{code}"
    bob.post(f"{path}/join", {"id": "j"})
    ada.post(f"{path}/start", {"id": "s"})
    for each in (ada, bob):
        assert each.post(f"{path}/leave", {"id": "l"}).status_code == 200
    assert ada.http.delete(path).json() == {"deleted": False, "consent": {"agreed": [0], "needed": [0, 1]}}
    # A guest without a token can never come back.
    bob.post("/api/logout", {})
    assert ada.http.delete(path).json()["deleted"]
