"""Choosing what to read: unread only, muted kinds, density, folders, the command palette."""

import json

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from programs import until
from reader import PHONE

HARBOR = "/github/octo-sample/harbor"
SCHEMES = ["light", "dark"]
# The menu of what is done rarely.
MENU = ".head .menu > summary[aria-label=More]"


@pytest.fixture(params=["with JavaScript", "without JavaScript"])
def anyone(request, reader):
    if request.param == "without JavaScript":
        reader.without_scripts()
    return reader


def ids(world, path):
    return [item["id"] for item in world.server.document(path)["items"]]


def mark(world, feed, items, as_what="read"):
    assert world.server.post("/marks", {"feed": feed, "id": items, "mark": as_what}).status == 303


# Unread only

@pytest.mark.brief("without JavaScript")
def test_unread_only_looks_at_all_that_is_stored_not_at_the_rows_of_the_page(world, anyone):
    world.server.warm("/news/top")
    stories = [f"row-{one}" for one in ids(world, "/news/top")]
    anyone.open(world.server, "/news/top?limit=10")
    first = anyone.rows
    # An item may be unavailable.
    assert len(first) in (9, 10) and first == stories[:len(first)]
    mark(world, "/news/top", [row.removeprefix("row-") for row in first])
    anyone.open(world.server, "/news/top?limit=10&unread=1")
    assert anyone.rows == stories[len(first):len(first) + 10], "the next ten of the front page, in its order"
    assert anyone.count(".row.is-read") == 0
    assert anyone.texts(".tools .scope [aria-current]") == ["Unread only"]


@pytest.mark.full
def test_unread_only_and_all_are_two_links(site, anyone):
    anyone.open(site.server, "/news/top?order=newest")
    anyone.leads(lambda: anyone.click(".scope a:not([aria-current])"))
    assert anyone.path == "/news/top?unread=1&order=newest"
    anyone.leads(lambda: anyone.click(".scope a:not([aria-current])"))
    assert anyone.path == "/news/top?order=newest"


@pytest.mark.brief("with JavaScript")
def test_a_feed_without_unread_items_says_so_and_leads_to_all(world, anyone):
    world.server.warm("/news/top")
    world.server.post("/marks", {"feed": "/news/top", "all": "true", "mark": "read"})
    anyone.open(world.server, "/news/top?unread=1")
    assert anyone.rows == []
    anyone.reads("All caught up", "main")
    anyone.leads(lambda: anyone.click(".empty a[href='/news/top']"))
    assert len(anyone.rows) > 10


def test_a_row_stays_after_it_was_read_and_only_unread_rows_are_added(world, reader):
    world.server.warm("/news/new")
    reader.open(world.server, "/news/new?unread=1")
    reader.is_live()
    before = reader.rows
    mark(world, "/news/new", [before[1].removeprefix("row-")])
    reader.waits(lambda: reader.count(".row.is-read") == 1, "the row as it is after it was read")
    assert reader.rows == before
    world.upstreams.advance(600)
    world.server.refresh("/news/new")
    reader.sees("#pill", seconds=30)
    reader.click("#pill")
    reader.waits(lambda: len(reader.rows) > len(before), "the new rows")
    assert [one for one in reader.rows if one in before] == before
    assert reader.count(".row.is-read") == 1


def test_the_list_of_all_unread_items_offers_new_ones(world, reader):
    world.server.warm("/news/new")
    world.server.post("/follow", {"feed": "/news/new"})
    reader.open(world.server, "/unread")
    assert reader.count(".side a[href='/unread'][aria-current=page]") == 1
    reader.is_live()
    before = reader.rows
    world.upstreams.advance(600)
    world.server.refresh("/news/new")
    reader.sees("#pill", seconds=30)
    assert reader.rows == before, "nothing moves before the reader wants it"
    reader.click("#pill")
    reader.waits(lambda: len(reader.rows) > len(before), "the new rows")
    assert reader.attributes(".row[aria-current=true]", "id") == reader.rows[:1]


@pytest.mark.full
def test_the_list_of_all_unread_items_counts_them(world, reader):
    world.server.warm("/news/new")
    world.server.post("/follow", {"feed": "/news/new"})
    reader.open(world.server, "/unread")
    reader.is_live()
    count = int(reader.text(".summary [data-unread]").split()[0])
    reader.click(".row .mark.read")
    reader.waits(lambda: reader.text(".summary [data-unread]").split()[0] == str(count - 1), "one item less")


# Folders

FOLDER = ".follows a[href*='folder=Work']"


