"""RSS Guard and Liferea, driven on a desktop as a person would, with what they store themselves."""

import sqlite3
import subprocess
import tempfile
import time
from contextlib import closing
from pathlib import Path

from desktop import desktop
from newsboat import installed
from programs import age, until
from replays import STATE, Google

READING_LIST = STATE + "reading-list"


def missing(program):
    """Why a program can't run here; nil if it can."""
    if not installed(program):
        return f"SKIPPED, {program} can't be installed"
    return f"SKIPPED, {desktop()}" if isinstance(desktop(), str) else None


def version(program):
    shown = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", program], capture_output=True, text=True).stdout
    return shown.partition("+")[0].partition("-")[0] or "of another origin"


def query(path, statement):
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=10)) as database:
        return database.execute(statement).fetchall()


class Server:
    """What the server says, as reader apps see it and as the page does."""

    def __init__(self, followed):
        self.followed, self.app = followed, Google(followed)

    @property
    def unread(self):
        return set(self.app.ids(READING_LIST, xt=STATE + "read", n=10_000))

    @property
    def read(self):
        return set(self.app.ids(STATE + "read", n=10_000))

    @property
    def starred(self):
        return set(self.app.ids(STATE + "starred", n=10_000))

    @property
    def everything(self):
        return set(self.app.ids(READING_LIST, n=10_000))

    def feed(self, title):
        """The numbers of a feed's items."""
        stream = next(feed["id"] for feed in self.app.get("subscription/list")["subscriptions"] if feed["title"] == title)
        return set(self.app.ids(stream, n=10_000))

    def receives(self, path):
        """Waits until a feed has items that it hadn't, and returns their numbers."""
        before = self.everything
        bearer = {"Authorization": f"Bearer {self.followed.token}"}

        def more():
            age(self.followed.server.store, 11)
            self.followed.server.post("/refresh", {"feed": path}, **bearer)
            # Only a pause between attempts: what isn't so yet is tried again.
            time.sleep(0.5)
            return self.everything - before

        return until(more, f"new items of {path}", seconds=240)


def rss_guard(followed):
    reason = missing("rssguard")
    if reason:
        return reason
    with tempfile.TemporaryDirectory(prefix="freshet-rssguard-") as folder:
        home = Path(folder)
        (home / "data/config").mkdir(parents=True)
        # It greets at its first start.
        (home / "data/config/config.ini").write_text(f"[main]\nfirst_run=false\nfirst_run_{version('rssguard')}=false\n")
        # Its browser has no sandbox if root runs it.
        environment = {"HOME": folder, "QTWEBENGINE_DISABLE_SANDBOX": "1"}
        app = desktop().launch(["rssguard", "-d", str(home / "data")], "RSS Guard", home / "log", environment)
        guard = RSSGuard(app, home / "data/database/database.db", Server(followed))
        try:
            guard.signs_in()
            items = guard.lists()
            guard.reads_and_stars()
            guard.takes_over_marks()
            guard.receives_more()
            guard.marks_all()
        finally:
            guard.app.end()
        return f"{version('rssguard')}: {items} items; listed, read, unread, starred, marked all, and synchronized both ways"


