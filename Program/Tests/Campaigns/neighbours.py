"""Two servers on one PostgreSQL database, while one of them is frozen, its network is silent or slow, or the database is silent."""

import re
import signal
import subprocess
import threading
import time
import urllib.error

from database import Database
from database_network import DatabaseNetwork
from programs import BARE, PROGRAM, Server, Upstreams, fetch, until

# How long a server that is frozen may delay the other one, in seconds.
LONGEST_DELAY = 10
# How long what needs no database may take while that is silent.
LONGEST_FIXED = 2
# How long a request that needs it may take to be refused.
LONGEST_REFUSAL = 15
# How long a server may take to end.
LONGEST_END = 6


def run(campaign):
    upstreams = Upstreams(campaign.folder)
    database = Database()
    network = DatabaseNetwork(database.port)
    try:
        return Neighbours(campaign, upstreams, database, network).run()
    finally:
        database.send(signal.SIGCONT)
        network.close()
        upstreams.kill()
        database.remove()


class Marker:
    """Marks items on one server, one after another, until it is stopped."""

    def __init__(self, server, ids):
        self.server, self.ids = server, ids
        self.saved, self.refused, self.slowest, self.failure = set(), 0, 0.0, None
        self.last = time.monotonic()
        self.is_over = threading.Event()
        self.thread = threading.Thread(target=self.work)
        self.thread.start()

    def work(self):
        try:
            turn = 0
            while not self.is_over.is_set():
                id = self.ids[turn % len(self.ids)]
                mark = "saved" if turn // len(self.ids) % 2 == 0 else "unsaved"
                turn += 1
                begun = time.monotonic()
                try:
                    answer = self.server.post("/marks", {"mark": mark, "scope": "news", "id": id}, Accept="application/json")
                except (urllib.error.URLError, ConnectionError, TimeoutError):
                    self.refused += 1
                    self.is_over.wait(0.05)
                    continue
                if answer.status == 200:
                    (self.saved.add if mark == "saved" else self.saved.discard)(id)
                    self.last = time.monotonic()
                    self.slowest = max(self.slowest, self.last - begun)
                else:
                    assert answer.status == 503, f"{answer.status}: {answer.text}"
                    # Whether it was stored isn't known.
                    self.saved.discard(id)
                    self.refused += 1
                    self.is_over.wait(0.05)
        except Exception as error:
            self.failure = error

    def reset(self):
        self.slowest = 0.0

    def stop(self):
        self.is_over.set()
        self.thread.join()


