"""The Atom and JSON Feed documents that feed readers subscribe to."""

import json

import feedparser
import feedrules
import pytest

from pages import FEEDS
from programs import until


@pytest.mark.brief("/github/octo-sample/harbor", "/news/top")
@pytest.mark.parametrize("path", FEEDS)
def test_atom_is_as_rfc_4287_asks(site, path):
    answer, items = site.server.syndicated(path + ".atom")
    count = feedrules.atom(answer.body, answer.headers["Content-Type"], f"{site.server.address}{path}.atom")
    assert answer.status == 200 and count == items > 0
    for entry in feedparser.parse(answer.body).entries:
        assert entry.title and entry.link.startswith("http") and entry.updated_parsed


@pytest.mark.brief("/quakes/day/2.5")
@pytest.mark.parametrize("path", FEEDS)
def test_a_json_feed_is_as_its_version_1_1_asks(site, path):
    answer, items = site.server.syndicated(path + ".json")
    count = feedrules.json_feed(answer.body, answer.headers["Content-Type"], f"{site.server.address}{path}.json")
    assert answer.status == 200 and count == items > 0
    assert all(item["url"].startswith("http") for item in json.loads(answer.text)["items"])


@pytest.mark.brief("/news/top")
@pytest.mark.parametrize("path", FEEDS)
def test_a_page_tells_of_its_feeds(site, reader, path):
    reader.open(site.server, path)
    told = reader.script("return [...document.querySelectorAll('link[rel=alternate]')].map(e => [e.type, new URL(e.href).pathname])")
    assert ["application/atom+xml", path + ".atom"] in told and ["application/feed+json", path + ".json"] in told
    for kind, address in told:
        assert site.server.get(address).status == 200


def test_an_unchanged_feed_costs_nothing(site):
    for path in ["/news/top.atom", "/news/top.json", "/api/news/top", "/news/top", "/openapi.json"]:
        def costs_nothing():
            tag = site.server.get(path).headers["ETag"]
            again = site.server.get(path, If_None_Match=tag)
            # The first request may have started a refresh, whose result is another version.
            is_known = again.headers["ETag"] == tag
            assert again.status == (304 if is_known else 200), path
            return is_known

        until(costs_nothing, f"a 304 of {path}")
