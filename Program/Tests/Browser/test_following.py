"""What is followed: its order and folders, icons, and changes of many feeds at once."""

import json
import re
import sqlite3
from contextlib import closing

import pytest

from programs import world as new_world
from reader import PHONE

BOTH = pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])
HARBOR, LIGHTHOUSE, TOP = "/github/octo-sample/harbor", "/github/octo-sample/lighthouse", "/news/top"


def follow(made, *feeds):
    """Follows feeds, in folders: `(path, folder)`."""
    for feed, folder in feeds:
        answer = made.server.post("/follow", {"feed": feed, "folder": folder})
        assert answer.status == 303, answer.text


def order(made):
    """The followed feeds, as `folder|path`."""
    return [f"{feed['folder'] or ''}|/{feed['feed']}" for feed in json.loads(made.server.get("/api/following").text)["feeds"]]


@pytest.fixture
def arranged(world):
    follow(world, (HARBOR, ""), (LIGHTHOUSE, ""), (TOP, "News"), ("/news/best", "News/Deep"), ("/quakes/day/2.5", "Earth"))
    return world


def look(reader, scripts):
    if not scripts:
        reader.without_scripts()


# Undoing

@BOTH
def test_unfollowing_is_undone_with_folder_and_place(arranged, reader, scripts):
    look(reader, scripts)
    before = order(arranged)
    arranged.server.post("/follow", {"feed": TOP, "name": "Stories", "interval": "6h"})
    reader.open(arranged.server, TOP)
    reader.click(".head summary[aria-label=More]")
    reader.leads(lambda: reader.click("form.unfollow button"))
    reader.reads("Unfollowed Stories.")
    assert len(order(arranged)) == 4
    reader.leads(lambda: reader.click("#undo button" if scripts else "main .notice button"))
    reader.waits(lambda: order(arranged) == before, "the followed feed")
    feed = next(feed for feed in json.loads(arranged.server.get("/api/following").text)["feeds"] if feed["feed"] == "news/top")
    assert (feed["title"], feed["interval"], feed["folder"]) == ("Stories", "6h", "News")


# Order

def names(reader):
    return reader.attributes(".follows li > a, .follows [data-folder]", "href")


def test_the_keyboard_moves_feeds_and_folders_in_the_sidebar(arranged, reader):
    reader.open(arranged.server, "/following")
    reader.script("document.querySelector(arguments[0]).focus()", f".follows a[href='{LIGHTHOUSE}']")
    alt = "document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: arguments[0], altKey: true, bubbles: true, cancelable: true}))"
    reader.script(alt, "ArrowUp")
    reader.waits(lambda: order(arranged)[0] == f"|{LIGHTHOUSE}", "the new order")
    assert reader.script("return document.activeElement.getAttribute('href')") == LIGHTHOUSE
    reader.waits(lambda: "1 of 2" in reader.script("return document.getElementById('said').textContent"), "what is announced")
    reader.script(alt, "ArrowUp")
    reader.waits(lambda: "is first" in reader.script("return document.getElementById('said').textContent"), "what is announced")
    reader.script("document.querySelector('.follows .folder-name a[href$=Earth]').focus()")
    reader.script(alt, "ArrowUp")
    reader.waits(lambda: order(arranged)[2] == "Earth|/quakes/day/2.5", "the folder before the other one")
    reader.reload()
    assert reader.texts(".folder-name a > span:first-child") == ["Earth", "News", "Deep"]
    assert reader.violations() == []


DRAG = """
const [from, to, at] = arguments, data = new DataTransfer();
const source = document.querySelector(from), target = document.querySelector(to), box = target.getBoundingClientRect();
const send = (element, type) => element.dispatchEvent(new DragEvent(type, {bubbles: true, cancelable: true, dataTransfer: data,
  clientX: box.x + 20, clientY: box.y + box.height * at}));
send(source, 'dragstart'); send(target, 'dragover'); send(target, 'drop'); send(source, 'dragend');
"""


