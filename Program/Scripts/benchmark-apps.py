#!/usr/bin/env python3
"""Measures the calls of a reader app's usual synchronization over HTTP, with many stored items.

usage: Program/Scripts/benchmark-apps.py [--program FILE] [--feeds N] [--items N] [--unread N] [--rounds N]
       Program/Scripts/with-postgresql.sh Program/Scripts/benchmark-apps.py

Serves made-up web feeds, follows them, marks the items of some as unread one by one and all others as read, stars 500, and sends the calls that FreshRSS advises
apps to make, one after another over one connection, with gzip as apps ask for it. The store is a file in a temporary folder or, beside
with-postgresql.sh, that database. Prints the median and the 95th percentile of each call in milliseconds, until the last byte, and the size of its answer.
"""

import argparse
import gzip
import http.client
import json
import os
import re
import subprocess
import tempfile
import time
import urllib.parse
from pathlib import Path

from madeupfeeds import FeedServer

STATE = "user/-/state/com.google/"


class App:
    def __init__(self, port):
        self.connection = http.client.HTTPConnection("127.0.0.1", port)
        self.headers = {}
        form = self.send("POST", "accounts/ClientLogin", [("Email", "any"), ("Passwd", "any")])[0].decode()
        auth = re.search("Auth=(.+)", form)[1]
        self.headers = {"Authorization": f"GoogleLogin auth={auth}", "Accept-Encoding": "gzip"}

    def send(self, method, path, form=None):
        """The body of the answer, and its size on the way."""
        body = None if form is None else urllib.parse.urlencode(form)
        kind = {} if form is None else {"Content-Type": "application/x-www-form-urlencoded"}
        self.connection.request(method, f"/api/greader.php/{path}", body=body, headers=self.headers | kind)
        answer = self.connection.getresponse()
        data = answer.read()
        assert answer.status == 200, f"{path}: {answer.status} {data[:200]}"
        return gzip.decompress(data) if answer.headers["Content-Encoding"] == "gzip" else data, len(data)

    def get(self, path, **query):
        return self.send("GET", f"reader/api/0/{path}?" + urllib.parse.urlencode({"output": "json"} | query))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default=str(Path(__file__).parents[1] / ".build/release/freshet"))
    parser.add_argument("--feeds", type=int, default=100)
    parser.add_argument("--items", type=int, default=1000)
    parser.add_argument("--unread", type=int, default=50, help="feeds whose items are unread")
    parser.add_argument("--rounds", type=int, default=100)
    options = parser.parse_args()
    database = os.environ.get("FRESHET_TEST_POSTGRES")
    with tempfile.TemporaryDirectory() as folder, FeedServer(options.items, repeats=18) as feeds:
        environment = {"PATH": "/usr/bin:/bin", "HOME": folder, "TZ": "UTC"} | ({"FRESHET_STORE": database} if database else {})
        for number in range(options.feeds):
            subprocess.run([options.program, "follow", feeds.address(number)], env=environment, check=True, stdout=subprocess.DEVNULL)
        log = Path(folder, "log")
        with open(log, "wb") as output:
            server = subprocess.Popen([options.program, "serve", "--port", "0"], env=environment, stdout=output, stderr=subprocess.STDOUT)
        try:
            while not (port := re.search(r"http://(?:127\.0\.0\.1|localhost):(\d+)", log.read_text())):
                assert server.poll() is None, log.read_text()
                time.sleep(0.1)
            measure(App(int(port[1])), options, "PostgreSQL" if database else "SQLite")
        finally:
            server.terminate()
            server.wait()


def measure(app, options, store):
    ids = []
    while True:
        page = json.loads(app.get("stream/items/ids", s=STATE + "reading-list", n=10_000, **({"c": ids[-1]} if ids else {}))[0])
        ids += [ref["id"] for ref in page["itemRefs"]]
        if "continuation" not in page:
            break
    for start in range(0, len(ids), 9_999):
        app.send("POST", "reader/api/0/edit-tag", [("i", one) for one in ids[start:start + 9_999]] + [("r", STATE + "read")])
    for subscription in json.loads(app.get("subscription/list")[0])["subscriptions"][options.unread:]:
        app.send("POST", "reader/api/0/mark-all-as-read", [("s", subscription["id"])])
    app.send("POST", "reader/api/0/edit-tag", [("i", one) for one in ids[::max(1, len(ids) // 500)]] + [("a", STATE + "starred")])
    since = int(time.time()) - 86_400
    calls = {
        "tag/list": lambda: app.get("tag/list"),
        "subscription/list": lambda: app.get("subscription/list"),
        "unread-count": lambda: app.get("unread-count", all="true"),
        "150 unread items since a time": lambda: app.get("stream/contents/" + STATE + "reading-list", xt=STATE + "read", ot=since, n=150),
        "10,000 ids of unread items": lambda: app.get("stream/items/ids", s=STATE + "reading-list", xt=STATE + "read", n=10_000),
        "ids of 500 starred items": lambda: app.get("stream/items/ids", s=STATE + "starred", n=10_000),
        "150 starred items": lambda: app.get("stream/contents/" + STATE + "starred", n=150),
    }
    print(f"{len(ids):,} items in {options.feeds} feeds, those of {options.unread} unread, {store}\n\n| call | ms median | ms 95 % | kB |\n|-|-:|-:|-:|")
    for name, call in calls.items():
        times, size = [], 0
        for _ in range(options.rounds):
            start = time.perf_counter()
            _, size = call()
            times.append(1000 * (time.perf_counter() - start))
        times.sort()
        print(f"| {name} | {times[len(times) // 2]:.1f} | {times[len(times) * 95 // 100]:.1f} | {size / 1000:.0f} |", flush=True)


main()
