"""Two processes, then five, on one store: one migrates it while the others start; then they serve, watch and mark."""

import json
import math
import re
import signal
import subprocess
import threading
import time

import stores
from commands import RAW, Commands, Running
from programs import PROGRAM, Server, Upstreams, until

# The polled feeds: the first request of each poll, and the seconds between two polls.
POLLED = {
    "news/top": ("/news/v0/topstories", 30),
    "github/octo-sample/busy": ("/github/repos/octo-sample/busy/events", 60),
    "github/octo-sample/harbor": ("/github/repos/octo-sample/harbor/events", 60),
}
# As many items as the page requests: a list that needs more items than are stored may be requested earlier.
LIMIT = ("--limit", "50")
LOCKED = re.compile(r"database is locked|kept the store|locked for more than", re.I)


def run(campaign):
    results = []
    for count in (2, 5):
        upstreams = Upstreams(campaign.folder)
        try:
            results.append(Processes(campaign, upstreams, count).run())
        finally:
            upstreams.kill()
    return "; ".join(results)


class Watch(Running):
    """A command whose output is read from a pipe."""

    def __init__(self, commands, *arguments):
        self.arguments, self.lines = [*arguments, "--data", str(commands.data)], []
        self.error_file = open(commands.data.parent / f"watch-{id(self)}.log", "w+b")
        self.process = subprocess.Popen(
            [PROGRAM, *self.arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=self.error_file,
            env=commands.environment)
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self):
        for line in self.process.stdout:
            self.lines.append(line.decode())

    @property
    def output(self):
        return "".join(self.lines)

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(90)
        self.reader.join(90)


class Processes:
    def __init__(self, campaign, upstreams, count):
        self.campaign, self.upstreams, self.count = campaign, upstreams, count
        self.seconds = campaign.pick(240, 8)
        self.folder = campaign.folder / f"{count}-processes"
        self.data = self.folder / "data"
        self.folder.mkdir()
        self.commands = Commands(upstreams, self.data)
        self.commands.run("rules", "add", "mute title:zebra")
        with stores.opened(self.data) as store:
            for name in ("busy", "harbor"):
                feed = f"github/octo-sample/{name}"
                store.execute("INSERT INTO followed (account_id, feed, path, since) VALUES (1, ?, ?, 0)", (feed, feed))
        stores.make_earlier(self.data)
        self.marked, self.saved, self.said, self.failures = set(), set(), [], []
        self.acknowledged = 0
        self.is_over = threading.Event()

    def run(self):
        started = time.monotonic()
        self.start()
        try:
            until(self.have_news, "news in the store")
            markers = [threading.Thread(target=self.guard, args=(work,)) for work in (self.mark_by_command, self.mark_by_request)]
            for marker in markers:
                marker.start()
            self.is_over.wait(self.seconds)
            self.is_over.set()
            for marker in markers:
                marker.join()
            assert not self.failures, self.failures[0]
            elapsed = time.monotonic() - started
        finally:
            self.is_over.set()
            self.end()
        polls = self.polls(elapsed)
        self.check()
        return (f"{self.count} processes for {elapsed:.0f} s: {polls} polls of {len(POLLED)} feeds, none too early;"
                f" {self.acknowledged} marks acknowledged, none lost")

    def start(self):
        """Starts all processes at the same time. One of them has to migrate the store."""
        kinds = [self.serve, self.watch_news, self.serve_too, self.watch_repository, self.watch_as_json][: self.count]
        self.servers, self.watches = [], []
        starters = [threading.Thread(target=self.guard, args=(kind,)) for kind in kinds]
        self.campaign.random.shuffle(starters)
        for starter in starters:
            starter.start()
        for starter in starters:
            starter.join()
        assert not self.failures, self.failures[0]

    def guard(self, work):
        try:
            work()
        except Exception as error:
            self.failures.append(f"{work.__name__}: {error}")
            self.is_over.set()

    def serve(self):
        (self.folder / "one").mkdir()
        self.servers.append(Sharing(self.folder / "one", self.data, self.upstreams))

    def serve_too(self):
        (self.folder / "two").mkdir()
        self.servers.append(Sharing(self.folder / "two", self.data, self.upstreams))

    def watch_news(self):
        self.watches.append(Watch(self.commands, "news", "top", "--watch", *LIMIT))

    def watch_repository(self):
        self.watches.append(Watch(self.commands, "github", "octo-sample/busy", "--watch", *LIMIT))

    def watch_as_json(self):
        self.watches.append(Watch(self.commands, "news", "top", "--watch", "--json", *LIMIT))

    def have_news(self):
        for watch in self.watches:
            assert not watch.has_ended, f"{watch} ended: {watch.words[:800]}"
        return all(watch.lines for watch in self.watches) and len(self.ids()) > 30

    def ids(self):
        return [str(item["id"]) for item in json.loads(self.servers[0].get("/api/news/top").text)["items"]]

    def mark_by_command(self):
        while not self.is_over.is_set():
            for id in self.ids()[::2]:
                for mark, marked in (("read", self.marked), ("saved", self.saved)):
                    if self.is_over.is_set():
                        return
                    self.said.append(self.commands.run("mark", mark, id, "--json").words)
                    marked.add(("news", id))
                    self.acknowledged += 1

    def mark_by_request(self):
        number = 0
        while not self.is_over.is_set():
            for id in self.ids()[1::2]:
                if self.is_over.is_set():
                    return
                number += 1
                mark, marked = (("read", self.marked), ("saved", self.saved))[number % 2]
                fields = {"mark": mark, "scope": "news", "id": id}
                answer = self.servers[number % len(self.servers)].post("/marks", fields, Accept="application/json")
                assert answer.status == 200, answer.text
                self.said.append(answer.text)
                marked.add(("news", id))
                self.acknowledged += 1
                self.is_over.wait(0.1)

    def end(self):
        for watch in self.watches:
            watch.stop()
            self.said.append(watch.words)
        for server in self.servers:
            for path in ("/health", "/api/status", "/api/news/top", "/"):
                self.said.append(server.get(path).text)
            server.stop()
            self.said.append(server.output)

    def polls(self, elapsed):
        total = 0
        for feed, (path, interval) in POLLED.items():
            polls = [one for one in self.upstreams.requests(path) if not re.search(r"[?&]page=[2-9]", one["path"])]
            # Polls are allowed one interval apart, all within the elapsed time.
            allowed = math.floor(elapsed / interval) + 1
            assert 1 <= len(polls) <= allowed, f"{feed} was polled {len(polls)} times in {elapsed:.0f} s: {polls}"
            total += len(polls)
        return total

    def check(self):
        for text in self.said:
            found = LOCKED.search(text) or RAW.search(text)
            assert found is None, f"{found[0]!r} in: {text[:800]}"
        for watch in self.watches:
            assert watch.status == 130, f"{watch} ended with {watch.status}: {watch.errors}"
            if "--json" in watch.arguments:
                for line in watch.lines:
                    json.loads(line)
        assert stores.fault(self.data) is None
        contents = stores.Contents(self.data)
        lost = (self.marked - contents.read) | (self.saved - contents.saved)
        assert not lost, f"{len(lost)} marks are lost, such as {sorted(lost)[0]}"
        assert len(contents.followed) == 2, contents.followed


class Sharing(Server):
    """A server whose store isn't in its own folder."""

    def __init__(self, folder, data, upstreams):
        self.shared = data
        super().__init__(folder, upstreams)

    def start(self):
        self.options[self.options.index("--data") + 1] = str(self.shared)
        self.store = self.shared / "freshet.sqlite"
        super().start()
