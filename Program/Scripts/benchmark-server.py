#!/usr/bin/env python3
"""Measures the server, as ratios and against bounds: a page from a warm store beside a bare Hummingbird route that returns the same bytes, and many
live clients on one feed.

Needs Program/.build/release/freshet (make build), Program/.build/release/bare-server and wrk (Debian's package). Only loopback is used: the upstream is
a list of made-up stories in another process. Takes about three minutes."""

import argparse
import contextlib
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BARE = ROOT / ".build/release/bare-server"
os.environ.setdefault("FRESHET", str(ROOT / ".build/release/freshet"))
sys.path.insert(0, str(ROOT / "Tests/Browser"))

from live_clients import LiveClients, raise_descriptor_limit
from programs import Server, fetch, free_port, until
from stories import FEED, Stories


def wrk(url, seconds, headers=()):
    """Milliseconds in the middle, and requests a second."""
    extra = [part for header in headers for part in ("-H", header)]
    command = ["wrk", "-t1", "-c32", f"-d{seconds}s", "--latency", *extra, url]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert "Non-2xx" not in text, text
    number, unit = re.search(r"50%\s+([\d.]+)(us|ms|s)", text).groups()
    return float(number) * {"us": 0.001, "ms": 1, "s": 1000}[unit], float(re.search(r"Requests/sec:\s+([\d.]+)", text).group(1))


def compare_pages(server, folder, rounds, seconds):
    print("| what | bytes | ms p50 | requests/s | p50 × bare | throughput: bare × |\n|-|-:|-:|-:|-:|-:|")
    for name, headers in ((f"{FEED}", []), (f"{FEED}, gzip", ["Accept-Encoding: gzip"]), (f"{FEED}.atom", []), (f"/api{FEED}", [])):
        path = name.split(",")[0]
        answer = fetch(server.address + path, headers=dict(header.split(": ") for header in headers))
        assert answer.status == 200, f"{path}: {answer.status}"
        reply, data = answer.headers, answer.body
        file = Path(folder) / "page"
        file.write_bytes(data)
        bare = subprocess.Popen([BARE, file, reply["Content-Type"], str(free_port())], stdout=subprocess.PIPE, text=True)
        bare.stdout.readline()
        ours, theirs = [], []
        for turn in range(rounds + 1):
            for url, list in ((f"http://127.0.0.1:{server.port}{path}", ours), (f"http://127.0.0.1:{bare.args[3]}/page", theirs)):
                figures = wrk(url, seconds if turn else 1, headers)
                if turn:
                    list.append(figures)
        bare.terminate()
        bare.wait()
        delay = statistics.median(a[0] / b[0] for a, b in zip(ours, theirs))
        throughput = statistics.median(b[1] / a[1] for a, b in zip(ours, theirs))
        middle = lambda list, index: statistics.median(figures[index] for figures in list)
        print(f"| {name} | {len(data)} | {middle(ours, 0):.2f} | {middle(ours, 1):.0f} | {delay:.2f} | {throughput:.2f} |")
        print(f"| bare Hummingbird, the same bytes | {len(data)} | {middle(theirs, 0):.2f} | {middle(theirs, 1):.0f} | 1 | 1 |", flush=True)


def follow(server, upstream, count, path, rounds, rest):
    warm = LiveClients(server.port, 20, path)
    warm.settle()
    warm.close()
    time.sleep(2)
    before = server.memory
    clients = LiveClients(server.port, count, path)
    clients.settle(120)
    after = server.memory
    medians, lasts, delays = [], [], []
    for turn in range(rounds + 1):
        marker = upstream.add()
        server.refresh(FEED)
        times = clients.arrivals(marker, 45)
        if len(times) < count:
            raise SystemExit(f"{count - len(times)} of {count} clients did not get what arrived")
        milliseconds = sorted((value - upstream.answered) * 1000 for value in times.values())
        if turn:
            medians.append(statistics.median(milliseconds))
            lasts.append(milliseconds[-1])
            delays.append(milliseconds[0])
        clients.read(2)
    used, start = server.seconds, time.monotonic()
    clients.read(rest)
    share = (server.seconds - used) / (time.monotonic() - start)
    later = server.memory
    start = time.monotonic()
    server.stop()
    end = time.monotonic() - start
    print(f"| {path} | {count} | {statistics.median(delays):.0f} | {statistics.median(medians):.0f} | {statistics.median(lasts):.0f} | {max(lasts):.0f} | "
          f"{(after - before) / count / 1024:.1f} | {(later - before) / count / 1024:.1f} | {share * 100:.2f} % | {end:.2f} |", flush=True)
    clients.close()


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--clients", type=int, default=2000)
    arguments.add_argument("--rounds", type=int, default=5)
    arguments.add_argument("--seconds", type=int, default=4, help="of each round of wrk")
    arguments.add_argument("--rest", type=int, default=30, help="seconds in which the clients are at rest")
    arguments.add_argument("--only", choices=("pages", "clients"))
    options = arguments.parse_args()
    raise_descriptor_limit()
    source = Stories()
    try:
        if options.only != "clients":
            with serving(source, options.clients) as server, tempfile.TemporaryDirectory() as folder:
                compare_pages(server, folder, options.rounds, options.seconds)
        if options.only != "pages":
            print("\n| events of | clients | ms first | ms median | ms last | ms last, worst round | kB a client at first | kB a client later | CPU at rest | s to end |")
            print("|-|-:|-:|-:|-:|-:|-:|-:|-:|-:|")
            for path in (FEED, "/api" + FEED):
                # Each with a server of its own: memory that others have given back would hide what is taken.
                with serving(source, options.clients) as server:
                    follow(server, source, options.clients, path, options.rounds, options.rest)
    finally:
        source.kill()


@contextlib.contextmanager
def serving(source, clients):
    """`freshet serve` with a page that has all its rows, and nothing going on."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(folder, source, "--max-clients", str(clients))
        try:
            until(lambda: server.get(FEED).body.count(b'class="row') >= 50, "the page to fill")
            time.sleep(1)
            yield server
        finally:
            server.kill()


if __name__ == "__main__":
    main()
