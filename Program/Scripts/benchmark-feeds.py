#!/usr/bin/env python3
"""Times 500 followed web feeds: a refresh of all at 50 ms latency beside its bound, from the sample upstreams and from a server of made-up feeds,
and printing unread items beside newsboat.
Then 100 feeds with and without one of 5 MB among them: when the last of the others has been decoded.

Each feed has 20 items, or as many as the argument says. Needs Program/.build/release/freshet (make build) and newsboat. Prints seconds or milliseconds, and their ratios."""

import asyncio
import os
import re
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from email.utils import formatdate
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FRESHET = ROOT / ".build/release/freshet"
FEEDS, LATENCY, IN_FLIGHT, ROUNDS = 500, 0.05, 16, 5
BOUND = FEEDS / IN_FLIGHT * LATENCY
ITEMS = int(sys.argv[1]) if len(sys.argv) > 1 else 20


def feed(number, base, count=ITEMS):
    items = "".join(
        f"<item><title>Item {index} of feed {number}</title><link>{base}/{number}/{index}</link><guid>{number}-{index}</guid>"
        f"<pubDate>{formatdate(time.time() - index * 600 - number)}</pubDate><description>{'Some words of text. ' * 12}</description></item>"
        for index in range(count))
    return f'<?xml version="1.0"?><rss version="2.0"><channel><title>Feed {number}</title><link>{base}/{number}</link>{items}</channel></rss>'.encode()


class Feeds:
    """A server of made-up feeds that answers late, and counts how many requests it has at once."""

    def __init__(self):
        self.now = self.most = self.answered = 0
        self.ready = threading.Event()
        threading.Thread(target=lambda: asyncio.run(self.serve()), daemon=True).start()
        self.ready.wait()

    async def serve(self):
        server = await asyncio.start_server(self.answer, "127.0.0.1", 0)
        self.base = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        self.bodies = [feed(number, self.base) for number in range(FEEDS)]
        self.bodies.append(feed(FEEDS, self.base, 12_500))
        self.ready.set()
        await server.serve_forever()

    async def answer(self, reader, writer):
        try:
            while head := await reader.readuntil(b"\r\n\r\n"):
                self.now += 1
                self.most = max(self.most, self.now)
                await asyncio.sleep(LATENCY)
                body = self.bodies[int(head.split(b" ", 2)[1].strip(b"/"))]
                writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: application/rss+xml\r\nContent-Length: %d\r\n\r\n" % len(body) + body)
                self.now -= 1
                self.answered += 1
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()


def seconds(command, environment, status=0):
    start = time.perf_counter()
    done = subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if done.returncode != status:
        sys.exit(f"{command} ended with {done.returncode}: {done.stderr}")
    return time.perf_counter() - start


def surroundings(folder):
    return {"PATH": os.environ["PATH"], "HOME": folder, "TZ": "UTC", "LANG": "C.UTF-8"}


def import_feeds(folder, addresses, environment):
    opml = Path(folder) / "feeds.opml"
    opml.write_text('<opml version="2.0"><body>' + "".join(f'<outline xmlUrl="{address}"/>' for address in addresses) + "</body></opml>")
    seconds([FRESHET, "import", opml, "--data", f"{folder}/data"], environment)


def one_large(feeds):
    """When the last of 100 small feeds has been decoded, without and with one of 5 MB among them."""
    print(f"100 feeds, and one of {len(feeds.bodies[FEEDS]) / 1e6:.1f} MB first:")
    for numbers in (range(100), [FEEDS, *range(100)]):
        decoded, all = [], []
        for _ in range(ROUNDS):
            with tempfile.TemporaryDirectory(prefix="freshet-bench-") as folder:
                environment = surroundings(folder)
                import_feeds(folder, [f"{feeds.base}/{number}" for number in numbers], environment)
                start = time.time()
                all.append(seconds([FRESHET, "unread", "--refresh", "--data", f"{folder}/data"], environment))
                with sqlite3.connect(next(Path(folder, "data").glob("*.sqlite"))) as store:
                    last = store.execute(f"SELECT max(fetched_at) FROM feed WHERE key NOT LIKE '%2F{FEEDS}'").fetchone()[0]
                decoded.append(last / 1000 - start)
        what = "without" if len(numbers) == 100 else "with"
        print(f"  {what} the large one: the last of the others after {statistics.median(decoded):.2f} s, all after {statistics.median(all):.2f} s")


def sample_upstreams():
    """The first refresh of all feeds from `freshet sample-upstreams`, beside its bound."""
    upstreams = subprocess.Popen([FRESHET, "sample-upstreams", "--port", "0", "--latency", str(int(LATENCY * 1000))], stdout=subprocess.PIPE, text=True)
    try:
        base = re.search(r"http://[0-9.]+:\d+", next(line for line in upstreams.stdout if "http://" in line))[0]
        times = []
        for _ in range(ROUNDS):
            with tempfile.TemporaryDirectory(prefix="freshet-bench-") as folder:
                environment = surroundings(folder)
                import_feeds(folder, [f"{base}/web/site{number}/feed.xml" for number in range(FEEDS)], environment)
                times.append(seconds([FRESHET, "unread", "--refresh", "--data", f"{folder}/data"], environment))
    finally:
        upstreams.kill()
    value = statistics.median(times)
    print(f"refreshing {FEEDS} feeds of the sample upstreams: {value:.2f} s (of {ROUNDS}: {', '.join(f'{time:.2f}' for time in times)}),"
          f" bound {BOUND:.2f} s, ratio {value / BOUND:.2f}")


def main():
    sample_upstreams()
    feeds = Feeds()
    one_large(feeds)
    with tempfile.TemporaryDirectory(prefix="freshet-bench-") as folder:
        environment = surroundings(folder)
        urls = [f"{feeds.base}/{number}" for number in range(FEEDS)]
        (Path(folder) / "urls").write_text("\n".join(urls) + "\n")
        (Path(folder) / "config").write_text("reload-threads 16\n")
        news = ["newsboat", "-u", f"{folder}/urls", "-c", f"{folder}/cache.db", "-C", f"{folder}/config"]
        ours = [FRESHET, "unread", "--data", f"{folder}/data"]
        import_feeds(folder, urls, environment)
        first = seconds(ours + ["--refresh"], environment)
        print(f"refreshing {FEEDS} feeds, at most {feeds.most} at once: {first:.2f} s, bound {BOUND:.2f} s, ratio {first / BOUND:.2f}")
        other = seconds(news + ["-x", "reload"], environment)
        print(f"newsboat's reload with as many threads: {other:.2f} s, ratio {first / other:.2f}")
        times = [[], []]
        for round in range(ROUNDS + 2):
            for command, list in ((ours, times[0]), (news + ["-x", "print-unread"], times[1])):
                value = seconds(command, environment) * 1000
                if round >= 2:
                    list.append(value)
        for name, value in (("median", statistics.median), ("fastest", min)):
            one, two = map(value, times)
            print(f"unread items of {FEEDS * ITEMS}, {name}: {one:.1f} ms and newsboat's {two:.1f} ms, ratio {one / two:.2f}")


main()
