"""The full text of an item: loaded by a button without leaving the page, or as the item is opened."""

import json
from urllib.parse import quote

import pytest

from local_site import local_site

PROSE = "".join(f"<p>In part {number} the keepers wrote down what the tide had left, and they did so with care, because nobody else would.</p>" for number in range(1, 7))
CODE = "<pre><code>" + "let tide = clock.next().rounded().described(in: .current) " * 8 + "</code></pre>"
TABLE = "<table><tr>" + "".join(f"<th>Column {number}</th>" for number in range(30)) + "</tr><tr>" + "".join(f"<td>{number}&nbsp;meters</td>" for number in range(30)) + "</tr></table>"


@pytest.fixture
def partial(world):
    """A followed feed that sends only the beginning of its item; its site, and the path of its page."""
    with local_site() as site:
        item = {"id": "1", "title": "Tides", "url": f"{site.address}/page", "content_html": "<p>The beginning</p>"}
        site.add("/feed", json.dumps({"version": "https://jsonfeed.org/version/1.1", "title": "Parts", "items": [item]}), "application/feed+json")
        site.add("/page", f"<main>{PROSE}{CODE}{TABLE}<iframe src='https://player.example/1'></iframe></main>")
        world.server.post("/follow", {"address": f"{site.address}/feed"})
        path = "/web/" + quote(f"{site.address}/feed", safe="")
        world.server.warm(path)
        yield site, path


def test_a_button_loads_it_in_place(world, partial, reader):
    site, path = partial
    reader.open(world.server, path)
    reader.is_live()
    reader.click(".row .main")
    reader.reads("Load the full text", "#pane .full-text")
    reader.script("window.before = document.querySelector('#pane .item')")
    reader.click("#pane .full-text button")
    reader.reads("In part 6", "#pane .prose")
    assert reader.script("return before.isConnected"), "the item stays open"
    assert "The full text of the item's page" in reader.text("#pane .item-text")
    assert site.requests_of("/page") == [None] and reader.violations() == []


@pytest.mark.parametrize("machine", ["desktop", "phone"])
def test_wide_code_and_tables_scroll_in_their_boxes(world, partial, reader, machine):
    site, path = partial
    world.server.post("/full-text", {"feed": path, "id": "1"})
    if machine == "phone":
        reader.phone()
    reader.open(world.server, f"{path}?item=1")
    reader.sees("#pane .prose table")
    for box in ("pre", "table"):
        assert reader.script(f"const box = document.querySelector('#pane .prose {box}'); box.scrollLeft = 50; return [box.scrollWidth > box.clientWidth, box.scrollLeft]") == [True, 50], box
    assert reader.wider_than_screen() == []
    assert reader.count("#pane iframe") == 0 and reader.attributes("#pane .prose a", "href")[-1] == "https://player.example/1"
    reader.photograph(f"full-text-{machine}")
    assert reader.violations() == []


def test_a_feeds_settings_load_it_as_items_are_opened(world, partial, reader):
    site, path = partial
    reader.open(world.server, path)
    reader.is_live()
    reader.click(".menu:has(.settings) > summary")
    reader.click(".settings > summary")
    reader.click(".settings input[name=fullText][type=checkbox]")
    reader.photograph("full-text-setting")
    reader.leads(lambda: reader.click(".settings form .button"))
    reader.is_live()
    reader.click(".row .main")
    reader.reads("In part 6", "#pane .prose")
    assert site.requests_of("/page") == [None]


def test_a_page_without_an_article_says_so_and_can_be_tried_again(world, partial, reader):
    site, path = partial
    site.add("/page", "<p>Nothing here")
    reader.open(world.server, f"{path}?item=1")
    reader.click("#pane .full-text button")
    reader.reads("it has no article that can be told from the rest", "#pane .item-text")
    assert "The beginning" in reader.text("#pane .prose")
    reader.reads("Try again", "#pane .full-text")
