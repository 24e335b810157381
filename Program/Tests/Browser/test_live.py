"""What happens on an open page while its upstream changes."""

import json

import pytest

from programs import fetch, until

# A few of the fifty stories are dead.
MANY = 45
# Records each state of the list and of the progress bar, even brief ones and on a busy machine.
NOTES = """
window.sizes = new Set(); window.bars = new Set(); window.counted = [];
new MutationObserver(() => {
  sizes.add(document.querySelectorAll('main .row').length);
  for (const bar of document.querySelectorAll('#progress')) if (!bar.hidden) bars.add(`${bar.value}/${bar.max}`);
  const count = [...document.querySelectorAll('main .row')].filter((row) => /\\d/.test(row.querySelector('.counts')?.textContent)).length;
  if (counted.at(-1) !== count) counted.push(count);
}).observe(document, {childList: true, subtree: true, attributes: true});
"""


def test_a_page_opened_for_the_first_time_fills_by_itself(world, reader):
    world.upstreams.delay(150, "/news/v0/item")
    reader.open(world.server, "/news/top")
    reader.waits(lambda: len(reader.rows) >= MANY, "the stories")
    reader.waits(reader.is_fresh, "a fresh feed")


def test_the_list_of_stories_grows_while_they_arrive(world, reader):
    top = json.loads(fetch(f"{world.upstreams.address}/news/v0/topstories.json").text)
    for item in top[40:50]:
        world.upstreams.delay(3000, f"/news/v0/item/{item}")
    reader.command("Page.addScriptToEvaluateOnNewDocument", source=NOTES)
    reader.open(world.server, "/news/top")
    reader.waits(lambda: len(reader.rows) >= MANY, "the stories")
    sizes = reader.script("return [...sizes]")
    assert [size for size in sizes if 0 < size < MANY], f"they came all at once: {sizes}"


@pytest.mark.full
def test_a_page_opened_while_its_feed_is_filling_fills_too(world, reader):
    # The later an item is in the list, the sooner it arrives, so each item that arrives belongs above those already shown.
    top = json.loads(fetch(f"{world.upstreams.address}/news/v0/topstories.json").text)
    for index, item in enumerate(top[:20]):
        world.upstreams.delay(10_000 - 200 * index, f"/news/v0/item/{item}")
    reader.open(world.server, "/news/top")
    reader.waits(lambda: 0 < len(reader.rows) < MANY, "the first stories")
    reader.reload()
    assert 0 < len(reader.rows) < MANY and reader.attributes("main", "data-filling") == [""]
    reader.waits(lambda: len(reader.rows) >= MANY, "the other stories")
    assert reader.shown("#pill") == 0, "what arrives first isn't new"


@pytest.mark.full
def test_an_item_can_be_read_while_others_arrive(world, reader):
    top = json.loads(fetch(f"{world.upstreams.address}/news/v0/topstories.json").text)
    for item in top[40:50]:
        world.upstreams.delay(6000, f"/news/v0/item/{item}")
    reader.open(world.server, "/news/top")
    reader.waits(lambda: 0 < len(reader.rows) < MANY, "the first stories")
    title = reader.texts(".row .main")[0]
    reader.elements(".row .main")[0].click()
    reader.waits(lambda: reader.text("#pane #item-title") == title, f"“{title}” in the pane")
    reader.waits(lambda: reader.count(".row.is-unread") < len(reader.rows), "a read item")
    reader.waits(reader.is_fresh, "the other stories")
    reader.reload()
    reader.waits(lambda: reader.text("#pane #item-title") == title, "the same item")
    read = ".row:not(.is-unread) .main"
    assert len(reader.rows) >= MANY and reader.texts(read) == [title]


def test_progress_is_told_in_words_and_by_a_bar_until_it_is_done(world, reader):
    world.upstreams.delay(300, "/eonet")
    reader.command("Page.addScriptToEvaluateOnNewDocument", source=NOTES)
    reader.open(world.server, "/planet")
    reader.waits(reader.is_fresh, "the counts")
    told = reader.script("return [...bars]")
    assert len(told) >= 2, f"the bar showed {told}"
    reader.waits(lambda: reader.shown("#progress") == 0, "the bar to go")


@pytest.mark.full
def test_counts_fill_in_beside_the_categories(world, reader):
    world.upstreams.delay(300, "/eonet/api/v3/categories/")
    reader.command("Page.addScriptToEvaluateOnNewDocument", source=NOTES)
    reader.open(world.server, "/planet")
    reader.waits(lambda: reader.count("main .row") >= 10, "the categories at once")
    reader.waits(lambda: reader.script("return counted.at(-1)") == reader.count("main .row"), "all counts")
    known = reader.script("return counted.slice(counted.findIndex((count) => count > 0))")
    assert known == sorted(known) and len(known) >= 2, known


