"""Text written by strangers stays text, no matter what it contains."""

import http.server
import json
import re
import sqlite3
import threading
from contextlib import closing, contextmanager

import feedparser
import pytest
from selenium.webdriver.common.keys import Keys

from clock import Clock
from hostile import Hostile
from pages import name
from programs import World, until

PATHS = ["/github/octo-sample/harbor", "/github/trending/swift", "/github/repositories", "/planet", "/planet/wildfires", "/news/top", "/news/ask"]


@pytest.fixture(scope="module")
def hostile(tmp_path_factory):
    folder = tmp_path_factory.mktemp("hostile")
    world = World(folder, upstreams=Hostile(folder))
    try:
        world.server.post("/follow", {"address": "octo-sample/harbor"})
        for path in PATHS:
            until(lambda: world.server.document(path)["status"] in ("fresh", "stale"), path)
        for upstream, path in [("github", PATHS[0]), ("planet", "/planet/wildfires"), ("news", "/news/top")]:
            items = world.server.document(path)["items"]
            world.server.post("/marks", {"scope": upstream, "id": [item["id"] for item in items[:12]], "mark": "saved"})
        yield world
    finally:
        world.end()


HARM = """return {harmed: window.harmed ?? null, elements: [...document.querySelectorAll('script:not([src]), iframe, object, embed, base, style, meta[http-equiv], img[onerror], svg[onload], form[action*="evil"]')]
    .filter(e => !(e.tagName === 'SCRIPT' && /json/.test(e.type))).map(e => e.outerHTML.slice(0, 200)),
    handlers: [...document.querySelectorAll('*')].filter(e => [...e.attributes].some(a => a.name.startsWith('on'))).map(e => e.outerHTML.slice(0, 200)),
    links: [...document.querySelectorAll('a[href], img[src], form[action]')].map(e => e.href?.baseVal ?? (e.href || e.src || e.action)).filter(u => !/^(https?:|data:image|#row-)/.test(u)),
    abroad: [...document.querySelectorAll('img[src], link[href], form[action], script[src]')].map(e => e.src || e.href || e.action).filter(u => typeof u === 'string' && !u.startsWith(location.origin) && !u.startsWith('data:'))};"""


@pytest.mark.brief("/news/top-with JavaScript", "/github/octo-sample/harbor-without JavaScript", "/-with JavaScript")
@pytest.mark.parametrize("scripts", [True, False], ids=["with JavaScript", "without JavaScript"])
@pytest.mark.parametrize("path", [*PATHS, "/", "/saved"])
def test_hostile_text_does_no_harm(hostile, reader, path, scripts):
    if not scripts:
        reader.without_scripts()
    reader.open(hostile.server, path)
    assert reader.script(HARM) == {"harmed": None, "elements": [], "handlers": [], "links": [], "abroad": []}
    if path not in ("/", "/planet"):
        assert reader.count(".row") > 0
    words = reader.text("main")
    assert words and not any(scalar in words for scalar in "\u202e\u2066\u2067\u0000\u001b\u0007"), "controls and turns of direction are taken out"


@pytest.mark.brief("/github/octo-sample/harbor")
@pytest.mark.parametrize("path", PATHS)
def test_hostile_text_does_not_burst_the_page(hostile, reader, path):
    for size in ["phone", "desktop"]:
        if size == "phone":
            reader.phone()
        else:
            reader.size(1280, 900)
        reader.open(hostile.server, path)
        assert reader.wider_than_screen() == []
        tall = reader.script("return [...document.querySelectorAll('.row')].map(e => [e.getBoundingClientRect().height, e.innerText.slice(0, 60)]).filter(([h]) => h > 1300)")
        assert reader.rows and tall == [], size
    assert reader.violations() == []
    reader.photograph(f"hostile-{name(path)}")


def test_a_title_without_end_is_cut_on_a_phone_and_whole_once_its_row_is_chosen(hostile, reader):
    reader.phone()
    reader.open(hostile.server, "/news/new")
    reader.waits(lambda: reader.count(".row") >= 20 and reader.is_fresh(), "stories")
    sizes = "return [...document.querySelectorAll('.row .title')].map(e => [e.clientHeight, e.scrollHeight, e.closest('.row').id])"
    assert max(shown for shown, *_ in reader.script(sizes)) <= 6 * 1.4 * 16 + 2
    shown, whole, row = max(reader.script(sizes), key=lambda sizes: sizes[1])
    assert whole > shown + 20, "some title of the hostile ones is longer"
    reader.script("document.getElementById(arguments[0]).querySelector('.lead').click()", row)
    reader.waits(lambda: all(whole <= shown + 1 for shown, whole, one in reader.script(sizes) if one == row), "the whole title")