@pytest.mark.brief("without JavaScript")
def test_a_folder_has_its_own_list_of_unread_items(world, anyone):
    for repository in ["octo-sample/harbor", "octo-sample/lighthouse"]:
        world.server.post("/follow", {"address": repository})
    world.server.warm(HARBOR)
    world.server.post("/follow", {"feed": HARBOR, "folder": "Work & play"})
    anyone.open(world.server, "/")
    anyone.waits(lambda: anyone.count(FOLDER), "the folder in the sidebar")
    anyone.leads(lambda: anyone.click(FOLDER))
    assert anyone.text("h1") == "Unread in Work & play"
    assert len(anyone.rows) == 20 == int(anyone.text(f"{FOLDER} .unread-count").split()[0])
    anyone.leads(lambda: anyone.click(".read-all button")) if anyone.count("script") == 0 else anyone.click(".read-all button")
    anyone.waits(lambda: json.loads(world.server.get("/api/unread").text)["total"] == 20, "the folder's items to be read, and no others")


# Muting kinds

def types(reader):
    return set(reader.attributes(".row", "data-type"))


@pytest.mark.brief("with JavaScript")
def test_a_kind_is_muted_in_a_feed_counted_and_shown_on_request(world, anyone):
    world.server.warm(HARBOR)
    anyone.open(world.server, HARBOR)
    assert "WatchEvent" in types(anyone)
    anyone.click(MENU)
    anyone.click(".mute summary")
    anyone.click(".mute input[value=WatchEvent]")
    anyone.leads(lambda: anyone.click(".mute form .button"))
    assert "WatchEvent" not in types(anyone) and len(anyone.rows) > 5
    anyone.click(MENU)
    assert anyone.texts(".mute summary") == ["Mute (1)"]
    muted = world.server.document(HARBOR)["mutedCount"] if "mutedCount" in world.server.document(HARBOR) else None
    anyone.reads("muted", "#status")
    anyone.leads(lambda: anyone.click("#status a"))
    assert types(anyone) == {"WatchEvent"}
    assert muted in (None, len(anyone.rows))
    rules = json.loads(world.server.get("/api/rules").text)["rules"]
    assert [rule["rule"] for rule in rules] == ["mute kind:WatchEvent in:github/octo-sample/harbor"]
    anyone.open(world.server, HARBOR)
    anyone.click(MENU)
    anyone.click(".mute summary")
    anyone.click(".mute input[value=WatchEvent]")
    anyone.leads(lambda: anyone.click(".mute form .button"))
    assert "WatchEvent" in types(anyone)
    assert json.loads(world.server.get("/api/rules").text)["rules"] == []


# A long list of unread items

@pytest.fixture
def long_list(world):
    """A world with more unread items than a page has."""
    for feed in ["/news/top", "/news/new", "/news/best", "/github/octo-sample/harbor"]:
        world.server.warm(feed)
        world.server.post("/follow", {"feed": feed})
    total = json.loads(world.server.get("/api/unread?limit=1").text)["total"]
    assert total > 60
    return world, total


def test_all_unread_items_can_be_reached_by_scrolling(long_list, reader):
    world, total = long_list
    reader.open(world.server, "/unread?limit=30")
    reader.is_live()
    assert reader.count(".row") >= 30

    def all_are_there():
        reader.script("document.querySelector('main').scrollTop = 1e6")
        return reader.count("#rows > .row") == total

    reader.waits(all_are_there, f"{total} rows")
    rows = reader.attributes("#rows > .row", "id")
    assert len(rows) == len(set(rows)) and reader.count(".more") == 0


def test_without_javascript_links_lead_through_all_unread_items(long_list, reader):
    world, total = long_list
    reader.without_scripts()
    reader.open(world.server, "/unread?limit=50")
    seen = set(reader.rows)
    while reader.count(".more a[rel=next]"):
        reader.leads(lambda: reader.click(".more a[rel=next]"))
        seen |= set(reader.rows)
    assert len(seen) == total


def test_unread_items_can_be_read_from_the_oldest_and_filtered(long_list, anyone):
    world, total = long_list
    anyone.open(world.server, "/unread?limit=1000")
    newest = anyone.rows
    anyone.leads(lambda: anyone.click(".scope a:not([aria-current])"))
    assert "order=oldest" in anyone.path
    anyone.open(world.server, "/unread?limit=1000&order=oldest")
    assert anyone.rows == newest[::-1]
    anyone.type(".find input[type=search]", "tidal\n")
    anyone.waits(lambda: "q=tidal" in anyone.path, "the filter")
    texts = [text.lower() for text in anyone.texts(".row")]
    assert 0 < len(texts) < total and all("tidal" in text for text in anyone.script("return [...document.querySelectorAll('.row')].map(e => e.textContent.toLowerCase())"))
    assert anyone.count(".read-all") == 0, "marking all would mark what the filter hides"
    assert anyone.count(".side [aria-current][href='/unread']") == 1
    anyone.open(world.server, "/unread?q=nothingatall")
    assert anyone.rows == [] and anyone.shown("main a[href='/unread']") == 1


