"""Lists with more unread items than a page has: what moves up into them, and what arrives."""

import json
import sqlite3
from contextlib import closing
from datetime import datetime, timedelta, timezone
from email.utils import format_datetime

import pytest

from local_site import local_site

COUNT = 260
PAGE = 50
NEWEST = datetime(2026, 11, 1, tzinfo=timezone.utc)


def document(name, first, last):
    """A feed with the items of these numbers; the highest is the newest."""
    items = "".join(
        f"<item><guid isPermaLink='false'>{name}-{number}</guid><title>{name} {number}</title><link>https://{name}.example/{number}</link>"
        f"<pubDate>{format_datetime(NEWEST + timedelta(minutes=number))}</pubDate></item>" for number in range(last, first - 1, -1))
    return f"<?xml version='1.0'?><rss version='2.0'><channel><title>{name}</title><link>https://{name}.example/</link>{items}</channel></rss>"


class LongLists:
    def __init__(self, world, site):
        self.world, self.site, self.server = world, site, world.server
        self.feeds = {}

    def follow(self, name, first=1, last=COUNT):
        """Follows a feed whose items arrived two hours ago and are unread."""
        self.site.add(f"/{name}.xml", document(name, first, last), "application/rss+xml")
        address = f"{self.site.address}/{name}.xml"
        before = {feed["address"] for feed in self.followed()}
        assert self.server.post("/follow", {"address": address}).status == 303
        self.feeds[name] = next(feed["address"] for feed in self.followed() if feed["address"] not in before)
        self.server.warm(self.feeds[name])
        ids = [f"{name}-{number}" for number in range(first, last + 1)]
        self.mark(name, ids, "unread")
        with closing(sqlite3.connect(self.server.store, timeout=10)) as store, store:
            store.execute("UPDATE item SET first_seen_at = first_seen_at - 7200000")

    def followed(self):
        return [{"address": "/" + one["feed"]} for one in json.loads(self.server.get("/api/following").text)["feeds"]]

    def mark(self, name, ids, how):
        for begin in range(0, len(ids), 200):
            assert self.server.post("/marks", {"feed": self.feeds[name], "id": ids[begin:begin + 200], "mark": how}).status == 303

    def publish(self, name, first, last):
        self.site.add(f"/{name}.xml", document(name, first, last), "application/rss+xml")
        self.server.refresh(self.feeds[name])


@pytest.fixture
def lists(world):
    with local_site() as site:
        yield LongLists(world, site)


def numbers(reader):
    """The numbers of the items in the visible rows, from the top."""
    return [int(text.split()[-1]) for text in reader.script("return [...document.querySelectorAll('.row:not([hidden]) .main')].map(e => e.textContent)")]


WAYS = ["open", "m", "elsewhere", "rule"]


@pytest.mark.brief("all-open", "feed-m", "feed-elsewhere", "all-rule")
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("page", ["all", "feed"])
def test_rows_that_move_up_into_a_long_list_are_added_in_silence(lists, reader, way, page):
    lists.follow("quay")
    reader.open(lists.server, "/unread" if page == "all" else "/unread?feed=" + lists.feeds["quay"].replace("%", "%25"))
    reader.is_live()
    before = list(range(COUNT, COUNT - PAGE, -1))
    assert numbers(reader) == before
    if way == "open":
        reader.click(".row .main")
        reader.sees("#pane .item")
    elif way == "m":
        reader.press("j", "m")
    elif way == "elsewhere":
        lists.mark("quay", [f"quay-{COUNT - 2}"], "read")
    else:
        assert lists.server.post("/rules", {"rule": f'mute "quay {COUNT - 2}"'}).status == 303
    reader.waits(lambda: numbers(reader)[-1] == COUNT - PAGE, "the row that moved up")
    assert numbers(reader) == [*before, COUNT - PAGE], "no row moves"
    assert reader.shown("#pill") == 0
    top = reader.script("return document.querySelector('.row').getBoundingClientRect().top")
    reader.press(".")
    assert numbers(reader) == [*before, COUNT - PAGE]
    assert reader.script("return document.querySelector('.row').getBoundingClientRect().top") == top
    lists.publish("quay", 2, COUNT + 1)
    reader.sees("#pill")
    assert reader.text("#pill") == "1 new"
    reader.press(".")
    reader.waits(lambda: numbers(reader)[0] == COUNT + 1, "the item that arrived")
    assert [number for number in numbers(reader) if number <= COUNT][:len(before)] == before


