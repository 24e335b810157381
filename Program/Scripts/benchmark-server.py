#!/usr/bin/env python3
"""Measures the server, as ratios and against bounds: a page from a warm store beside a bare Hummingbird route that returns the same bytes, and many
live clients on one feed.

Needs Program/.build/release/freshet (make build), Program/Benchmarks/.build/release/bare-server and wrk (Debian's package). Only loopback is used: the upstream is
a list of made-up stories in another process. Takes about three minutes."""

import argparse
import contextlib
import http.client
import json
import multiprocessing
import os
import re
import resource
import select
import socket
import statistics
import subprocess
import tempfile
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FRESHET = ROOT / ".build/release/freshet"
BARE = ROOT / "Benchmarks/.build/release/bare-server"
FEED = "/news/top"
STORIES = 60


def upstream(port, newest, answered):
    """Hacker News, as far as a list needs it; `newest` grows by one when an item is to arrive, `answered` is when it was told."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self):
            path = self.path.split("?")[0]
            last = newest.value
            if path.endswith("/updates.json"):
                body = {"items": [], "profiles": []}
            elif "/item/" in path:
                number = int(path.rsplit("/", 1)[1].removesuffix(".json"))
                body = {"id": number, "type": "story", "title": f"A story that is told as number {number}.", "by": "mira", "score": number % 300,
                        "descendants": number % 70, "time": 1_790_000_000 + number, "url": f"https://example.com/{number}"}
            else:
                body = list(range(last, last - STORIES, -1))
            data = json.dumps(body).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)
            if f"/item/{last}.json" in path:
                answered.value = time.monotonic()

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    port.value = server.server_port
    server.serve_forever()


class Upstream:
    def __init__(self):
        self.port, self.newest, self.answered = (multiprocessing.Value(kind, value) for kind, value in (("i", 0), ("i", 1000), ("d", 0)))
        self.process = multiprocessing.Process(target=upstream, args=(self.port, self.newest, self.answered), daemon=True)
        self.process.start()
        wait(lambda: self.port.value, "the upstream does not listen")

    def add(self):
        self.answered.value = 0
        self.newest.value += 1
        return f" number {self.newest.value}.".encode()


class Freshet:
    """`freshet serve` on a free port, with data in a folder."""

    def __init__(self, upstream, folder):
        address = f"http://127.0.0.1:{upstream.port.value}"
        environment = dict(os.environ, HOME=folder, FRESHET_NEWS_URL=address + "/v0", FRESHET_GITHUB_URL=address, FRESHET_EONET_URL=address)
        environment.pop("FRESHET_TOKEN", None)
        self.process = subprocess.Popen([FRESHET, "serve", "--port", "0", "--data", folder], env=environment, stdout=subprocess.PIPE, text=True)
        self.port = int(re.search(r":(\d+)/", self.process.stdout.readline()).group(1))

    def request(self, method, path, body=None, headers={}):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        connection.request(method, path, body, headers)
        reply = connection.getresponse()
        data = reply.read()
        connection.close()
        return reply.status, reply.headers, data

    def refresh(self):
        status, _, data = self.request("POST", "/refresh", json.dumps({"feed": FEED}), {"Content-Type": "application/json", "Accept": "application/json"})
        assert status == 204, f"the refresh was answered with {status}: {data[:200]}"

    def warm(self):
        """Waits until the page has all its rows, and nothing goes on."""
        wait(lambda: self.request("GET", FEED)[2].count(b'class="row') >= 50, "the page does not fill")
        time.sleep(1)

    def memory(self):
        return int(re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{self.process.pid}/status").read_text()).group(1))

    def seconds(self):
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self):
        start = time.monotonic()
        self.process.terminate()
        self.process.wait(30)
        return time.monotonic() - start


def wait(holds, complaint, seconds=60):
    end = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > end:
            raise SystemExit(complaint)
        time.sleep(0.02)


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
        status, reply, data = server.request("GET", path, headers=dict(header.split(": ") for header in headers))
        assert status == 200, f"{path}: {status}"
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


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Clients:
    """Many connections that only read."""

    def __init__(self, server, count, path):
        self.poll = select.epoll()
        self.sockets, self.ends = {}, {}
        request = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nAccept: text/event-stream\r\n\r\n".encode()
        for _ in range(count):
            connection = socket.create_connection(("127.0.0.1", server.port))
            connection.sendall(request)
            connection.setblocking(False)
            self.sockets[connection.fileno()] = connection
            self.ends[connection.fileno()] = b""
            self.poll.register(connection, select.EPOLLIN)

    def read(self, seconds, found=None):
        """Reads what comes; `found` is called with a connection's number and what it has got."""
        buffer = bytearray(1 << 17)
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            for number, _ in self.poll.poll(min(left, 0.5), 4096):
                size = self.sockets[number].recv_into(buffer)
                if size == 0:
                    raise SystemExit("the server has closed a live connection")
                if found:
                    data = self.ends[number] + buffer[:size]
                    self.ends[number] = bytes(data[-64:])
                    if found(number, data):
                        return

    def arrival(self, marker, patience):
        """When each one had the marker."""
        times = {}

        def found(number, data):
            if number not in times and marker in data:
                times[number] = time.monotonic()
            return len(times) == len(self.sockets)

        self.read(patience, found)
        return times

    def close(self):
        for connection in self.sockets.values():
            connection.close()


