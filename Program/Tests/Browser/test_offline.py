"""What a page shows and keeps while the server can't be reached."""

import json
import os
import re
import signal
import subprocess
from contextlib import contextmanager

import pytest

from clock import Clock
from programs import BARE, PROGRAM, until, world as new_world
from reader import LOST


def status(reader):
    return reader.text("#status").lower()


def dot(reader):
    """The color of the dot beside the status, and the color of secondary text."""
    return reader.script("""const status = document.querySelector('#status');
        return [getComputedStyle(status, '::before').backgroundColor, getComputedStyle(status).color]""")


def is_stored(reader, path):
    """Waits until the service worker has stored a page."""
    reader.waits(lambda: reader.driver.execute_async_script("""
        const [path, done] = arguments;
        (async () => { for (const name of await caches.keys()) if (await (await caches.open(name)).match(path, {ignoreVary: true})) return true; return false; })().then(done)
        """, path), f"{path} to be stored", 30)


def stored_pages(reader):
    return reader.driver.execute_async_script("""
        const done = arguments[0];
        (async () => { const pages = []; for (const name of await caches.keys()) if (name.startsWith('pages-'))
            for (const {url} of await (await caches.open(name)).keys()) pages.push(new URL(url).pathname); return pages; })().then(done)""")


def live(world, reader, path="/news/new"):
    world.server.warm(path)
    reader.open(world.server, path)
    reader.is_live()
    reader.waits(reader.is_fresh, "a fresh feed")
    reader.forgives(*LOST)


@pytest.mark.brief("/news/new")
@pytest.mark.parametrize("path", ["/news/new", "/"])
def test_the_status_says_at_once_that_the_server_is_gone(world, reader, path):
    world.server.warm("/news/new")
    clock = Clock(reader)
    reader.open(world.server, path)
    reader.is_live()
    reader.waits(lambda: "checked" in reader.text(".status").lower(), "a fresh feed")
    reader.forgives(*LOST)
    world.server.kill()
    # The page's clock stands still, so no timer causes this.
    reader.waits(lambda: all(words.lower().startswith("no connection") for words in reader.texts(".status")), "the status to say so")
    assert "checked" not in reader.text(".status").lower()
    assert "last updated" in reader.text(".status").lower()
    assert set(reader.attributes("[data-freshness]", "data-freshness")) == {"unreachable"}
    clock.advance(3600)
    assert "1 h ago" in reader.text(".status"), reader.text(".status")
    reader.photograph(f"unreachable{'-home' if path == '/' else ''}-desktop-light")
    clock.release()
    assert reader.violations() == []
    world.server.start()
    reader.waits(lambda: "no connection" not in reader.text(".status").lower(), "the status from before")
    reader.waits(lambda: "checked" in reader.text(".status").lower(), "a fresh feed")


@pytest.mark.full
def test_an_unreachable_page_is_gray(world, reader):
    live(world, reader)
    fresh, _ = dot(reader)
    world.server.kill()
    reader.waits(lambda: status(reader).startswith("no connection"), "the status to say so")
    sign, words = dot(reader)
    assert sign == words != fresh


def test_a_network_that_goes_away_is_noticed_without_the_servers_end(world, reader):
    live(world, reader)
    reader.goes_offline()
    reader.waits(lambda: status(reader).startswith("no connection"), "the status to say so")
    reader.goes_offline(False)
    reader.waits(reader.is_fresh, "the status from before")


@pytest.mark.full
def test_a_list_of_several_feeds_says_so_too(world, reader):
    live(world, reader)
    reader.open(world.server, "/saved")
    world.server.kill()
    reader.script("dispatchEvent(new Event('offline'))")
    reader.reads("No connection to Freshet", "#connection")
    world.server.start()
    reader.waits(lambda: reader.text("#connection") == "", "the words to go")