def test_dragging_moves_a_feed_beside_another_one_into_a_folder_and_out_of_it(arranged, reader):
    reader.open(arranged.server, "/help")
    feed = lambda path: f".follows li a[href='{path}']"  # noqa: E731
    reader.script(DRAG, feed(HARBOR), feed(LIGHTHOUSE), .9)
    reader.waits(lambda: order(arranged)[:2] == [f"|{LIGHTHOUSE}", f"|{HARBOR}"], "the feed behind the other one")
    reader.script(DRAG, feed(HARBOR), ".folder-name a[href$=Deep]", .5)
    reader.waits(lambda: order(arranged)[3] == f"News/Deep|{HARBOR}", "the feed in the folder")
    reader.waits(lambda: reader.count(f".folder .folder a[href='{HARBOR}']"), "the sidebar to show it")
    reader.script(DRAG, feed(HARBOR), "#side-followed", .5)
    reader.waits(lambda: order(arranged)[1] == f"|{HARBOR}", "the feed in no folder")
    reader.script(DRAG, ".folder-name a[href$=Earth]", ".folder-name a[href$=News]", .5)
    reader.waits(lambda: order(arranged)[-1] == "News/Earth|/quakes/day/2.5", "the folder in the other one")


def test_buttons_move_feeds_and_folders_without_javascript(arranged, reader):
    reader.without_scripts()
    reader.open(arranged.server, "/following")
    reader.leads(lambda: reader.click(f"button[name=down][value='{HARBOR}']"))
    assert order(arranged)[0] == f"|{LIGHTHOUSE}"
    reader.leads(lambda: reader.click("button[name=up][value=Earth]"))
    assert order(arranged)[2].startswith("Earth|")


# Folders

def test_a_folder_shows_and_counts_what_its_subfolders_have(arranged, reader):
    arranged.server.warm(TOP, "/news/best")
    reader.open(arranged.server, "/unread?folder=News")
    reader.is_live()
    counts = {feed["feed"]: feed["unreadCount"] for feed in json.loads(arranged.server.get("/api/following").text)["feeds"]}
    total = counts["news/top"] + counts["news/best"]
    shown = lambda: reader.texts(".follows > .folder > .folder-name .unread-count")[0].split()[0]  # noqa: E731
    reader.waits(lambda: int(shown()) == total, "the sum")
    assert reader.count(".rows > li") > counts["news/best"]
    # Closed folders stay closed.
    reader.click("details[data-folder='News/Deep'] > summary")
    reader.waits(lambda: reader.shown(".follows a[href='/news/best']") == 0, "the closed folder")
    reader.reload()
    assert reader.shown(".follows a[href='/news/best']") == 0 and reader.shown(f".follows a[href='{TOP}']") == 1
    assert reader.violations() == []


# Many at once

def unfollow(reader, scripts, title, consequence):
    """Unfollows the selected feeds: a dialog or, without scripts, a page asks before."""
    place = "dialog[open]" if scripts else "main"
    press = lambda: reader.click(".bulk button[value=unfollow]")  # noqa: E731
    press() if scripts else reader.leads(press)
    reader.reads(title, place)
    reader.reads(consequence, place)
    reader.leads(lambda: reader.click(f"{place} .danger.strong"))


@BOTH
def test_several_feeds_are_moved_and_unfollowed_at_once(arranged, reader, scripts):
    look(reader, scripts)
    before = order(arranged)
    reader.open(arranged.server, "/following")
    for feed in (HARBOR, "/quakes/day/2.5"):
        reader.click(f"input[name=feed][value='{feed}']")
    if scripts:
        assert reader.text(".selected-count") == "2 selected"
    assert reader.shown(".bulk")
    reader.leads(lambda: reader.type(".bulk input[name=folder]", "Code/New\n"))
    assert [feed for feed in order(arranged) if feed.startswith("Code/New|")] == [f"Code/New|{HARBOR}", "Code/New|/quakes/day/2.5"]
    for feed in (HARBOR, TOP):
        reader.click(f"input[name=feed][value='{feed}']")
    unfollow(reader, scripts, "Unfollow 2 feeds?", "Top stories")
    reader.reads("Unfollowed 2 feeds.")
    assert len(order(arranged)) == 3 and reader.violations() == []
    reader.leads(lambda: reader.click("main .notice button"))
    assert len(order(arranged)) == len(before)