def follow(server, upstream, count, path, rounds, rest):
    warm = Clients(server, 20, path)
    warm.read(3)
    warm.close()
    time.sleep(2)
    before = server.memory()
    clients = Clients(server, count, path)
    clients.read(5)
    after = server.memory()
    medians, lasts, delays = [], [], []
    for turn in range(rounds + 1):
        marker = upstream.add()
        server.refresh()
        times = clients.arrival(marker, 45)
        if len(times) < count:
            raise SystemExit(f"{count - len(times)} of {count} clients did not get what arrived")
        milliseconds = sorted((value - upstream.answered.value) * 1000 for value in times.values())
        if turn:
            medians.append(statistics.median(milliseconds))
            lasts.append(milliseconds[-1])
            delays.append(milliseconds[0])
        clients.read(2)
    used, start = server.seconds(), time.monotonic()
    clients.read(rest)
    share = (server.seconds() - used) / (time.monotonic() - start)
    later = server.memory()
    print(f"| {path} | {count} | {statistics.median(delays):.0f} | {statistics.median(medians):.0f} | {statistics.median(lasts):.0f} | {max(lasts):.0f} | "
          f"{(after - before) / count:.1f} | {(later - before) / count:.1f} | {share * 100:.2f} % | "
          f"{server.stop():.2f} |", flush=True)
    clients.close()


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--clients", type=int, default=2000)
    arguments.add_argument("--rounds", type=int, default=5)
    arguments.add_argument("--seconds", type=int, default=4, help="of each round of wrk")
    arguments.add_argument("--rest", type=int, default=30, help="seconds in which the clients are at rest")
    arguments.add_argument("--only", choices=("pages", "clients"))
    options = arguments.parse_args()
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    source = Upstream()
    try:
        if options.only != "clients":
            with serving(source) as server, tempfile.TemporaryDirectory() as folder:
                compare_pages(server, folder, options.rounds, options.seconds)
        if options.only != "pages":
            print("\n| events of | clients | ms first | ms median | ms last | ms last, worst round | kB a client at first | kB a client later | CPU at rest | s to end |")
            print("|-|-:|-:|-:|-:|-:|-:|-:|-:|-:|")
            for path in (FEED, "/api" + FEED):
                # Each with a server of its own: memory that others have given back would hide what is taken.
                with serving(source) as server:
                    follow(server, source, options.clients, path, options.rounds, options.rest)
    finally:
        source.process.kill()


@contextlib.contextmanager
def serving(source):
    with tempfile.TemporaryDirectory() as folder:
        server = Freshet(source, folder)
        try:
            server.warm()
            yield server
        finally:
            server.process.kill()
            server.process.wait()


if __name__ == "__main__":
    main()
