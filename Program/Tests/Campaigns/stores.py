"""Stores that campaigns make, damage and inspect without the program."""

import hashlib
import os
import re
import shutil
import sqlite3
from contextlib import closing, contextmanager
from pathlib import Path

NAME = "freshet.sqlite"
RECORDED = Path(__file__).resolve().parents[1] / "FeedStoreTests/Support"


@contextmanager
def opened(folder, readonly=False):
    """A connection to the store of a data folder; commits at the end."""
    mode = "?mode=ro" if readonly else ""
    with closing(sqlite3.connect(f"file:{Path(folder) / NAME}{mode}", uri=True, timeout=10)) as store, store:
        yield store


def copy(folder, to):
    """Copies a data folder as a kill leaves it, with its log. SQLite rebuilds the shared index from the log."""
    shutil.rmtree(to, ignore_errors=True)
    shutil.copytree(folder, to, ignore=shutil.ignore_patterns("*-shm"))
    return Path(to)


def recorded(version):
    """The SQL that creates a store of an earlier version, with a few rows."""
    source = (RECORDED / f"Version{version}.swift").read_text()
    return "\n".join(re.findall(r'^private let \w+ = """\n(.*?)\n *"""', source, re.S | re.M))


def make_old(folder, version, items):
    """Makes a store of an earlier version with `items` items in each of its feeds, some of them marked and saved."""
    folder = Path(folder)
    folder.mkdir(parents=True)
    with closing(sqlite3.connect(folder / NAME)) as store:
        store.execute("PRAGMA journal_mode = WAL")
        if version == 6:
            return make_version_6(store, items)
        for older in range(1, version + 1):
            store.executescript(recorded(older))
        with store:
            payload = b'{"text": "' + b"words of an item " * 20 + b'"}'
            store.executemany(
                "INSERT INTO item (feed_id, key, date, rank, first_seen_at, is_current, is_unseen, payload)"
                " VALUES (?, ?, ?, ?, 1700000000000, 1, 1, ?)",
                ((1 + n % 2, f"made-{n // 2}", 1_699_000_000_000 + n, n, payload) for n in range(2 * items)))
            if version > 1:
                store.executemany(
                    "INSERT INTO mark (upstream, key, read_at, saved_at, feed, date, payload)"
                    " VALUES ('news', ?, ?, ?, 'news/top', 1699000000000, ?)",
                    ((f"made-{n}", 1_700_000_100_000, 1_700_000_200_000 + n if n % 3 == 0 else None,
                      payload if n % 3 == 0 else None) for n in range(items // 2)))
                store.execute("UPDATE item SET is_read = 1 WHERE feed_id = 1 AND key IN (SELECT key FROM mark)")


def make_version_6(store, items):
    """Adds half of the items to one feed as read, some of them saved, the others to another one."""
    store.create_function("feed_text", 2, lambda *_: "")
    store.executescript(recorded(6))
    store.executescript("CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
    with store:
        store.executemany("INSERT INTO grdb_migrations VALUES (?)", ((str(n),) for n in range(1, 7)))
        for n in range(100, 100 + 2 * items):
            is_read = n % 2 == 0
            store.execute(
                "INSERT INTO item (id, scope, key, date, first_seen_at, read_at, saved_at) VALUES (?, 'news', ?, ?, ?, ?, ?)",
                (n, f"made-{n}", 1_699_000_000_000 + n, 1_700_000_000_000, 1_700_000_100_000 if is_read else None,
                 1_700_000_200_000 if n % 3 == 0 else None))
            store.execute("INSERT INTO content (item_id, payload, title) VALUES (?, ?, 'words of an item')", (n, b"words " * 60))
            store.execute(
                "INSERT INTO listing (feed_id, item_id, date, rank, age, is_current, is_unread) VALUES (?, ?, ?, ?, ?, 1, ?)",
                (2 + n % 2, n, 1_699_000_000_000 + n, n, 1_700_000_000_000, not is_read))
    store.execute(f"PRAGMA application_id = {0x46524553}")
    store.execute("PRAGMA user_version = 6")


def multiply(folder, times):
    """Adds `times` copies of each item to the same lists, so that work on the store takes longer."""
    with opened(folder) as store:
        store.create_function("feed_text", 2, lambda *_: "")
        last = store.execute("SELECT max(id) FROM item").fetchone()[0]
        for n in range(1, times + 1):
            new = f"id + {n * last}"
            store.execute(
                "INSERT INTO item (id, scope, key, kind, date, first_seen_at)"
                f" SELECT {new}, scope, key || '-{n}', kind, date - {n}000, first_seen_at FROM item WHERE id <= {last}")
            store.execute(
                "INSERT INTO content (item_id, payload, title, author, source, tags, text)"
                f" SELECT item_id + {n * last}, payload, title, author, source, tags, text FROM content WHERE item_id <= {last}")
            store.execute(
                "INSERT INTO listing (feed_id, item_id, seq, date, rank, age, is_current, is_shared)"
                f" SELECT feed_id, item_id + {n * last}, seq + {n * last}, date - {n}000, rank, age, is_current, is_shared"
                f" FROM listing WHERE item_id <= {last}")
            store.execute(f"INSERT OR IGNORE INTO unindexed SELECT {new} FROM item WHERE id <= {last}")
        store.execute(f"UPDATE sequence SET value = value + {times * last}")


def forget_requests(folder):
    """Removes all recorded requests, so that the next refresh makes one at once."""
    with opened(folder) as store:
        for table in ("ledger", "quota", "lease"):
            store.execute(f"DELETE FROM {table}")


def damage(folder, table):
    """Overwrites the first page of a table in the file, but not in its log."""
    with opened(folder, readonly=True) as store:
        page = store.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", [table]).fetchone()[0]
        size = store.execute("PRAGMA page_size").fetchone()[0]
    with open(Path(folder) / NAME, "r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xa5" * size)


def fault(folder):
    """What SQLite finds wrong in a store and in its search index; None if nothing."""
    with opened(folder) as store:
        found = [row[0] for row in store.execute("PRAGMA integrity_check")]
        if found != ["ok"]:
            return "; ".join(found[:5])
        if store.execute("SELECT 1 FROM sqlite_master WHERE name = 'search'").fetchone():
            try:
                store.execute("INSERT INTO search(search, rank) VALUES ('integrity-check', 0)")
            except sqlite3.DatabaseError as error:
                return f"the search index: {error}"
    return None


def version(folder):
    with opened(folder, readonly=True) as store:
        return store.execute("PRAGMA user_version").fetchone()[0]


def longest_lease(folder):
    """Returns when the last lease ends, in milliseconds since 1970, or 0 without leases."""
    with opened(folder, readonly=True) as store:
        return store.execute("SELECT ifnull(max(until), 0) FROM lease").fetchone()[0]


def expire_leases(folder):
    with opened(folder) as store:
        store.execute("UPDATE lease SET until = until - 15000")


# Whether the first account has read an item: by its own mark, or through the item's number in a feed.
READ = """(mark.read_at IS NOT NULL OR coalesce(mark.seq, 0) <= coalesce((
    SELECT max(read_through) FROM listing AS place JOIN reading ON reading.feed_id = place.feed_id AND account_id = 1
    WHERE place.item_id = item.id AND place.seq <= read_through), -1))"""


class Contents:
    """What a reader has in a store: followed feeds, items, and their marks."""

    def __init__(self, folder):
        with opened(folder, readonly=True) as store:
            self.followed = store.execute("SELECT feed, path, name, folder, interval FROM followed ORDER BY id").fetchall()
            rows = store.execute(
                f"SELECT scope, key, {READ}, mark.saved_at IS NOT NULL, payload FROM item"
                " LEFT JOIN content ON content.item_id = item.id"
                " LEFT JOIN mark ON mark.item_id = item.id AND mark.account_id = 1").fetchall()
            tables = {row[0] for row in store.execute("SELECT name FROM sqlite_master")}
            self.rules = store.execute("SELECT text FROM rule ORDER BY id").fetchall() if "rule" in tables else []
            self.queued = store.execute("SELECT count(*) FROM notification").fetchone()[0] if "notification" in tables else 0
        self.items = {row[:2]: hashlib.sha256(row[4] or b"").hexdigest() for row in rows}
        self.read = {row[:2] for row in rows if row[2]}
        self.saved = {row[:2] for row in rows if row[3]}

    def __eq__(self, other):
        return vars(self) == vars(other)

    def lost(self, later):
        """What a later state of the store lacks, in words; None if nothing."""
        parts = {
            "follows": [one for one in self.followed if one not in later.followed],
            "items": self.items.keys() - later.items.keys(),
            "read marks": self.read - later.read,
            "saved items": self.saved - later.saved,
            "rules": [one for one in self.rules if one not in later.rules],
        }
        return "; ".join(f"{len(gone)} {part}, such as {sorted(gone)[0]}" for part, gone in parts.items() if gone) or None


def size(folder, suffix="-wal"):
    """The size of a file of the store; -1 if it is missing."""
    try:
        return os.stat(Path(folder) / (NAME + suffix)).st_size
    except FileNotFoundError:
        return -1
