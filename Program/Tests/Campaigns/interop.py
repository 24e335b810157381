"""Interoperability: other programs against the server. Schemathesis, feed rules, curl, newsboat, and nginx and Caddy in front of it."""

import re

import feedrules
from curling import curl_talks
from fuzzing import Fuzzing
from hostile import Hostile
from newsboat import newsboat_reads
from pages import FEEDS
from programs import until, world
from proxies import Caddy, Nginx
from proxychecks import check_proxy

TOKEN = "interop-correct-horse-battery"


def run(campaign):
    results = []

    def note(result):
        campaign.say(result)
        results.append(result)

    fuzzing = None if campaign.short else Fuzzing(campaign.folder, seed=campaign.seed, seconds=600, examples=400)
    try:
        with world() as plain:
            plain.server.warm(*FEEDS)
            note(f"{feeds_follow_the_rules(plain.server, FEEDS)} feeds follow the rules")
            note(f"curl: {curl_talks(plain.server)} exchanges")
        if not campaign.short:
            note(f"{hostile_feeds(campaign)} feeds of a hostile upstream follow the rules")
        note(newsboat_reads(TOKEN))
        for proxy in (Nginx, Caddy):
            note(check_proxy(proxy, TOKEN, campaign.short))
        if fuzzing:
            output, status = fuzzing.result()
            assert status == 0, output[-6000:]
            assert fuzzing.world.server.get("/health").status == 200
            note("schemathesis: " + re.search(r"\d+ generated.*", output)[0])
    finally:
        if fuzzing:
            fuzzing.end()
    return "; ".join(results)


def feeds_follow_the_rules(server, paths):
    count = 0
    for path in paths:
        for suffix, check in ((".atom", feedrules.atom), (".json", feedrules.json_feed)):
            answer = server.get(path + suffix)
            assert answer.status == 200, f"{path}{suffix}: {answer.status}"
            items = check(answer.body, answer.headers["Content-Type"], server.address + path + suffix)
            assert items == len(server.document(path)["items"]) > 0, path
            assert server.get(path + suffix).body == answer.body, f"{path}{suffix} differs from one request to the next"
            count += 1
    return count


def hostile_feeds(campaign):
    folder = campaign.folder / "hostile"
    folder.mkdir()
    paths = ["/github/octo-sample/harbor", "/planet/wildfires", "/news/top"]
    with world(upstreams=Hostile(folder)) as made:
        for path in paths:
            until(lambda: made.server.document(path)["items"], path)
        until(lambda: all(made.server.document(path)["status"] != "refreshing" for path in paths), "the refreshes to end")
        return feeds_follow_the_rules(made.server, paths)
