"""What a page costs. Requests and bytes are asserted; times are only reported at the end of the run."""

import statistics

import pytest

from clock import Clock
from pages import FEEDS, PAGES, name
from slow_network import pausing

MOST_REQUESTS = 8
#: The pages with a map are the heaviest ones: 95 kB, and 6 kB for the player of audio, which each page has.
MOST_BYTES = 105_000


@pytest.mark.brief("/", "/news/top", "/planet/wildfires")
@pytest.mark.parametrize("path", PAGES)
def test_a_first_load_is_light(site, reader, report, path):
    # The live connection would deliver what a refresh of an old feed changes, as far as it got until this test looks.
    if path in FEEDS:
        site.server.warm(path)
    # A service worker would answer from what it cached for another test.
    reader.command("Network.setBypassServiceWorker", bypass=True)
    reader.command("Network.clearBrowserCache")
    reader.forget_traffic()
    reader.open(site.server, path)
    if path in FEEDS:
        reader.is_live()
    reader.waits(lambda: reader.script("return document.readyState") == "complete" and reader.first_paint(), "the page")
    # The texts of items are requested later, once the page is idle.
    loaded = [(url, kind, size) for url, kind, size in reader.traffic()
              if "/avatars/" not in url and "part=texts" not in url and not url.startswith("data:")]
    size = sum(size for *_, size in loaded)
    report(f"{path}: {len(loaded)} requests, {size / 1000:.1f} kB")
    assert len(loaded) <= MOST_REQUESTS, "\n".join(f"{size:7} {kind} {url}" for url, kind, size in loaded)
    assert size <= MOST_BYTES, "\n".join(f"{size:7} {kind} {url}" for url, kind, size in loaded)


def test_a_second_load_asks_for_nothing_that_is_known(site, reader):
    reader.open(site.server, "/help")
    reader.waits(lambda: reader.script("return document.readyState") == "complete", "the page")
    reader.forget_traffic()
    reader.open(site.server, "/help")
    reader.waits(lambda: reader.script("return document.readyState") == "complete", "the page")
    sizes = [size for url, _, size in reader.traffic() if "/assets/" in url]
    assert sizes and sum(sizes) == 0


@pytest.mark.full
def test_the_first_paint_is_told(site, reader, report):
    reader.command("Network.setBypassServiceWorker", bypass=True)
    for path in ["/", "/news/top", "/planet/wildfires", "/github/octo-sample/harbor"]:
        paints = []
        for _ in range(5):
            reader.command("Network.clearBrowserCache")
            reader.open(site.server, path)
            paints.append(reader.waits(reader.first_paint, "the first paint"))
        report(f"{path}: first contentful paint {statistics.median(paints):.0f} ms (median of 5; at most 150 in a release build on an idle machine)")


# With slow upstreams, as on a busy machine, some rows are on the screen before the rest has arrived.
@pytest.mark.brief("/github/octo-sample/harbor-60")
@pytest.mark.parametrize("delay", [60, 800])
@pytest.mark.parametrize("path", ["/planet", "/github/octo-sample/harbor", "/planet/wildfires"])
def test_nothing_jumps_while_a_page_fills(world, reader, report, path, delay):
    Clock(reader)  # An age that grows moves by a few pixels.
    world.upstreams.delay(delay)
    reader.open(world.server, path)
    reader.waits(lambda: reader.is_fresh() and reader.count(".row") > 5, "a full page")
    settle(reader)
    tasks = [task for task in reader.long_tasks()]
    report(f"{path} filling, answers after {delay} ms: tasks over 50 ms: {', '.join(f'{task:.0f} ms' for task in tasks) or 'none'}")
    assert reader.shifts() == []


