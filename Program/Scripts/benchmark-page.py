#!/usr/bin/env python3
"""Measures the page in Chromium, at the machine's speed and with scripts four times as slow: when it is painted first, how smoothly 1,000 rows scroll, and
the longest script task while 200 items arrive and while 500 comments are shown. For a reader who follows 500 feeds, also what the first view of each kind of
list loads, and how soon the page is drawn after each of 200 keys on 1,000 rows, with an item closed and with one open.

    Program/Scripts/test-browser.sh --collect-only -q        installs what it needs
    make build
    Program/.build/browser-venv/bin/python Program/Scripts/benchmark-page.py

FRESHET names another program. Prints milliseconds; the machine should be idle."""

import gzip
import os
import statistics
import sys
import tempfile
import threading
import time
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
os.environ.setdefault("FRESHET", str(ROOT / ".build/release/freshet"))
sys.path.insert(0, str(ROOT / "Tests/Browser"))

from crowd import FEEDS, crowd  # noqa: E402
from discussion import long_discussion  # noqa: E402
from programs import until, world  # noqa: E402
from reader import Reader, start_browser  # noqa: E402

ROWS, ARRIVING, COMMENTS, ROUNDS, PRESSED = 1000, 200, 500, 7, 200
PAGES = ["/", "/news/top", "/planet/wildfires", "/github/octo-sample/harbor"]

SCROLL = """
const done = arguments[0], frames = [], start = performance.now();
// The main part of a wide page scrolls by itself.
const main = document.querySelector('main'), scroller = main.scrollHeight > main.clientHeight + 1 ? main : document.scrollingElement;
let last = start;
const step = (now) => {
  frames.push(now - last); last = now;
  scroller.scrollBy(0, 40);
  if (now - start < 5000 && scroller.scrollTop + scroller.clientHeight < scroller.scrollHeight - 1) requestAnimationFrame(step); else done(frames.slice(2));
};
requestAnimationFrame((now) => { last = now; requestAnimationFrame(step); });
"""

# Each key follows the frame after the one before it, and a pause, in which an open item loads.
KEYS = """
const [count, pause, done] = arguments, times = [];
const drawn = () => new Promise((resume) => requestAnimationFrame(() => {
  const {port1, port2} = new MessageChannel();
  port1.onmessage = resume;
  port2.postMessage(0);
}));
(async () => {
  for (let number = 0; number < count; number += 1) {
    await new Promise((resume) => setTimeout(resume, pause));
    const start = performance.now();
    document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: 'j', bubbles: true, cancelable: true}));
    await drawn();
    times.push(performance.now() - start);
  }
  done(times);
})();
"""


class LongFeed:
    """A made-up web feed that grows."""

    def __init__(self):
        self.items = ROWS
        feed = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                body = feed.document(feed.items, ROWS, "A long feed").encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/rss+xml")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.base = f"127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def document(self, last, count, title):
        now = time.time()
        items = "".join(
            f"<item><title>Item {number} of a long feed about rivers and harbors</title><link>http://{self.base}/{number}</link><guid>{number}</guid>"
            f"<pubDate>{formatdate(now - (last - number) * 60)}</pubDate><description>{'Some words of text. ' * 12}</description></item>"
            for number in range(last, max(0, last - count), -1))
        return f'<?xml version="1.0"?><rss version="2.0"><channel><title>{title}</title><link>http://{self.base}/</link>{items}</channel></rss>'


def paints(reader, server, path):
    reader.command("Network.setBypassServiceWorker", bypass=True)
    found = []
    for _ in range(ROUNDS):
        reader.command("Network.clearBrowserCache")
        reader.open(server, path)
        found.append(until(reader.first_paint, "the first paint"))
    return statistics.median(found)


def worst(reader):
    """The script tasks over 50 ms, in words."""
    return "script tasks over 50 ms: " + (", ".join(f"{task:.0f}" for task in reader.long_tasks()) or "none")


