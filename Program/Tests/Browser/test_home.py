"""The home page, kept open all day."""

import json

import pytest

from clock import Clock

HARBOR, LIGHTHOUSE = "/github/octo-sample/harbor", "/github/octo-sample/lighthouse"


def received(reader):
    """The data of the events that the page has received since the last `forget_traffic`."""
    reader.traffic()
    return [event["params"]["data"] for event in reader.events if event["method"] == "Network.eventSourceMessageReceived"]


def follow(world, *repositories):
    for repository in repositories:
        assert world.server.post("/follow", {"address": repository}).status == 303


def test_home_offers_new_items_and_shows_them_when_asked(world, reader):
    follow(world, "octo-sample/harbor")
    world.server.warm(HARBOR)
    reader.open(world.server, "/")
    reader.is_live()
    before = reader.attributes("#home-newest .row", "id")
    world.upstreams.advance(600)
    world.server.refresh(HARBOR)
    reader.sees("#pill")
    assert reader.attributes("#home-newest .row", "id") == before, "nothing moves before the reader wants it"
    assert reader.opened_streams() == 1
    reader.leads(lambda: reader.press("."))
    reader.waits(lambda: reader.attributes("#home-newest .row", "id") != before, "the new items")


def test_home_shows_no_item_twice_and_opens_items_beside_it(world, reader):
    for number in range(4):
        address = f"{world.upstreams.address}/web/site{number}/feed.xml"
        assert world.server.post("/follow", {"address": address, "folder": ["Morning", "Evening"][number % 2]}).status == 303
    reader.open(world.server, "/")
    ids = reader.attributes("main .row", "id")
    assert len(ids) == len(set(ids)) == 12 + 5 + 5
    assert reader.texts("main h2") == ["Morning\n40", "Evening\n40"]
    assert reader.wider_than_screen() == [] and reader.violations() == []
    queue = reader.attributes("main .row", "data-item")
    reader.click(".row .title .main")
    reader.sees("#pane .item")
    for position in (1, 2):
        reader.press("j")
        reader.waits(lambda: reader.attributes("#pane .item", "data-address") == [queue[position]], "the next item of the page")
    assert reader.path.startswith("/?open=")
    reader.reload()
    reader.sees("#pane .item")
    assert reader.attributes("#pane .item", "data-address") == [queue[2]]
    reader.driver.back()
    reader.waits(lambda: reader.shown("#pane .item") == 0 and reader.path == "/", "the page without an item")


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


def test_a_page_is_told_only_what_it_does_not_show(site, reader):
    for path in ["/news/top", HARBOR]:
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


def test_home_asks_nobody_for_a_reader_who_follows_nothing(world, reader):
    reader.open(world.server, "/")
    assert reader.shown("#home-follow") == 1 and reader.count("main .row") == 0
    assert not reader.script("return document.title").startswith("(")
    assert world.upstreams.requests("/") == []
    reader.click(".places-row a[href='/news/top']")
    reader.sees(".row")


@pytest.mark.full
def test_only_what_is_stale_has_the_color_of_warnings(site, reader):
    reader.open(site.server, "/news/top")
    reader.waits(reader.is_fresh, "a fresh feed")
    color = "return getComputedStyle(document.querySelector(arguments[0])).color"
    assert reader.script(color, ".status .word") == reader.script(color, "body")
    reader.script("document.querySelector('main').dataset.freshness = 'stale'")
    assert reader.script(color, ".status .word") != reader.script(color, "body")
