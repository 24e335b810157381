"""The home page, kept open all day."""

import json

import pytest

from clock import Clock

HARBOR, LIGHTHOUSE = "/github/octo-sample/harbor", "/github/octo-sample/lighthouse"


def section(feed, css=""):
    return f"section[data-feed='{feed}'] {css}"


def freshness(reader):
    return reader.attributes(".section", "data-freshness")


def received(reader):
    """The data of the events that the page has received since the last `forget_traffic`."""
    reader.traffic()
    return [event["params"]["data"] for event in reader.events if event["method"] == "Network.eventSourceMessageReceived"]


def follow(world, *repositories):
    for repository in repositories:
        assert world.server.post("/follow", {"address": repository}).status == 303


def test_every_feed_on_home_is_live_on_one_connection(world, reader):
    follow(world, *[f"octo-sample/{name}" for name in ["harbor", "lighthouse", "busy", "empty"]])
    reader.open(world.server, "/")
    # Each upstream has a group of its own, in addition to the group of followed feeds.
    count = 4 + reader.count("section.group:not([aria-labelledby=home-following])")
    reader.waits(lambda: len(freshness(reader)) == count and set(freshness(reader)) == {"fresh"}, f"{count} fresh feeds")
    assert reader.opened_streams() == 1
    reader.waits(lambda: reader.count(section("/news/top", ".row")) == 7, "the first stories")
    for feed in [LIGHTHOUSE, "/github/octo-sample/busy"]:
        world.upstreams.advance(600)
        world.server.refresh(feed)
        reader.sees(section(feed, ".pill"))
    first = reader.attributes(section(LIGHTHOUSE, ".row"), "id")
    reader.script("document.querySelector(arguments[0]).click()", section(LIGHTHOUSE, ".pill"))
    reader.waits(lambda: reader.attributes(section(LIGHTHOUSE, ".row"), "id") != first, "the new rows")
    assert reader.count(section(LIGHTHOUSE, ".row")) == 4 and reader.count(section(LIGHTHOUSE, ".row.arrived")) > 0


def test_home_offers_to_show_what_was_followed_elsewhere(world, reader):
    follow(world, "octo-sample/harbor")
    reader.open(world.server, "/")
    reader.is_live()
    follow(world, "octo-sample/lighthouse")
    reader.sees("#changed")
    assert reader.count(section(LIGHTHOUSE)) == 0, "nothing moves before the reader wants it"
    reader.leads(lambda: reader.click("#changed"))
    reader.sees(section(LIGHTHOUSE))
    reader.is_live()
    assert reader.shown("#changed") == 0


@pytest.mark.brief("/news/top")
@pytest.mark.parametrize("path", ["/", "/news/top"])
def test_the_sidebar_shows_what_was_followed_elsewhere(world, reader, path):
    world.server.warm("/news/top", HARBOR)
    reader.open(world.server, path)
    reader.is_live()
    link = f".side ul[aria-labelledby=side-followed] a[href='{HARBOR}']"
    follow(world, "octo-sample/harbor")
    reader.sees(link)
    world.server.post("/unfollow", {"feed": HARBOR})
    reader.waits(lambda: reader.count(link) == 0, "the sidebar without it")


@pytest.mark.full
def test_home_says_how_many_feeds_are_not_on_it(world, reader):
    follow(world, *[f"{world.upstreams.address}/web/site{number}/feed.xml" for number in range(22)])
    reader.open(world.server, "/")
    assert reader.count("[aria-labelledby=home-following] .section") == 20
    reader.reads("You follow 2 more feeds", "main")


def test_a_page_is_told_only_what_it_does_not_show(site, reader):
    for path in ["/news/top", "/", HARBOR]:
        reader.open(site.server, path)
        reader.waits(lambda: set(reader.attributes("[data-feed]", "data-freshness")) == {"fresh"}, "all feeds of the page")
        reader.forget_traffic()
        reader.reload()
        reader.is_live()
        sent = reader.waits(lambda: received(reader), "an event")
        assert sum(len(json.loads(data).get("rows", [])) for data in sent if data.startswith("{")) < 5, (path, [data[:200] for data in sent])


# Timers of one minute fire after 10 ms.
FAST_TIMERS = "const later = window.setTimeout; window.setTimeout = (work, time, ...rest) => later(work, time === 60000 ? 10 : time, ...rest);"
HIDE = """Object.defineProperty(document, 'hidden', {configurable: true, get: () => arguments[0]});
          document.dispatchEvent(new Event('visibilitychange'));"""