def test_no_feed_is_unfollowed_if_one_of_them_cannot_be(arranged, reader):
    reader.forgives("the server responded with a status of 5")
    before = order(arranged)
    with closing(sqlite3.connect(arranged.server.store, timeout=10)) as store, store:
        store.execute("CREATE TRIGGER broken BEFORE DELETE ON followed WHEN OLD.feed = 'news/top' BEGIN SELECT RAISE(ABORT, 'broken'); END")
    reader.open(arranged.server, "/following")
    for feed in (HARBOR, TOP, "/quakes/day/2.5"):
        reader.click(f"input[name=feed][value='{feed}']")
    unfollow(reader, True, "Unfollow 3 feeds?", "Saved items stay")
    reader.reads("couldn't change the selected feeds", ".table-head")
    assert order(arranged) == before


@BOTH
def test_marking_several_feeds_as_read_can_be_undone(arranged, reader, scripts):
    look(reader, scripts)
    arranged.server.warm(TOP)
    items = arranged.server.document(TOP)["items"][:3]
    arranged.server.post("/marks", [("feed", TOP), ("mark", "unread"), *(("id", item["id"]) for item in items)])
    unread = lambda: {feed["feed"]: feed["unreadCount"] for feed in json.loads(arranged.server.get("/api/following").text)["feeds"]}["news/top"]  # noqa: E731
    before = unread()
    assert before >= 3
    reader.open(arranged.server, "/following")
    reader.click(f"input[name=feed][value='{TOP}']")
    reader.leads(lambda: reader.click(".bulk button[value=read]"))
    reader.reads(f"Marked {before} items as read.")
    assert unread() == 0 and reader.violations() == []
    reader.leads(lambda: reader.click("main .notice button"))
    assert unread() == before


def test_the_filter_and_shift_select_feeds(arranged, reader):
    reader.open(arranged.server, "/following")
    boxes = "td input[name=feed]"
    reader.click(f"{boxes}[value='{HARBOR}']")
    reader.script("const all = [...document.querySelectorAll(arguments[0])]; all[2].dispatchEvent(new MouseEvent('click', {bubbles: true, shiftKey: true}))", boxes)
    reader.waits(lambda: reader.text(".selected-count") == "3 selected", "all in between")
    reader.type("#find [name=q]", "deep")
    reader.waits(lambda: reader.shown(boxes) == 1, "the feeds of the folder")
    assert reader.text(".selected-count") == ""
    reader.click(".select-all input")
    unfollow(reader, True, "Unfollow 1 feed in “News/Deep”?", "undo")
    assert "News/Deep|/news/best" not in order(arranged) and len(order(arranged)) == 4


def test_nothing_selected_is_said_above_the_feeds(arranged, reader):
    reader.forgives("the server responded with a status of 4")
    reader.without_scripts()
    reader.open(arranged.server, "/following")
    reader.leads(lambda: reader.click(".bulk button[value=read]"))
    reader.reads("Select the feeds to change.", ".table-head")


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_actions_appear_with_a_selection_and_stay_on_the_screen(world, reader, size):
    for number in range(40):
        assert world.server.post("/follow", {"address": f"{world.upstreams.address}/web/site{number}/feed.xml", "folder": "Many"}).status == 303
    if size == "phone":
        reader.phone()
    reader.open(world.server, "/following")
    box = "tr:nth-of-type(4) td input[name=feed]"
    top = lambda: reader.script("return document.querySelector(arguments[0]).getBoundingClientRect().top", box)  # noqa: E731
    before = top()
    assert reader.shown(".bulk") == 0 and reader.shown(".select-all")
    reader.click(box)
    reader.sees(".bulk")
    assert reader.text(".selected-count") == "1 selected" and top() == before
    covered = reader.script("""const r = document.querySelector('.bulk .danger').getBoundingClientRect();
        return [r.bottom <= innerHeight, document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2)?.className]""")
    assert covered == [True, "button danger"], "the bar is on the screen, and nothing covers it"
    assert reader.violations() == [] and reader.wider_than_screen() == []
    reader.click(".select-all input")
    assert reader.text(".selected-count") == "40 selected"
    reader.click(".select-all input")
    reader.waits(lambda: reader.shown(".bulk") == 0, "the bar to leave")


# Names

