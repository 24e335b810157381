#!/usr/bin/env python3
"""Measures `freshet serve` with many accounts, on a file and on PostgreSQL: how soon it listens, what it keeps in memory, what it costs while nothing happens, marks from many
clients on one server and on two, refreshes a second, and pages and APIs while other clients are connected.

usage: Program/Scripts/benchmark-accounts.py [--accounts N] [--follows N] [--feeds N] [--items N] [--store file|postgresql] [--seconds N]

Needs Program/.build/release/freshet (make build). PostgreSQL, psql and the upstream run on this computer beside the server, so its figures have their share of the processors."""

import argparse
import asyncio
import contextlib
import hashlib
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.parse
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
os.environ.setdefault("FRESHET", str(ROOT / ".build/release/freshet"))
sys.path.insert(0, str(ROOT / "Tests/Browser"))

from database import Database
from madeupstore import ITEM, MadeUpStore, Shape, Upstream
from programs import PROGRAM, Server, until

# The feeds that are due at once.
DUE = 2_000


class Connection:
    """A connection to a server that is kept for many requests."""

    def __init__(self, port):
        self.port, self.writer = port, None

    async def send(self, method, path, headers, form=None):
        """The status and the body of the answer."""
        if self.writer is None:
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 24)
        body = urllib.parse.urlencode(form or {}).encode() if method == "POST" else b""
        head = {"Host": f"127.0.0.1:{self.port}", **headers}
        if method == "POST":
            head |= {"Content-Type": "application/x-www-form-urlencoded", "Content-Length": len(body), "Origin": f"http://127.0.0.1:{self.port}",
                     "Sec-Fetch-Site": "same-origin"}
        self.writer.write("".join([f"{method} {path} HTTP/1.1\r\n", *(f"{name}: {value}\r\n" for name, value in head.items()), "\r\n"]).encode() + body)
        lines = (await self.reader.readuntil(b"\r\n\r\n")).decode().lower()
        if "transfer-encoding: chunked" in lines:
            parts = []
            while size := int(await self.reader.readline(), 16):
                parts.append(await self.reader.readexactly(size))
                await self.reader.readline()
            await self.reader.readline()
            data = b"".join(parts)
        else:
            length = re.search(r"content-length: (\d+)", lines)
            data = await self.reader.readexactly(int(length[1])) if length else b""
        return int(lines.split(" ", 2)[1]), data

    def close(self):
        if self.writer is not None:
            self.writer.close()


class Table:
    """Rows of figures, printed as they are measured."""

    def __init__(self, *columns):
        print("\n| " + " | ".join(columns) + " |\n|" + "|".join(["-", *["-:"] * (len(columns) - 1)]) + "|", flush=True)

    @staticmethod
    def row(*cells):
        print("| " + " | ".join(map(str, cells)) + " |", flush=True)


