"""Many live clients of one feed: prompt ones, slow ones, ones that never read, ones that keep reconnecting, and ones with filters of their own."""

import json
import os
import statistics
import time

from live_clients import LiveClients, raise_descriptor_limit
from programs import Server, until
from stories import FEED, Stories

# Slow clients and those that never read request whole documents, which fill the kernel's buffers.
DOCUMENT = "/api" + FEED
SMALL_BUFFER = 4096


def run(campaign):
    descriptors = raise_descriptor_limit()
    count = campaign.pick(15_000, 300)
    assert descriptors > count + 640, f"{count} clients need {count + 640} descriptors; the limit here is {descriptors}"
    stories = Stories()
    server = None
    try:
        server = Server(campaign.folder, stories, "--max-clients", str(count))
        return Crowd(campaign, server, stories, count).run()
    finally:
        if server:
            server.kill()
        stories.kill()


class Crowd:
    """The server and its clients, and what has been measured."""

    def __init__(self, campaign, server, stories, count):
        self.campaign, self.server, self.stories, self.count = campaign, server, stories, count
        self.results, self.exceeded = [], []

    def run(self):
        until(lambda: self.server.get(FEED).text.count('class="row') >= 50, "the page to fill")
        # Memory that the server allocates once must not count as the clients'.
        self.leave(self.come(20, FEED))
        self.start = self.server.memory
        self.open = self.server.descriptors
        self.prompt()
        self.mixed()
        self.storm()
        self.filtered()
        assert not self.exceeded, "; ".join(self.exceeded) + "; all results: " + "; ".join(self.results)
        return "; ".join(self.results)

    def bound(self, holds, figure):
        """Records a figure that exceeds its bound. The other parts still run; the campaign fails at its end."""
        if not holds:
            self.exceeded.append(figure)

    def prompt(self):
        """All clients read promptly; those beyond the limit are refused."""
        clients = self.come(self.count, FEED, keeps=self.campaign.short)
        size = (self.server.memory - self.start) / self.count / 1024
        refused = LiveClients(self.server.port, 5, FEED, keeps=True)
        refused.settle()
        for number in refused.sockets:
            head = bytes(refused.kept[number])
            assert head.startswith(b"HTTP/1.1 503 ") and b"\r\nretry-after: 60\r\n" in head.lower(), f"the client over the limit got {head[:300]}"
        refused.close()
        self.deliver(clients, self.campaign.pick(8, 5), "prompt")
        later = (self.server.memory - self.start) / self.count / 1024
        self.results.append(f"{self.count} clients: {size:.1f} kB each, {later:.1f} kB after the events")
        if not self.campaign.short:
            self.bound(later <= 16, f"a client takes {later:.1f} kB")
        self.leave(clients)
        self.check_memory("all of them")

    def mixed(self):
        """One client in five is slow and one in twenty never reads; the others don't wait."""
        slow, silent = self.count // 5, self.count // 20
        clients = self.come(self.count - slow - silent - 1, FEED, keeps=self.campaign.short)
        prompt = LiveClients(self.server.port, 1, DOCUMENT, keeps=True)
        sippers = LiveClients(self.server.port, slow, DOCUMENT, keeps=True, buffer=SMALL_BUFFER)
        sleepers = LiveClients(self.server.port, silent, DOCUMENT, buffer=SMALL_BUFFER)
        self.live(self.count)

        def read_both():
            prompt.read(0)
            sippers.sip(2048)

        marker = self.deliver(clients, self.campaign.pick(15, 12), "beside slow ones", read_both)
        assert prompt.arrivals(marker, 90), "a prompt client of the document didn't get the newest"
        every = len(prompt.numbers(*prompt.sockets))
        if not self.campaign.short:
            self.wait_for_dismissal(clients, prompt, sippers, silent)
        # A slow client that keeps reading gets the newest state, but not every earlier one.
        late = sippers.arrivals(marker, 120)
        assert len(late) + len(sippers.closed) == slow, f"{slow - len(late) - len(sippers.closed)} slow clients didn't get the newest"
        assert not sippers.closed, f"{len(sippers.closed)} slow clients were disconnected"
        for number in sippers.sockets:
            numbers = sippers.numbers(number)
            assert numbers == sorted(set(numbers)), f"a slow client received {numbers}"
            assert self.campaign.short or len(numbers) < every, f"a slow client received {len(numbers)} of {every} states, so nothing was coalesced for it"
        for group in (clients, prompt, sippers, sleepers):
            group.close()
        self.gone()
        self.check_memory("slow ones too")

    def wait_for_dismissal(self, clients, prompt, sippers, silent):
        """Waits until the clients that never read are disconnected, a minute after they took the last bytes."""
        end = time.monotonic() + 180
        while self.health()["clients"] > self.count - silent:
            assert time.monotonic() < end, f"{self.health()['clients'] - self.count + silent} clients that never read are still connected"
            clients.read(2)
            prompt.read(0)
            sippers.sip(8192)
        assert not clients.closed
        self.results.append(f"the {silent} that never read were disconnected")

    def storm(self):
        """A third of the clients disconnect immediately and reconnect, again and again."""
        stays = self.come(self.count - self.count // 3, FEED, keeps=self.campaign.short)
        for turn in range(self.campaign.pick(10, 4)):
            comers = LiveClients(self.server.port, self.count // 3, FEED)
            stays.read(0)
            # Some disconnect while they are still being answered.
            if self.campaign.random.random() < 0.5:
                comers.settle(quiet=0.5)
                assert set(comers.statuses) <= {200, 503}, f"a client that came back was answered with {set(comers.statuses)}"
            comers.close(abruptly=self.campaign.random.random() < 0.5)
        until(lambda: self.health()["clients"] == len(stays), "those that went away to be gone")
        comers = LiveClients(self.server.port, self.count // 3, FEED)
        comers.settle()
        assert set(comers.statuses) == {200}, f"clients that came back were answered with {set(comers.statuses)}"
        self.deliver(stays, self.campaign.pick(5, 3), "after the storm", lambda: comers.read(0))
        comers.close()
        self.leave(stays)
        self.check_memory("a storm")

    def filtered(self):
        """Each client has a filter of its own; all share one watched feed."""
        clients = self.come(self.count, lambda number: f"{FEED}?q=story{number}", keeps=self.campaign.short)
        health = self.health()
        assert health["watches"] == 1, f"{health['watches']} feeds are watched for filters"
        self.deliver(clients, self.campaign.pick(5, 3), "with filters")
        self.leave(clients)
        self.check_memory("filters")

    def deliver(self, clients, rounds, what, between=lambda: None):
        """Adds stories; each must reach all clients. Returns the last marker."""
        medians, lasts, markers = [], [], []
        for _ in range(rounds):
            marker = self.stories.add()
            markers.append(marker)
            self.server.refresh(FEED)
            times = clients.arrivals(marker, 90)
            assert not clients.closed, f"{len(clients.closed)} clients were disconnected"
            assert len(times) == len(clients), f"{len(clients) - len(times)} of {len(clients)} clients didn't get what arrived"
            delays = sorted(value - self.stories.answered for value in times.values())
            medians.append(statistics.median(delays) * 1000)
            lasts.append(delays[-1] * 1000)
            between()
            clients.read(self.campaign.pick(1, 0))
        load = os.getloadavg()[0]
        times = f"{what}: median {statistics.median(medians):.0f} ms, all within {max(lasts):.0f} ms (load {load:.1f})"
        self.campaign.say(times)
        if self.campaign.short:
            self.check_order(clients, markers)
        else:
            self.results.append(times)
            self.bound(statistics.median(medians) < 200 and max(lasts) < 600, times)
        return marker

    def check_order(self, clients, markers):
        """Checks that each client has received each event once, in order."""
        for number, data in clients.kept.items():
            places = [data.find(marker.encode()) for marker in markers]
            assert -1 not in places and places == sorted(places), f"the stories came at {places}"
            numbers = clients.numbers(number)
            assert numbers == sorted(set(numbers)), f"the events came as {numbers}"

    def come(self, count, path, **more):
        clients = LiveClients(self.server.port, count, path, **more)
        clients.settle(120)
        assert set(clients.statuses) == {200}, f"{count} clients were answered with {set(clients.statuses)}"
        self.live(count)
        return clients

    def live(self, count):
        until(lambda: self.health()["clients"] == count, f"{count} live clients")

    def leave(self, clients):
        clients.close()
        self.gone()

    def gone(self):
        self.live(0)
        until(lambda: self.health()["connections"] <= 1, "all connections to be closed")

    def health(self):
        return json.loads(self.server.get("/health").text)

    def check_memory(self, what):
        """Checks that descriptors are released at once, and memory soon after."""
        until(lambda: self.server.descriptors <= self.open + 2, f"{self.open} descriptors, as before")
        # A debug build keeps more of its first allocations.
        most = self.start * self.campaign.pick(1.1, 1.5)
        figure = lambda: f"{self.server.memory / 1e6:.0f} MB of {self.start / 1e6:.0f} MB after {what}"
        try:
            until(lambda: self.server.memory <= most, f"memory to come back: {figure()}", 30)
        except AssertionError:
            if self.campaign.short:
                raise
            # The later parts still run.
            self.bound(False, figure())
        self.results.append(figure())