def test_marks_wait_for_the_server_and_survive_a_reload(world, reader):
    live(world, reader)
    is_stored(reader, "/news/new")
    world.server.kill()
    reader.waits(lambda: status(reader).startswith("no connection"), "the status to say so")
    first, second = reader.told("data-id")[:2]
    row = f".row[data-id='{first}']"
    reader.script("document.querySelector(arguments[0]).focus()", f"{row} .main")
    reader.press("s", "m", "m", "m")
    reader.script("document.querySelector(arguments[0]).focus()", f".row[data-id='{second}'] .main")
    reader.press("m")
    reader.reads("Queued", row)
    reader.reads("3 changes are queued", "#connection")
    reader.photograph("queued-desktop-light")
    assert reader.violations() == []
    reader.reload()
    reader.reads("Queued", row)
    assert reader.count(f"{row}.is-saved") == 1 and status(reader).startswith("no connection")
    world.server.start()
    reader.waits(lambda: reader.count(".queued") == 0, "everything to be sent")
    reader.waits(reader.is_fresh, "the status of a live page")
    items = {str(item["id"]): item for item in world.server.document("/news/new")["items"]}
    assert items[first]["isSaved"] and not items[first]["isUnread"] and not items[second]["isUnread"]
    assert reader.script("return localStorage.getItem('queue')") is None


@pytest.mark.full
def test_a_later_mark_replaces_a_queued_one_though_the_clock_was_set_back(world, reader):
    live(world, reader)
    world.server.kill()
    reader.waits(lambda: status(reader).startswith("no connection"), "the status to say so")
    reader.press("j", "m")
    reader.reads("Queued", ".row[aria-current=true]")
    reader.script("const now = Date.now; Date.now = () => now() - 3600000")
    reader.press("m")
    reader.sees(".row.is-unread[aria-current=true]")
    fields = reader.script("return JSON.parse(localStorage.getItem('queue')).map(({fields}) => fields)")
    assert [text.rpartition("=")[2] for text in fields] == ["unread"]


@pytest.mark.full
def test_marks_of_an_open_item_without_a_row_wait_for_the_server(world, reader):
    world.server.warm("/news/top")
    item = world.server.document("/news/top")["items"][-1]["id"]
    reader.open(world.server, f"/news/top?limit=5&item={item}")
    reader.is_live()
    assert reader.count(f".row[data-id='{item}']") == 0
    reader.forgives(*LOST)
    world.server.kill()
    reader.waits(lambda: status(reader).startswith("no connection"), "the status to say so")
    reader.click("#pane .mark.save")
    reader.reads("Queued", "#pane")
    reader.reads("1 change is queued", "#connection")
    assert reader.attributes("#pane .mark.save", "aria-pressed") == ["true"]
    assert reader.violations() == []
    world.server.start()
    reader.waits(lambda: reader.count(".queued") == 0, "everything to be sent")
    saved = [one["id"] for one in json.loads(world.server.get("/api/saved").text)["items"]]
    assert saved == [item]


def test_following_waits_for_the_server(world, reader):
    live(world, reader)
    world.server.kill()
    reader.waits(lambda: status(reader).startswith("no connection"), "the status to say so")
    reader.click(".head .follow button")
    reader.reads("Follow (queued)", ".head .follow")
    reader.click(".head .follow button")
    reader.waits(lambda: reader.text(".head .follow") == "Follow", "the change to be withdrawn")
    reader.click(".head .follow button")
    world.server.start()
    until(lambda: world.server.get("/api/following").text.count("news/new"), "the feed to be followed")


def test_what_cannot_wait_is_refused_in_visible_words(world, reader):
    live(world, reader)
    world.server.kill()
    reader.waits(lambda: status(reader).startswith("no connection"), "the status to say so")
    reader.press("r")
    reader.reads("Nothing was refreshed", ".toast")
    reader.press("A")
    reader.reads("No marks were changed", ".toast")
    assert reader.shown("#told") == 1
    reader.type("#side-follow", "octo-sample/harbor\n")
    reader.reads("No connection to Freshet", ".side .follow .wrong")
    assert reader.script("return document.querySelector('#side-follow').value") == "octo-sample/harbor"
    assert reader.count("#side-follow[aria-invalid=true][aria-describedby]") == 1
    reader.photograph("refused-offline-desktop-light")
    assert reader.violations() == []


def test_pages_seen_before_are_shown_while_the_server_is_away(world, reader):
    live(world, reader)
    known = reader.rows
    is_stored(reader, "/news/new")
    reader.open(world.server, "/help")
    is_stored(reader, "/help")
    world.server.kill()
    reader.open(world.server, "/news/new")
    assert set(reader.rows) <= set(known) and len(reader.rows) > 40
    reader.waits(lambda: status(reader).startswith("no connection"), "the status to say so")
    reader.open(world.server, "/status")
    reader.reads("isn't stored in this browser", "main")
    assert reader.count("main a[href='/news/new']") == 1 and reader.violations() == []
    reader.photograph("not-stored-desktop-light")
    world.server.start()
    reader.waits(lambda: reader.text("h1") == "Status", "the page itself, without the reader's doing")


