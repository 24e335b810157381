#!/usr/bin/env python3
"""Measures the page in Chromium, at the machine's speed and with scripts four times as slow: when it is painted first (also the home page of somebody who
follows 200 feeds), how smoothly 1,000 rows scroll, and the longest script task while 200 items arrive and while 500 comments are shown.

    Program/Scripts/test-browser.sh --collect-only -q        installs what it needs
    make build
    Program/.build/browser-venv/bin/python Program/Scripts/benchmark-page.py

FRESHET names another program. Prints milliseconds; the machine should be idle."""

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

from discussion import long_discussion  # noqa: E402
from programs import until, world  # noqa: E402
from reader import Reader, start_browser  # noqa: E402

ROWS, ARRIVING, FOLLOWED, COMMENTS, ROUNDS = 1000, 200, 200, 500, 7
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


class LongFeed:
    """A made-up web feed that grows."""

    def __init__(self):
        self.items = ROWS
        feed = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                # Any other path is a feed of its own, which doesn't grow.
                is_long = self.path == "/feed"
                body = feed.document(feed.items, ROWS, "A long feed") if is_long else feed.document(20, 20, f"Feed {self.path[1:]}")
                body = body.encode()
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


def follow_many(made, base):
    """Follows many feeds, which are refreshed once."""
    for number in range(FOLLOWED):
        answer = made.server.post("/follow", {"address": f"http://{base}/{number}", "folder": f"Folder {number // 20}" if number % 2 else "", "interval": "never"})
        made.server.warm(answer.headers["Location"])


def measure(driver, made, crowded, talk, long, page, slowdown):
    print(f"\n{'the machine’s own speed' if slowdown == 1 else f'scripts {slowdown} times as slow'}; load {os.getloadavg()[0]:.1f}")
    reader = Reader(driver)
    try:
        reader.command("Emulation.setCPUThrottlingRate", rate=slowdown)
        print(f"  / with {FOLLOWED} followed feeds: first contentful paint {paints(reader, crowded.server, '/'):.0f} ms, {worst(reader)}")
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
    with tempfile.TemporaryDirectory(prefix="freshet-page-", ignore_cleanup_errors=True) as folder, world() as made, world() as crowded, long_discussion(COMMENTS) as talk:
        page = made.server.post("/follow", {"address": f"http://{long.base}/feed"}).headers["Location"]
        made.server.warm(*[path for path in PAGES if path != "/"], page)
        follow_many(crowded, long.base)
        # Stored, so that showing them is measured and not the polite pauses between requests.
        talk.server.warm(f"/news/item/1?limit={COMMENTS + 1}")
        driver = start_browser(folder)
        try:
            for slowdown in (1, 4):
                measure(driver, made, crowded, talk, long, page, slowdown)
        finally:
            driver.quit()


main()
