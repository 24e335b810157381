"""A long discussion: all of its comments can be read, and they are inserted in parts."""

import os
import time

import pytest

from discussion import ANSWERS, long_discussion

COMMENTS = 2000 if os.environ.get("FRESHET_FULL") else 440


@pytest.fixture(scope="module")
def long_thread():
    with long_discussion(COMMENTS) as made:
        yield made


def requested(reader, words):
    """The addresses that the page has requested and that have these words."""
    return [name for name in reader.script("return performance.getEntriesByType('resource').map(e => e.name)") if words in name]


def test_all_comments_of_a_long_discussion_can_be_read(long_thread, reader, report):
    reader.open(long_thread.server, "/news/top?item=1")
    reader.waits(lambda: reader.count("#pane .comment") > 100 and reader.count("#pane .comments-more"), "the first comments")
    first = reader.count("#pane .comment")
    assert first < 250 and reader.text("#pane .comments-more") == f"Show all {COMMENTS:,} comments"
    reader.photograph("comments-more")
    reader.script("""window.parts = [];
        new MutationObserver((records) => parts.push(records.flatMap((record) => [...record.addedNodes]).filter((node) => node.matches?.('.comment')).length))
          .observe(document.querySelector('#pane .comments'), { childList: true, subtree: true });""")
    began = time.monotonic()
    reader.click("#pane .comments-more")
    reader.waits(lambda: reader.count("#pane .comment") == COMMENTS, "all comments", 180)
    reader.waits(lambda: reader.text("#pane #comments-title") == f"{COMMENTS} comments", "their number")
    assert reader.count("#pane .comments-more") == 0
    # The page is drawn between parts, whatever the machine's speed.
    assert sum(reader.script("return parts")) == COMMENTS - first and max(reader.script("return parts")) <= 25
    # Each is where it belongs, and once.
    assert reader.script("return [...document.querySelectorAll('#pane .comment')].map((comment) => Number(comment.dataset.id))") == list(range(2, COMMENTS + 2))
    assert reader.script("return document.querySelectorAll('#pane .comments > .tree > .comment').length") == COMMENTS // (ANSWERS + 1)
    # The last one of the first part had none of its replies then.
    counts = reader.script("return [...document.querySelectorAll('#pane .comments > .tree > .comment')].map(e => e.querySelector('summary').textContent.match(/(\\d+) repl/)?.[1])")
    assert set(counts) == {str(ANSWERS)}
    report(f"{COMMENTS} comments: {len(requested(reader, 'part=comments'))} request, {time.monotonic() - began:.1f} s")
    # No stream brought the discussion's rows.
    assert all("part=status" in address for address in requested(reader, "/news/item/1") if "limit=" in address)


def test_comments_that_could_not_be_loaded_can_be_loaded_again(long_thread, reader):
    reader.forgives("the server responded with a status of 5", "ERR_")
    reader.open(long_thread.server, "/news/top?item=1")
    reader.sees("#pane .comments-more", "the first comments")
    # The stored ones are requested at once when the discussion is whole, else after its refresh.
    reader.script("window.whole = fetch; window.fetch = (address, ...rest) => String(address).includes('part=comments') ? Promise.reject(new Error('lost')) : whole(address, ...rest)")
    reader.click("#pane .comments-more")
    reader.reads("Couldn't load all comments", "#told", 180)
    # The discussion is followed on, and its button works again.
    reader.waits(lambda: reader.count("#pane .comments-more:not([aria-busy])"), "the button")
    reader.script("window.fetch = whole")
    reader.click("#pane .comments-more")
    reader.waits(lambda: reader.count("#pane .comment") == COMMENTS, "all comments", 180)


def test_all_comments_are_on_the_discussions_page(long_thread, reader):
    long_thread.server.warm("/news/item/1")
    reader.open(long_thread.server, "/news/item/1?limit=2001")
    reader.waits(lambda: reader.count(".rows > .row") == COMMENTS + 1, "all comments", 180)
