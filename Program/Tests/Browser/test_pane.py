"""Reading an item: beside its list, on a page of its own, with its discussion."""

import json
import re
import sqlite3
from contextlib import closing

import pytest
from selenium.webdriver.common.keys import Keys

from clock import Clock
from programs import world as new_world
from reader import DESKTOP

SCHEMES = ["light", "dark"]
HARBOR = "/github/octo-sample/harbor"
CURRENT = ".row[aria-current=true]"
# Makes the next request of an item fail.
FAILURE = """const real = fetch; let failures = 1;
window.fetch = (address, ...rest) => String(address).includes('part=item') && failures-- > 0 ? Promise.reject(new TypeError('No network')) : real(address, ...rest);"""


@pytest.fixture(scope="module")
def site():
    """A world whose items these tests may mark as read."""
    with new_world() as made:
        made.server.post("/follow", {"address": "octo-sample/harbor"})
        made.server.warm("/news/top", "/planet/wildfires", HARBOR)
        yield made


@pytest.fixture
def own(world, reader):
    """A page of top stories that no other test marks."""
    world.server.warm("/news/top")
    reader.open(world.server, "/news/top")
    reader.is_live()
    return reader


def titles(reader):
    return reader.texts(".row .main")


def open_row(reader, index=0):
    """Opens a row's item; returns its title."""
    title = titles(reader)[index]
    reader.elements(".row .main")[index].click()
    reader.waits(lambda: reader.text("#pane #item-title") == title, f"“{title}” in the pane")
    return title


def focus(reader):
    return reader.script("return document.activeElement.id || document.activeElement.closest('.row')?.id || document.activeElement.tagName")


# Beside the list

def test_a_click_on_a_title_opens_the_item_beside_the_list(own):
    open_row(own, 2)
    assert own.shown("#rows") == 1
    pane, rows = (own.script("const r = document.querySelector(arguments[0]).getBoundingClientRect(); return [r.left, r.right]", css) for css in ("#pane", "#rows"))
    assert pane[0] >= rows[1]
    assert own.wider_than_screen() == []
    assert focus(own) == "item-title"


def test_an_open_item_has_an_address_that_can_be_reloaded(own):
    title = open_row(own, 1)
    assert re.fullmatch(r"/news/top\?item=\d+", own.path)
    own.reload()
    own.waits(lambda: own.text("#pane #item-title") == title, "the same item")
    assert title in own.driver.title
    assert own.texts(CURRENT + " .main") == [title]


def test_opening_marks_as_read(own):
    unread = own.count(".row.is-unread")
    open_row(own, 0)
    own.waits(lambda: own.count(".row.is-unread") == unread - 1, "one unread item less")
    own.reload()
    own.waits(lambda: own.count(".row.is-unread") == unread - 1, "the mark to be kept")


@pytest.mark.full
def test_the_counts_include_the_mark_of_an_item_opened_by_its_address(world, reader):
    world.server.warm("/news/top")
    world.server.post("/follow", {"feed": "/news/top"})
    items = [one["id"] for one in world.server.document("/news/top")["items"] if one["isUnread"]][:3]
    assert len(items) == 3
    for item in items:
        before = json.loads(world.server.get("/api/unread").text)["unreadCount"]
        reader.open(world.server, f"/news/top?item={item}")
        reader.waits(lambda: reader.driver.title.startswith(f"({before - 1})"), "one unread item less in the title")
        counts = reader.script("return [...document.querySelectorAll('.side [data-unread=\"/unread\"]')].map(e => parseInt(e.textContent))")
        assert counts == [before - 1]


def test_enter_opens_and_escape_closes_and_the_focus_returns(own):
    own.press("j", "j")
    row = own.attributes(CURRENT, "id")[0]
    own.press(Keys.ENTER)
    own.sees("#pane .item")
    own.waits(lambda: focus(own) == "item-title", "the focus on the item")
    own.press(Keys.ESCAPE)
    own.waits(lambda: own.shown("#pane") == 0, "the pane to close")
    assert focus(own) == row
    assert own.path == "/news/top"


def test_j_and_k_move_on_and_the_pane_follows(own):
    open_row(own, 0)
    all_titles = titles(own)
    own.press("j")
    own.waits(lambda: own.text("#pane #item-title") == all_titles[1], "the second item")
    own.press("j")
    own.waits(lambda: own.text("#pane #item-title") == all_titles[2], "the third item")
    own.press("k")
    own.waits(lambda: own.text("#pane #item-title") == all_titles[1], "the second item again")


