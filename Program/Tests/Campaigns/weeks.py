"""Weeks of serving in virtual time: 100 followed feeds, clients that come and go, people who read, outages, and clock changes."""

import json
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime, timezone
from urllib.parse import quote
from zoneinfo import ZoneInfo

import stores
from commands import RAW
from live_clients import LiveClients
from programs import Server, Upstreams, fetch
from virtual_clock import VirtualClock

ZONE = "Europe/Berlin"
# The day before a leap day; summer time begins on day 28.
START = datetime(2028, 2, 28, 6, tzinfo=timezone.utc).timestamp()
MINUTE, HOUR, DAY = 60, 3600, 86_400
# How many items of a feed are kept regardless of age, and how long items are kept regardless of number (Retention.swift).
KEPT, KEPT_FOR = 1_000, 90 * DAY
# Natural events are left out: the sample's list grows by one event every five minutes for a year.
OTHERS = {"news/top": "3h", "quakes/day/2.5": "1h", "github/octo-sample/harbor": "30m", "github/octo-sample/lighthouse": "1h",
          "github/octo-sample/busy": "3h", "github/octo-sample/empty": "6h"}
INTERVALS = {"30m": 30 * MINUTE, "1h": HOUR, "3h": 3 * HOUR, "6h": 6 * HOUR, "12h": 12 * HOUR, "1d": DAY}
FAULTS = [("status", {"status": 503}), ("status", {"status": 429}), ("closeWithoutResponse", {}), ("hang", {}), ("hangMidBody", {}),
          ("resetMidBody", {}), ("notJSON", {}), ("rateLimitedPrimary", {"reset": 1800}),
          ("rateLimitedSecondary", {"retryAfter": 600})]
# How far the server's clock is set ahead for one hour of a day, in seconds.
CHANGES = [HOUR, -HOUR, 90, DAY]


def run(campaign):
    return Weeks(campaign, campaign.pick(30, 2)).run()


@dataclass
class Measure:
    """The figures at the end of a day, after all clients have left."""
    day: int
    memory: int
    descriptors: int
    threads: int
    watches: int
    connections: int
    store: int
    rows: dict

    def __str__(self):
        rows = ", ".join(f"{count} {table}" for table, count in self.rows.items() if count)
        return (f"day {self.day}: {self.memory / 1e6:.1f} MB, {self.descriptors} descriptors, {self.threads} threads, {self.watches} watches,"
                f" {self.connections} connections, store {self.store / 1e6:.1f} MB ({rows})")