class Measurement:
    """One store, and the servers on it."""

    def __init__(self, options, kind, folder):
        self.options, self.kind, self.folder = options, kind, Path(folder)
        self.upstream = Upstream(20)
        self.database = Database("shared_preload_libraries=pg_stat_statements", "max_connections=200") if kind == "postgresql" else None
        self.variables = {"FRESHET_STORE": self.database.address} if self.database else {}
        self.shape = Shape(options.accounts, options.follows, options.feeds, options.items)
        began = time.monotonic()
        self.store = MadeUpStore(PROGRAM, folder, self.shape, self.upstream)
        if self.database:
            self.store.fill(self.database)
            self.database.rows("CREATE EXTENSION pg_stat_statements")
        else:
            self.store.fill_file()
        print(f"\n## {self.shape}, {'PostgreSQL' if self.database else 'a file'}\n\nfilled in {time.monotonic() - began:.0f} s", flush=True)

    def end(self):
        self.upstream.kill()
        if self.database:
            self.database.remove()

    @contextlib.contextmanager
    def serving(self, number=0):
        folder = self.folder if number == 0 else self.folder / f"server{number}"
        folder.mkdir(exist_ok=True)
        begun = time.monotonic()
        server = Server(folder, self.upstream, "--max-clients", "2000", environment=self.variables)
        server.listens = time.monotonic() - begun
        try:
            yield server
        finally:
            server.kill()

    # What a server costs

    def start(self):
        table = Table("nothing is due", "s until it listens", "MB after 20 s", "threads", "processor s", "s to end")
        with self.serving() as server:
            time.sleep(20)
            cells = [f"{server.memory / 1e6:.0f}", server.threads, f"{server.seconds:.1f}"]
            begun = time.monotonic()
            server.stop()
            table.row(self.shape, f"{server.listens:.1f}", *cells, f"{time.monotonic() - begun:.1f}")

    def idle(self, server):
        seconds = self.options.seconds
        processor, transactions = server.seconds, self.transactions
        time.sleep(seconds)
        counted = f"{(self.transactions - transactions) / seconds:.1f}" if self.database else "–"
        Table("nothing happens", "transactions/s", "processor").row(f"{seconds} s", counted, f"{(server.seconds - processor) / seconds * 100:.1f} %")

    @property
    def transactions(self):
        if not self.database:
            return 0
        time.sleep(1.2)  # a session reports its own at most once a second
        return self.database.number("SELECT xact_commit + xact_rollback FROM pg_stat_database WHERE datname = 'postgres'")

    @property
    def statements(self):
        return self.database.number("SELECT sum(calls) FROM pg_stat_statements WHERE query NOT LIKE '%pg_stat%'")

    # Marks

    def items(self, account, count):
        """Names of items that an account follows."""
        feeds = self.shape.followed(account)
        names = []
        for place in range(count):
            feed = feeds[place % len(feeds)]
            number = self.shape.feeds * (self.shape.items // self.shape.feeds - 1 - place // len(feeds)) + feed
            names.append((self.store.key(feed), ITEM % number))
        return names

    async def mark(self, port, account, items, ends=None):
        """Saves items one after another; returns the time that each took."""
        connection, times = Connection(port), []
        for scope, id in items:
            if ends and time.monotonic() > ends:
                break
            begun = time.perf_counter()
            status, body = await connection.send(
                "POST", "/marks", self.store.session(account) | {"Accept": "application/json"}, {"mark": "saved", "scope": scope, "id": id})
            assert status == 200, f"{status}: {body[:300]}"
            times.append(time.perf_counter() - begun)
        connection.close()
        return times

    def star(self, server):
        asyncio.run(self.mark(server.port, 3, self.items(3, 5)))
        before = self.statements if self.database else 0
        times = asyncio.run(self.mark(server.port, 3, self.items(3, 45)[5:]))
        if self.database:
            time.sleep(2)
        statements = f"{(self.statements - before) / len(times):.0f}" if self.database else "–"
        Table("a star", "statements", "ms median", "ms 95 %").row(f"{len(times)}, one after another", statements, *spread(times))

    def marks(self, *servers):
        name = "one server" if len(servers) == 1 else "two servers"
        table = Table(f"marks on {name}", "marks/s", "ms median", "ms 95 %", "backends that wait for a lock")
        for number, clients in enumerate((1, 8, 48)):
            first = 10 + 60 * number + 200 * (len(servers) - 1)
            ends = time.monotonic() + self.options.seconds / 2

            async def run():
                accounts = [(first + client) % self.shape.accounts for client in range(clients)]
                waits = asyncio.create_task(self.locks(ends))
                times = await asyncio.gather(*(
                    self.mark(servers[place % len(servers)].port, account, self.items(account, 2_000), ends) for place, account in enumerate(accounts)))
                return [one for list in times for one in list], await waits

            begun = time.monotonic()
            times, waiting = asyncio.run(run())
            table.row(f"{clients} clients", f"{len(times) / (time.monotonic() - begun):.0f}", *spread(times), waiting)

    async def locks(self, ends):
        """How many backends wait for a lock, on average."""
        if not self.database:
            return "–"
        counts = []
        while time.monotonic() < ends:
            process = await asyncio.create_subprocess_exec(
                self.database.bin / "psql", self.database.address, "-Atc", "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'",
                stdout=asyncio.subprocess.PIPE)
            counts.append(int((await process.communicate())[0]))
            await asyncio.sleep(0.1)
        return f"{statistics.mean(counts):.2f}"

    # Pages and APIs

    def requests(self, server):
        names = {
            "unread page": lambda account: ("GET", "/unread", self.store.session(account), None),
            "home page": lambda account: ("GET", "/", self.store.session(account), None),
            "Google Reader: 50 unread": lambda account: (
                "GET", "/api/greader.php/reader/api/0/stream/contents/user/-/state/com.google/reading-list?n=50&xt=user/-/state/com.google/read&output=json",
                {"Authorization": f"Bearer {self.store.app_password(account)}"}, None),
            "Miniflux: 50 unread": lambda account: (
                "GET", "/v1/entries?status=unread&limit=50", {"X-Auth-Token": self.store.app_password(account)}, None),
            "Fever: unread ids": lambda account: ("POST", "/fever/?api&unread_item_ids", {}, {"api_key": self.fever(account)}),
        }
        table = Table("50 clients are connected", "ms median", "ms 95 %", "kB")

        async def run():
            clients = [await self.listen(server.port, account % self.shape.accounts) for account in range(300, 350)]
            for name, request in names.items():
                times, size = [], 0
                connection = Connection(server.port)
                for turn in range(self.options.requests):
                    method, path, headers, form = request((7 + turn) % min(self.shape.accounts, 200))
                    begun = time.perf_counter()
                    status, body = await connection.send(method, path, headers, form)
                    times.append(time.perf_counter() - begun)
                    assert status == 200, f"{name}: {status} {body[:300]}"
                    size = len(body)
                connection.close()
                table.row(name, *spread(times), f"{size / 1000:.0f}")
            memory = server.memory
            for task in clients:
                task.cancel()
            return memory

        print(f"\n{asyncio.run(run()) / 1e6:.0f} MB of memory then", flush=True)

    def fever(self, account):
        return hashlib.md5(f"{self.store.name(account)}:{self.store.app_password(account)}".encode()).hexdigest()

    async def listen(self, port, account):
        """Connects a live client of a feed that the account follows, and reads what it gets."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        feed = "/" + urllib.parse.quote(self.store.key(self.shape.followed(account)[1]), safe="/%")
        cookie = self.store.session(account)["Cookie"]
        writer.write(f"GET {feed} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAccept: text/event-stream\r\nCookie: {cookie}\r\n\r\n".encode())
        head = await reader.readuntil(b"\r\n\r\n")
        assert b" 200 " in head, head

        async def drain():
            while await reader.read(1 << 16):
                pass

        return asyncio.create_task(drain())

    # Refreshes

    def refreshes(self):
        table = Table("feeds with 20 new items each are due", "refreshes/s", "s until it listens", "processor s", "s to end after 1 s")
        # Others than those that are measured below.
        self.make_due(range(DUE, 2 * DUE))
        with self.serving() as server:
            time.sleep(1)
            begun = time.monotonic()
            server.stop()
            ended = time.monotonic() - begun
        self.sql(f"UPDATE ledger SET next_allowed_at = {self.store.now + 86_400_000}")
        due, before = self.make_due(range(DUE)), self.refreshed
        with self.serving() as server:
            begun = time.monotonic()
            until(lambda: self.refreshed >= before + due, f"{due} refreshes", 900)
            seconds = time.monotonic() - begun
            table.row(due, f"{due / seconds:.0f}", f"{server.listens:.1f}", f"{server.seconds:.0f}", f"{ended:.1f}")

    def make_due(self, numbers):
        """Makes feeds due; returns how many of them are followed."""
        followed = {feed for account in range(self.shape.accounts) for feed in self.shape.followed(account)}
        self.sql(self.store.due(numbers))
        return len(followed.intersection(numbers))

    @property
    def refreshed(self):
        """The number of feeds that have been fetched since the store was filled."""
        time.sleep(0.2)
        return int(self.sql(f"SELECT count(*) FROM feed WHERE fetched_at > {self.store.now}"))

    def sql(self, statement):
        if self.database:
            rows = self.database.rows(statement)
            return rows[0][0] if rows and statement.startswith("SELECT") else None
        done = subprocess.run(["sqlite3", "-cmd", ".timeout 30000", self.store.file, statement], check=True, capture_output=True, text=True)
        return done.stdout.strip()

    def measure(self):
        self.start()
        with self.serving() as server:
            time.sleep(5)
            self.idle(server)
            self.star(server)
            self.marks(server)
            self.requests(server)
        if self.database:
            with self.serving() as one, self.serving(1) as other:
                time.sleep(5)
                self.marks(one, other)
        self.refreshes()


def spread(times):
    ordered = sorted(times)
    return f"{statistics.median(ordered) * 1000:.1f}", f"{ordered[len(ordered) * 95 // 100] * 1000:.1f}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--accounts", type=int, default=1_000)
    parser.add_argument("--follows", type=int, default=100)
    parser.add_argument("--feeds", type=int, default=20_000)
    parser.add_argument("--items", type=int, default=300_000)
    parser.add_argument("--store", choices=("file", "postgresql"), help="both by default")
    parser.add_argument("--seconds", type=int, default=20, help="of each measurement that takes a while")
    parser.add_argument("--requests", type=int, default=100, help="of each kind")
    options = parser.parse_args()
    for kind in [options.store] if options.store else ["file", "postgresql"]:
        folder = tempfile.mkdtemp(prefix="freshet-accounts-")
        measurement = Measurement(options, kind, folder)
        try:
            measurement.measure()
        finally:
            measurement.end()
            shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