@pytest.mark.full
def test_a_modified_click_leads_to_the_site(own):
    prevented = own.script("""const link = document.querySelector('.row .main'); let prevented = null;
        addEventListener('click', (event) => { prevented = event.defaultPrevented; event.preventDefault(); }, {once: true});
        link.dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true, ctrlKey: true})); return prevented""")
    assert prevented is False
    assert own.shown("#pane") == 0


def test_the_marks_of_the_pane_are_those_of_the_row(own):
    open_row(own, 0)
    own.click("#pane .save")
    own.waits(lambda: own.count(".row.is-saved") == 1, "a saved row")
    own.click("#pane .mark.read")
    own.waits(lambda: own.attributes(".row", "class")[0].split().count("is-unread") == 1, "an unread row")


def test_an_item_that_arrives_before_its_mark_is_sent_shows_it_all_the_same(own):
    own.script("""const send = fetch;
        window.fetch = (address, options) => String(address).includes('/marks')
            ? new Promise((done) => { window.sendMark = () => done(send(address, options)); }) : send(address, options);""")
    open_row(own, 0)
    own.sees("#pane .item-marks", "the item")
    assert own.attributes("#pane .mark.read", "aria-pressed") == ["true"]
    own.script("sendMark()")


@pytest.mark.full
def test_a_list_of_several_feeds_has_the_pane_too(world, reader):
    world.server.post("/follow", {"address": "octo-sample/harbor"})
    world.server.warm(HARBOR)
    reader.open(world.server, "/unread")
    reader.sees(".row")
    open_row(reader, 0)
    assert reader.path == "/unread"
    assert reader.attributes("#pane .item", "data-address")[0].startswith(HARBOR + "?item=")


def test_an_item_that_could_not_be_loaded_is_requested_again(own):
    own.script(FAILURE)
    row = own.rows[0]
    open_row(own, 0)
    own.reads("Couldn't load the item", "#pane")
    own.press(Keys.ESCAPE)
    assert focus(own) == row
    own.script("document.querySelector('.row .main').click()")
    own.sees("#pane .item-marks", "the item")


@pytest.mark.full
def test_a_failed_item_is_requested_again_while_it_is_open(own):
    own.script(FAILURE)
    open_row(own, 0)
    own.reads("Couldn't load the item", "#pane")
    own.elements(".row .main")[0].click()
    own.sees("#pane .item-marks", "the item")


@pytest.mark.full
def test_closing_an_item_whose_row_is_gone_leaves_the_keyboard_in_the_list(own):
    open_row(own, 0)
    own.script("document.querySelector('.row').remove()")
    own.press(Keys.ESCAPE)
    assert focus(own) == own.rows[0]


@pytest.mark.full
@pytest.mark.parametrize("close", ["button", "key"])
def test_an_item_closes_to_its_list_after_the_screen_has_become_narrow(world, reader, close):
    world.server.warm("/news/top")
    reader.open(world.server, "/")
    reader.leads(lambda: reader.click(".side a[href='/news/top']"))
    reader.is_live()
    row = reader.rows[0]
    open_row(reader, 0)
    reader.size(834, 1100)
    reader.waits(lambda: reader.shown("#rows") == 0, "the item alone")
    if close == "button":
        reader.click(".pane-close")
    else:
        reader.press(Keys.ESCAPE)
    reader.waits(lambda: reader.shown("#pane") == 0, "the pane to close")
    assert reader.path == "/news/top" and reader.shown("#rows") == 1
    assert focus(reader) == row


# Back

@pytest.mark.parametrize("machine", ["desktop", "phone"])
@pytest.mark.parametrize("path", ["/news/top", "/unread"])
def test_back_closes_the_item_and_forward_opens_it(world, reader, path, machine):
    world.server.warm("/news/top")
    world.server.post("/follow", {"feed": "/news/top"})
    if machine == "phone":
        reader.phone()
    reader.open(world.server, "/help")
    reader.open(world.server, path)
    reader.is_live()
    row = reader.rows[3]
    top = "return (document.querySelector('main').scrollTop || document.scrollingElement.scrollTop)"
    reader.script("document.querySelectorAll('.row')[3].scrollIntoView({ block: 'start' })")
    before = reader.script(top)
    reader.elements(".row .main")[3].click()
    reader.sees("#pane #item-title")
    first = reader.text("#item-title")
    # Further items are no further steps back.
    reader.press("j")
    reader.waits(lambda: reader.shown("#item-title") and reader.text("#item-title") != first, "the next item")
    second = reader.text("#item-title")
    reader.driver.back()
    reader.waits(lambda: reader.shown("#pane .item") == 0, "the list")
    assert reader.path == path and reader.count(f"[id='{row}']") == 1
    if machine == "phone":
        assert abs(reader.script(top) - before) < 200, "the list is where it was"
    reader.driver.forward()
    reader.waits(lambda: reader.shown("#item-title") and reader.text("#item-title") == second, "the item again")
    reader.driver.back()
    reader.leads(lambda: reader.driver.back())
    assert reader.path == "/help"