class Weeks:
    def __init__(self, campaign, days):
        self.campaign, self.random, self.days = campaign, campaign.random, days
        self.clock = VirtualClock(campaign.folder, START, 5 * MINUTE)
        self.failing = {}
        # How far the server's clock was last set ahead, in seconds.
        self.ahead = 0
        self.most = campaign.pick(50, 4)
        self.actions = self.outages = self.visits = 0

    def run(self):
        environment = self.clock.environment | {"TZ": ZONE}
        self.upstreams = Upstreams(self.campaign.folder, environment=environment)
        self.server = None
        try:
            self.server = Server(self.campaign.folder, self.upstreams, environment=environment)
            self.clients = LiveClients(self.server.port, 0, "/")
            self.follow()
            measures = [self.day(number) for number in range(1, self.days + 1)]
            self.compare(measures)
            self.sleep()
            self.server.stop()
            assert not (found := RAW.search(self.server.output)), f"{found[0]!r} in the log: {self.server.output[:2000]}"
        finally:
            if self.server:
                self.server.kill()
            self.upstreams.kill()
        fault = stores.fault(self.server.store.parent)
        assert fault is None, fault
        return (f"{self.days} days: {self.visits} clients, {self.actions} actions, {self.outages} outages; {self.early(measures)}; {measures[-1]};"
                f" after a sleep of 100 days {self.slept}")

    def follow(self):
        """Imports the feeds, and waits for their first refresh."""
        address = self.upstreams.address
        names = [f"site{number}/{('feed.xml', 'atom.xml', 'feed.json')[number % 3]}" for number in range(self.campaign.pick(100, 9) - len(OTHERS))]
        every = {"web/" + quote(f"{address}/web/{name}", safe=""): self.random.choice(self.campaign.pick(("6h", "12h", "1d"), ("6h", "12h"))) for name in names} | OTHERS
        document = {"version": 1, "follows": [{"feed": feed, "interval": interval} for feed, interval in every.items()],
                    "rules": ["highlight in:news harbour", "mute in:web anchor"]}
        self.intervals = {feed: INTERVALS[interval] for feed, interval in every.items()}
        self.feeds = list(every)
        answer = fetch(self.server.address + "/import", method="POST", body=json.dumps(document).encode(),
                       headers={"Content-Type": "application/json", "Accept": "application/json"})
        self.expect(answer, 200)
        assert (count := self.query("SELECT count(*) FROM followed")[0][0]) == len(every), f"{count} feeds were imported: {answer.text[:2000]}"
        self.clock.advance(2 * HOUR)
        self.check_freshness("the start")

    def day(self, number):
        """24 hours: a quiet night, a day of clients, and half an hour without any, after which the figures are taken."""
        begin = self.clock.elapsed
        plan = self.plan(number)
        for at, work in sorted(plan, key=lambda entry: entry[0]):
            self.clock.advance(begin + at, self.read)
            work()
        self.leave(0)
        self.clock.advance(begin + DAY, self.read)
        self.check_freshness(f"day {number}")
        measure = self.measure(number)
        self.campaign.say(f"{datetime.fromtimestamp(self.clock.now, ZoneInfo(ZONE)):%Y-%m-%d %H:%M}: {measure}; {self.clock.skips} skips")
        return measure

    def plan(self, number):
        """What happens on a day: pairs of a time and a function."""
        random = self.random
        plan = []
        for slot in range(HOUR, DAY - HOUR, self.campaign.pick(20, 60) * MINUTE):
            wanted = self.most if slot < 16 * HOUR else max(1, self.most // 5)
            plan.append((slot, lambda wanted=wanted: self.come_and_go(wanted)))
        plan += [(random.uniform(0, DAY - HOUR), self.act) for _ in range(self.campaign.pick(60, 12))]
        for upstream in ("/github", "/news", "/usgs", "/web"):
            start = random.uniform(0, DAY - 8 * HOUR)
            plan.append((start, lambda upstream=upstream: self.fail(upstream)))
            plan.append((start + random.uniform(MINUTE, 4 * HOUR), lambda upstream=upstream: self.mend(upstream)))
        change = CHANGES[number % len(CHANGES)]
        noon = random.uniform(4, 12) * HOUR
        plan += [(noon, lambda: self.set_clock(change)), (noon + HOUR, lambda: self.set_clock(0))]
        return plan

    def set_clock(self, ahead):
        self.clock.change(self.server.process.pid, ahead)
        self.ahead = ahead or self.ahead

    def fail(self, upstream):
        fault, parameters = self.failing[upstream] = self.random.choice(FAULTS)
        self.upstreams.fail(upstream, fault, **parameters)
        self.outages += 1

    def mend(self, upstream):
        del self.failing[upstream]
        self.upstreams.clear()
        for other, (fault, parameters) in self.failing.items():
            self.upstreams.fail(other, fault, **parameters)

    def read(self):
        self.clients.read(0)

    def come_and_go(self, wanted):
        """One client in five leaves, and others take their places. The server must not have disconnected or refused any."""
        assert set(self.clients.statuses) <= {200} and not self.clients.closed, f"{len(self.clients.closed)} disconnected; {self.clients.statuses}"
        for number in list(self.clients.sockets):
            if self.random.random() < 0.2:
                self.clients.remove(number)
        self.leave(wanted)
        while len(self.clients) < wanted:
            self.clients.connect(self.path())
            self.visits += 1

    def leave(self, count):
        while len(self.clients) > count:
            self.clients.remove(self.random.choice(list(self.clients.sockets)))

    def address(self):
        """The path of a followed feed's page. Dots are encoded, since a .json at the end would request another format of the page."""
        return "/" + self.random.choice(self.feeds).replace(".json", "%2Ejson")

    def path(self):
        feed = self.address()
        visited = quote(f"{self.upstreams.address}/web/visited{self.random.randrange(50)}/feed.xml", safe="")
        return self.random.choice([
            "/", "/unread", "/api" + feed, f"{feed}?q={self.random.randrange(1_000_000)}", "/web/" + visited, feed, feed, feed, feed, feed])

    def act(self):
        """One of the things that a person does now and then."""
        self.actions += 1
        feed = self.address()
        kind = self.random.randrange(5)
        if kind == 0:
            self.expect(self.server.get(self.random.choice([feed, "/", "/unread", "/saved", "/search?q=harbour", "/status", feed + "?q=harbour"])), 200)
        elif kind == 1:
            self.post("/marks", mark="read", all="true", feed=feed)
        elif kind == 2:
            items = self.server.document(feed).get("items", [])
            if items:
                item = self.random.choice(items)
                self.post("/marks", mark="saved", scope=feed.split("/")[1], id=item["id"])
        elif kind == 3:
            self.post("/refresh", feed=feed)
        else:
            self.expect(self.server.get("/api/status"), 200)

    def post(self, path, **fields):
        self.expect(self.server.post(path, fields, Accept="application/json"), 200, 204, 303)

    def expect(self, answer, *statuses):
        assert answer.status in statuses, f"{answer.status}: {answer.text[:500]}"

    def query(self, sql):
        with closing(sqlite3.connect(f"file:{self.server.store}?mode=ro", uri=True, timeout=10)) as store:
            return store.execute(sql).fetchall()

    def check_freshness(self, when):
        """Checks that every followed feed was fetched within twice its interval."""
        now = self.clock.now
        fetched = dict(self.query("SELECT key, fetched_at FROM feed"))
        late = []
        for feed, interval in self.intervals.items():
            age = now - (fetched.get(feed) or 0) / 1000
            # It was fetched while the clock was ahead.
            if age < -1:
                age += self.ahead
            if not -1 <= age < 2 * interval + 10 * MINUTE:
                late.append(f"{feed}: {age / MINUTE:.0f} min instead of {interval / MINUTE:.0f}")
        assert not late, f"{len(late)} of {len(self.feeds)} feeds aren't fresh after {when}: {', '.join(late[:5])}"

    def measure(self, day):
        health = json.loads(self.server.get("/health").text)
        assert health["clients"] == 0, health
        tables = [name for name, in self.query("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'")]
        rows = {table: self.query(f"SELECT count(*) FROM {table}")[0][0] for table in ("feed", "item", "listing", "ledger", "lease", "gap") if table in tables}
        size = sum(file.stat().st_size for file in self.server.store.parent.glob("freshet.sqlite*"))
        # A poll may have just ended, and connections to upstreams stay open for a minute: up to sixteen.
        descriptors = self.server.descriptors - self.upstreams.connections
        return Measure(day, self.server.memory, descriptors, self.server.threads, health["watches"], health["connections"], size, rows)

    def early(self, measures):
        """The figures of day 2, or of day 1 in the short form."""
        return measures[self.campaign.pick(1, 0)]

    def compare(self, measures):
        early, last = self.early(measures), measures[-1]
        wrong = []
        # A debug build is still warming up on its first day.
        most = self.campaign.pick(1.1, 1.5)
        if last.memory > early.memory * most:
            wrong.append(f"memory is at {last.memory / early.memory * 100:.0f} %")
        if last.descriptors > early.descriptors + 8:
            wrong.append("descriptors stay open")
        # Dispatch keeps idle threads for a few seconds.
        if last.threads > early.threads + 40 or last.watches > early.watches or last.connections > early.connections:
            wrong.append("tasks stay")
        assert not wrong, f"{'; '.join(wrong)}: {early}; {last}"

    def sleep(self):
        """100 days pass while the machine sleeps. Items beyond the retention period are then removed."""
        self.clock.sleep(100 * DAY)
        self.clock.advance(self.clock.elapsed + max(self.intervals.values()) + HOUR)
        self.check_freshness("the sleep")
        self.slept = self.measure(self.days + 100)
        old = (self.clock.now - KEPT_FOR - DAY) * 1000
        # Items of one age are kept or removed together, so those as old as the oldest don't count.
        listed = "SELECT key, age, min(age) OVER (PARTITION BY feed_id) AS oldest FROM listing JOIN feed ON feed.id = feed_id"
        for feed, newer, oldest in self.query(f"SELECT key, sum(age > oldest), oldest FROM ({listed}) GROUP BY key"):
            assert newer < KEPT or oldest > old, f"{feed} has {newer} items since {datetime.fromtimestamp(oldest / 1000)}"
