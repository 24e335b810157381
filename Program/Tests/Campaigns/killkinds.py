"""The kinds of work that are killed."""

import json

import stores
from commands import Commands
from killwork import CommandWork, ServerWork

KINDS = []


def kind(work):
    KINDS.append(work)
    return work


@kind
class Refresh(CommandWork):
    name = "refresh"
    arguments = ("unread", "--refresh", "--json", "--limit", "50")

    def prepare(self):
        super().prepare()
        self.world.upstreams.advance(300)
        self.log = -1

    def acknowledged_but_missing(self, contents):
        if not self.kill_is_done():
            return None
        shown = {str(item["id"]) for item in json.loads(self.run.output)["items"]}
        return shown - {key for _, key in contents.items} or None


@kind
class Mark(CommandWork):
    name = "mark"
    arguments = ("mark", "read", "--all")
    log = -1

    def acknowledged_but_missing(self, contents):
        fresh = contents.read - self.before.read
        if self.kill_is_done() or "Marked" in (self.run.output if self.run else ""):
            return contents.items.keys() - contents.read or None
        assert not fresh or contents.items.keys() == contents.read, "a part of the items is marked"
        return None


@kind
class Migration(CommandWork):
    name = "migration"
    arguments = ("following", "--json")
    log = -1

    def prepare(self):
        super().prepare()
        stores.make_earlier(self.data)


@kind
class Rescue(CommandWork):
    name = "rescue"
    rescues = True
    # The commands that notice damage to each table.
    TABLES = {"feed": ("unread", "--json"), "ledger": ("status", "--json")}

    def __init__(self, world):
        super().__init__(world)
        self.table = world.random.choice(sorted(self.TABLES))
        self.variant, self.arguments = self.table, self.TABLES[self.table]
        self.damaged = world.folder / f"damaged-{self.table}"
        if not self.damaged.exists():
            self.make()

    def make(self):
        """Makes a damaged store whose log contains marks that the file doesn't."""
        whole = stores.copy(self.world.asked, self.world.folder / "whole")
        with stores.opened(whole) as store:
            store.execute("PRAGMA wal_autocheckpoint = 0")
            store.execute(
                "INSERT OR REPLACE INTO mark (item_id, account_id, seq, read_at, saved_at)"
                " SELECT id, 1, id, 1700000000000, 1700000000000 FROM item WHERE id % 3 = 0")
            store.commit()
            stores.copy(whole, self.damaged)
        assert stores.size(self.damaged) > 0
        stores.damage(self.damaged, self.table)

    def prepare(self):
        stores.copy(self.damaged, self.data)

    def contents_before(self):
        rescued = self.world.folder / f"rescued-{self.table}"
        whole = stores.Contents(self.world.folder / "whole")
        if not rescued.exists():
            run = Commands(self.world.upstreams, self.data).run(*self.arguments)
            assert "Rescued: " in run.errors, run.words[:800]
            stores.copy(self.data, rescued)
            lost = whole.lost(stores.Contents(rescued))
            assert lost is None, f"an undisturbed rescue lost: {lost}"
            self.prepare()
        return whole

    def has_begun(self):
        return stores.size(self.data, ".rescued") >= 0 or any(self.data.glob("*.damaged-*"))

    def resume(self):
        for _ in range(2):
            run = Commands(self.world.upstreams, self.data).run(*self.arguments)
            self.run = run
        assert "damaged" not in run.errors, run.errors

    def check(self, folder, killed_at):
        super().check(folder, killed_at)
        kept = [path.name for path in folder.glob("*.damaged-*") if not path.name.endswith(("-wal", "-shm"))]
        assert len(kept) == 1, f"damaged files: {kept}"
        assert not list(folder.glob("*.rescued*")), "an unfinished rescue was left"


@kind
class Export(CommandWork):
    name = "export"
    arguments = ("export",)

    @property
    def file(self):
        return self.world.folder / "export.json"

    def prepare(self):
        super().prepare()
        self.file.unlink(missing_ok=True)

    def more(self):
        return {"output": self.file}

    def finished(self, run):
        self.world.known["export"] = self.made(run)

    def made(self, run):
        return {name: value for name, value in json.loads(run.output).items() if not name.endswith("At")}

    def has_begun(self):
        return self.file.exists() and self.file.stat().st_size > 0

    def acknowledged_but_missing(self, contents):
        if self.kill_is_done():
            assert self.made(self.run) == self.world.known["export"], "the export differs from the undisturbed one"
        return None


@kind
class MarkByRequest(ServerWork):
    name = "mark by request"

    def requests(self, server, number):
        news = sorted(key for scope, key in self.before.items if scope == "news")
        for id in news[number::3][:60]:
            yield lambda id=id: self.mark(server, id)

    def mark(self, server, id):
        answer = server.post("/marks", {"mark": "read", "scope": "news", "id": id}, Accept="application/json")
        assert answer.status == 200, answer.text
        self.done.append(("news", id))

    def acknowledged_but_missing(self, contents):
        return set(self.done) - contents.read or None


@kind
class FollowByRequest(ServerWork):
    name = "follow by request"
    FEEDS = [f"quakes/{span}/{least}" for span in ("hour", "day", "week", "month") for least in ("significant", "4.5", "2.5", "1.0", "all")]

    def requests(self, server, number):
        for feed in self.FEEDS[number::3]:
            yield lambda feed=feed: self.follow(server, feed)

    def follow(self, server, feed):
        answer = server.post("/follow", {"feed": "/" + feed}, Accept="application/json")
        assert answer.status == 200, answer.text
        self.done.append(feed)

    def acknowledged_but_missing(self, contents):
        return set(self.done) - {feed for feed, *_ in contents.followed} or None


@kind
class RefreshByRequest(ServerWork):
    name = "refresh by request"
    FEEDS = ["/news/top", "/news/new", "/quakes"]

    def prepare(self):
        super().prepare()
        self.world.upstreams.advance(300)

    def requests(self, server, number):
        for _ in range(4):
            yield lambda: self.refresh(server, self.FEEDS[number])

    def refresh(self, server, feed):
        document = json.loads(server.get("/api" + feed).text)
        if document["status"] == "fresh":
            self.done += [str(item["id"]) for item in document["items"]]
        server.post("/refresh", {"feed": feed})
        self.world.upstreams.advance(120)

    def acknowledged_but_missing(self, contents):
        return set(self.done) - {key for _, key in contents.items} or None
