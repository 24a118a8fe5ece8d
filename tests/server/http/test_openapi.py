"""The OpenAPI document: as strict as the server, and without external resources."""

from typing import Any

import pytest

from kolej.server.wire.all_types import wire_types
from kolej.server.wire.base import Inbound
from tests.support.running_server import Running


@pytest.fixture(scope="module")
def document(server: Running) -> Any:
    return server.client().get("/schema").json()


def test_what_comes_in_is_strict(document: Any) -> None:
    schemas = document["components"]["schemas"]
    strict = [each.__name__ for each in wire_types() if issubclass(each, Inbound)]
    assert len(strict) > 12
    assert [name for name in strict if schemas[name].get("additionalProperties") is not False] == []


def test_every_reference_leads_somewhere(document: Any) -> None:
    names: set[str] = set()

    def walk(value: Any) -> None:
        if isinstance(value, dict):
            if "$ref" in value:
                names.add(value["$ref"].removeprefix("#/components/schemas/"))
            for each in value.values():
                walk(each)
        elif isinstance(value, list):
            for each in value:
                walk(each)

    walk(document)
    assert names <= set(document["components"]["schemas"])
    assert {"Act", "EventsFrame", "TableInfo", "Problem"} <= names


def test_refusals_are_documented(document: Any) -> None:
    problem = {"$ref": "#/components/schemas/Problem"}
    for path, methods in document["paths"].items():
        for operation in methods.values():
            for status in ("400", "401", "403", "404", "409", "429", "503"):
                if status not in operation["responses"]:
                    raise AssertionError(f"{path} says nothing of {status}")
                assert operation["responses"][status]["content"]["application/json"]["schema"] == problem
            assert operation["description"]


def test_bodies_and_answers_are_documented(document: Any) -> None:
    paths = document["paths"]
    json = "application/json"
    body = paths["/api/tables"]["post"]["requestBody"]["content"][json]["schema"]
    assert body == {"$ref": "#/components/schemas/NewTable"}
    assert "requestBody" not in paths["/api/tokens"]["post"]
    answer = paths["/api/editions/{id}"]["get"]["responses"]["200"]["content"][json]["schema"]
    assert answer == {"$ref": "#/components/schemas/EditionData"}


def test_nothing_of_it_comes_from_elsewhere(server: Running) -> None:
    client = server.client()
    answer = client.get("/schema")
    assert answer.headers["content-type"] == "application/json"
    assert client.get("/schema/openapi.json").content == answer.content
    assert client.get("/schema/redoc").status_code == 404
    assert b"cdn" not in answer.content