class Neighbours:
    def __init__(self, campaign, upstreams, database, network):
        self.campaign, self.upstreams, self.database, self.network = campaign, upstreams, database, network
        self.rounds = campaign.pick(10, 1)
        self.figures = {}

    def run(self):
        environment = BARE | {"GITHUB_TOKEN": "sample", "HOME": str(self.campaign.folder), "FRESHET_STORE": self.database.address} | self.upstreams.variables
        subprocess.run([PROGRAM, "follow", "news/top"], check=True, capture_output=True, env=environment)
        behind = self.database.address.replace(f":{self.database.port}/", f":{self.network.port}/")
        self.first, self.second = self.serve("first", behind), self.serve("second", self.database.address)
        try:
            until(lambda: len(self.ids(self.second)) > 30, "news in the store")
            ids = self.ids(self.second)
            self.sheet = re.search(r'href="([^"]+\.css[^"]*)"', self.second.get("/").text)[1]
            self.markers = [Marker(self.first, ids[::2]), Marker(self.second, ids[1::2])]
            try:
                for _ in range(self.rounds):
                    for step in (self.freeze_server, self.silence_network, self.drop_network, self.slow_network, self.freeze_database):
                        self.campaign.say(step.__name__.replace("_", " "))
                        step()
                        for marker in self.markers:
                            assert marker.failure is None, marker.failure
            finally:
                for marker in self.markers:
                    marker.stop()
            self.check()
            self.end_beside_silent_database()
        finally:
            self.first.process and self.first.process.send_signal(signal.SIGCONT)
            self.database.send(signal.SIGCONT)
            for server in (self.first, self.second):
                server.kill()
        figures = "; ".join(f"{name} {seconds:.1f} s at most" for name, seconds in self.figures.items())
        refused = sum(marker.refused for marker in self.markers)
        return f"{self.rounds} rounds; {figures}; {refused} marks refused, no acknowledged one lost"

    def serve(self, name, address):
        folder = self.campaign.folder / name
        folder.mkdir()
        return Server(folder, self.upstreams, environment={"FRESHET_STORE": address})

    def ids(self, server):
        return [str(item["id"]) for item in server.document("/news/top")["items"]]

    def note(self, what, seconds, most):
        self.figures[what] = max(self.figures.get(what, 0), seconds)
        assert seconds <= most, f"{what}: {seconds:.1f} s, more than {most} s"

    # What is done to them

    def freeze_server(self):
        """Stops the first server, within a transaction if it can be, and lets it go on later."""
        self.markers[1].reset()
        for _ in range(200):
            self.first.process.send_signal(signal.SIGSTOP)
            if self.has_open_transaction():
                break
            self.first.process.send_signal(signal.SIGCONT)
            time.sleep(self.campaign.random.uniform(0.001, 0.02))
        frozen = time.monotonic()
        time.sleep(15)
        longest = max(self.markers[1].slowest, time.monotonic() - max(self.markers[1].last, frozen))
        self.first.process.send_signal(signal.SIGCONT)
        self.note("a frozen server delayed the other one", longest, LONGEST_DELAY)
        self.recover(self.first)

    def has_open_transaction(self):
        """Whether a connection has been in a transaction for a while, without a statement: that of a frozen server."""
        time.sleep(0.1)
        return self.database.number(
            "SELECT count(*) FROM pg_stat_activity WHERE state LIKE 'idle in transaction%' AND state_change < clock_timestamp() - interval '90 ms'")

    def silence_network(self):
        self.cut(drops=False)

    def drop_network(self):
        self.cut(drops=True)

    def cut(self, drops):
        self.markers[1].reset()
        self.network.silence()
        self.probe(self.first)
        self.network.restore(drops)
        self.note("a silent network delayed the other one", self.markers[1].slowest, LONGEST_DELAY)
        self.recover(self.first)

    def slow_network(self):
        self.network.delay = 0.2
        for _ in range(2):
            self.fixed(self.first)
            answer = self.first.get("/news/top")
            assert answer.status in (200, 503), answer.status
        self.network.delay = 0
        self.recover(self.first)

    def freeze_database(self):
        self.database.send(signal.SIGSTOP)
        for server in (self.first, self.second):
            self.probe(server)
        self.database.send(signal.SIGCONT)
        for server in (self.first, self.second):
            self.recover(server)

    # What must hold

    def probe(self, server):
        """What needs no database is answered; what needs it is refused in time."""
        end = time.monotonic() + 12
        while time.monotonic() < end:
            self.fixed(server)
            begun = time.monotonic()
            answer = server.post("/marks", {"mark": "saved", "scope": "news", "id": "0"}, Accept="application/json")
            assert answer.status == 503, f"{answer.status}: {answer.text}"
            self.note("a mark was refused after", time.monotonic() - begun, LONGEST_REFUSAL)
            time.sleep(0.2)

    def fixed(self, server):
        for path in (self.sheet, "/health"):
            begun = time.monotonic()
            answer = fetch(server.address + path)
            assert answer.status == 200 or path == "/health" and answer.status == 503, f"{path}: {answer.status}"
            self.note(f"{'/health' if path == '/health' else 'a style sheet'} took", time.monotonic() - begun, LONGEST_FIXED)

    def recover(self, server):
        def works():
            try:
                return server.get("/news/top").status == 200 and server.get("/health").status == 200
            except (urllib.error.URLError, ConnectionError, TimeoutError):
                return False

        begun = time.monotonic()
        until(works, "the server to work again", seconds=60)
        self.note("a server worked again after", time.monotonic() - begun, 60)

    def check(self):
        """What was acknowledged is in the database."""
        kept = {key for key, in self.database.rows("SELECT key FROM mark JOIN item ON item.id = item_id WHERE scope = 'news' AND saved_at IS NOT NULL")}
        for marker in self.markers:
            assert marker.saved <= kept, f"lost: {marker.saved - kept}"

    def end_beside_silent_database(self):
        self.database.send(signal.SIGSTOP)
        time.sleep(1)
        begun = time.monotonic()
        self.second.stop()
        self.note("a server ended beside a silent database after", time.monotonic() - begun, LONGEST_END)
        self.database.send(signal.SIGCONT)
