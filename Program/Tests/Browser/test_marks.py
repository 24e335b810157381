"""Marking items, many at a time and while the server doesn't answer; counts and lists that change elsewhere."""

import json

import pytest

from clock import Clock

HARBOR = "/github/octo-sample/harbor"
LIGHTHOUSE = "/github/octo-sample/lighthouse"
# Holds back the first request that changes marks until `release()`.
HELD = """
const real = window.fetch;
const first = new Promise((done) => { window.release = done; });
let isFirst = true;
window.fetch = async (...given) => {
  if (isFirst && given[0] === '/marks') {
    isFirst = false;
    await first;
  }
  return real(...given);
};
"""
# Holds back the first request that changes marks until `release()`, and then cuts it off.
CUT_OFF = HELD.replace("await first;", "await first; throw new TypeError('Cut off');")
# Answers the first change with a problem of the server.
BUSY = """
const real = window.fetch;
let isFirst = true;
window.fetch = async (...given) => {
  if (!isFirst || given[0] !== '/marks') return real(...given);
  isFirst = false;
  return new Response('{"detail": "busy"}', {status: 503, headers: {'Content-Type': 'application/problem+json'}});
};
"""


def unread(world, query=""):
    return json.loads(world.server.get("/api/unread?limit=500" + query).text)["total"]


def follow(world, *feeds, folder=""):
    for feed in feeds:
        world.server.post("/follow", {"feed": feed, "folder": folder})
        world.server.warm(feed)


def queue(reader, *changes):
    entries = [{"at": [1, number], "subject": f"change {number}", "path": "/marks", "fields": fields} for number, fields in enumerate(changes)]
    reader.script("localStorage.setItem('queue', JSON.stringify(arguments[0]))", entries)


def arrive(world, reader, feed, what="#pill"):
    world.upstreams.advance(600)
    world.server.refresh(feed)
    world.server.warm(feed)
    reader.sees(what)
    # What arrives later would be unread.
    reader.waits(lambda: reader.path == "/unread" or reader.is_fresh(), "all that arrives")


# Many at a time

def test_older_items_are_marked_only_in_the_folder_that_is_listed(world, reader):
    follow(world, HARBOR, folder="Work")
    follow(world, LIGHTHOUSE, folder="Play")
    before = unread(world, "&folder=Play")
    assert before > 5
    reader.open(world.server, "/unread?folder=Work")
    reader.is_live()
    reader.press("j", "M")
    reader.waits(lambda: unread(world, "&folder=Work") <= 1, "the older items of the folder to be read")
    assert unread(world, "&folder=Play") == before


@pytest.mark.brief("/saved")
@pytest.mark.parametrize("path", ["/saved", "/search?q=a", "/muted"])
def test_lists_that_are_not_of_unread_items_mark_no_older_ones(world, reader, path):
    follow(world, "/news/top")
    item = world.server.document("/news/top")["items"][0]["id"]
    world.server.post("/marks", {"feed": "/news/top", "id": [item], "mark": "saved"})
    if path == "/muted":
        assert world.server.post("/rules", {"rule": "mute in:news"}).status == 303
    reader.open(world.server, path)
    assert reader.rows and reader.count(".mark.save") == len(reader.rows)
    assert reader.count(".mark.older") == 0


def test_undo_takes_back_all_that_was_marked_while_it_is_offered(world, reader):
    follow(world, HARBOR)
    before = unread(world)
    reader.open(world.server, HARBOR)
    reader.is_live()
    reader.press("A")
    reader.waits(lambda: unread(world) == 0, "no unread items")
    reader.press("A")
    reader.reads(f"Marked {before} items as read.", "#undo")
    reader.press("u")
    reader.waits(lambda: unread(world) == before, "all of them to be unread again")


def many_feeds(world):
    """Follows 31 feeds with unread items, and returns the number of these."""
    for number in range(31):
        assert world.server.post("/follow", {"address": f"{world.upstreams.address}/web/undo{number}/feed.xml"}).status == 303
    feeds = [feed["feed"] for feed in json.loads(world.server.get("/api/following").text)["feeds"]]
    world.server.warm(*[f"/{feed}" for feed in feeds])
    return unread(world)


def undos(reader):
    """The requests that undo, counted by the page."""
    return reader.script("return performance.getEntriesByType('resource').filter(({name, initiatorType}) => initiatorType === 'fetch' && name.endsWith('/marks')).length")


def mark_all(world, reader, path):
    """Marks all items of a list as read; undoing it is offered."""
    reader.open(world.server, path)
    reader.is_live()
    reader.press("A")
    reader.waits(lambda: unread(world) == 0, "no unread items")
    reader.sees("#undo button")