class RSSGuard:
    def __init__(self, app, database, server):
        self.app, self.database, self.server = app, database, server

    def signs_in(self):
        app, followed = self.app, self.server.followed
        # It asks for an account if it has none.
        kinds = app.one("dialog", "Add new account")
        app.click(app.one("list item", "Google Reader API", within=kinds))
        app.press("push button", "OK", within=kinds)
        until(lambda: app.all("label", "Service"), "the settings of an account")
        account = app.one("dialog", "Add new account")
        assert app.all("combo box", "FreshRSS", within=account)
        for label, role, value in (("URL", "text", followed.address), ("Username", "text", "any"), ("Password", "password text", followed.token)):
            app.write(app.one(role, within=app.one("filler", label, within=account)), value)
        app.press("push button", "Test setup", within=account)
        app.one("label", "You are good to go!", within=account)
        app.press("push button", "OK", within=account)

    def items(self, condition):
        """The numbers of items that it has stored."""
        statement = f"SELECT custom_id FROM Messages WHERE is_pdeleted = 0 AND {condition}"
        return {int(long.rpartition("/")[2], 16) for (long,) in query(self.database, statement)}

    def synchronizes(self, holds, what):
        """Fetches again until that is so: marks are sent, and the server's received, while it fetches."""
        def fetched():
            self.app.press("push button", "Fetch all")
            # Only a pause between attempts: what isn't so yet is tried again.
            time.sleep(1)
            return holds()

        until(fetched, f"RSS Guard: {what}")

    @property
    def is_same(self):
        server, followed = self.server, self.server.followed
        return (self.items("is_read = 0"), self.items("is_important = 1")) == (server.unread, server.starred) and \
            (len(server.unread), len(server.starred)) == (followed.unread, followed.saved)

    def lists(self):
        feeds = "SELECT Feeds.title, Categories.title FROM Feeds LEFT JOIN Categories ON Feeds.category = Categories.id"
        until(lambda: query(self.database, feeds), "RSS Guard's feeds")
        found = {title: folder for title, folder in query(self.database, feeds)}
        expected = {feed["title"]: next((one["label"] for one in feed["categories"]), None) for feed in self.server.app.get("subscription/list")["subscriptions"]}
        assert found == expected, (found, expected)
        self.synchronizes(lambda: self.items("1") == self.server.everything and self.is_same, "all items")
        return len(self.items("1"))

    def selects(self, feed):
        self.app.click(self.app.one("table cell", feed))

    def opens(self, condition):
        """Opens an item of Hacker News, and returns its number. Its title is that of one row only."""
        self.selects("Top stories")
        stories = "feed = (SELECT custom_id FROM Feeds WHERE title = 'Top stories')"
        alone = f"title IN (SELECT title FROM Messages WHERE {stories} GROUP BY title HAVING count(*) = 1)"
        rows = query(self.database, f"SELECT title, custom_id FROM Messages WHERE {stories} AND {alone} AND {condition}")

        def row():
            for title, number in rows:
                cells = self.app.all("table cell", title)
                if len(cells) == 1:
                    return cells[0], int(number.rpartition("/")[2], 16), self.app.place(cells[0]).y

        def still():
            """A row that has been listed for a while: until then, rows move."""
            before = row()
            time.sleep(0.5)
            after = row()
            return before and after and before[1:] == after[1:] and after

        cell, number, _ = until(still, "an item of RSS Guard")
        self.app.click(cell)
        until(lambda: number in self.items("is_read = 1"), "an item that RSS Guard opens")
        return number

    def leaves(self):
        """Closes the item: one that is open is marked as read with each fetch."""
        self.selects("Labels")
        until(lambda: not self.app.all("push button", "Mark article read"), "RSS Guard to close an item")

    def reads_and_stars(self):
        number = self.opens("is_read = 0")
        self.leaves()
        self.synchronizes(lambda: number in self.server.read and self.is_same, "an item read")
        assert self.opens(f"custom_id LIKE '%{number:016x}'") == number
        self.app.press("push button", "Mark articles unread")
        self.app.press("push button", "Switch importance")
        until(lambda: number in self.items("is_read = 0 AND is_important = 1"), "an unread important item of RSS Guard")
        self.leaves()
        self.synchronizes(lambda: number in self.server.unread & self.server.starred and self.is_same, "an item unread and starred")
        assert self.opens(f"custom_id LIKE '%{number:016x}'") == number
        self.app.press("push button", "Switch importance")
        until(lambda: not self.items("is_important = 1"), "an item of RSS Guard without a star")
        self.leaves()
        self.synchronizes(lambda: not self.server.starred and number in self.server.read and self.is_same, "an item without a star")

    def takes_over_marks(self):
        self.server.followed.mark(feed="/planet/wildfires", all="true", mark="read")
        starred = min(self.server.unread)
        self.server.app.post("edit-tag", i=str(starred), a=STATE + "starred")
        self.synchronizes(lambda: self.is_same, "marks of the page and of another app")
        assert self.items("is_important = 1") == {starred} and not self.items("is_read = 0") & self.server.feed("Wildfires")

    def receives_more(self):
        more = self.server.receives("/github/octo-sample/harbor")
        self.synchronizes(lambda: more <= self.items("1") and self.is_same, "new items")

    def marks_all(self):
        feed = self.server.feed("Top stories")
        self.selects("Top stories")
        self.app.choose("Mark selected item read")
        self.leaves()
        self.synchronizes(lambda: feed <= self.server.read and self.is_same, "a feed read")
        everything = self.server.everything
        assert self.server.unread
        self.app.press("push button", "Mark all read")
        self.synchronizes(lambda: everything <= self.server.read and self.is_same, "everything read")


# It keeps 50 items of a feed at most, as it asks for.
LIFEREA_LIMIT = 50
# The list of feeds that it would begin with has feeds of the internet.
NO_FEEDS = '<?xml version="1.0" encoding="utf-8"?>\n<opml version="1.0"><head><title>Liferea Feed List Export</title></head><body/></opml>\n'


def liferea(followed):
    reason = missing("liferea")
    if reason:
        return reason
    with tempfile.TemporaryDirectory(prefix="freshet-liferea-") as folder:
        home = Path(folder)
        (home / ".config/liferea").mkdir(parents=True)
        (home / ".config/liferea/feedlist.opml").write_text(NO_FEEDS)
        app = desktop().launch(["liferea", "--disable-plugins"], "liferea", home / "log", {"HOME": folder})
        reader = Liferea(app, home / ".local/share/liferea/liferea.db", Server(followed))
        try:
            reader.signs_in()
            items = reader.lists()
            reader.reads_and_stars()
            reader.marks_all()
            reader.receives_more()
            ignored = reader.ignores_marks()
        finally:
            reader.app.end()
        return f"{version('liferea')}: {items} items; listed, read, unread, starred, a feed marked, and synchronized again{ignored}"