# What it shows

def test_a_story_has_its_comments_as_a_tree_that_folds(own):
    index = next(i for i, words in enumerate(own.texts(".row .meta")) if re.search(r"\b\d\d comments", words))
    open_row(own, index)
    own.sees("#pane .comment", "comments")
    own.waits(lambda: own.shown("#pane .comment .comment") > 0, "replies below comments")
    before = own.shown("#pane .comment")
    own.script("document.querySelector('#pane .comment:has(.comment) > details > summary').click()")
    own.waits(lambda: own.shown("#pane .comment") < before, "fewer comments")


def test_an_event_has_its_map_and_its_facts(site, reader):
    reader.open(site.server, "/planet/wildfires")
    reader.is_live()
    open_row(reader, 1)
    assert reader.count("#pane .place-map .core") == 1
    assert all(words in reader.text("#pane .item-facts") for words in ["State", "Size", "Place", "Source"])


def test_an_item_loads_nothing_from_elsewhere(site, reader):
    reader.forget_traffic()
    for path in ["/news/top", HARBOR, "/planet/wildfires"]:
        reader.open(site.server, path)
        reader.is_live()
        open_row(reader, 0)
    addresses = [url for url, *_ in reader.traffic()]
    assert addresses and all(url.startswith((site.server.address, "data:")) for url in addresses)


@pytest.mark.full
def test_reading_what_is_stored_asks_no_upstream(world):
    world.server.warm("/news/top")
    item = world.server.document("/news/top")["items"][0]["id"]
    before = len(world.upstreams.requests("/"))
    assert world.server.get(f"/news/top?item={item}&part=item").status == 200
    assert len(world.upstreams.requests("/")) == before


def test_an_unknown_item_is_not_found(site):
    assert site.server.get("/news/top?item=nonsense").status == 404


# A page of its own

@pytest.fixture
def phone(world, reader):
    world.server.warm("/news/top")
    reader.phone()
    reader.open(world.server, "/news/top")
    reader.is_live()
    return reader


def test_an_item_takes_the_place_of_its_list_on_a_phone(phone):
    title = titles(phone)[1]
    phone.elements(".row .main")[1].click()
    phone.waits(lambda: phone.text("#item-title") == title, "the item")
    assert phone.shown("#rows") == 0
    assert phone.wider_than_screen() == []
    phone.photograph("item-phone-light")
    phone.click(".pane-close")
    phone.waits(lambda: phone.shown("#rows") == 1, "the list")
    assert phone.path == "/news/top"
    assert "is-read" in phone.attributes(".row", "class")[1]


def test_a_swipe_leads_to_the_next_item_on_a_phone(phone):
    all_titles = titles(phone)
    phone.elements(".row .main")[0].click()
    phone.waits(lambda: phone.text("#item-title") == all_titles[0], "the first item")
    phone.touch("touchStart", (300, 300))
    for x in (240, 180, 120, 60):
        phone.touch("touchMove", (x, 305))
    phone.touch("touchEnd")
    phone.waits(lambda: phone.text("#item-title") == all_titles[1], "the second item")
    phone.click(".pane-step[value='-1']")
    phone.waits(lambda: phone.text("#item-title") == all_titles[0], "the first item again")


def discussed(server):
    """A story whose comments are stored."""
    for item in server.document("/news/top")["items"]:
        found = re.search(r'data-thread="([^"?]+)', server.get(f"/news/top?item={item['id']}&part=item").text)
        if found:
            server.warm(found[1])
            if len(server.document(found[1])["items"]) > 10:
                return item["id"]
    raise AssertionError("no story has comments")