# Neither a part of the page is drawn, as the rest of a word in the menu would move what stands beside it, nor times that aren't ages yet.
@pytest.mark.full
@pytest.mark.parametrize("after", [b'"/news/show"><span><bdi>Sho', b"new Intl.DateTimeFormat("], ids=["page", "script"])
def test_nothing_jumps_while_a_page_is_received(site, reader, after):
    Clock(reader)  # An age that grows moves by a few pixels.
    reader.command("Network.setBypassServiceWorker", bypass=True)
    reader.command("Network.clearBrowserCache")
    with pausing(site.server, after) as relay:
        reader.open(relay, "/github/octo-sample/harbor")
        reader.waits(reader.is_fresh, "the page")
        settle(reader)
        assert relay.pauses > 0
        reader.waits(lambda: reader.script("return document.querySelector('.row time.age').textContent.length < 8"), "ages")
        assert reader.shifts() == []


@pytest.mark.full
@pytest.mark.parametrize("path", ["/news/top", "/news/best"])
def test_stories_that_arrive_late_are_inserted_once(world, reader, report, path):
    """Rows that belong above the first stories are inserted when all have arrived, unless the reader has started to read."""
    world.upstreams.delay(60)
    reader.open(world.server, path)
    reader.waits(lambda: reader.is_fresh() and reader.count(".row") > 5, "a full page")
    settle(reader)
    jumps = sum(shift["value"] for shift in reader.shifts())
    report(f"{path} filling: layout shift {jumps:.4f}")
    assert jumps < 0.02, reader.shifts()


@pytest.mark.brief("/news/new")
@pytest.mark.parametrize("path", ["/news/new", "/github/octo-sample/harbor"])
def test_nothing_jumps_while_50_items_arrive(world, reader, report, path):
    world.server.warm(path)
    reader.open(world.server, path)
    reader.is_live()
    settle(reader)
    reader.script("measured.shifts.length = 0; measured.tasks.length = 0")
    world.upstreams.advance(48 * 45)
    world.server.refresh(path)
    reader.sees("#pill")
    reader.waits(reader.is_fresh, "all of them")
    settle(reader)
    report(f"{path}, {reader.text('#pill')}: tasks over 50 ms: {', '.join(f'{task:.0f} ms' for task in reader.long_tasks()) or 'none'}")
    # The status line may wrap to a second line within its bar.
    assert sum(shift["value"] for shift in reader.shifts()) < 0.001, reader.shifts()


@pytest.mark.full
def test_a_row_keeps_its_height_when_its_title_grows(world, reader):
    path, row = "/github/octo-sample/harbor", '.row[data-type="PullRequestEvent"]'
    world.upstreams.delay(3000, "/github/repos/octo-sample/harbor/pulls")
    reader.open(world.server, path)
    reader.sees(row)
    height = lambda: reader.script("return document.querySelector(arguments[0]).getBoundingClientRect().height", row)
    before = height()
    reader.waits(lambda: "“" in reader.texts(f"{row} .title")[0], "the title of the pull request")
    assert height() == before


@pytest.mark.full
def test_ages_grow_without_new_nodes(site, reader):
    """Ages change in place. New nodes would make the browser match its style rules against the whole list every second."""
    reader.open(site.server, "/news/top")
    reader.is_live()
    # A new state of the feed replaces nodes too, but not every second.
    reader.script("""window.grown = 0;
        new MutationObserver(all => all.forEach(e => e.type === 'childList' ? grown = 0 : grown++))
            .observe(document.querySelector('#status'), {childList: true, characterData: true, subtree: true});""")
    reader.waits(lambda: reader.script("return grown") > 1, "the age to grow twice in place")


def test_avatars_come_from_the_server_itself(site, reader):
    reader.open(site.server, "/github/octo-sample/harbor")
    sources = reader.script("return [...document.images].map(e => e.src)")
    assert sources and all(source.startswith(site.server.address) for source in sources)


def settle(reader):
    """Waits for two frames and an idle moment, after which all pending changes are drawn."""
    reader.driver.execute_async_script("const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(() => done())))")