def test_a_stored_page_is_never_shown_while_the_server_answers(world, reader):
    live(world, reader)
    is_stored(reader, "/news/new")
    known = set(reader.rows)
    world.upstreams.advance(1200)
    world.server.refresh("/news/new")
    reader.sees("#pill")
    reader.reload()
    assert set(reader.rows) - known, "a page of now"
    assert reader.count("html[data-stored]") == 0


@contextmanager
def asleep(server):
    """A server that accepts connections but answers none, as on a machine that sleeps."""
    os.kill(server.process.pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(server.process.pid, signal.SIGCONT)


@pytest.mark.full
def test_a_stored_page_is_shown_if_the_server_answers_nothing(world, reader):
    live(world, reader)
    is_stored(reader, "/news/new")
    with asleep(world.server):
        reader.open(world.server, "/news/new")
        assert reader.count("html[data-stored]") == 1 and len(reader.rows) > 40
    reader.waits(reader.is_fresh, "the status of a live page")


def test_a_mark_is_queued_if_the_server_answers_nothing(world, reader):
    live(world, reader)
    # Time limits end when the test says so.
    reader.script("""window.limits = []; AbortSignal.timeout = () => {
        const limit = new AbortController(); limits.push(() => limit.abort(new DOMException('Too slow', 'TimeoutError'))); return limit.signal; }""")
    with asleep(world.server):
        reader.press("j", "m")
        reader.waits(lambda: reader.script("return limits.length"), "a limit of the request")
        reader.script("limits.forEach((end) => end())")
        reader.reads("Queued", ".row[aria-current=true]")
    reader.waits(lambda: reader.count(".queued") == 0, "everything to be sent")


@pytest.mark.full
def test_stored_pages_are_few(world, reader):
    live(world, reader)
    is_stored(reader, "/news/new")
    for number in range(70):
        reader.script("navigator.serviceWorker.controller.postMessage({store: '/help?' + arguments[0]})", number)
    reader.waits(lambda: "/news/new" not in stored_pages(reader), "the oldest page to go")
    reader.waits(lambda: len(stored_pages(reader)) == 60, "sixty pages")


def test_nothing_stored_is_left_for_who_comes_after_signing_out(reader):
    with new_world(token="a long enough secret") as world:
        reader.open(world.server, "/news/new")
        reader.type("#token", "a long enough secret\n")
        reader.waits(lambda: reader.path == "/news/new", "the page")
        is_stored(reader, "/news/new")
        reader.script("localStorage.setItem('queue', '[]')")
        reader.click(".logout button")
        reader.waits(lambda: reader.path.startswith("/login"), "the page to sign in")
        reader.waits(lambda: stored_pages(reader) == [], "no stored pages")
        assert reader.script("return localStorage.getItem('queue')") is None
        reader.forgives(*LOST)
        world.server.kill()
        reader.open(world.server, "/news/new")
        reader.reads("No connection to Freshet", "main")
        assert reader.rows == []


@pytest.mark.full
def test_a_session_that_has_ended_elsewhere_is_told_and_forgotten(reader):
    with new_world(token="a long enough secret") as world:
        reader.open(world.server, "/news/new")
        reader.type("#token", "a long enough secret\n")
        reader.waits(lambda: reader.path == "/news/new", "the page")
        is_stored(reader, "/news/new")
        reader.sees(".row")
        reader.forgives("401", *LOST)
        reader.driver.delete_all_cookies()
        reader.script("document.querySelector('.row .main').focus()")
        reader.press("m")
        reader.reads("You're signed out", "#connection")
        reader.waits(lambda: stored_pages(reader) == [], "no stored pages")
        reader.driver.get("about:blank")


@pytest.mark.full
def test_a_page_without_live_updates_shows_the_way_to_sign_in_after_it_was_offline(reader):
    with new_world(token="a long enough secret") as world:
        reader.open(world.server, "/news/new")
        reader.type("#token", "a long enough secret\n")
        reader.waits(lambda: reader.path == "/news/new", "the page")
        reader.sees(".row")
        reader.press("j", "s")
        reader.sees(".row.is-saved")
        # The page's clock stands still, so only the button tries to connect again.
        Clock(reader)
        reader.open(world.server, "/saved")
        reader.sees(".row")
        reader.forgives("401", *LOST)
        world.server.kill()
        reader.press("j", "m")
        reader.reads("No connection", "#connection")
        reader.driver.delete_all_cookies()
        world.server.start()
        reader.click("#connection button")
        reader.reads("You're signed out", "#connection")
        reader.driver.get("about:blank")


@pytest.mark.full
def test_the_way_to_sign_in_stays_and_attempts_become_rare(reader):
    with new_world(token="a long enough secret") as world:
        reader.open(world.server, "/news/new")
        reader.type("#token", "a long enough secret\n")
        reader.waits(lambda: reader.path == "/news/new", "the page")
        clock = Clock(reader)
        reader.forget_traffic()
        reader.reload()
        reader.is_live()
        reader.forgives("401", *LOST)
        reader.script("""window.attempts = 0; window.answers = 0; const real = fetch, Source = EventSource;
            window.EventSource = class extends Source { constructor(...parts) { super(...parts); attempts += 1; } };
            window.fetch = async (...parts) => { const answer = await real(...parts); answers += 1; return answer; };
            fetch('/logout', {method: 'POST', headers: {Accept: 'application/json'}});""")

        def is_signed_out():
            clock.advance(1)
            return "You're signed out" in reader.text("#connection")

        reader.waits(is_signed_out, "the way to sign in")
        reader.script("window.link = document.querySelector('#connection a'); link.focus()")
        for _ in range(10):
            answers = reader.script("return answers")
            clock.advance(301)
            reader.waits(lambda: reader.script("return answers") > answers, "the answer to another attempt")
        assert reader.script("return document.activeElement === link")
        attempts = reader.script("return attempts")
        clock.advance(60)
        assert reader.script("return attempts") == attempts
        reader.driver.get("about:blank")


@pytest.mark.full
def test_without_a_service_worker_a_page_is_as_before(world, reader):
    reader.command("Page.addScriptToEvaluateOnNewDocument", source="delete Navigator.prototype.serviceWorker")
    live(world, reader)
    world.server.kill()
    reader.waits(lambda: status(reader).startswith("no connection"), "the status to say so")
    world.server.start()
    reader.waits(reader.is_fresh, "a fresh feed")
    assert json.loads(world.server.get("/health").text)["clients"] == 1


def test_unread_and_saved_items_can_be_read_without_a_connection_though_their_lists_were_never_opened(world, reader):
    assert world.server.post("/follow", {"address": world.upstreams.address + "/web/meadow/"}).status == 303
    clock = Clock(reader)
    reader.open(world.server, "/help")
    reader.waits(lambda: reader.driver.execute_async_script("const done = arguments[0]; navigator.serviceWorker.ready.then(() => done(true))"), "the worker")
    clock.advance(16)
    reader.waits(lambda: {"/unread", "/saved"} <= set(stored_pages(reader)), "the lists to be stored")
    is_stored(reader, "/unread?part=texts")
    clock.release()
    reader.forgives(*LOST)
    world.server.kill()
    reader.open(world.server, "/unread")
    reader.has_texts()
    words = reader.script(r"return document.querySelector('.row .excerpt').textContent.match(/\w+ \w{3,}/)[0]")
    reader.script("document.querySelector('.row:has(.excerpt) .main').click()")
    reader.reads(words, "#pane .prose")


def test_pages_with_secrets_are_requested_once_and_never_stored(reader):
    with new_world("--log", "requests") as world:
        server = world.server
        requests = lambda route: server.output.count(f" route={route} ")
        server.post("/account", {"change": "password", "new": "correct horse"})
        link = subprocess.run(
            [PROGRAM, "accounts", "reset", "admin", "--data", world.folder / "data"], check=True, capture_output=True, text=True,
            env=BARE | {"HOME": str(world.folder)}).stdout
        reset = re.search(r"/reset/\S+", link)[0]
        reader.open(server, "/login?return=/help")
        reader.type("#name", "admin")
        reader.type("#password", "correct horse")
        reader.leads(lambda: reader.click("form.login button"))
        is_stored(reader, "/help")
        count = requests("/login")
        reader.open(server, reset)
        reader.sees("#password")
        reader.open(server, "/account")
        reader.reads("Signed in as admin")
        reader.open(server, "/rules")
        is_stored(reader, "/rules")
        # Pages are stored in the order in which they are requested.
        assert stored_pages(reader) == ["/rules"]
        reader.open(server, "/login?return=/rules")
        until(lambda: requests("/login") > count, "the request to be logged")
        assert requests("/reset/{secret}") == 1 and requests("/account") == 2 and requests("/login") == count + 1