def test_hostile_text_that_arrives_live_does_no_harm(hostile, reader):
    reader.open(hostile.server, "/news/new")
    reader.waits(lambda: reader.count(".row") >= 20 and reader.is_fresh(), "stories")
    hostile.upstreams.upstreams.advance(900)
    hostile.server.refresh("/news/new")
    reader.sees("#pill")
    reader.script("document.querySelector('#pill').click()")
    reader.sees(".row.arrived")
    reader.press("j", "j", "m", "s")
    assert reader.script(HARM) == {"harmed": None, "elements": [], "handlers": [], "links": [], "abroad": []}
    assert reader.count("#status") == 1, "a text cannot make an event of its own"


@pytest.mark.brief("<script>window.harmed=1</script>")
@pytest.mark.parametrize("words", ["<script>window.harmed=1</script>", "\"><img src=x onerror=window.harmed=2>", "' onfocus=window.harmed=3 autofocus '", "\u202eabc"])
def test_hostile_addresses_do_no_harm(site, reader, words):
    from urllib.parse import quote
    reader.forgives("400", "404")
    for address in [f"/news/top?q={quote(words)}", f"/news/top?type={quote(words)}", f"/news/top?order={quote(words)}", f"/{quote(words)}", f"/github/{quote(words, safe='')}/x",
                    f"/planet/wildfires?days={quote(words)}", f"/login?return={quote(words)}", f"/news/top?limit={quote(words)}"]:
        reader.open(site.server, address)
        assert reader.script(HARM) == {"harmed": None, "elements": [], "handlers": [], "links": [], "abroad": []}, address


@pytest.mark.brief("/github/octo-sample/harbor")
@pytest.mark.parametrize("path", PATHS)
def test_hostile_text_leaves_feeds_whole(hostile, path):
    atom, told = hostile.server.syndicated(path + ".atom")
    feed = feedparser.parse(atom.body, response_headers={"content-type": "application/atom+xml"}, sanitize_html=False)
    assert not feed.bozo and len(feed.entries) == told > 0, feed.get("bozo_exception")
    other = json.loads(hostile.server.get(path + ".json").text)["items"]
    links = [link.href for entry in feed.entries for link in entry.links] + [item[key] for item in other for key in ("url", "external_url", "image") if key in item]
    assert links and [link for link in links if not re.match(r"https?://", link)] == []
    contents = [part.value for entry in feed.entries for part in entry.get("content", []) if part.type != "text/plain"] + [item.get("content_html", "") for item in other]
    assert contents and [text for text in contents if re.search(r"<(script|iframe|style|form|img|svg)|javascript:|<[^>]* on\w+=", text)] == []


def test_a_form_of_another_site_changes_nothing(site, reader):
    for origin in [{"Sec-Fetch-Site": "cross-site", "Origin": "https://evil.example"}, {"Sec-Fetch-Site": "same-site", "Origin": "http://127.0.0.1:1"}]:
        assert site.server.post("/follow", {"address": "octo-sample/busy"}, **origin).status in (400, 403)
    reader.open(site.server, "/")
    assert reader.count("main a[href='/github/octo-sample/busy']") == 0


def test_a_page_of_another_site_cannot_send_the_reader_away(site):
    for place in ["https://evil.example/", "//evil.example/", "/\\evil.example", "javascript:alert(1)", "/\t/evil.example"]:
        answer = site.server.post("/refresh", {"feed": "/news/top", "return": place})
        location = answer.headers.get("Location", "/")
        assert location.startswith("/") and not location.startswith(("//", "/\\", "/\t")), (place, location)


def test_another_host_name_is_refused(site):
    for host in ["evil.example", f"evil.example:{site.server.port}", "127.0.0.1.evil.example"]:
        answer = site.server.get("/news/top", Host=host)
        assert answer.status in (400, 403, 421), (host, answer.status)


@contextmanager
def other_site(page):
    """Serves a page on another port; yields the port."""
    class Evil(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(page.encode())

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Evil) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield server.server_port
        finally:
            server.shutdown()


@pytest.fixture
def evil(world):
    """A page of another site that embeds as much of the server as a page can, and links to a feed."""
    base = world.server.address
    pictures = "".join(f'<img src="{base}/github/octo-sample/b{number}">' for number in range(20))
    page = f"""<!doctype html><title>evil</title>{pictures}<iframe src="{base}/github/octo-sample/busy"></iframe>
        <script src="{base}/api/github/octo-sample/busy"></script><link rel="stylesheet" href="{base}/news/top">
        <script>for (let number = 0; number < 5; number++) new EventSource("{base}/news/top?q=" + number);
        fetch("{base}/api/github/octo-sample/harbor", {{mode: "no-cors"}}).finally(() => document.title = "done");</script>
        <a href="{base}/github/octo-sample/harbor">a link</a>"""

    with other_site(page) as port:
        yield port


