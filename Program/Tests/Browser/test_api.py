"""The API behaves as its OpenAPI description says."""

import json
import re
import urllib.request

import pytest
from openapi_spec_validator import validate


@pytest.fixture(scope="module")
def description(site):
    return json.loads(site.server.get("/openapi.json").text)


def test_the_description_is_valid_openapi(description):
    validate(description)
    assert description["openapi"].startswith("3.1")


def test_every_operation_says_what_it_is_for(description):
    ids = []
    for path, methods in description["paths"].items():
        for method, operation in methods.items():
            if method in ("get", "post", "head"):
                assert operation.get("summary") or operation.get("description"), f"{method} {path}"
                ids.append(operation["operationId"])
    assert len(set(ids)) == len(ids) > 5


def test_health_says_that_all_is_well(site):
    answer = site.server.get("/health")
    assert answer.status == 200 and json.loads(answer.text)["status"] == "ok"


def test_live_updates_begin_with_the_state_and_beat(site):
    request = urllib.request.Request(site.server.address + "/api/news/top", headers={"Accept": "text/event-stream"})
    with urllib.request.urlopen(request, timeout=30) as stream:
        assert stream.headers["Content-Type"].startswith("text/event-stream")
        lines = []
        while b"\n" not in lines:
            lines.append(stream.readline())
            if lines[-1] == b"\n" and not any(line.startswith(b"data:") for line in lines):
                lines.clear()
    fields = dict(line.decode().rstrip("\n").split(": ", 1) for line in lines if b": " in line)
    assert fields["event"] == "state" and re.fullmatch(r".+-\d+", fields["id"])
    assert json.loads(fields["data"])["feed"] == "news/top"


@pytest.mark.full
def test_no_request_however_strange_breaks_the_server(fuzzing, report):
    """Schemathesis has tried all operations for a minute, beside the other tests. It accepts no event stream, so live updates are left out."""
    output, status = fuzzing.result()
    report(next((line.strip() for line in output.splitlines() if "generated" in line), "schemathesis: " + output[-200:]))
    server = fuzzing.world.server
    assert server.process.poll() is None, server.output[-2000:]
    assert status == 0, output[-6000:]
    assert server.get("/health").status == 200
