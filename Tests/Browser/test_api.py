"""The API is what its description says."""

import json
import re
import subprocess
import sys
import urllib.request

import pytest
from openapi_spec_validator import validate

from programs import until, world as new_world


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
    assert answer.status == 200 and json.loads(answer.text)


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


def test_no_request_however_strange_breaks_the_server(report):
    """Schemathesis tries all operations for a minute; live streams are left out by its asking for no event stream."""
    with new_world() as world:
        world.server.warm("/news/top")
        run = subprocess.run(
            [sys.executable, "-m", "schemathesis.cli", "run", world.server.address + "/openapi.json", "--checks", "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance",
             "--phases", "examples,coverage,fuzzing", "--max-time", "55", "--seed", "1", "--max-examples", "25", "--request-timeout", "20", "--no-color", "--no-shrink",
             "--suppress-health-check", "all", "--generation-database", "none", "--header", "Sec-Fetch-Site: same-origin", "--header", "Accept: application/json"],
            capture_output=True, text=True, timeout=150, cwd=world.folder)
        report(next((line.strip() for line in run.stdout.splitlines() if "generated" in line), "schemathesis: " + run.stdout[-200:]))
        assert world.server.process.poll() is None, world.server.output[-2000:]
        assert run.returncode == 0, run.stdout[-6000:] + run.stderr[-2000:]
        until(lambda: world.server.get("/health").status == 200, "a server in good health")
