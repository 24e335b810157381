"""A store with many accounts, feeds and items, filled by statements of the database instead of by the program, which takes a minute.

The program makes one feed with one item, which an account follows, and a small server of that feed. Their rows are the pattern of all others, so that the columns are
those of the program's version. The search index has none of the items."""

import asyncio
import hashlib
import json
import multiprocessing
import os
import re
import sqlite3
import subprocess
import time
from contextlib import closing
from dataclasses import dataclass
from email.utils import formatdate
from pathlib import Path

# The numbers of feeds and items in addresses, keys and texts have a fixed width: a text is stored as references to parts of a payload.
FEED, ITEM = "%06d", "%08d"
# The numbers of the pattern, which no other feed or item has.
PATTERN_FEED, PATTERN_ITEM = 999_999, 88_888_888
# The first number of the items that nobody has stored.
NEW = 90_000_000
TEXT = "Some words of a story about a harbor, its lanterns and the tide. " * 8
DAYS = 30
UNREAD_IN_EACH = 5


@dataclass(frozen=True)
class Shape:
    """How much a store has."""

    accounts: int
    follows: int
    feeds: int
    items: int

    def followed(self, account):
        """The numbers of the feeds that an account follows: one that all follow, and others that are apart by a step."""
        steps = (account * 7 + step * 7_919 for step in range(1, self.follows))
        return sorted({0} | {number % self.feeds for number in steps})

    def __str__(self):
        return f"{self.accounts:,} accounts × {self.follows} follows, {self.feeds:,} feeds, {self.items:,} items"


class Upstream:
    """Serves all feeds from a process of its own, each with `count` items that nobody has stored."""

    # The addresses in the store are its own.
    variables = {}

    def __init__(self, count):
        self.count, self._port = count, multiprocessing.Value("i", 0)
        self._process = multiprocessing.Process(target=lambda: asyncio.run(self._serve()), daemon=True)
        self._process.start()
        while not self._port.value:
            time.sleep(0.01)

    async def _serve(self):
        server = await asyncio.start_server(self._answer, "127.0.0.1", 0, backlog=1024)
        self._port.value = server.sockets[0].getsockname()[1]
        await server.serve_forever()

    async def _answer(self, reader, writer):
        try:
            while head := await reader.readuntil(b"\r\n\r\n"):
                body = document(int(re.search(rb"/(\d+)\.xml", head)[1]), self.count)
                writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: application/rss+xml\r\nContent-Length: %d\r\n\r\n" % len(body) + body)
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()

    def address(self, number):
        return f"http://127.0.0.1:{self._port.value}/{FEED % number}.xml"

    def kill(self):
        self._process.kill()
        self._process.join()


def document(number, count):
    """An RSS document of a feed: the pattern's item, or `count` new ones."""
    now, site = time.time(), f"http://site{FEED % number}.example/"
    stories = [PATTERN_ITEM] if number == PATTERN_FEED else range(NEW + count - 1, NEW - 1, -1)
    items = "".join(
        f"<item><title>Story {ITEM % story} of the harbor</title><link>{site}{ITEM % story}</link><guid>{ITEM % story}</guid>"
        f"<pubDate>{formatdate(now - 60 * place)}</pubDate><description>&lt;p&gt;{TEXT}&lt;/p&gt;</description></item>"
        for place, story in enumerate(stories, 1))
    return (f'<?xml version="1.0"?><rss version="2.0"><channel><title>Site {FEED % number}</title><link>{site}</link>'
            f"<description>d</description>{items}</channel></rss>").encode()