def test_undoing_is_one_request_that_survives_leaving_the_page(world, reader):
    before = many_feeds(world)
    assert before > 150
    mark_all(world, reader, "/unread")
    # The key and the next page in one task, so that nothing has been answered.
    reader.script("document.dispatchEvent(new KeyboardEvent('keydown', {key: 'u', bubbles: true})); location.assign('/following')")
    reader.waits(lambda: reader.path == "/following", "the next page")
    reader.waits(lambda: unread(world) == before, "all of them to be unread again")
    reader.open(world.server, "/unread")
    reader.is_live()
    requests = undos(reader)
    reader.press("A")
    reader.waits(lambda: unread(world) == 0, "no unread items")
    reader.sees("#undo button")
    reader.press("u")
    reader.waits(lambda: unread(world) == before, "all of them to be unread again")
    assert undos(reader) == requests + 2


def test_an_undo_that_the_server_did_not_receive_is_sent_by_the_next_page(world, reader):
    follow(world, HARBOR)
    before = unread(world)
    mark_all(world, reader, HARBOR)
    reader.script(CUT_OFF)
    reader.press("u")
    reader.reads("Undoing", "#undo")
    assert reader.count("#undo button") == 0
    reader.open(world.server, "/saved")
    reader.waits(lambda: unread(world) == before, "all of them to be unread again")


def test_an_undo_that_fails_says_why_and_can_be_tried_again(world, reader):
    reader.forgives("status of 503")
    follow(world, HARBOR)
    before = unread(world)
    mark_all(world, reader, HARBOR)
    reader.script(BUSY)
    reader.press("u")
    reader.reads("busy", "#told")
    reader.reads(f"Marked {before} items as read.", "#undo")
    assert unread(world) == 0
    reader.press("u")
    reader.waits(lambda: unread(world) == before, "all of them to be unread again")


def test_items_opened_after_marking_all_stay_read_when_that_is_undone(world, reader):
    follow(world, HARBOR)
    before = unread(world)
    reader.open(world.server, HARBOR)
    reader.is_live()
    reader.press("A")
    reader.waits(lambda: unread(world) == 0, "no unread items")
    reader.press("j", "\ue007")
    reader.sees("#pane .item")
    reader.press("u")
    reader.waits(lambda: unread(world) == before - 1, "all but the opened one to be unread again")


def test_marking_all_leaves_out_what_waits_unseen(world, reader):
    follow(world, "/news/new")
    reader.open(world.server, "/news/new")
    reader.is_live()
    arrive(world, reader, "/news/new")
    reader.press("A")
    reader.waits(lambda: 0 < unread(world) == int(reader.text("#pill").split()[0]), "only those that wait to be unread")
    reader.click("#pill")
    reader.press("A")
    reader.waits(lambda: unread(world) == 0, "no unread items")


def test_marking_all_without_scripts_leaves_out_what_arrived_after_the_page_was_made(world, reader):
    follow(world, "/news/new")
    reader.without_scripts()
    reader.open(world.server, "/news/new")
    world.upstreams.advance(600)
    world.server.refresh("/news/new")
    world.server.warm("/news/new")
    before = unread(world)
    reader.leads(lambda: reader.click(".read-all button"))
    assert 0 < unread(world) < before


# One after another

def test_two_marks_of_an_item_are_made_in_their_order(world, reader):
    follow(world, HARBOR)
    before = unread(world)
    reader.open(world.server, HARBOR)
    reader.is_live()
    reader.script(HELD)
    reader.press("j", "m", "m")
    reader.forget_traffic()
    reader.script("window.release()")
    reader.waits(lambda: sum(url.endswith("/marks") for url, *_ in reader.traffic()) == 2, "both requests")
    reader.waits(lambda: unread(world) == before, "the item to be unread")


@pytest.mark.full
def test_a_mark_that_was_cut_off_does_not_replace_a_later_one(world, reader):
    follow(world, HARBOR)
    before = unread(world)
    reader.open(world.server, HARBOR)
    reader.is_live()
    reader.script(CUT_OFF)
    reader.press("j", "m", "m")
    reader.forget_traffic()
    reader.script("window.release()")
    # The first one reaches the network only if the queue sends it.
    reader.waits(lambda: any(url.endswith("/marks") for url, *_ in reader.traffic()), "the second request")
    reader.waits(lambda: reader.opened_streams() and reader.is_fresh(), "the page to be live again")
    reader.waits(lambda: reader.script("return localStorage.getItem('queue')") is None, "an empty queue")
    assert unread(world) == before


def test_a_queue_that_the_server_could_not_take_is_sent_again(world, reader):
    follow(world, HARBOR)
    before = unread(world)
    item = world.server.document(HARBOR)["items"][0]
    reader.open(world.server, "/saved")
    queue(reader, f"scope=github&id={item['id']}&mark=read")
    reader.command("Page.addScriptToEvaluateOnNewDocument", source=BUSY)
    clock = Clock(reader)
    reader.reload()

    def is_sent():
        clock.advance(1)
        return unread(world) == before - 1

    reader.waits(is_sent, "the queued mark")
    clock.release()
    reader.reads("1 queued change was sent.", "#told")