@pytest.mark.full
def test_comments_that_arrived_since_the_last_visit_are_marked(world, reader):
    world.server.warm("/news/top")
    story = discussed(world.server)
    thread, of_thread = f"news/item/{story}", "WHERE feed_id = (SELECT id FROM feed WHERE key = ?)"

    def store(sql):
        with closing(sqlite3.connect(world.server.store, timeout=10)) as opened, opened:
            return opened.execute(sql, [thread]).fetchone()

    reader.open(world.server, f"/news/top?item={story}")
    reader.waits(lambda: (store(f"SELECT visited_at FROM reading {of_thread}") or [None])[0], "a visit to the discussion")
    assert reader.count(".comment") > 10 and reader.count(".comment .new") == 0, "there was no earlier visit"
    # The visit was an hour ago, before any comment arrived.
    store(f"UPDATE reading SET visited_at = visited_at - 3600000 {of_thread}")
    reader.open(world.server, "/news/top")
    reader.open(world.server, f"/news/top?item={story}")
    reader.waits(lambda: reader.count(".comment .new") == reader.count(".comment") > 10, "marked comments")
    assert set(reader.texts(".comment .new")) == {"new"} and reader.violations() == []


@pytest.mark.full
def test_comments_are_not_replaced_under_a_reader_with_a_phone(world, reader):
    world.server.warm("/news/top")
    story = discussed(world.server)
    reader.phone()
    clock = Clock(reader)
    reader.open(world.server, f"/news/top?item={story}")
    reader.sees("#pane .comment")
    reader.script("window.before = document.querySelector('.comments'); window.state = before.querySelector('.comments-state');"
                  "scrollTo(0, before.getBoundingClientRect().top + 300)")
    reader.waits(lambda: reader.script("return scrollY") > 0, "the page to scroll")

    def renewed():
        clock.advance(1)
        return not reader.script("return state.isConnected")

    reader.waits(renewed, "an update of the discussion")
    assert reader.script("return before.isConnected")


def test_an_items_page_needs_no_scripts(site, reader):
    reader.phone()
    reader.without_scripts()
    item = site.server.document("/news/top")["items"][0]
    reader.open(site.server, f"/news/top?item={item['id']}")
    assert reader.text("#item-title") == item["title"]
    assert reader.shown("#rows") == 0 and reader.shown(".item-marks button") == 2


@pytest.mark.brief("/github/octo-sample/harbor-desktop-dark")
@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("machine", ["desktop", "phone"])
@pytest.mark.parametrize("path", ["/news/top", "/planet/wildfires", HARBOR])
def test_an_open_item_is_accessible(site, reader, path, machine, scheme):
    reader.prefers(prefers_color_scheme=scheme)
    if machine == "phone":
        reader.phone()
    item = site.server.document(path)["items"][0]["id"]
    reader.open(site.server, f"{path}?item={item}")
    reader.sees("#item-title")
    reader.photograph(f"item-{path.strip('/').replace('/', '-')}-{machine}-{scheme}")
    assert reader.wider_than_screen() == []
    assert reader.violations() == []


@pytest.mark.parametrize("machine", ["desktop", "phone"])
@pytest.mark.parametrize("path", ["/news/top", HARBOR])
def test_paper_has_the_open_item_and_nothing_to_press(site, reader, path, machine):
    if machine == "phone":
        reader.phone()
    item = site.server.document(path)["items"][0]["id"]
    reader.open(site.server, f"{path}?item={item}")
    reader.sees("#item-title")
    title = reader.text("#item-title")
    reader.command("Emulation.setEmulatedMedia", media="print")
    assert reader.text("#item-title") == title and title in reader.text()
    assert reader.shown("button, input, select, summary.button, .skip, .bar, .side, .dock, .pane-bar, .row") == 0
    assert "skip to the content" not in reader.text().lower()
    reader.command("Emulation.setEmulatedMedia", media="")


@pytest.mark.brief("1100")
@pytest.mark.parametrize("width", [1100, 1920, 2560])
def test_nothing_sticks_out_beside_the_pane(site, reader, width):
    reader.size(width, 900)
    for path in ["/news/top", "/planet/wildfires", HARBOR]:
        item = site.server.document(path)["items"][0]["id"]
        reader.open(site.server, f"{path}?item={item}")
        reader.sees("#pane .item")
        assert reader.shown("#rows") == 1
        assert reader.wider_than_screen() == [], path
    reader.size(*DESKTOP)
