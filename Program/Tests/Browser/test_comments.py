"""A long discussion: all of its comments can be read, and they arrive in parts."""

import json
import os
import time

import pytest

from local_site import local_site
from programs import world as new_world

#: A debug build takes some minutes for 2,000.
COMMENTS = 2000 if os.environ.get("FRESHET_FULL") else 440
#: The number of answers to each comment of the first level.
ANSWERS = 3


@pytest.fixture(scope="module")
def long_thread():
    """A world whose only story has many comments: each fourth one is of the first level, and the others answer it."""
    with local_site() as site:
        firsts = list(range(2, COMMENTS + 2, ANSWERS + 1))
        now = int(time.time()) - 86_400
        story = {"id": 1, "type": "story", "by": "ada", "time": now, "title": "Tides", "url": "https://tides.example/", "score": 9, "descendants": COMMENTS, "kids": firsts}
        site.add("/v0/item/1.json", json.dumps(story), "application/json")
        for number in range(2, COMMENTS + 2):
            first = number - (number - 2) % (ANSWERS + 1)
            answers = [kid for kid in range(number + 1, number + ANSWERS + 1) if kid < COMMENTS + 2] if number == first else []
            comment = {"id": number, "type": "comment", "by": f"user{number}", "time": now + number, "text": f"Words of comment {number}", "parent": 1 if number == first else first, "kids": answers}
            site.add(f"/v0/item/{number}.json", json.dumps(comment), "application/json")
        site.add("/v0/topstories.json", "[1]", "application/json")
        with new_world(environment={"FRESHET_NEWS_URL": f"{site.address}/v0"}) as made:
            made.server.warm("/news/top")
            yield made


def test_all_comments_of_a_long_discussion_can_be_read(long_thread, reader):
    reader.open(long_thread.server, "/news/top?item=1")
    reader.waits(lambda: reader.count("#pane .comment") > 100 and reader.count("#pane .comments-more"), "the first comments")
    first = reader.count("#pane .comment")
    assert first < 250 and reader.text("#pane .comments-more") == f"Show all {COMMENTS:,} comments"
    reader.photograph("comments-more")
    reader.script("""window.parts = [];
        new MutationObserver((records) => parts.push(records.flatMap((record) => [...record.addedNodes]).filter((node) => node.matches?.('.comment')).length))
          .observe(document.querySelector('#pane .comments'), { childList: true, subtree: true });""")
    reader.click("#pane .comments-more")
    reader.waits(lambda: reader.count("#pane .comment") == COMMENTS, "all comments", 180)
    reader.waits(lambda: reader.text("#pane #comments-title") == f"{COMMENTS} comments", "their number")
    assert reader.count("#pane .comments-more") == 0
    # The page is drawn between parts, whatever the machine's speed.
    assert sum(reader.script("return parts")) == COMMENTS - first and max(reader.script("return parts")) <= 25
    # Each is where it belongs, and once.
    assert reader.script("return [...document.querySelectorAll('#pane .comment')].map((comment) => Number(comment.dataset.id))") == list(range(2, COMMENTS + 2))
    assert reader.script("return document.querySelectorAll('#pane .comments > .tree > .comment').length") == COMMENTS // (ANSWERS + 1)


def test_all_comments_are_on_the_discussions_page(long_thread, reader):
    long_thread.server.warm("/news/item/1")
    reader.open(long_thread.server, "/news/item/1?limit=2001")
    reader.waits(lambda: reader.count(".rows > .row") == COMMENTS + 1, "all comments", 180)