def test_scrolling_marks_as_read_if_the_reader_wants_it(long_list, reader):
    world, total = long_list
    unread = lambda: json.loads(world.server.get("/api/unread?limit=1").text)["total"]  # noqa: E731
    reader.open(world.server, "/unread")
    reader.is_live()
    reader.script("document.querySelector('main').scrollTop = 700")
    reader.click(MENU)
    reader.click(".reads-by-scrolling")
    reader.script("document.querySelector('main').scrollTop = 0")
    reader.waits(lambda: reader.script("return document.querySelector('main').scrollTop === 0"), "the top")
    assert unread() == total
    reader.script("document.querySelector('main').scrollTop = 700")
    reader.waits(lambda: unread() < total, "marks of the rows that left")
    first = reader.attributes(".row", "class")[0]
    assert "is-read" in first


@pytest.mark.full
def test_bots_are_the_first_to_mute_and_rules_do_the_rest(site, anyone):
    anyone.open(site.server, HARBOR)
    anyone.click(MENU)
    anyone.click(".mute summary")
    assert anyone.texts(".mute label")[0] == "Bots" and anyone.shown(".mute a[href='/rules']") == 1


@pytest.mark.full
def test_everything_can_be_marked_as_read_once_the_first_items_are_there(world, reader):
    world.upstreams.delay(300)
    reader.open(world.server, "/news/top")
    assert reader.shown(".read-all") == 0
    reader.sees(".row")
    reader.click(".head .read-all button")
    reader.waits(lambda: reader.count(".row.is-unread") == 0, "all rows to be read")


def test_bots_are_muted_in_one_feed_alone(world, reader):
    busy = "/github/trending/swift"
    world.server.warm(busy)
    reader.open(world.server, busy)
    bots = lambda: [text for text in reader.texts(".row .title") if "[bot]" in text]
    assert bots()
    assert world.server.post("/mute", {"feed": busy, "kind": "bots"}).status == 303
    reader.reload()
    assert bots() == [] and len(reader.rows) > 5


def test_a_rule_of_ones_own_stays_when_kinds_are_muted(world):
    world.server.post("/rules", {"rule": "mute kind:ForkEvent"})
    world.server.post("/mute", {"feed": HARBOR, "kind": ["ForkEvent", "WatchEvent"]})
    world.server.post("/mute", {"feed": HARBOR})
    assert [rule["rule"] for rule in json.loads(world.server.get("/api/rules").text)["rules"]] == ["mute kind:ForkEvent"]
    assert world.server.post("/mute", {"feed": HARBOR, "kind": "Tide"}).status == 400


# Density

def density(reader):
    return reader.attributes("html", "data-density")


def compact(reader, site, path):
    """Opens a page of the shared server with compact rows, which its account hasn't chosen."""
    reader.open(site.server, path)
    reader.script("document.documentElement.dataset.density = 'compact'")


@pytest.mark.full
def test_twenty_compact_stories_fit_on_a_screen(site, reader, report):
    reader.size(1440, 900)
    compact(reader, site, "/news/top")
    whole = reader.script("return [...document.querySelectorAll('.row')].filter(e => e.checkVisibility() && e.getBoundingClientRect().bottom <= innerHeight).length")
    report(f"compact stories at 1440 × 900: {whole}")
    assert whole >= 20


@pytest.mark.brief("/news/top")
@pytest.mark.parametrize("path", ["/", "/unread", "/news/top", "/github/octo-sample/harbor", "/github/trending/swift", "/planet", "/planet/wildfires"])
def test_compact_rows_are_at_most_72_pixels_high_on_a_phone(site, reader, path):
    reader.phone()
    compact(reader, site, path)
    high = reader.script("return [...document.querySelectorAll('.row')].filter(e => e.checkVisibility()).map(e => [e.getBoundingClientRect().height, e.scrollHeight - e.clientHeight, e.innerText]).filter(([height, over]) => height > 72 || over > 1)")
    assert reader.rows and high == []
    assert reader.wider_than_screen() == []


# Ranks, repeated words, repositories

@pytest.mark.full
def test_stories_of_the_front_page_show_their_rank(site, reader):
    reader.open(site.server, "/news/top")
    assert [text.split()[-1] for text in reader.texts(".row .rank")][:5] == ["1", "2", "3", "4", "5"]
    reader.open(site.server, "/news/new")
    assert reader.count(".row .rank:not([hidden])") == 0


@pytest.mark.full
def test_a_row_does_not_say_the_same_thing_twice(site, reader):
    for path in [HARBOR, "/github/trending/swift", "/github/repositories", "/unread"]:
        reader.open(site.server, path)
        assert reader.count(".row") > 5 and reader.count(".facts .kind") == 0
        said = reader.script("return [...document.querySelectorAll('.row')].map(e => [e.querySelector('.title').innerText.trim(), ...[...e.querySelectorAll('.facts > span')].map(s => s.innerText.trim())])")
        assert [row for row in said if len(set(row)) != len(row)] == [], path


