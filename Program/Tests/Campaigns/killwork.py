"""Work that is killed: how the moment is chosen, and what must be true of the store afterwards."""

import json
import threading
import time
import urllib.error

import stores
from commands import Commands
from programs import Server, until

LEASE = 15_000


class Work:
    """One kind of work on the store, and what must be true after a kill."""

    name = None
    # Whether the work sets a damaged store aside. Until it has, the damage is expected.
    rescues = False

    def __init__(self, world):
        self.world, self.random = world, world.random
        self.data = world.folder / "data"

    def prepare(self):
        """Makes the store that the work starts from."""
        stores.copy(self.world.template, self.data)

    def round(self, by_event):
        self.prepare()
        self.before = self.contents_before()
        instant = self.kill(by_event)
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
        """Checks a store that a kill left."""
        fault = stores.fault(folder)
        assert fault is None, f"the store is damaged: {fault}"
        lost = self.before.lost(stores.Contents(folder))
        assert lost is None, f"lost: {lost}"
        lost = self.acknowledged_but_missing(stores.Contents(folder))
        assert lost is None, f"acknowledged, but missing: {lost}"
        lease = stores.longest_lease(folder) - killed_at
        assert lease <= LEASE, f"a lease lasts {lease:.0f} ms longer than the process that took it"

    def acknowledged_but_missing(self, contents):
        return None


class CommandWork(Work):
    """A command that is killed at a random moment of its run, or of the time from its first write to its end."""

    arguments = ()
    # Which of several stores it works on: each takes a different time.
    variant = None

    def start(self):
        return Commands(self.world.upstreams, self.data).start(*self.arguments, **self.more())

    def more(self):
        return {}

    def undisturbed(self):
        """The seconds that it takes, and the seconds from its first write to its end; measured once."""
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
        """Called when the work has ended undisturbed."""

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
        """Finishes the interrupted work."""
        stores.expire_leases(self.data)
        run = self.start().wait()
        assert run.status == 0, f"after the kill, {run} ended with {run.status}: {run.words[:800]}"
        assert "damaged" not in run.errors, run.errors
        self.run = run


class ServerWork(Work):
    """Requests of three clients to a server that is killed between the first answer and the last."""

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
            pass  # the server was killed
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