class MadeUpStore:
    """The rows of a store of a shape, in a folder with the program's file of one feed."""

    def __init__(self, program, folder, shape, upstream, unread_in_each=UNREAD_IN_EACH):
        self.program, self.folder, self.shape, self.upstream = program, Path(folder), shape, upstream
        self.unread_in_each = unread_in_each
        self.file = self.folder / "data" / "freshet.sqlite"
        self.environment = {"PATH": os.environ["PATH"], "HOME": str(self.folder), "TZ": "UTC"}
        self.run("follow", upstream.address(PATTERN_FEED))
        self.run("web", upstream.address(PATTERN_FEED))
        self.run("accounts", "password", "admin", input="a long enough password\n")
        with closing(sqlite3.connect(self.file)) as store:
            store.row_factory = sqlite3.Row
            tables = ("account", "feed", "item", "content", "listing", "followed", "reading", "ledger")
            self.patterns = {table: dict(store.execute(f"SELECT * FROM {table}").fetchone()) for table in tables}
            for table in ("session", "app_password"):
                columns = [row["name"] for row in store.execute(f"PRAGMA table_info({table})")]
                self.patterns[table] = dict.fromkeys(columns)
        self.first = 1 + max(self.patterns[table]["id"] for table in ("feed", "item", "followed"))
        self.last = self.first + self.shape.feeds + 2 * self.shape.items
        self.now = int(time.time() * 1000)

    def run(self, *arguments, input=None, **variables):
        return subprocess.run([self.program, *arguments, "--data", self.file.parent], env=self.environment | variables, input=input,
                              check=True, capture_output=True, text=True).stdout

    # What requests send

    @staticmethod
    def session(account):
        """The cookie of an account."""
        return {"Cookie": f"freshet-session={_secret('session', account)}"}

    @staticmethod
    def app_password(account):
        return _secret("app password", account)

    @staticmethod
    def name(account):
        return f"account{account:05d}" if account else "admin"

    def key(self, feed):
        return renumbered(self.patterns["feed"]["key"], FEED % PATTERN_FEED, FEED % feed)

    # Rows

    def tables(self):
        """Each table with its columns and an iterator of its rows."""
        shape = self.shape
        feeds = range(shape.feeds)
        yield self._table("account", (self._account(number) for number in range(1, shape.accounts)))
        for table, make in (("session", self._session), ("app_password", self._app_password)):
            yield self._table(table, (make(number) for number in range(shape.accounts)))
        yield self._table("feed", (self._of_feed("feed", number, id=self._feed(number)) for number in feeds))
        yield self._table("ledger", (self._of_feed("ledger", number, requested_at=self.now, next_allowed_at=self.now + 86_400_000) for number in feeds))
        for table, make in (("item", self._item), ("content", self._content), ("listing", self._listing)):
            yield self._table(table, (make(number) for number in range(shape.items)))
        follows = [(account, feed) for account in range(shape.accounts) for feed in shape.followed(account)]
        yield self._table("followed", (
            self._of_feed("followed", feed, id=number, account_id=account + 1) for number, (account, feed) in enumerate(follows, self.first)))
        through = self._number(max(0, shape.items - self.unread_in_each * shape.feeds))
        yield self._table("reading", (
            self.patterns["reading"] | {"account_id": account + 1, "feed_id": self._feed(feed), "read_through": through} for account, feed in follows))

    def _table(self, name, rows):
        columns = list(self.patterns[name])
        return name, columns, (tuple(row[column] for column in columns) for row in rows)

    def _feed(self, number):
        return self.first + number

    def _number(self, item):
        """The number of an item's arrival; the next one is that of its listing."""
        return self.first + self.shape.feeds + 2 * item

    def _of_feed(self, table, number, **values):
        """The pattern with a feed's number in each address."""
        pattern = self.patterns[table]
        return {name: renumbered(value, FEED % PATTERN_FEED, FEED % number) for name, value in pattern.items()} | values

    def _account(self, number):
        return self.patterns["account"] | {"id": number + 1, "name": self.name(number), "is_administrator": 1}

    def _session(self, account):
        return self.patterns["session"] | {
            "id": account + 1, "account_id": account + 1, "hash": _digest(_secret("session", account)), "created_at": self.now,
            "used_at": self.now, "expires_at": self.now + 30 * 86_400_000}

    def _app_password(self, account):
        secret = self.app_password(account)
        fever = hashlib.md5(f"{self.name(account)}:{secret}".encode()).hexdigest()
        return self.patterns["app_password"] | {
            "id": account + 1, "account_id": account + 1, "name": "app", "scope": "everything", "created_at": self.now, "hash": _digest(secret),
            "google_hash": _digest(_digest("GoogleLogin " + secret)), "fever_hash": _digest(fever)}

    def _item(self, number):
        date = self._date(number)
        return self._of_feed("item", number % self.shape.feeds, id=self._number(number), key=ITEM % number, date=date, first_seen_at=date)

    def _content(self, number):
        row = self._of_feed("content", number % self.shape.feeds, item_id=self._number(number))
        return {name: renumbered(value, ITEM % PATTERN_ITEM, ITEM % number) for name, value in row.items()}

    def _listing(self, number):
        date = self._date(number)
        return self.patterns["listing"] | {
            "feed_id": self._feed(number % self.shape.feeds), "item_id": self._number(number), "seq": self._number(number) + 1, "date": date, "age": date}

    def _date(self, number):
        return self.now - DAYS * 86_400_000 * (self.shape.items - number) // self.shape.items

    # Filling

    def fill_file(self):
        with closing(sqlite3.connect(self.file)) as store, store:
            store.execute("PRAGMA synchronous = OFF")
            for table, columns, rows in self.tables():
                store.executemany(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})", rows)
            store.execute("UPDATE sequence SET value = ?", [self.last])
            store.commit()
            store.execute("ANALYZE")

    def fill(self, database):
        """Copies the store of one feed to an empty database, and fills it."""
        subprocess.run([self.program, "store", "copy", self.file.parent, database.address], env=self.environment, check=True, capture_output=True)
        for table, columns, rows in self.tables():
            database.copy(table, columns, rows)
        database.rows(f"UPDATE sequence SET value = {self.last}")
        for name, table, column in database.rows(
                "SELECT sequence.oid::regclass, owner.relname, attname FROM pg_class AS sequence"
                " LEFT JOIN pg_depend ON objid = sequence.oid AND deptype IN ('a', 'i') LEFT JOIN pg_class AS owner ON owner.oid = refobjid"
                " LEFT JOIN pg_attribute ON attrelid = refobjid AND attnum = refobjsubid WHERE sequence.relkind = 'S'"):
            # One that makes no ids is that of all changes.
            highest = f"(SELECT coalesce(max({column}), 1) FROM {table})" if table else str(self.last)
            database.rows(f"SELECT setval('{name}', {highest})")
        database.rows("ANALYZE")

    def due(self, numbers):
        """The statement that makes feeds due now."""
        keys = ", ".join(f"'{self.key(number)}'" for number in numbers if number < self.shape.feeds)
        return f"UPDATE ledger SET next_allowed_at = 0, requested_at = requested_at - 86400000 WHERE feed IN ({keys})"


def renumbered(value, old, new):
    if isinstance(value, str):
        return value.replace(old, new)
    if isinstance(value, bytes):
        return value.replace(old.encode(), new.encode())
    return value


def _secret(kind, account):
    return hashlib.sha256(f"{kind} {account}".encode()).hexdigest()


def _digest(text):
    return hashlib.sha256(text.encode()).hexdigest()
