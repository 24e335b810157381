"""Kills the program at a random moment of its work on the store, and checks that everything it had acknowledged is there."""

from collections import Counter

import stores
from commands import Commands
from killkinds import KINDS
from programs import Upstreams

FOLLOWED = ["news/top", "news/new", "news/ask", "github/octo-sample/busy", "github/octo-sample/harbor", "quakes"]


def run(campaign):
    rounds = campaign.pick(200, 15)
    upstreams = Upstreams(campaign.folder)
    try:
        world = World(campaign, upstreams)
        for number in range(rounds):
            work = KINDS[number % len(KINDS)](world)
            try:
                work.round(by_event=number // len(KINDS) % 2 == 1)
            except Exception as error:
                error.add_note(f"round {number}, {work.name}")
                raise
            if (number + 1) % 20 == 0:
                campaign.say(f"{number + 1} of {rounds}")
        return f"{rounds} of {rounds}; kills " + world.summary()
    finally:
        upstreams.kill()


class World:
    """The stores that work starts from, and how long undisturbed work takes."""

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
        # A copy with the ledger, so that damage to it is noticed.
        self.asked = stores.copy(self.template, self.folder / "asked")
        stores.forget_requests(self.template)

    def note(self, name, instant):
        self.landed.setdefault(name, Counter())[instant] += 1

    def summary(self):
        total = sum(self.landed.values(), Counter())
        parts = [f"{name} {count['before']}/{count['during']}/{count['after']}" for name, count in self.landed.items()]
        return (f"before/during/after the work: {total['before']}/{total['during']}/{total['after']}"
                f" ({', '.join(parts)})")
