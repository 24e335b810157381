"""Kills the program at a random instant of what it does to the store, and looks for what it had said was done."""

import json
import shutil
import threading
import time
import urllib.error
from collections import Counter
from pathlib import Path

import stores
from commands import Commands
from programs import Server, Upstreams, fetch, until

FOLLOWED = ["news/top", "news/new", "news/ask", "github/octo-sample/busy", "github/octo-sample/harbor", "quakes"]
LEASE = 15_000
KINDS = []


def kind(work):
    KINDS.append(work)
    return work


def run(campaign):
    rounds = campaign.pick(200, 15)
    upstreams = Upstreams(campaign.folder)
    try:
        world = World(campaign, upstreams)
        for number in range(rounds):
            work = KINDS[number % len(KINDS)](world)
            try:
                work.round(number)
            except Exception as error:
                error.add_note(f"round {number}, {work.name}")
                raise
            if (number + 1) % 20 == 0:
                campaign.say(f"{number + 1} of {rounds}")
        return f"{rounds} of {rounds}; kills " + world.summary()
    finally:
        upstreams.kill()


class World:
    """Stores to start from, and how long undisturbed work takes."""

    def __init__(self, campaign, upstreams):
        self.random, self.folder, self.upstreams = campaign.random, campaign.folder, upstreams
        self.items = campaign.pick(4000, 1500)
        self.landed = {}
        self.known = {}
        self.template = self.folder / "template"
        commands = Commands(upstreams, self.template)
        for feed in FOLLOWED:
            commands.run("follow", feed)
        commands.run("unread", "--refresh")
        commands.run("mark", "saved", "--feed", "news/ask")
        commands.run("rules", "add", "mute title:never")
        stores.multiply(self.template, campaign.pick(12, 5))
        # With its ledger, whose damage is then noticed.
        self.asked = stores.copy(self.template, self.folder / "asked")
        stores.forget_requests(self.template)

    def note(self, name, instant):
        self.landed.setdefault(name, Counter())[instant] += 1

    def summary(self):
        total = sum(self.landed.values(), Counter())
        parts = [f"{name} {count['before']}/{count['during']}/{count['after']}" for name, count in self.landed.items()]
        return (f"before/during/after the work: {total['before']}/{total['during']}/{total['after']}"
                f" ({', '.join(parts)})")