@pytest.mark.brief("localhost")
@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_a_page_of_another_site_asks_no_upstream_and_its_link_waits_for_the_reader(world, reader, evil, host):
    reader.forgives("403", "ERR_", "blocked", "Refused", "MIME", "frame", "EventSource", "CORS", "Failed to fetch")
    reader.server = world.server
    reader.driver.get(f"http://{host}:{evil}/")
    reader.waits(lambda: reader.driver.title == "done", "the page to have asked for everything")
    reader.leads(lambda: reader.click("a"))
    reader.reads("Load octo-sample/harbor", "form.load")
    assert reader.violations() == []
    reader.photograph("load-a-feed")
    assert world.upstreams.requests() == [], "another site's page asked the upstreams"
    with closing(sqlite3.connect(world.server.store)) as store:
        assert store.execute("SELECT key FROM feed").fetchall() == []
    reader.leads(lambda: reader.click("form.load button"))
    reader.waits(lambda: reader.count(".row") > 0 and reader.is_fresh(), "the feed, once the reader loads it")
    assert reader.count("form.load") == 0


def lure(reader, world, path):
    """Opens a page of another site whose script sends the reader to a page of the server."""
    reader.server = world.server
    reader.forget_traffic()
    with other_site(f"<!doctype html><title>evil</title><script>setTimeout(() => location.href = '{world.server.address}{path}')</script>") as port:
        reader.driver.get(f"http://localhost:{port}/")
        reader.waits(lambda: reader.script("return location.port") == str(world.server.port), "the page of the server")
    reader.waits(lambda: reader.script("return document.readyState") == "complete", "its script")
    assert reader.attributes("html", "data-foreign") == [""]


def asked_by_page(reader):
    """What the server's page has requested, except what every page loads."""
    return [url for url, kind, _ in reader.traffic() if kind not in ("Document", "Stylesheet", "Script", "Image", "Manifest", "Other")]


def discussed(server):
    """A stored story that has comments, and the path of its discussion."""
    for item in server.document("/news/top")["items"]:
        path = f"/news/top?item={item['id']}"
        found = re.search(r'data-thread="([^"?]+)', server.get(f"{path}&part=item").text)
        if found:
            return path, found[1]
    raise AssertionError("no story has comments")


@pytest.mark.brief("with the service worker-not followed")
@pytest.mark.parametrize("followed", [False, True], ids=["not followed", "followed"])
@pytest.mark.parametrize("known", [False, True], ids=["a new browser", "with the service worker"])
def test_an_item_that_another_site_opens_stays_unread_until_the_reader_acts(world, reader, followed, known):
    if followed:
        world.server.post("/follow", {"feed": "/news/top"})
    world.server.warm("/news/top")
    path, thread = discussed(world.server)
    # Nothing has the feed open from here on.
    world.server.stop()
    world.server.start()
    if known:
        reader.open(world.server, "/help")
        reader.waits(lambda: reader.script("return navigator.serviceWorker.controller !== null"), "the service worker")
    before = world.upstreams.requests()
    clock = Clock(reader)
    lure(reader, world, path)
    reader.sees("#item-title")
    clock.advance(5)
    assert reader.attributes(".item .mark.read", "aria-pressed") == ["false"]
    assert asked_by_page(reader) == []
    with closing(sqlite3.connect(world.server.store)) as store:
        assert store.execute("SELECT key, visited_at FROM feed JOIN reading ON feed_id = feed.id").fetchall() == [("news/top", None)]
    if not followed:
        assert world.upstreams.requests() == before, "another site's page asked the upstreams"
    reader.press(Keys.SHIFT)
    reader.waits(lambda: reader.attributes(".item .mark.read", "aria-pressed") == ["true"], "the item to be read")
    reader.waits(lambda: any(url.endswith("/marks") for url in asked_by_page(reader)), "the mark to be sent")
    clock.advance(5)
    assert not any(thread in url for url in asked_by_page(reader)), "only the link leads to the discussion"
    assert any(url.endswith("/visit") for url in (url for url, *_ in reader.traffic())) == followed


def test_a_home_page_that_another_site_opens_asks_no_upstream_until_the_reader_acts(world, reader):
    clock = Clock(reader)
    lure(reader, world, "/")
    reader.waits(lambda: reader.script("return navigator.serviceWorker.controller !== null"), "the service worker")
    clock.advance(5)
    assert asked_by_page(reader) == [] and world.upstreams.requests() == []
    reader.press(Keys.SHIFT)
    reader.is_live()