def test_refused_changes_are_told_beside_those_that_were_sent_and_their_marks_taken_back(world, reader):
    reader.forgives("400")
    follow(world, HARBOR)
    items = [item["id"] for item in world.server.document(HARBOR)["items"][:2]]
    reader.open(world.server, "/saved")
    queue(reader, f"scope=github&id={items[0]}&mark=read&all=true&until=never", f"scope=github&id={items[1]}&mark=read")
    reader.open(world.server, HARBOR)
    reader.reads("1 queued change was sent. 1 was refused:", "#told")
    reader.waits(lambda: [reader.count(f".row.is-read[data-id='{item}']") for item in items] == [0, 1], "only the second row as read")


@pytest.mark.full
def test_a_change_that_the_browser_cannot_keep_is_taken_back_with_the_reason(world, reader):
    follow(world, HARBOR)
    source = "Object.defineProperty(window, 'localStorage', {get() { throw new DOMException('denied', 'SecurityError'); }});"
    reader.command("Page.addScriptToEvaluateOnNewDocument", source=source)
    reader.open(world.server, HARBOR)
    reader.is_live()
    world.server.stop()
    reader.reads("no connection")
    unread_rows = reader.count(".row.is-unread")
    reader.press("j", "m")
    reader.reads("the change wasn't saved", "#told")
    assert reader.count(".row.is-unread") == unread_rows


# What changes elsewhere

@pytest.mark.full
def test_a_filter_is_applied_to_the_rows_that_wait(world, reader):
    follow(world, "/news/new")
    reader.open(world.server, "/news/new")
    reader.is_live()
    arrive(world, reader, "/news/new")
    reader.type("#find [name=q]", "zzzz")
    reader.waits(lambda: reader.shown("#pill") == 0, "no offer of rows that the filter hides")
    reader.script("const q = document.querySelector('#find [name=q]'); q.value = ''; q.dispatchEvent(new Event('input', {bubbles: true}))")
    reader.sees("#pill")
    reader.click("#pill")
    reader.waits(lambda: len(reader.rows) == reader.count(".row"), "all rows")


def test_counts_are_right_after_a_page_was_away(world, reader):
    follow(world, HARBOR)
    before = unread(world)
    reader.open(world.server, HARBOR)
    reader.is_live()
    reader.script("window.dispatchEvent(new Event('pagehide'))")
    reader.waits(lambda: json.loads(world.server.get("/health").text)["clients"] == 0, "the page to disconnect")
    items = [item["id"] for item in world.server.document(HARBOR)["items"][:5]]
    world.server.post("/marks", {"feed": HARBOR, "id": items, "mark": "read"})
    reader.script("window.dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")
    reader.waits(lambda: reader.script("return document.title").startswith(f"({before - 5})"), "the new count in the title")


@pytest.mark.full
def test_a_feed_that_is_renamed_and_moved_elsewhere_is_so_in_the_sidebar(world, reader):
    follow(world, HARBOR)
    reader.open(world.server, "/unread")
    reader.is_live()
    follow(world, HARBOR, folder="Work")
    reader.reads("Work", ".side h3")
    world.server.post("/follow", {"feed": HARBOR, "name": "Harbor works"})
    reader.reads("Harbor works", ".side")


@pytest.mark.full
def test_an_empty_list_of_unread_items_fills_with_its_button(world, reader):
    follow(world, "/news/new")
    world.server.post("/marks", {"all": "true", "mark": "read"})
    reader.open(world.server, "/unread")
    reader.is_live()
    reader.reads("All caught up", "main")
    arrive(world, reader, "/news/new", ".row")
    assert reader.shown(".when-none") == 0 and reader.shown(".read-all") == 1


def test_items_read_elsewhere_are_shown_as_read_in_the_list_of_unread_items(world, reader):
    follow(world, HARBOR)
    reader.open(world.server, "/unread")
    reader.is_live()
    item = world.server.document(HARBOR)["items"][3]["id"]
    world.server.post("/marks", {"feed": HARBOR, "id": [item], "mark": "read"})
    reader.waits(lambda: reader.count(".row.is-unread") == len(reader.rows) - 1, "one row as read")


@pytest.mark.full
def test_what_is_read_elsewhere_while_it_waits_is_not_offered_among_unread_items(world, reader):
    follow(world, "/news/new")
    reader.open(world.server, "/news/new?unread=1")
    reader.is_live()
    arrive(world, reader, "/news/new")
    world.server.post("/marks", {"feed": "/news/new", "all": "true", "mark": "read"})
    reader.waits(lambda: reader.shown("#pill") == 0, "the offer to go")


@pytest.mark.full
def test_the_item_in_the_pane_follows_the_marks_of_its_row(world, reader):
    follow(world, "/news/top")
    reader.open(world.server, "/news/top")
    reader.is_live()
    reader.click(".row .main")
    reader.sees(".item .mark.save")
    reader.press("s")
    reader.waits(lambda: reader.attributes(".item .mark.save", "aria-pressed") == ["true"], "the button of the item to be pressed")
    reader.click(".item .mark.save")
    reader.waits(lambda: reader.count(".row.is-saved") == 0, "the item not to be saved")
