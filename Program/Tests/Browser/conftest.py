"""Fixtures: a server with sample upstreams, and a reader with a browser. Also selects the tests that run without `--full`."""

import shutil

import pytest

from fuzzing import Fuzzing
from programs import PROGRAM, world as new_world
from reader import SCREENSHOTS, browser, reading

WARM = ["/github/octo-sample/harbor", "/github/trending/swift", "/planet", "/planet/wildfires", "/news/top"]
FOLLOWED = ["octo-sample/harbor", "octo-sample/lighthouse"]


def pytest_addoption(parser):
    parser.addoption("--full", action="store_true", help="also run the cases that the marks `full` and `brief` leave out")


def pytest_configure(config):
    assert PROGRAM.exists(), f"{PROGRAM} is missing; build it: swift build --package-path Program"
    # Once, where several processes run the tests.
    if not hasattr(config, "workerinput"):
        shutil.rmtree(SCREENSHOTS, ignore_errors=True)


def pytest_terminal_summary(terminalreporter):
    reports = terminalreporter.getreports("passed") + terminalreporter.getreports("failed")
    measured = [value for report in reports if report.when == "call" for name, value in report.user_properties if name == "measured"]
    if measured:
        terminalreporter.section("measured")
        for line in measured:
            terminalreporter.line(line)


def pytest_collection_modifyitems(config, items):
    # Schemathesis runs beside the other tests, so its result is checked last.
    items.sort(key=lambda item: item.name.startswith("test_no_request_however_strange"))
    # Where single cases are asked for, the others aren't collected.
    if not any("::" in argument for argument in config.args):
        check_brief_cases(items)
    if not config.getoption("full"):
        left_out = [item for item in items if not is_brief(item)]
        items[:] = [item for item in items if is_brief(item)]
        config.hook.pytest_deselected(items=left_out)


def is_brief(item):
    """Whether the case runs without `--full`."""
    brief = item.get_closest_marker("brief")
    return item.get_closest_marker("full") is None and (brief is None or item.callspec.id in brief.args)


def check_brief_cases(items):
    """Fails if `brief` names a case that its test doesn't have."""
    cases = {}
    for item in items:
        if brief := item.get_closest_marker("brief"):
            cases.setdefault(item.nodeid.partition("[")[0], set(brief.args)).discard(item.callspec.id)
    if unknown := [f"{test}[{case}]" for test, names in cases.items() for case in names]:
        raise pytest.UsageError(f"`brief` names cases that don't exist: {', '.join(unknown)}")


@pytest.fixture(scope="session", autouse=True)
def fuzzing(request, tmp_path_factory):
    """Schemathesis, running since the first test, if the test of its result is selected."""
    if not any(item.name.startswith("test_no_request_however_strange") for item in request.session.items):
        yield None
        return
    made = Fuzzing(tmp_path_factory.mktemp("fuzzing"))
    try:
        yield made
    finally:
        made.end()


@pytest.fixture
def report(request):
    """Prints a line after the tests. Times are reported, never asserted."""
    return lambda line: request.node.user_properties.append(("measured", line))


@pytest.fixture(scope="session")
def site():
    """A world whose feeds are stored, for tests that don't change its upstreams or what is followed, read or saved."""
    with new_world() as made:
        for repository in FOLLOWED:
            made.server.post("/follow", {"address": repository})
        made.server.warm(*WARM, "/github/repositories")
        yield made


@pytest.fixture
def world():
    """A world of the test's own, with nothing stored."""
    with new_world() as made:
        yield made


@pytest.fixture(scope="session")
def driver():
    with browser() as driver:
        yield driver


@pytest.fixture
def reader(driver):
    """A reader whose console must contain no unexpected message at the end of the test."""
    with reading(driver) as reader:
        yield reader
