"""Stores that campaigns make, damage and inspect without the program."""

import hashlib
import os
import re
import shutil
import sqlite3
from contextlib import closing, contextmanager
from pathlib import Path

NAME = "freshet.sqlite"


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


def make_earlier(folder):
    """Makes a store one of the version before, which opening it migrates: takes back the last migration."""
    source = (Path(__file__).parents[2] / "Sources/FeedStore/Schema/Schema.swift").read_text()
    migration = source[source.rindex("Migration("):]
    version = int(re.search(r"from: (\d+)", migration)[1])

    def names(label):
        found = re.search(label + r": \[(.*?)\]", migration, re.DOTALL)
        return re.findall(r'"(\w+)"', found[1]) if found else []

    columns = names("columns")
    renamings = re.findall(r'\("(\w+)", (nil|"\w+"), "(\w+)"\)', migration)
    with opened(folder) as store:
        for table, column, name in reversed(renamings):
            if column == "nil":
                store.execute(f"ALTER TABLE {name} RENAME TO {table}")
            else:
                store.execute(f"ALTER TABLE {table} RENAME COLUMN {name} TO {column}")
        for index in names("indexes"):
            store.execute(f"DROP INDEX {index}")
        for table, column in zip(columns[::2], columns[1::2], strict=True):
            store.execute(f"ALTER TABLE {table} DROP COLUMN {column}")
        for table in names("tables"):
            store.execute(f"DROP TABLE {table}")
        store.execute(f"PRAGMA user_version = {version}")


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
            self.rules = store.execute("SELECT text FROM rule ORDER BY id").fetchall()
            self.queued = store.execute("SELECT count(*) FROM notification").fetchone()[0]
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
