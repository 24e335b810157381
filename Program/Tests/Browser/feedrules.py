"""What RFC 4287 (Atom) and JSON Feed 1.1 require of a document, beyond what a parser checks."""

import json
import re
import xml.etree.ElementTree as ElementTree
from datetime import datetime

import atoma
import feedparser

ATOM = "{http://www.w3.org/2005/Atom}"
IRI = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:\S+")
# RFC 3339, with the capital letters that Atom requires (3.3).
DATE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)")
FEED_ELEMENTS = {"author", "category", "contributor", "generator", "icon", "id", "link", "logo", "rights", "subtitle", "title", "updated", "entry"}
ENTRY_ELEMENTS = {"author", "category", "content", "contributor", "id", "link", "published", "rights", "source", "summary", "title", "updated"}


def atom(body, content_type, address):
    """Checks the Atom feed at an address; returns the number of its entries."""
    assert content_type.startswith("application/atom+xml"), content_type
    parsed = feedparser.parse(body, response_headers={"content-type": content_type})
    assert not parsed.bozo, parsed.get("bozo_exception")
    assert parsed.version == "atom10"
    root = ElementTree.fromstring(body)
    assert root.tag == ATOM + "feed" and b"<!DOCTYPE" not in body
    container(root, FEED_ELEMENTS)
    assert any(link.get("rel") == "self" and link.get("href") == address for link in root.findall(ATOM + "link")), "4.1.1: a link to itself"
    entries = root.findall(ATOM + "entry")
    has_author = root.find(ATOM + "author") is not None
    ids = [entry.findtext(ATOM + "id") for entry in entries]
    assert len(set(ids)) == len(ids), "4.1.1: an id, once"
    for entry in entries:
        container(entry, ENTRY_ELEMENTS)
        assert has_author or entry.findtext(f"{ATOM}author/{ATOM}name"), "4.1.2: somebody wrote it"
        content = entry.find(ATOM + "content")
        assert content is not None or any(link.get("rel", "alternate") == "alternate" for link in entry.findall(ATOM + "link")), "4.1.2"
        if content is not None and content.get("src"):
            assert not content.text and entry.find(ATOM + "summary") is not None, "4.1.3.2"
    # A second, stricter parser.
    assert len(parsed.entries) == len(atoma.parse_atom_bytes(body).entries) == len(entries)
    return len(entries)


def container(element, known):
    """Checks the rules that feeds and entries share."""
    names = [child.tag.removeprefix(ATOM) for child in element if child.tag.startswith(ATOM)]
    assert set(names) <= known, set(names) - known
    for name in ("id", "title", "updated"):
        assert names.count(name) == 1 and element.findtext(ATOM + name), f"one {name} that isn't empty"
    for name in ("content", "generator", "icon", "logo", "published", "rights", "source", "subtitle", "summary"):
        assert names.count(name) <= 1, name
    assert IRI.fullmatch(element.findtext(ATOM + "id")), element.findtext(ATOM + "id")
    for name in ("updated", "published"):
        date = element.findtext(ATOM + name)
        assert date is None or DATE.fullmatch(date) and datetime.fromisoformat(date), date
    for name in ("title", "subtitle", "summary", "rights"):
        for text in element.findall(ATOM + name):
            assert text.get("type", "text") in ("text", "html", "xhtml") and (text.get("type") == "xhtml" or len(text) == 0), name
    alternates = [(link.get("type"), link.get("hreflang")) for link in element.findall(ATOM + "link") if link.get("rel", "alternate") == "alternate"]
    assert len(set(alternates)) == len(alternates), "4.1.1: one alternate link of a type and language"
    assert all(link.get("href") for link in element.findall(ATOM + "link"))
    assert all(category.get("term") for category in element.findall(ATOM + "category")), "4.2.2.1"
    for person in element.findall(ATOM + "author") + element.findall(ATOM + "contributor"):
        assert len(person.findall(ATOM + "name")) == 1 and person.findtext(ATOM + "name"), "3.2.1"
        uri = person.findtext(ATOM + "uri")
        assert uri is None or IRI.fullmatch(uri), uri


FEED_KEYS = {"version", "title", "home_page_url", "feed_url", "description", "user_comment", "next_url", "icon", "favicon", "authors", "language", "expired", "hubs", "items"}
ITEM_KEYS = {"id", "url", "external_url", "title", "content_html", "content_text", "summary", "image", "banner_image", "date_published", "date_modified", "authors", "tags",
             "language", "attachments"}


def json_feed(body, content_type, address):
    """Checks the JSON Feed at an address; returns the number of its items."""
    assert content_type.startswith("application/feed+json"), content_type
    feed = json.loads(body)
    assert feed["version"] == "https://jsonfeed.org/version/1.1"
    assert isinstance(feed["title"], str) and feed["title"]
    assert feed["feed_url"] == address and feed["home_page_url"] == address.removesuffix(".json")
    assert all(key in FEED_KEYS or key.startswith("_") for key in feed), set(feed) - FEED_KEYS
    ids = [item["id"] for item in feed["items"]]
    assert all(isinstance(one, str) and one for one in ids) and len(set(ids)) == len(ids), "an id is a string, once"
    for item in feed["items"]:
        assert all(key in ITEM_KEYS or key.startswith("_") for key in item), set(item) - ITEM_KEYS
        assert isinstance(item.get("content_html", item.get("content_text")), str), "one of them at least"
        for key in ("url", "external_url", "image", "banner_image"):
            assert key not in item or re.match(r"https?://", item[key]), item[key]
        for key in ("date_published", "date_modified"):
            assert key not in item or DATE.fullmatch(item[key]), item[key]
        assert all(isinstance(tag, str) and tag for tag in item.get("tags", []))
        assert all(author.get("name") or author.get("url") or author.get("avatar") for author in item.get("authors", []))
        assert all(one["url"] and "/" in one["mime_type"] for one in item.get("attachments", []))
    assert len(atoma.parse_json_feed_bytes(body).items) == len(feed["items"])
    return len(feed["items"])