@pytest.mark.brief("/news/new")
@pytest.mark.parametrize("path", ["/news/new", "/github/octo-sample/harbor"])
def test_new_items_are_offered_and_push_nothing_under_the_readers_finger(world, reader, path):
    world.server.warm(path)
    reader.open(world.server, path)
    reader.is_live()
    reader.waits(reader.is_fresh, "a fresh feed")
    reader.script("document.querySelectorAll('.row')[12].scrollIntoView({block: 'start'})")
    held = reader.rows[14]
    place = "return document.getElementById(arguments[0]).getBoundingClientRect().top"
    before = reader.script(place, held)
    known = set(reader.rows)
    world.upstreams.advance(600)
    world.server.refresh(path)
    reader.sees("#pill")
    assert int("".join(c for c in reader.text("#pill") if c.isdigit())) > 0
    assert abs(reader.script(place, held) - before) < 2
    reader.photograph("new-items" + path.replace("/", "-"))
    reader.script("document.querySelector('#pill').click()")
    reader.waits(lambda: set(reader.rows) - known, "the new rows")
    reader.waits(lambda: reader.shown("#pill") == 0, "the offer to go")
    new = [row for row in reader.rows if row not in known]
    assert reader.rows[0] in new and "arrived" in reader.attributes(f"[id='{new[0]}']", "class")[0]
    reader.waits(lambda: reader.script("return document.getElementById(arguments[0]).getBoundingClientRect().top >= 0", reader.rows[0]), "the first new row in view")


def test_two_readers_cost_the_upstream_as_much_as_one(world, reader):
    world.server.warm("/news/top")
    reader.open(world.server, "/news/top")
    reader.is_live()
    before = len(world.upstreams.requests("/news/v0/topstories"))
    first = reader.driver.current_window_handle
    reader.driver.switch_to.new_window("tab")
    try:
        reader.open(world.server, "/news/top")
        reader.waits(lambda: reader.count(".row") >= MANY, "stories in the second tab")
    finally:
        reader.driver.close()
        reader.driver.switch_to.window(first)
    assert len(world.upstreams.requests("/news/v0/topstories")) == before


def test_a_page_recovers_by_itself_when_the_server_was_restarted(world, reader):
    world.server.warm("/news/new")
    reader.open(world.server, "/news/new")
    reader.is_live()
    known = reader.rows
    reader.forgives("ERR_CONNECTION_REFUSED", "ERR_INCOMPLETE_CHUNKED_ENCODING", "ERR_CONNECTION_RESET", "ERR_EMPTY_RESPONSE", "ERR_NETWORK")
    world.server.stop()
    reader.reads("no connection")
    reader.photograph("no-connection-desktop-light")
    assert reader.rows == known
    world.upstreams.advance(600)
    reader.forget_traffic()
    world.server.start()
    reader.is_live()
    world.server.refresh("/news/new")
    reader.sees("#pill")
    reader.waits(reader.is_fresh, "a fresh feed")
    assert known and set(known[:8]) <= set(reader.rows) and "no connection" not in reader.text().lower()


@pytest.mark.full
def test_a_server_that_is_killed_is_the_same_to_a_reader(world, reader):
    world.server.warm("/news/new")
    reader.open(world.server, "/news/new")
    reader.is_live()
    known = set(reader.rows)
    reader.forgives("ERR_")
    world.server.kill()
    reader.forget_traffic()
    world.server.start()
    reader.is_live()
    reader.waits(reader.is_fresh, "a fresh feed")
    assert known and known <= set(reader.rows)


def test_a_reader_whose_network_was_away_is_live_again(world, reader):
    world.server.warm("/news/new")
    reader.open(world.server, "/news/new")
    reader.is_live()
    reader.forgives("ERR_INTERNET_DISCONNECTED", "ERR_NETWORK")
    reader.goes_offline()
    world.upstreams.advance(600)
    reader.goes_offline(False)
    reader.script("window.dispatchEvent(new Event('online'))")
    world.server.refresh("/news/new")
    reader.sees("#pill")


def test_pulling_the_page_down_asks_the_upstream(world, reader):
    world.server.warm("/news/top")
    reader.phone()
    reader.open(world.server, "/news/top")
    reader.is_live()
    before = len(world.upstreams.requests("/news/v0/topstories"))
    world.server.age()
    reader.pull_down()
    reader.waits(lambda: len(world.upstreams.requests("/news/v0/topstories")) > before, "a request to the upstream")


