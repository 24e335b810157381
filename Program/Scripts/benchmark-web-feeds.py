#!/usr/bin/env python3
"""Times the parsing of web feeds beside Python's feedparser, file by file, and the memory that a feed of 8 MiB takes, the largest that is read.

    Program/Scripts/benchmark-web-feeds.py [--goal] FOLDER_OF_FEEDS

Needs feedparser (pip install feedparser) and Program/.build/release/web-feed-parsing
(swift build -c release --static-swift-stdlib --package-path Program --product web-feed-parsing). FRESHET_FEED_PARSING names another build of it.
With --goal it fails below 20 times feedparser's speed, or above 100 MiB. JSON Feeds are left out of the ratio: feedparser reads none."""

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import feedparser

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = os.environ.get("FRESHET_FEED_PARSING", ROOT / ".build/release/web-feed-parsing")
SIZE = 8 << 20


def peer(path, rounds=5):
    body = path.read_bytes()
    best = float("inf")
    for _ in range(rounds):
        start = time.perf_counter()
        entries = feedparser.parse(body).entries
        best = min(best, time.perf_counter() - start)
    return best, len(entries)


def measure(rounds, paths):
    output = subprocess.run([PROGRAM, str(rounds), *paths], stdout=subprocess.PIPE, check=True, text=True).stdout
    return [json.loads(line) for line in output.splitlines()]


def large_feed(path):
    """8 MiB of items like a newspaper's, with escaped HTML."""
    paragraph = '&lt;p&gt;The tide and the &lt;a href="https://site.example/moon"&gt;moon&lt;/a&gt;, and what is between them.&lt;/p&gt;\n'
    text = ["<rss version='2.0'><channel><title>Tides</title>"]
    size = len(text[0])
    number = 0
    while True:
        number += 1
        item = (
            f"<item><title>Tide number {number}</title><link>https://site.example/{number}</link><guid>{number}</guid>"
            f"<pubDate>Sat, 21 Nov 2026 10:32:00 GMT</pubDate><description>{paragraph * 20}</description></item>"
        )
        if size + len(item) + 32 > SIZE:
            break
        size += len(item)
        text.append(item)
    path.write_text("".join(text) + "</channel></rss>")


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--goal"]
    if len(arguments) != 1:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as folder:
        large = Path(folder) / "large.rss"
        large_feed(large)
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
        [line] = measure(1, [large])
        # The process holds the body, the items and the program itself.
        memory = max(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, before) / 1024
    print(f"{line['bytes'] / 2**20:.1f} MiB, {line['items']} items: {line['seconds'] * 1000:.0f} ms, the whole process at most {memory:.0f} MiB\n")

    endings = {".rss", ".atom", ".xml", ".rdf", ".json"}
    paths = sorted(path for path in Path(arguments[0]).iterdir() if path.suffix in endings)
    mine, theirs = 0, 0
    print(f"{'file':26} {'bytes':>8} {'items':>6} {'freshet':>10} {'feedparser':>11} {'ratio':>7}")
    for path, line in zip(paths, measure(50, paths)):
        seconds, entries = peer(path)
        ratio = "-"
        if path.suffix != ".json":
            mine += line["seconds"]
            theirs += seconds
            ratio = f"{seconds / line['seconds']:.1f}"
        print(
            f"{path.name:26} {line['bytes']:8} {line['items']:6} {line['seconds'] * 1000:7.3f} ms {seconds * 1000:8.2f} ms {ratio:>7}"
            + ("" if entries == line["items"] else f"  feedparser: {entries} items")
        )
    print(f"all but JSON: {mine * 1000:.2f} ms and {theirs * 1000:.1f} ms, ratio {theirs / mine:.1f}")
    if "--goal" in sys.argv and (theirs / mine < 20 or memory > 100):
        sys.exit("The goal is missed.")


main()
