"""Atom and JSON Feed, as any reader may subscribe to them."""

import json
import re
import xml.etree.ElementTree as ElementTree
from datetime import datetime

import feedparser
import pytest

from pages import FEEDS

ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.mark.parametrize("path", FEEDS)
def test_atom_is_read_without_a_complaint(site, path):
    answer = site.server.get(path + ".atom")
    assert answer.status == 200 and answer.headers["Content-Type"].startswith("application/atom+xml")
    feed = feedparser.parse(answer.body, response_headers={"content-type": answer.headers["Content-Type"]})
    assert not feed.bozo, feed.get("bozo_exception")
    assert feed.version == "atom10" and feed.feed.title and len(feed.entries) == len(site.server.document(path)["items"])
    for entry in feed.entries:
        assert entry.title and entry.link.startswith("http") and entry.updated_parsed


@pytest.mark.parametrize("path", FEEDS)
def test_atom_has_what_rfc_4287_asks_for(site, path):
    root = ElementTree.fromstring(site.server.get(path + ".atom").body)
    assert root.tag == ATOM + "feed"
    one_each(root, "id", "title", "updated")
    assert any(link.get("rel") == "self" and link.get("href", "").endswith(path + ".atom") for link in root.findall(ATOM + "link"))
    entries = root.findall(ATOM + "entry")
    has_author = root.find(ATOM + "author") is not None
    ids = [entry.findtext(ATOM + "id") for entry in entries]
    assert len(set(ids)) == len(ids) > 0 and all(re.match(r"[a-z][a-z0-9+.-]*:", one) for one in ids), "ids are IRIs, each once"
    for entry in entries:
        one_each(entry, "id", "title", "updated")
        assert datetime.fromisoformat(entry.findtext(ATOM + "updated")).tzinfo is not None
        assert has_author or entry.findtext(f"{ATOM}author/{ATOM}name"), "somebody wrote it (4.1.2)"
        assert entry.find(ATOM + "content") is not None or any(link.get("rel", "alternate") == "alternate" for link in entry.findall(ATOM + "link"))


def one_each(element, *names):
    for name in names:
        assert len(element.findall(ATOM + name)) == 1, name
        assert element.findtext(ATOM + name), name


@pytest.mark.parametrize("path", FEEDS)
def test_a_json_feed_has_what_its_version_1_1_asks_for(site, path):
    answer = site.server.get(path + ".json")
    assert answer.status == 200 and answer.headers["Content-Type"].startswith("application/feed+json")
    feed = json.loads(answer.text)
    assert feed["version"] == "https://jsonfeed.org/version/1.1" and feed["title"]
    assert feed["feed_url"].endswith(path + ".json") and feed["home_page_url"].endswith(path)
    assert len(feed["items"]) == len(site.server.document(path)["items"]) > 0
    ids = [item["id"] for item in feed["items"]]
    assert all(isinstance(one, str) and one for one in ids) and len(set(ids)) == len(ids)
    for item in feed["items"]:
        assert "content_html" in item or "content_text" in item
        assert item["url"].startswith("http")
        for date in [item[key] for key in ("date_published", "date_modified") if key in item]:
            assert datetime.fromisoformat(date).tzinfo is not None
        assert all(author.get("name") or author.get("url") or author.get("avatar") for author in item.get("authors", []))


@pytest.mark.parametrize("path", FEEDS)
def test_a_page_tells_of_its_feeds(site, reader, path):
    reader.open(site.server, path)
    told = reader.script("return [...document.querySelectorAll('link[rel=alternate]')].map(e => [e.type, new URL(e.href).pathname])")
    assert ["application/atom+xml", path + ".atom"] in told and ["application/feed+json", path + ".json"] in told
    for kind, address in told:
        assert site.server.get(address).status == 200


def test_an_unchanged_feed_costs_nothing(site):
    for path in ["/news/top.atom", "/news/top.json", "/api/news/top", "/news/top", "/openapi.json"]:
        first = site.server.get(path)
        assert first.headers["ETag"], path
        assert site.server.get(path, If_None_Match=first.headers["ETag"]).status == 304, path
