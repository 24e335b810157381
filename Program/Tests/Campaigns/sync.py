"""Reader apps against the server: real ones from Debian and PyPI, and what others send, replayed. Each reads, marks, stars and synchronizes again, and the
state is compared with that of the page's own API."""

import json

import replays
from desktopapps import liferea, rss_guard
from programs import until, world
from pypiapps import freshrss_api, miniflux_client
from terminalapps import newsboat_modes

TOKEN = "sync-correct-horse-battery"
FEEDS = {"/github/octo-sample/harbor": "Code", "/news/top": "News & more", "/planet/wildfires": "", "/quakes/day/2.5": "News & more"}


class Followed:
    """A server that follows feeds of every kind, with what the page knows about them."""

    def __init__(self, made):
        self.server, self.upstreams, self.folder, self.token = made.server, made.upstreams, made.folder, TOKEN
        self.address = made.server.address
        for feed, folder in FEEDS.items():
            answer = self.server.post("/follow", {"feed": feed, "folder": folder}, Authorization=f"Bearer {TOKEN}")
            assert answer.status == 303, f"{feed}: {answer.status} {answer.text[:300]}"
        for feed in FEEDS:
            until(lambda: self.read("/api" + feed)["status"] == "fresh", f"{feed} to be fresh")

    def read(self, path):
        answer = self.server.get(path, Authorization=f"Bearer {TOKEN}")
        assert answer.status == 200, f"{path}: {answer.status} {answer.text[:300]}"
        return json.loads(answer.text)

    def mark(self, **fields):
        answer = self.server.post("/marks", fields, Authorization=f"Bearer {TOKEN}", Accept="application/json")
        assert answer.status == 200, f"{fields}: {answer.status} {answer.text[:300]}"

    @property
    def unread(self):
        """How many items are unread, as the page says."""
        return self.read("/api/unread?limit=1")["total"]

    @property
    def titles(self):
        """The titles of unread items."""
        return sorted(title(item) for item in self.read("/api/unread?limit=1000")["items"])

    @property
    def saved(self):
        return self.read("/api/saved?limit=1000")["total"]


def title(item):
    return item.get("title") or item.get("id")


def run(campaign):
    results = []
    checks = [replays.google_reader, replays.miniflux, replays.fever, replays.wrong_input, miniflux_client, freshrss_api, newsboat_modes] + campaign.pick([rss_guard, liferea], [])
    for check in checks:
        with world(token=TOKEN) as made:
            result = check(Followed(made))
            campaign.say(f"{check.__name__}: {result}")
            results.append(f"{check.__name__.replace('_', ' ')}: {result}")
    return "; ".join(results)
