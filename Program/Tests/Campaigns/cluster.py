"""Two servers on one PostgreSQL database, killed by turns with the database, while marks are made on both."""

import random
import re
import subprocess
import threading
import time
import urllib.error
from datetime import datetime
from pathlib import Path

from database import Database
from programs import PROGRAM, BARE, Server, Upstreams, until

# The polled feeds: the first request of each poll, and the seconds between two polls.
POLLED = {
    "news/top": ("/news/v0/topstories", 30),
    "github/octo-sample/busy": ("/github/repos/octo-sample/busy/events", 60),
}

# How long a poll is another server's, in seconds.
LEASE = 15


def run(campaign):
    upstreams = Upstreams(campaign.folder)
    database = Database()
    try:
        return Cluster(campaign, upstreams, database).run()
    finally:
        upstreams.kill()
        database.remove()


class Cluster:
    def __init__(self, campaign, upstreams, database):
        self.campaign, self.upstreams, self.database = campaign, upstreams, database
        self.kills = campaign.pick(100, 9)
        self.marked, self.saved, self.failures, self.slowest = set(), set(), [], 0.0
        self.refused, self.kill_times = 0, []
        self.is_over = threading.Event()

    def run(self):
        started = time.monotonic()
        self.follow()
        self.servers = [self.serve(name) for name in ("first", "second")]
        try:
            until(lambda: len(self.ids()) > 30, "news in the store")
            self.see_marks_at_once()
            markers = [threading.Thread(target=self.guard, args=(number,)) for number in range(2)]
            for marker in markers:
                marker.start()
            for number in range(self.kills):
                if self.is_over.wait(self.campaign.random.uniform(0.2, 2)):
                    break
                self.kill(number)
                if (number + 1) % 20 == 0:
                    self.campaign.say(f"{number + 1} of {self.kills}")
            self.is_over.wait(2)
            self.is_over.set()
            for marker in markers:
                marker.join()
            assert not self.failures, self.failures[0]
            elapsed = time.monotonic() - started
            self.check()
        finally:
            self.is_over.set()
            for server in self.servers:
                server.kill()
        polls = self.polls()
        return (f"{self.kills} kills in {elapsed:.0f} s: {len(self.marked) + len(self.saved)} acknowledged marks, none lost,"
                f" {self.refused} refused; {polls} polls of {len(POLLED)} feeds, none too early;"
                f" a mark is on the other server's page after {self.slowest * 1000:.0f} ms at most")

    def follow(self):
        environment = BARE | {"GITHUB_TOKEN": "sample", "HOME": str(self.campaign.folder), "FRESHET_STORE": self.database.address} | self.upstreams.variables
        for feed in POLLED:
            subprocess.run([PROGRAM, "follow", feed], check=True, capture_output=True, env=environment)

    def serve(self, name):
        folder = self.campaign.folder / name
        folder.mkdir()
        return Server(folder, self.upstreams, environment={"FRESHET_STORE": self.database.address})

    def ids(self, number=0):
        return [str(item["id"]) for item in self.servers[number].document("/news/top")["items"]]

    def mark(self, number, id, mark):
        fields = {"mark": mark, "scope": "news", "id": id}
        return self.servers[number].post("/marks", fields, Accept="application/json")

    def see_marks_at_once(self):
        """Makes marks on one server and reads them on the other one."""
        for number, id in enumerate(self.ids()[:20]):
            begun = time.monotonic()
            assert self.mark(number % 2, id, "saved").status == 200
            self.saved.add(id)
            other = (number + 1) % 2
            until(lambda: any(str(item["id"]) == id and item["isSaved"] for item in self.servers[other].document("/news/top")["items"]),
                  f"the mark on {id}", seconds=5)
            self.slowest = max(self.slowest, time.monotonic() - begun)
        assert self.slowest < 1, f"a mark took {self.slowest:.2f} s"

    def guard(self, number):
        try:
            self.make_marks(number)
        except Exception as error:
            self.failures.append(f"marks on server {number}: {error!r}")
            self.is_over.set()

    def make_marks(self, number):
        chosen = random.Random(number)
        known = self.ids(number)
        while not self.is_over.is_set():
            id = chosen.choice(known[number::2])
            mark, made = (("read", self.marked), ("saved", self.saved))[chosen.randrange(2)]
            try:
                answer = self.mark(number, id, mark)
            except (urllib.error.URLError, ConnectionError, TimeoutError):
                self.refused += 1  # killed meanwhile
                self.is_over.wait(0.05)
                continue
            if answer.status == 200:
                made.add(id)
            else:
                # The database doesn't answer: the response says so.
                assert answer.status == 503 and "can't be reached" in answer.text, answer.text
                self.refused += 1
                self.is_over.wait(0.05)

    def kill(self, number):
        victim = number % 3
        self.kill_times.append(time.time())
        if victim == 2:
            self.database.kill()
            self.is_over.wait(self.campaign.random.uniform(0, 1.5))
            self.database.start()
        else:
            self.servers[victim].kill()
            self.is_over.wait(self.campaign.random.uniform(0, 1.5))
            self.servers[victim].start()

    def polls(self):
        """Polls are an interval apart, but for one that a kill interrupted: another server repeats it once its lease has ended."""
        total = 0
        for feed, (path, interval) in POLLED.items():
            requests = [one for one in self.upstreams.requests(path) if not re.search(r"[?&]page=[2-9]", one["path"])]
            times = [datetime.fromisoformat(one["date"]).timestamp() for one in requests]
            assert times, f"{feed} was never polled"
            # The dates are in seconds.
            for one, next in zip(times, times[1:]):
                least = LEASE if any(one - 1 <= kill <= one + LEASE for kill in self.kill_times) else interval
                assert next - one >= least - 1, f"{feed} was polled after {next - one} s, not {least}"
            total += len(times)
        return total

    def check(self):
        """All that was acknowledged is in the database and on both pages."""
        kept = {key for key, in self.database.rows(
            "SELECT key FROM mark JOIN item ON item.id = item_id WHERE scope = 'news' AND saved_at IS NOT NULL")}
        assert self.saved <= kept, f"lost: {self.saved - kept}"
        for number in range(2):
            items = {str(item["id"]): item for item in self.servers[number].document("/news/top?limit=500")["items"]}
            assert self.marked | self.saved <= items.keys(), f"server {number} doesn't list {(self.marked | self.saved) - items.keys()}"
            lost = [id for id in self.marked if items[id]["isUnread"]] + [id for id in self.saved if not items[id]["isSaved"]]
            assert not lost, f"server {number} has lost the marks on {lost}"