def test_an_item_that_is_unread_again_is_no_new_one(lists, reader):
    lists.follow("quay")
    lists.mark("quay", [f"quay-{COUNT - 2}"], "read")
    reader.open(lists.server, "/unread")
    reader.is_live()
    before = numbers(reader)
    assert COUNT - 2 not in before and len(before) == PAGE
    lists.mark("quay", [f"quay-{COUNT - 2}"], "unread")
    reader.waits(lambda: numbers(reader) == [*before, COUNT - 2], "the item below the others")
    assert reader.shown("#pill") == 0


def test_an_unread_feed_adds_what_moves_up_in_silence(lists, reader):
    lists.follow("quay")
    reader.open(lists.server, lists.feeds["quay"] + "?unread=1&limit=50")
    reader.is_live()
    before = numbers(reader)
    assert len(before) == 50
    reader.click(".row .main")
    reader.waits(lambda: reader.count(".row.is-read") == 1, "the row as it is after it was read")
    assert lists.server.post("/rules", {"rule": f'mute "quay {COUNT - 2}"'}).status == 303
    reader.waits(lambda: numbers(reader)[-1] == COUNT - 50, "the row that moved up")
    assert numbers(reader) == [*before, COUNT - 50]
    assert reader.shown("#pill") == 0


def test_the_page_of_a_feed_grows_as_its_end_comes_into_view_and_stays_live(lists, reader):
    lists.follow("quay")
    reader.open(lists.server, lists.feeds["quay"])
    reader.is_live()
    assert numbers(reader) == list(range(COUNT, COUNT - PAGE, -1))
    reader.script("document.querySelector('.more').scrollIntoView()")
    reader.waits(lambda: numbers(reader) == list(range(COUNT, COUNT - 2 * PAGE, -1)), "twice as many rows")
    assert f"limit={2 * PAGE}" in reader.path
    reader.script("document.querySelector('main').scrollTop = 0")
    lists.publish("quay", 2, COUNT + 1)
    reader.sees("#pill")
    assert reader.text("#pill") == "1 new"
    reader.press(".")
    reader.waits(lambda: numbers(reader)[0] == COUNT + 1, "the item that arrived")
    assert numbers(reader)[:2 * PAGE] == list(range(COUNT + 1, COUNT + 1 - 2 * PAGE, -1))


def test_a_saved_list_and_a_search_grow_as_their_ends_come_into_view(lists, reader):
    lists.follow("quay")
    lists.mark("quay", [f"quay-{number}" for number in range(1, COUNT + 1)], "saved")
    for path in ["/saved", "/search?q=is:saved&sort=date"]:
        reader.open(lists.server, path)
        assert len(numbers(reader)) == PAGE
        reader.script("document.querySelector('.more').scrollIntoView()")
        reader.waits(lambda: len(numbers(reader)) >= 2 * PAGE, f"more rows of {path}")
        assert len(set(numbers(reader))) == len(numbers(reader))


def test_home_adds_unread_items_in_silence_where_a_feed_has_many(lists, reader):
    # The fourth item of the busy feed belongs above those of the others, and takes the place of the one that is read.
    lists.follow("busy", 200, 240)
    for name in ["one", "two", "three", "four"]:
        lists.follow(name, 1, 3)
    reader.open(lists.server, "/")
    reader.is_live()
    section = "section.unread-items"
    ids = lambda: reader.attributes(f"{section} .row", "id")  # noqa: E731
    before = ids()
    assert len(before) == 12
    # The browser has no mouse to hover with.
    reader.script("document.querySelector(arguments[0]).click()", f"{section} .row .mark.read")
    reader.waits(lambda: len(ids()) == 13, "another unread item")
    assert ids()[:12] == before
    assert reader.shown("#pill") == 0