def test_pulling_a_list_of_several_feeds_down_refreshes_all_of_them(world, reader):
    for feed in ("/news/top", "/news/best"):
        world.server.post("/follow", {"feed": feed, "folder": "News"})
    world.server.warm("/news/top", "/news/best")
    reader.phone()
    reader.open(world.server, "/unread?folder=News")
    reader.is_live()
    stories = ("/news/v0/topstories", "/news/v0/beststories")
    before = [len(world.upstreams.requests(path)) for path in stories]
    world.server.age()
    notes = reader.notes_told()
    reader.pull_down()
    reader.waits(lambda: len(notes()) >= 2, "what came")
    assert notes()[0] == "Refreshing 2 feeds" and "new" in notes()[-1].lower()
    reader.waits(lambda: all(len(world.upstreams.requests(path)) > count for path, count in zip(stories, before)), "requests to the upstream")


def test_a_button_refreshes_a_list_without_javascript(world, reader):
    world.server.post("/follow", {"feed": "/news/top", "folder": "News"})
    world.server.warm("/news/top")
    reader.without_scripts()
    reader.open(world.server, "/unread?folder=News")
    before = len(world.upstreams.requests("/news/v0/topstories"))
    world.server.age()
    reader.leads(lambda: reader.click("form.refresh button"))
    assert reader.path == "/unread?folder=News"
    assert len(world.upstreams.requests("/news/v0/topstories")) > before


# Records whether the page was pulled, what it sent, and the end of each touch, after the page's own listeners.
TOUCHES = """window.sent = []; window.pulls = 0; window.ends = 0;
const real = fetch; window.fetch = (path, ...rest) => { sent.push(String(path)); return real(path, ...rest); };
addEventListener('touchmove', () => { pulls += document.querySelectorAll('.pull').length; }); addEventListener('touchend', () => { ends += 1; });"""


def middle(reader, css):
    return reader.script("const r = document.querySelector(arguments[0]).getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2]", css)


def pulled_within(reader, css):
    """Drags an element down on a page that is at its top; returns what was sent, and how often the page looked pulled."""
    reader.script(TOUCHES)
    assert reader.script("return scrollY") == 0
    reader.pull_down(105, middle(reader, css))
    reader.waits(lambda: reader.script("return ends"), "the end of the touch")
    return reader.script("return [sent.filter(path => path === '/refresh').length, pulls]")


@pytest.mark.full
def test_dragging_the_map_down_refreshes_nothing(site, reader):
    reader.phone()
    reader.open(site.server, "/planet/wildfires")
    reader.is_live()
    reader.click(".disclosure:has(#show-map)")
    reader.click("[aria-label='Zoom in']")
    reader.sees("#map.is-zoomed")
    reader.script("scrollTo(0, 0)")
    before = reader.attributes("#map", "viewBox")
    assert pulled_within(reader, "#map") == [0, 0]
    assert reader.attributes("#map", "viewBox") != before


@pytest.mark.full
def test_scrolling_the_pane_back_up_refreshes_nothing(site, reader):
    reader.size(1280, 900, phone=True)
    item = site.server.document("/news/top")["items"][0]["id"]
    reader.open(site.server, f"/news/top?item={item}")
    reader.is_live()
    assert pulled_within(reader, "#pane .item") == [0, 0]


@pytest.mark.full
def test_a_second_finger_ends_the_pull(site, reader):
    reader.phone()
    reader.open(site.server, "/news/top")
    reader.is_live()
    reader.script(TOUCHES)
    for y in [120, 140, 160]:
        reader.touch("touchStart" if y == 120 else "touchMove", (180, y))
    reader.sees(".pull")
    reader.touch("touchStart", (180, 160), (240, 160))
    reader.touch("touchEnd")
    reader.waits(lambda: reader.script("return ends"), "the end of the touch")
    assert reader.count(".pull") == 0
    assert "/refresh" not in reader.script("return sent")


def test_an_open_page_is_not_told_again_and_again_that_nothing_happens(site, reader):
    reader.open(site.server, "/news/top")
    reader.is_live()
    until(lambda: reader.script("return document.readyState") == "complete", "the page")
    assert reader.count("[aria-live=assertive], [role=alert]") == 0
    ages = reader.script("return [...document.querySelectorAll('#status time')].map(e => e.closest('[aria-live=off], [aria-hidden=true]') !== null || !e.closest('[aria-live]'))")
    assert ages and all(ages), "an age that ticks inside a live region is read out each time"
