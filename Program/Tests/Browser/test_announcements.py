"""What screen readers announce. The test moves the page's clock, so the load of the machine has no effect."""

import pytest

from clock import Clock

LISTEN = """
window.heard = [];
for (const region of document.querySelectorAll('[aria-live], [role=status], [role=alert]')) {
  new MutationObserver(() => {
    const manner = region.getAttribute('aria-live') ?? (region.getAttribute('role') === 'alert' ? 'assertive' : 'polite');
    const words = region.textContent.trim();
    if (manner !== 'off' && words && heard.at(-1)?.words !== words) heard.push({at: clock.now, manner, words});
  }).observe(region, {childList: true, subtree: true, characterData: true});
}
"""


def arrive(world, reader, seconds=180, path="/news/new"):
    """Makes items arrive at the upstream, and waits until the page offers more new items than before."""
    before = waiting(reader)
    world.upstreams.advance(seconds)
    world.server.refresh(path)
    reader.waits(lambda: waiting(reader) > before, "more items")
    reader.waits(lambda: reader.is_fresh() and not reader.count(".rows[aria-busy=true]"), "the end of the refresh")


def waiting(reader):
    return int(reader.script("const pill = document.getElementById('pill'); return pill.hidden ? 0 : parseInt(pill.textContent)"))


def about_new(reader):
    return [heard for heard in reader.script("return heard") if "new item" in heard["words"]]


def listen(world, reader):
    world.server.warm("/news/new")
    clock = Clock(reader)
    reader.open(world.server, "/news/new")
    reader.is_live()
    reader.waits(reader.is_fresh, "a fresh feed")
    reader.script(LISTEN)
    return clock


@pytest.mark.brief("a few at a time")
@pytest.mark.parametrize("arrivals, seconds", [(3, 180), (1, 1800)], ids=["a few at a time", "more than are drawn at once"])
def test_screen_readers_hear_new_items_once_when_they_have_settled(world, reader, arrivals, seconds):
    clock = listen(world, reader)
    for _ in range(arrivals):
        arrive(world, reader, seconds)
        clock.advance(1)
    assert about_new(reader) == [], "more may follow"
    count = waiting(reader)
    clock.advance(60)
    assert [heard["words"] for heard in about_new(reader)] == [f"{count} new items"]
    assert {heard["manner"] for heard in reader.script("return heard")} <= {"polite"}


@pytest.mark.full
def test_screen_readers_hear_of_new_items_at_most_every_ten_seconds(world, reader):
    clock = listen(world, reader)
    for _ in range(6):
        arrive(world, reader)
        clock.advance(3)
    clock.advance(20)
    heard = about_new(reader)
    gaps = [later["at"] - earlier["at"] for earlier, later in zip(heard, heard[1:])]
    assert len(heard) >= 2 and min(gaps) >= 10_000, heard
    assert heard[-1]["words"] == f"{waiting(reader)} new items"


def test_screen_readers_hear_nothing_of_items_that_the_reader_has_shown(world, reader):
    clock = listen(world, reader)
    arrive(world, reader)
    reader.click("#pill")
    clock.advance(60)
    assert about_new(reader) == []