@pytest.mark.full
def test_a_hidden_page_still_shows_how_many_items_are_unread_in_its_title(world, reader):
    world.server.warm("/news/new")
    world.server.post("/follow", {"feed": "/news/new"})
    reader.command("Page.addScriptToEvaluateOnNewDocument", source=FAST_TIMERS)
    reader.open(world.server, "/news/new")
    reader.is_live()
    reader.script(HIDE, True)
    reader.waits(lambda: reader.driver.execute_async_script("const done = arguments[0]; navigator.locks.query().then(q => done(q.held.length))") == 1, "the place of a hidden page")
    world.upstreams.advance(600)
    world.server.refresh("/news/new")
    reader.waits(lambda: reader.script("return document.title").startswith("(") and not reader.script("return document.title").startswith("(20)"), "another count in the title")
    reader.script(HIDE, False)
    reader.waits(lambda: reader.driver.execute_async_script("const done = arguments[0]; navigator.locks.query().then(q => done(q.held.length))") == 0, "the place to be free")


def test_of_the_pages_that_nobody_looks_at_two_keep_their_connections(world, reader):
    world.server.warm("/news/new")
    reader.command("Page.addScriptToEvaluateOnNewDocument", source=FAST_TIMERS)
    reader.open(world.server, "/news/new")
    reader.is_live()
    clients = lambda: json.loads(world.server.get("/health").text)["clients"]
    reader.script("""window.others = ['live-1', 'live-2'].map((name) => navigator.locks.request(name, () => new Promise((done) => { (window.free ??= []).push(done); })));""")
    reader.waits(lambda: reader.script("return window.free?.length") == 2, "both places taken by others")
    reader.script(HIDE, True)
    reader.waits(lambda: clients() == 0, "the connection to be left")
    reader.script(HIDE, False)
    reader.waits(lambda: clients() == 1, "the page to be live again")
    reader.script("window.free.forEach((done) => done())")


def test_a_page_that_hears_nothing_for_long_as_after_a_sleep_comes_again(world, reader):
    world.server.warm("/news/new")
    clock = Clock(reader)
    reader.open(world.server, "/news/new")
    reader.is_live()
    reader.forget_traffic()
    clock.advance(60)
    reader.is_live()
    assert reader.opened_streams() == 1


def test_home_can_be_installed(world, reader):
    reader.open(world.server, "/")
    manifest = reader.command("Page.getAppManifest")
    assert manifest["url"].startswith(world.server.address + "/assets/manifest.webmanifest") and manifest["errors"] == []
    errors = [error["errorId"] for error in reader.command("Page.getInstallabilityErrors")["installabilityErrors"]]
    assert errors in ([], ["in-incognito"]), errors


@pytest.mark.full
def test_home_tells_somebody_who_follows_nothing_of_no_unread_items(world, reader):
    reader.open(world.server, "/")
    reader.waits(lambda: set(freshness(reader)) == {"fresh"}, "all feeds of the page")
    assert "unread" not in reader.text("main .status") and not reader.script("return document.title").startswith("(")
    follow(world, "news/top")
    reader.open(world.server, "/news/top")
    reader.waits(lambda: "unread" in reader.text("#status"), "the count of a feed that is followed")


def test_home_shows_only_categories_that_have_events(world, reader):
    world.server.warm("/planet")
    counts = {item["title"]: item["eventCount"] for item in world.server.document("/planet")["items"]}
    assert 0 in counts.values()
    reader.open(world.server, "/")
    reader.sees(section("/planet", ".row"))
    assert reader.texts(section("/planet", ".title")) == [name for name, count in counts.items() if count > 0]


@pytest.mark.full
def test_only_what_is_stale_has_the_color_of_warnings(site, reader):
    reader.open(site.server, "/")
    reader.waits(lambda: set(freshness(reader)) == {"fresh"}, "all feeds of the page")
    color = "return getComputedStyle(document.querySelector(arguments[0])).color"
    assert reader.script(color, ".section .status .word") == reader.script(color, "body")
    reader.script("document.querySelector('.section').dataset.freshness = 'stale'")
    assert reader.script(color, ".section .status .word") != reader.script(color, "body")
