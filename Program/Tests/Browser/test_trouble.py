"""What a reader sees when an upstream is down, slow, wrong, or refuses requests."""

import re

import pytest


def words(reader):
    return reader.text("#status").lower()


def test_stored_items_stand_there_although_the_upstream_is_down(world, reader):
    world.server.warm("/news/top")
    world.upstreams.kill()
    world.server.stop()
    world.server.start()
    reader.open(world.server, "/news/top")
    assert len(reader.rows) >= 45
    world.server.refresh("/news/top")
    reader.waits(lambda: "stale" in words(reader), "word that it is stale")
    assert re.search(r"stale since .*\d:\d\d", words(reader)), words(reader)
    assert reader.shown("form.refresh button, #status button") > 0
    reader.photograph("upstream-down-desktop-light")
    world.upstreams.start()
    world.server.age()
    reader.click("form.refresh button")
    reader.waits(reader.is_fresh, "fresh again")
    assert len(reader.rows) >= 45


def test_nothing_stored_and_the_upstream_down_is_told_in_words(world, reader):
    world.upstreams.kill()
    for path, name in [("/news/top", "Hacker News"), ("/planet", "EONET"), ("/github/octo-sample/harbor", "GitHub")]:
        reader.open(world.server, path)
        reader.reads(name, "main")
        reader.waits(lambda: re.search(r"reach|connect|answer|refused", reader.text("main").lower()), "why there is nothing")
        assert reader.wider_than_screen() == []
    reader.photograph("nothing-stored-desktop-light")


def test_a_used_up_limit_is_told_with_the_time_when_it_is_renewed(world, reader):
    world.server.warm("/github/octo-sample/harbor")
    world.upstreams.fail("/github", "rateLimitedPrimary", reset=900)
    reader.open(world.server, "/github/octo-sample/harbor")
    rows = reader.rows
    world.server.refresh("/github/octo-sample/harbor")
    reader.waits(lambda: "limit" in words(reader), "word of the limit")
    assert "github" in words(reader) and re.search(r"resets at .*\d:\d\d", words(reader)), words(reader)
    assert reader.rows == rows
    reader.photograph("rate-limited-desktop-light")
    asked = len(world.upstreams.requests("/github"))
    world.server.refresh("/github/octo-sample/harbor")
    world.server.get("/github/octo-sample/harbor")
    reader.reload()
    reader.waits(lambda: "limit" in words(reader), "word of the limit again")
    assert len(world.upstreams.requests("/github")) == asked, "a limit is kept even by those who insist"


@pytest.mark.full
def test_a_repository_that_is_not_there_says_so(world, reader):
    reader.open(world.server, "/github/octo-sample/nothing-here")
    reader.waits(lambda: re.search(r"not found|no repository|doesn.t exist|there is no|no such", reader.text("main").lower()), "that it is not there")
    assert reader.shown("#pill") == 0


def test_a_slow_upstream_holds_up_no_page(world, reader):
    world.upstreams.fail("/news", "hang")
    reader.open(world.server, "/news/top")
    assert reader.count("h1") == 1 and reader.rows == []
    # A slow machine may see only how the refresh ended.
    reader.waits(lambda: any(word in words(reader) for word in ("refreshing", "stale")), "word of the refresh")
    reader.photograph("slow-upstream-desktop-light")
    for path in ["/", "/planet", "/status", "/saved"]:
        reader.open(world.server, path)
        assert reader.count("h1") == 1


def test_a_server_with_a_hanging_upstream_and_a_reader_stops(world, reader):
    world.upstreams.fail("/news", "hang")
    reader.open(world.server, "/news/top")
    reader.is_live()
    reader.forgives("ERR_")
    world.server.stop()


def test_an_upstream_that_sends_nonsense_is_told_and_changes_nothing(world, reader):
    world.server.warm("/news/top")
    for fault in ["truncatedJSON", "wrongJSON", "notJSON"]:
        world.upstreams.clear()
        world.upstreams.fail("/news/v0/topstories", fault)
        reader.open(world.server, "/news/top")
        asked = len(world.upstreams.requests("/news/v0/topstories"))
        world.server.refresh("/news/top")
        reader.waits(lambda: len(world.upstreams.requests("/news/v0/topstories")) > asked, "another request")
        reader.waits(lambda: "stale" in words(reader), f"word of {fault}")
        assert len(reader.rows) >= 45


@pytest.mark.full
def test_a_part_that_fails_is_said_to_be_missing(world, reader):
    world.upstreams.fail("/eonet/api/v3/categories/floods", "status", status=500)
    reader.open(world.server, "/planet")
    reader.waits(lambda: reader.count("main .row") >= 10, "the categories")
    reader.waits(lambda: "refreshing" not in words(reader), "the end of the refresh")
    floods = reader.text("[data-id=floods]").lower()
    assert floods and not re.search(r"\b0 (open|events)", floods), floods


@pytest.mark.full
def test_the_upstreams_failures_are_on_the_status_page(world, reader):
    world.server.warm("/news/top")
    reader.open(world.server, "/status")
    assert "news" in reader.text("main").lower() and "127.0.0.1" in reader.text("main")
    world.upstreams.fail("/news", "status", status=503)
    world.server.refresh("/news/top")

    def told():
        reader.reload()
        return "503" in reader.text("main")

    reader.waits(told, "503 on the status page")