def test_a_feed_of_a_local_address_has_its_title_everywhere(world, reader):
    address = f"{world.upstreams.address}/web/meadow/feed.xml"
    answer = world.server.post("/follow", {"address": address})
    assert answer.status == 303
    reader.open(world.server, answer.headers["Location"])
    reader.reads("Meadow Notes", "h1")
    reader.reload()
    reader.click(".head summary[aria-label=More]")
    reader.click(".settings > summary")
    assert reader.attributes(".settings input[name=name]", "placeholder") == ["Meadow Notes"]
    reader.open(world.server, "/following")
    assert reader.texts("#followed th .name bdi") == ["Meadow Notes"]
    assert reader.texts("#followed .address") == [address]


# Requests

def test_the_status_page_says_which_feed_a_site_was_searched_for(world):
    address = f"{world.upstreams.address}/web/meadow"
    assert world.server.post("/follow", {"address": f"{address}/"}).status == 303
    rows = re.findall(r'<tr><th scope="row">(.*?)</th>', world.server.get("/status").text)
    assert f'<span class="name"><bdi>{address}/</bdi></span><span class="address">Site of <bdi>Meadow Notes</bdi></span>' in rows
    assert any(row.endswith(f'<bdi>Meadow Notes</bdi></a><span class="address"><bdi>{address}/feed.xml</bdi></span>') for row in rows)


# Icons

@pytest.fixture(scope="module")
def iconic():
    """Followed sites with and without icons, and a repository."""
    with new_world() as made:
        for name in ("meadow", "tidepool", "plain"):
            assert made.server.post("/follow", {"address": f"{made.upstreams.address}/web/{name}/feed.xml", "folder": "Reading"}).status == 303
        follow(made, (HARBOR, ""))
        yield made


def test_feeds_have_the_icons_of_their_sites_in_one_request(iconic, reader):
    icons = ".side img.feed-mark"
    def shown():
        reader.open(iconic.server, "/help")
        reader.sees(".side .folder")
        return reader.count(icons) == 2
    reader.waits(shown, "the icons")
    reader.script("sessionStorage.clear()")
    reader.forget_traffic()
    reader.open(iconic.server, "/help")
    reader.waits(lambda: reader.count(icons) == 2, "the icons")
    assert reader.script("return [...document.querySelectorAll(arguments[0])].every(e => e.complete && e.naturalWidth > 16)", icons)
    assert len([url for url, *_ in reader.traffic() if "/icons" in url]) == 1
    assert reader.count(".side svg.feed-mark use[href='#mark-github']") == 1
    assert reader.script("return performance.getEntriesByType('resource').filter(e => !e.name.startsWith(location.origin)).map(e => e.name)") == []
    assert reader.shifts() == []
    # The tab knows them, so the next page requests none.
    reader.forget_traffic()
    reader.open(iconic.server, "/following")
    reader.waits(lambda: reader.count(".side img.feed-mark") == 2 and reader.count("td, th img.feed-mark"), "the icons of the next page")
    assert [url for url, *_ in reader.traffic() if "/icons" in url or "part=menu" in url] == []
    assert reader.violations() == []


# Removes each letter between the observer's report and its handling, as a new row does that replaces the letter's.
REPLACED = """
const Observer = window.IntersectionObserver;
window.IntersectionObserver = class extends Observer {
  constructor(handle, options) {
    super((entries, observer) => {
      for (const { target } of entries) {
        if (!target.matches('[data-icon]')) continue;
        target.remove();
        window.hasReplaced = true;
      }
      handle(entries, observer);
    }, options);
  }
};
"""


def test_a_letter_that_is_replaced_when_it_is_seen_breaks_nothing(iconic, reader):
    reader.command("Page.addScriptToEvaluateOnNewDocument", source=REPLACED)
    reader.open(iconic.server, "/help")
    reader.waits(lambda: reader.script("return window.hasReplaced"), "a letter that is seen")


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_the_page_of_followed_feeds_fits_the_screen(arranged, reader, size):
    if size == "phone":
        reader.size(*PHONE, phone=True)
    reader.open(arranged.server, "/following")
    assert reader.wider_than_screen() == [] and reader.violations() == []
    reader.photograph(f"following-{size}-light")