class Work:
    """One kind of work on the store, and what has to hold after a kill."""

    name = None
    # The work sets the damaged store aside, so that it is no fault before that.
    rescues = False

    def __init__(self, world):
        self.world, self.random = world, world.random
        self.data = world.folder / "data"

    def prepare(self):
        """Makes the store that the work starts from."""
        stores.copy(self.world.template, self.data)

    def round(self, number):
        self.prepare()
        self.before = self.contents_before()
        instant = self.kill(by_event=number // len(KINDS) % 2 == 1)
        killed_at = time.time() * 1000
        self.world.note(self.name, instant)
        left = stores.copy(self.data, self.world.folder / "left")
        if not self.rescues:
            self.check(left, killed_at)
        self.resume()
        self.check(stores.copy(self.data, self.world.folder / "left"), time.time() * 1000)

    def contents_before(self):
        return stores.Contents(self.data)

    def check(self, folder, killed_at):
        """What has to hold of a store that a kill left."""
        fault = stores.fault(folder)
        assert fault is None, f"the store is damaged: {fault}"
        if stores.version(folder) >= 3:
            lost = self.before.lost(stores.Contents(folder))
            assert lost is None, f"lost: {lost}"
            lost = self.acknowledged_but_missing(stores.Contents(folder))
            assert lost is None, f"acknowledged, but missing: {lost}"
        lease = stores.longest_lease(folder) - killed_at
        assert lease <= LEASE, f"a lease lasts {lease:.0f} ms longer than the process that took it"

    def acknowledged_but_missing(self, contents):
        return None


class CommandWork(Work):
    """A command, killed after a random part of the time that it takes, or of the time since its first write."""

    arguments = ()
    # Of which of several stores it is, which take their time each.
    variant = None

    def start(self):
        return Commands(self.world.upstreams, self.data).start(*self.arguments, **self.more())

    def more(self):
        return {}

    def undisturbed(self):
        """How long it takes, and how long from its first write to its end; measured once."""
        key = (self.name, self.variant)
        if key not in self.world.known:
            run, wrote = self.start(), None
            while not run.has_ended:
                if wrote is None and self.has_begun():
                    wrote = time.monotonic()
            ended = time.monotonic()
            assert run.status == 0, f"{run}: {run.words[:800]}"
            self.finished(run)
            self.world.known[key] = (ended - run.started, ended - (wrote or ended))
            self.prepare()
        return self.world.known[key]

    def finished(self, run):
        """The work has ended undisturbed."""

    def kill(self, by_event):
        self.run = None
        whole, writing = self.undisturbed()
        self.mark_beginning()
        run = self.run = self.start()
        if by_event:
            while not (run.has_ended or self.has_begun()):
                pass
            self.wait(run, time.monotonic() + self.random.uniform(0, writing))
        else:
            self.wait(run, run.started + self.random.uniform(0, whole))
        run.kill()
        if not run.was_killed:
            assert run.status == 0, f"{run}: {run.words[:800]}"
            return "after"
        return "during" if self.has_begun() else "before"

    def wait(self, run, end):
        while time.monotonic() < end and not run.has_ended:
            pass

    def mark_beginning(self):
        self.log = stores.size(self.data)

    def has_begun(self):
        """Whether it has written to the store."""
        return stores.size(self.data) > max(self.log, 0)

    def kill_is_done(self):
        return self.run is not None and self.run.status == 0

    def resume(self):
        """Has the work done that was interrupted."""
        stores.expire_leases(self.data)
        run = self.start().wait()
        assert run.status == 0, f"after the kill, {run} ended with {run.status}: {run.words[:800]}"
        assert "damaged" not in run.errors, run.errors
        self.run = run


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

    def __init__(self, world):
        super().__init__(world)
        self.version = 1 + world.landed.get(self.name, Counter()).total() % 2
        self.variant = self.version
        self.old = world.folder / f"version-{self.version}"
        if not self.old.exists():
            stores.make_old(self.old, self.version, world.items)

    def prepare(self):
        stores.copy(self.old, self.data)

    def contents_before(self):
        migrated = self.world.folder / f"migrated-{self.version}"
        if not migrated.exists():
            Commands(self.world.upstreams, self.data).run(*self.arguments)
            stores.copy(self.data, migrated)
            self.prepare()
        return stores.Contents(migrated)

    def check(self, folder, killed_at):
        # Each step of the migration is a transaction; a reader has the items after the last one.
        if stores.version(folder) == 4:
            super().check(folder, killed_at)
            assert stores.Contents(folder) == self.before, "not what the undisturbed migration makes"
        else:
            fault = stores.fault(folder)
            assert fault is None, f"the store is damaged: {fault}"


@kind
class Rescue(CommandWork):
    name = "rescue"
    rescues = True
    # What shows that the table is damaged.
    TABLES = {"feed": ("unread", "--json"), "ledger": ("status", "--json")}

    def __init__(self, world):
        super().__init__(world)
        self.table = world.random.choice(sorted(self.TABLES))
        self.variant, self.arguments = self.table, self.TABLES[self.table]
        self.damaged = world.folder / f"damaged-{self.table}"
        if not self.damaged.exists():
            self.make()

    def make(self):
        """A damaged store whose log has marks that the file doesn't have."""
        whole = stores.copy(self.world.asked, self.world.folder / "whole")
        with stores.opened(whole) as store:
            store.execute("PRAGMA wal_autocheckpoint = 0")
            store.execute("UPDATE item SET read_at = 1700000000000, saved_at = 1700000000000 WHERE id % 3 = 0")
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


class ServerWork(Work):
    """Requests of three clients to a server, which is killed between the first answer and the last."""

    seconds = 0.6

    def kill(self, by_event):
        self.done, self.failures = [], []
        server = Server(self.world.folder, self.world.upstreams)
        assert server.store.parent == self.data
        try:
            clients = [threading.Thread(target=self.ask, args=(server, number)) for number in range(3)]
            for client in clients:
                client.start()
            if by_event:
                log = stores.size(self.data)
                until(lambda: stores.size(self.data) != log or not any(one.is_alive() for one in clients), "a write")
                time.sleep(self.random.uniform(0, 0.01))
            else:
                time.sleep(self.random.uniform(0, self.seconds))
            unanswered = any(client.is_alive() for client in clients)
        finally:
            server.kill()
        for client in clients:
            client.join()
        if self.failures:
            raise self.failures[0]
        return "during" if unanswered else "after" if self.done else "before"

    def ask(self, server, number):
        try:
            for request in self.requests(server, number):
                request()
        except (urllib.error.URLError, OSError, ValueError):
            pass  # it was killed
        except AssertionError as error:
            self.failures.append(error)

    def resume(self):
        server = Server(self.world.folder, self.world.upstreams)
        try:
            assert json.loads(server.get("/health").text)["status"] == "ok", server.output
            for request in self.requests(server, 0):
                request()
        finally:
            server.stop()


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