@pytest.mark.brief("without JavaScript")
def test_every_repository_of_a_list_has_a_follow_button(world, anyone):
    world.server.warm("/github/repositories")
    anyone.open(world.server, "/github/repositories")
    assert anyone.count(".row") == anyone.count(".row .row-follow[action='/follow'] button") > 5
    feed = anyone.attributes(".row .row-follow input[name=feed]", "value")[0]
    anyone.leads(lambda: anyone.click(".row .row-follow button"))
    assert anyone.path.startswith("/github/repositories#row-")
    assert feed in [one["path"] if "path" in one else "/" + one["feed"] for one in json.loads(world.server.get("/api/following").text)["feeds"]]
    anyone.waits(lambda: anyone.texts(".row .row-follow[action='/unfollow']") == ["Unfollow"], "the way back")


# The palette

def open_palette(reader):
    ActionChains(reader.driver, duration=0).key_down(Keys.CONTROL).send_keys("k").key_up(Keys.CONTROL).perform()


def test_the_palette_finds_a_feed_by_its_name(site, reader):
    reader.open(site.server, "/news/top")
    open_palette(reader)
    reader.sees(".palette [role=option]")
    assert reader.violations() == []
    reader.press("lightho")
    reader.waits(lambda: reader.texts(".palette [aria-selected=true]")[0].startswith("octo-sample/lighthouse"), "the feed")
    reader.leads(lambda: reader.press(Keys.ENTER))
    assert reader.path == "/github/octo-sample/lighthouse"


def test_the_palette_runs_actions_and_searches(world, reader):
    world.server.warm("/news/top")
    reader.open(world.server, "/news/top")
    open_palette(reader)
    reader.press("compact", Keys.ENTER)
    reader.waits(lambda: density(reader) == ["compact"], "compact rows")
    assert reader.shown(".palette") == 0
    until(lambda: json.loads(world.server.get("/api/settings").text)["density"] == "compact", "the setting of the account")
    open_palette(reader)
    reader.press("zzz qqq")
    reader.waits(lambda: len(reader.texts(".palette [role=option]")) == 1, "the search alone")
    reader.leads(lambda: reader.press(Keys.ENTER))
    assert reader.path == "/search?q=zzz%20qqq"


@pytest.mark.full
def test_the_palette_is_left_by_escape_and_by_the_same_keys(site, reader):
    reader.open(site.server, "/news/top")
    reader.press("j")
    focused = reader.script("return document.activeElement.closest('.row').id")
    for leave in [lambda: reader.press(Keys.ESCAPE), lambda: open_palette(reader)]:
        open_palette(reader)
        reader.sees(".palette")
        reader.press("j")
        leave()
        reader.waits(lambda: reader.shown(".palette") == 0, "the page")
        assert reader.script("return document.activeElement.closest('.row').id") == focused


def test_an_address_is_followed_from_the_palette(world, reader):
    reader.open(world.server, "/")
    open_palette(reader)
    reader.press("octo-sample/harbor", Keys.ARROW_UP)
    assert "Follow octo-sample/harbor" in reader.text(".palette [aria-selected=true]")
    reader.leads(lambda: reader.press(Keys.ENTER))
    assert reader.path == HARBOR


@pytest.mark.full
@pytest.mark.parametrize("path", ["/news/new", "/help"])
def test_following_from_the_palette_keeps_the_page_while_the_server_is_away(world, reader, path):
    world.server.warm("/news/new")
    reader.open(world.server, path)
    reader.waits(lambda: reader.script("return document.readyState") == "complete", "the page")
    world.server.kill()
    open_palette(reader)
    reader.press("octo-sample/harbor", Keys.ARROW_UP, Keys.ENTER)
    reader.reads("No connection to Freshet", ".toast")
    assert reader.path == path


# For everybody

@pytest.mark.full
@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("machine", ["desktop", "phone"])
def test_triage_is_accessible(site, reader, machine, scheme):
    reader.prefers(prefers_color_scheme=scheme)
    if machine == "phone":
        reader.phone()
    reader.open(site.server, HARBOR)
    reader.click(MENU)
    reader.click(".mute summary")
    assert reader.violations() == [] and reader.wider_than_screen() == []
    reader.photograph(f"mute-{machine}-{scheme}")
    for path in ["/", "/news/top?unread=1", "/github/trending/swift", "/unread"]:
        compact(reader, site, path)
        assert reader.violations() == [], path
    open_palette(reader)
    reader.sees(".palette")
    assert reader.violations() == []
    reader.photograph(f"palette-{machine}-{scheme}")