class Liferea:
    def __init__(self, app, database, server):
        self.app, self.database, self.server = app, database, server

    def signs_in(self):
        app, followed = self.app, self.server.followed
        # It has no way to learn what is read elsewhere, so that both begin with everything unread.
        followed.mark(all="true", mark="unread")
        app.choose("New Source...")
        kinds = app.one("dialog", "Source Selection")
        app.click(app.one("table cell", "Google Reader API", within=kinds))
        until(lambda: app.is_usable(app.one("push button", "OK", within=kinds)), "a source to be chosen")
        app.press("push button", "OK", within=kinds)
        account = app.one("dialog", "Add Google Reader API Account")
        fields = app.all("text", within=account) + app.all("password text", within=account)
        values = ["Freshet", followed.address + "/api/greader.php", "any", followed.token]
        for field, value in zip(sorted(fields, key=lambda field: app.place(field).y), values, strict=True):
            app.write(field, value)
        app.press("push button", "OK", within=account)

    def items(self, condition="1"):
        """The numbers of items that it has stored."""
        return {int(long.rpartition("/")[2], 16) for (long,) in query(self.database, f"SELECT source_id FROM items WHERE {condition}")}

    @property
    def newest(self):
        """What it should have: the newest items of each feed."""
        feeds = [feed["id"] for feed in self.server.app.get("subscription/list")["subscriptions"]]
        return {int(ref["id"]) for feed in feeds for ref in self.server.app.get("stream/items/ids", s=feed, n=LIFEREA_LIMIT)["itemRefs"]}

    def lists(self):
        titles = {feed["title"] for feed in self.server.app.get("subscription/list")["subscriptions"]}
        until(lambda: titles <= {title for (title,) in query(self.database, "SELECT title FROM node")}, "Liferea's feeds")
        until(lambda: self.newest <= self.items(), "Liferea's items")
        return len(self.items())

    def reads_and_stars(self):
        # The feed is in no folder, which would have to be opened first.
        self.app.press("table cell", "Freshet")
        self.app.click(self.app.one("table cell", "Wildfires"))
        feed, server = self.server.feed("Wildfires"), self.server
        titles = {title: int(long.rpartition("/")[2], 16) for title, long in query(self.database, "SELECT title, source_id FROM items")}
        until(lambda: [cell for cell in self.cells() if titles.get(self.app.name(cell)) in feed], "Liferea's list of a feed")
        cell = next(cell for cell in self.cells() if titles.get(self.app.name(cell)) in feed)
        number = titles[self.app.name(cell)]
        self.app.click(cell)
        until(lambda: number in server.read & self.items("read = 1"), "Liferea to mark an item as read")
        self.app.choose("Toggle Read Status")
        until(lambda: number in server.unread & self.items("read = 0"), "Liferea to mark an item as unread")
        self.app.choose("Toggle Item Flag")
        until(lambda: server.starred == self.items("marked = 1") == {number} and server.followed.saved == 1, "Liferea to star an item")
        self.app.choose("Toggle Item Flag")
        until(lambda: not server.starred and not self.items("marked = 1"), "Liferea to remove a star")

    def cells(self):
        tables = self.app.all("tree table")
        return self.app.all("table cell", within=tables[-1])

    def updates(self, holds, what):
        def updated():
            self.app.choose("Update All")
            # Only a pause between attempts: what isn't so yet is tried again.
            time.sleep(1)
            return holds()

        until(updated, f"Liferea: {what}")

    def receives_more(self):
        more = self.server.receives("/github/octo-sample/harbor")
        self.updates(lambda: more & self.newest <= self.items(), "new items")

    def marks_all(self):
        # By the mouse: Liferea would answer nothing else over D-Bus until its question has an answer.
        self.app.click(self.app.one("push button", "Mark Items Read"))
        self.app.press("push button", "Mark all as read")
        mine = self.server.feed("Wildfires") & self.items()
        until(lambda: mine <= self.server.read & self.items("read = 1"), "Liferea to mark a feed as read")

    def ignores_marks(self):
        """What the page marks: Liferea looks for the state of an item in a form that no server sends."""
        self.server.followed.mark(feed="/news/top", all="true", mark="read")
        feed = self.server.feed("Top stories")
        until(lambda: feed <= self.server.read, "a feed marked on the page")
        more = self.server.receives("/github/octo-sample/harbor")
        self.updates(lambda: more & self.newest <= self.items(), "new items")
        return "; it doesn't take over marks" if feed & self.items("read = 0") else "; it takes over marks"