def first_views(reader, many):
    """What the first view of each kind of list loads. Pictures in rows and texts, which are requested later, count apart."""
    lists = {"home": "/", "unread": "/unread", "a folder": f"/unread?folder={many.folder}", "a feed": many.feed(), "following": "/following"}
    for name, path in lists.items():
        painted = paints(reader, many.server, path)
        reader.command("Network.clearBrowserCache")
        reader.forget_traffic()
        reader.open(many.server, path)
        until(reader.first_paint, "the first paint")
        time.sleep(2)
        loaded = [(url, size) for url, _, size in reader.traffic() if not url.startswith("data:")]
        first = [(url, size) for url, size in loaded if "/pictures/" not in url and "part=texts" not in url]
        page = many.server.get(path, **many.cookie).body
        print(f"  {name} with {FEEDS} feeds: {len(first)} requests, {sum(size for _, size in first) / 1000:.0f} kB; {len(loaded) - len(first)} later, "
              f"{sum(size for _, size in loaded) / 1000:.0f} kB in all; HTML {len(page) / 1000:.0f} kB, compressed {len(gzip.compress(page, 6)) / 1000:.0f} kB; "
              f"first contentful paint {painted:.0f} ms")


def keys(reader, many):
    """How soon the page is drawn after each `j`."""
    reader.open(many.server, f"/unread?limit={ROWS}")
    until(lambda: reader.count(".row") >= ROWS, f"{ROWS} rows")
    time.sleep(3)
    for what, pause in (("closed", 30), ("open", 200)):
        if what == "open":
            reader.script("document.querySelector('.row[aria-current] .main').click()")
            reader.sees("#pane .item")
            time.sleep(2)
        reader.script("measured.tasks.length = 0")
        times = sorted(reader.driver.execute_async_script(KEYS, PRESSED, pause))
        print(f"  {PRESSED} × j on {ROWS} rows, an item {what}: drawn after {statistics.median(times):.0f} ms, the 95th percentile {times[len(times) * 95 // 100]:.0f} ms; "
              f"longest task {max(reader.long_tasks(), default=0):.0f} ms (0: none over 50)")


def measure(driver, made, many, talk, long, page, slowdown):
    print(f"\n{'the machine’s own speed' if slowdown == 1 else f'scripts {slowdown} times as slow'}; load {os.getloadavg()[0]:.1f}")
    reader = Reader(driver)
    try:
        reader.command("Emulation.setCPUThrottlingRate", rate=slowdown)
        many.sign_in(reader)
        first_views(reader, many)
        keys(reader, many)
        for path in PAGES:
            print(f"  {path}: first contentful paint {paints(reader, made.server, path):.0f} ms")
        reader.open(made.server, f"{page}?limit={ROWS}")
        until(lambda: reader.count(".row") >= ROWS, f"{ROWS} rows")
        until(lambda: reader.script("return document.readyState") == "complete", "the page")
        time.sleep(2)
        frames = sorted(driver.execute_async_script(SCROLL))
        late = sum(frame > 25 for frame in frames)
        print(f"  {ROWS} rows: {len(frames) * 1000 / sum(frames):.1f} frames a second, the 95th percentile after {frames[len(frames) * 95 // 100]:.1f} ms,"
              f" {late} of {len(frames)} later than 25 ms")
        reader.open(made.server, page)
        reader.is_live()
        time.sleep(2)
        reader.script("measured.tasks.length = 0")
        long.items += ARRIVING
        made.server.age(3600 * 30)
        made.server.refresh(page)
        reader.sees("#pill")
        time.sleep(3)
        print(f"  {ARRIVING} items arriving: {reader.text('#pill')}; {worst(reader)}")
        reader.open(talk.server, "/news/top?item=1")
        reader.sees("#pane .comments-more")
        time.sleep(2)
        reader.script("measured.tasks.length = 0")
        start = time.monotonic()
        reader.click("#pane .comments-more")
        until(lambda: reader.count("#pane .comment") == COMMENTS, f"{COMMENTS} comments")
        took = time.monotonic() - start
        time.sleep(1)
        print(f"  {COMMENTS} comments shown in {took:.1f} s; {worst(reader)}")
    finally:
        reader.leave()


def main():
    long = LongFeed()
    with tempfile.TemporaryDirectory(prefix="freshet-page-", ignore_cleanup_errors=True) as folder, world() as made, crowd() as many, long_discussion(COMMENTS) as talk:
        page = made.server.post("/follow", {"address": f"http://{long.base}/feed"}).headers["Location"]
        made.server.warm(*[path for path in PAGES if path != "/"], page)
        # Stored, so that showing them is measured and not the polite pauses between requests.
        talk.server.warm(f"/news/item/1?limit={COMMENTS + 1}")
        driver = start_browser(folder)
        driver.set_script_timeout(600)
        try:
            for slowdown in (1, 4):
                measure(driver, made, many, talk, long, page, slowdown)
        finally:
            driver.quit()


main()
