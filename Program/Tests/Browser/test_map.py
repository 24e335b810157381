"""The map: zooming, clusters, the days, and what a marker opens."""

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from programs import world as new_world

FIRES = "/planet/wildfires?days=360"
SCHEMES = ["light", "dark"]
CLICK = "document.querySelector(arguments[0]).dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true}))"
ALONE = "#map .marker:not(.is-clustered, [hidden])"


@pytest.fixture(scope="module")
def site():
    """A world whose events these tests may mark as read."""
    with new_world() as made:
        made.server.warm("/planet/wildfires")
        yield made


@pytest.fixture
def map_page(site, reader):
    return opened(site, reader)


def opened(site, reader, path=FIRES):
    reader.open(site.server, path)
    reader.is_live()
    # A phone shows the map only on request.
    reader.script("const it = document.getElementById('show-map'); if (it?.checkVisibility()) it.click()")
    reader.sees(".cluster", "clusters")
    return reader


def view(reader):
    """The left edge, top edge and width of the view, in tenths of a degree."""
    return [float(number) for number in reader.attributes("#map", "viewBox")[0].split()[:3]]


def zooms(reader, act):
    before = view(reader)
    act()
    reader.waits(lambda: view(reader) != before, "another view")
    settles(reader)
    return before, view(reader)


def settles(reader):
    seen = []

    def still():
        seen.append(view(reader))
        return len(seen) > 3 and seen[-1] == seen[-4]

    reader.waits(still, "the view to be still")


def wheel(reader, pixels, x=0.5, y=0.5):
    box = reader.script("const r = document.getElementById('map').getBoundingClientRect(); return [r.left, r.top, r.width, r.height]")
    reader.command("Input.dispatchMouseEvent", type="mouseWheel", x=box[0] + box[2] * x, y=box[1] + box[3] * y, deltaX=0, deltaY=pixels)


def scrolled(reader):
    """How far the list has scrolled: the main part of a wide page scrolls by itself."""
    return reader.script("return scrollY + document.querySelector('main').scrollTop")


def shown_on_map(reader):
    """The number of events that the markers and clusters represent."""
    return reader.script("""const alone = [...document.querySelectorAll('#map .marker:not(.is-clustered, .is-off, [hidden])')].length;
        return alone + [...document.querySelectorAll('.cluster text')].reduce((sum, text) => sum + Number(text.textContent), 0)""")


# Zooming and moving

@pytest.mark.full
def test_buttons_zoom_in_and_out(map_page):
    (_, _, world), (_, _, nearer) = zooms(map_page, lambda: map_page.click("[aria-label='Zoom in']"))
    assert world == 3600 and nearer == 1800
    _, (*_, width) = zooms(map_page, lambda: map_page.click("[aria-label='Zoom out']"))
    assert width == 3600
    assert map_page.attributes("[aria-label='Zoom out']", "aria-disabled") == ["true"]


def test_the_keyboard_zooms_and_moves(map_page):
    map_page.script("document.getElementById('map').focus()")
    zooms(map_page, lambda: map_page.press("+"))
    (x, y, _), (east, _, _) = zooms(map_page, lambda: map_page.press(Keys.ARROW_RIGHT))
    assert east > x
    (_, north, _), (_, south, _) = zooms(map_page, lambda: map_page.press(Keys.ARROW_DOWN))
    assert south > north
    _, (*_, width) = zooms(map_page, lambda: map_page.press("0"))
    assert width == 3600


def test_the_wheel_zooms_where_the_pointer_is_and_the_page_stays(map_page):
    _, (x, y, width) = zooms(map_page, lambda: wheel(map_page, -120, 0.25, 0.5))
    assert width < 3600
    assert x + width * 0.25 == pytest.approx(900, abs=8)
    assert scrolled(map_page) == 0


@pytest.mark.full
def test_the_wheel_scrolls_the_page_when_there_is_nothing_to_zoom_out_of(map_page):
    wheel(map_page, 200)
    map_page.waits(lambda: scrolled(map_page) > 0, "the page to scroll")
    assert view(map_page) == [0, 0, 3600]


def test_dragging_moves_the_map_and_opens_nothing(map_page):
    zooms(map_page, lambda: map_page.click("[aria-label='Zoom in']"))
    target = map_page.driver.find_element(By.ID, "map")
    (x, _, width), (moved, _, same) = zooms(map_page, lambda: ActionChains(map_page.driver, duration=50).move_to_element(target).click_and_hold()
                                            .move_by_offset(60, 0).move_by_offset(60, 0).release().perform())
    assert moved < x and same == width
    assert map_page.shown("#pane") == 0


def mouse(reader, kind, x, y, pressed=False):
    button = "none" if kind == "mouseMoved" else "left"
    reader.command("Input.dispatchMouseEvent", type=kind, x=x, y=y, button=button, buttons=int(pressed), clickCount=0 if kind == "mouseMoved" else 1)


# Outside the window, the page learns of the release only when the mouse comes back.
@pytest.mark.full
@pytest.mark.parametrize("is_released_in_window", [True, False], ids=["beside the map", "outside the window"])
def test_the_map_does_not_follow_a_mouse_that_was_released_elsewhere(map_page, is_released_in_window):
    left, top, width, height = map_page.script("const r = document.getElementById('map').getBoundingClientRect(); return [r.left, r.top, r.width, r.height]")
    x, y = left + width / 2, top + height / 2
    mouse(map_page, "mouseMoved", x, y)
    mouse(map_page, "mousePressed", x, y, pressed=True)
    mouse(map_page, "mouseMoved", x, top - 20, pressed=True)
    if is_released_in_window:
        mouse(map_page, "mouseReleased", x, top - 20)
    zooms(map_page, lambda: map_page.script("document.querySelector(\"[aria-label='Zoom in']\").click()"))
    before = view(map_page)
    map_page.script("window.moves = 0; document.getElementById('map').addEventListener('pointermove', () => { moves += 1; })")
    for step in range(5):
        mouse(map_page, "mouseMoved", x + 20 * step, y)
    map_page.waits(lambda: map_page.script("return moves") > 2, "the mouse to move over the map")
    assert view(map_page) == before


def test_two_fingers_zoom_on_a_phone(site, reader):
    reader.phone()
    opened(site, reader)
    box = reader.script("const m = document.getElementById('map'); m.scrollIntoView({block: 'center'}); const r = m.getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2]")

    def touch(kind, distance):
        points = [] if kind == "touchEnd" else [{"x": box[0] + sign * distance, "y": box[1], "id": number} for number, sign in enumerate((-1, 1))]
        reader.command("Input.dispatchTouchEvent", type=kind, touchPoints=points)

    def pinch():
        touch("touchStart", 20)
        for step in range(1, 9):
            touch("touchMove", 20 + step * 8)
        touch("touchEnd", 0)

    _, (*_, width) = zooms(reader, pinch)
    assert width < 1800


@pytest.mark.full
def test_names_of_countries_appear_as_the_map_is_zoomed(map_page):
    names = "return [...document.querySelectorAll('.names use')].filter(e => !e.hasAttribute('hidden')).length"
    few = map_page.script(names)
    for _ in range(3):
        zooms(map_page, lambda: map_page.click("[aria-label='Zoom in']"))
    assert map_page.script(names) > few
    assert map_page.script("return document.querySelector('.borders').getBoundingClientRect().width") > 0


# Clusters

def test_every_event_is_on_the_map_alone_or_in_a_cluster(map_page):
    rows = len(map_page.rows)
    assert shown_on_map(map_page) == rows
    zooms(map_page, lambda: map_page.click("[aria-label='Zoom in']"))
    assert shown_on_map(map_page) == rows


def test_a_cluster_zooms_until_its_events_are_apart_or_listed(map_page):
    for _ in range(6):
        if map_page.shown(".map-list"):
            break
        before = view(map_page)
        map_page.script(CLICK, ".cluster")
        map_page.waits(lambda: view(map_page) != before or map_page.shown(".map-list"), "a nearer view, or a list")
        settles(map_page)
    map_page.sees(".map-list")
    words = map_page.texts(".map-list li")
    assert len(words) > 1
    map_page.click(".map-list li button")
    map_page.sees("#pane .item")
    assert map_page.text("#item-title") in words[0]
    assert map_page.shown(".map-list") == 0


def test_the_cluster_of_an_item_opened_in_the_list_is_marked(map_page):
    clustered = map_page.script("return [...document.querySelectorAll('.row')].find((row) => document.getElementById('at-' + row.id.slice(4))?.classList.contains('is-clustered'))?.id")
    map_page.click(f"[id='{clustered}'] .main")
    map_page.sees("#pane .item")
    map_page.waits(lambda: map_page.count(".cluster.is-opened") == 1, "the cluster to be marked")
    # The mark stays as the pointer moves to other rows, and follows the marker as clusters separate.
    map_page.script("document.querySelector('.row:last-of-type').dispatchEvent(new PointerEvent('pointerover', {bubbles: true}))")
    assert map_page.count(".cluster.is-opened") == 1
    zooms(map_page, lambda: map_page.click("[aria-label='Zoom in']"))
    map_page.waits(lambda: map_page.count(".cluster.is-opened, .marker.is-opened:not(.is-clustered)") == 1, "one mark")
    map_page.press(Keys.ESCAPE)
    map_page.waits(lambda: map_page.count(".is-opened") == 0, "no mark")


def test_the_map_says_that_it_shows_a_part_and_leads_to_all(site, reader):
    opened(site, reader, FIRES + "&limit=10")
    words = reader.text(".map-part")
    assert words.startswith("10 of ") and len(reader.rows) == 10
    total = int(words.split()[2].replace(",", ""))
    reader.leads(lambda: reader.click(".map-part a"))
    reader.is_live()
    assert len(reader.rows) == total == shown_on_map(reader)
    assert reader.count(".map-part") == 0


def test_the_largest_items_stand_below_the_map_until_one_is_opened(map_page):
    map_page.size(1440, 900)
    map_page.sees(".map-most li a", "the largest fires")
    assert map_page.text(".map-most h2") == "Largest"
    sizes = [float(words.split()[0].replace(",", "")) for words in map_page.texts(".map-most li span")]
    assert sizes == sorted(sizes, reverse=True) and len(sizes) == 12
    title = map_page.texts(".map-most a")[0]
    map_page.click(".map-most a")
    map_page.sees("#pane .item")
    assert map_page.text("#item-title") == title and map_page.shown(".map-most") == 0


def test_events_without_sizes_have_those_that_are_open_longest_below_the_map(site, reader):
    reader.size(1440, 900)
    site.server.warm("/planet/volcanoes")
    reader.open(site.server, "/planet/volcanoes?days=360")
    reader.sees(".map-most li a", "the oldest open events")
    assert reader.text(".map-most h2") == "Open longest"
    assert all(words.startswith("since ") for words in reader.texts(".map-most li span"))
    began = reader.script("""return [...document.querySelectorAll('.map-most a')]
        .map((link) => document.getElementById(link.hash.slice(1).replace('row-', 'at-')).dataset).map(({ from, to }) => to ? null : Number(from))""")
    assert None not in began and began == sorted(began)


def test_marks_have_the_sizes_of_what_they_stand_for(map_page):
    sizes = set(map_page.script("return [...document.querySelectorAll('.marker')].map((one) => /size-\\d/.exec(one.getAttribute('class'))?.[0])"))
    assert len(sizes - {None}) > 1
    widths = map_page.script("""return [1, 2, 3, 4, 5].map((step) => { const one = document.querySelector('.marker'); one.setAttribute('class', `marker open size-${step}`);
        return parseFloat(getComputedStyle(one.querySelector('.core')).strokeWidth); })""")
    assert widths == sorted(set(widths))


@pytest.mark.full
def test_the_map_has_the_keyboard_after_a_cluster_was_selected(map_page):
    x, y = map_page.script("const r = document.querySelector('.cluster .disc').getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2]")

    def click():
        mouse(map_page, "mousePressed", x, y, pressed=True)
        mouse(map_page, "mouseReleased", x, y)

    _, (*_, near) = zooms(map_page, click)
    assert map_page.script("return document.activeElement.id") == "map"
    _, (*_, far) = zooms(map_page, lambda: map_page.press("-"))
    assert far > near


@pytest.mark.full
def test_show_all_items_fits_the_map_to_them(map_page):
    _, (*_, width) = zooms(map_page, lambda: map_page.click("[aria-label='Show all items']"))
    assert width < 3600
    assert map_page.shown(".cluster") > 1


def test_the_clusters_follow_the_slider(map_page):
    everything = shown_on_map(map_page)
    map_page.slide("#days", 1)
    map_page.waits(lambda: 0 < shown_on_map(map_page) == len(map_page.rows) < everything, "the markers of the rows")


# The days

@pytest.mark.full
def test_the_slider_says_what_it_does(map_page):
    map_page.slide("#days", 52)
    map_page.reads("Open, or closed in the last 52 days", ".days")
    map_page.slide("#days", 1)
    map_page.reads("Open, or closed in the last 1 day", ".days")


def test_the_days_play_and_can_be_stopped(map_page):
    everything = shown_on_map(map_page)
    map_page.click(".map-play")
    map_page.sees(".map-day")
    first = map_page.text(".map-day")
    map_page.waits(lambda: map_page.text(".map-day") != first, "the next day")
    assert shown_on_map(map_page) < everything
    assert map_page.attributes(".map-play", "aria-label") == ["Stop playing"]
    map_page.click(".map-play")
    map_page.waits(lambda: shown_on_map(map_page) == everything, "all events again")
    assert map_page.shown(".map-day") == 0


@pytest.mark.full
def test_without_motion_each_press_shows_a_day(site, reader):
    reader.prefers(prefers_reduced_motion="reduce")
    opened(site, reader)
    reader.click(".map-play")
    first = reader.text(".map-day")
    assert reader.attributes(".map-play", "aria-label") == ["Show the next day"]
    reader.click(".map-play")
    assert reader.text(".map-day") != first
    reader.press(Keys.ESCAPE)
    reader.waits(lambda: reader.shown(".map-day") == 0, "the map of today")


# Markers and rows

def test_a_marker_opens_its_item_beside_the_map(map_page):
    for _ in range(8):
        if map_page.shown(ALONE):
            break
        zooms(map_page, lambda: map_page.script(CLICK, ".cluster"))
    title = map_page.attributes(ALONE, "aria-label")[0]
    map_page.script(CLICK, ALONE)
    map_page.sees("#pane .item")
    assert map_page.text("#item-title") in title
    assert map_page.shown("#map") == 1 and map_page.script("return document.getElementById('map').getBoundingClientRect().top") >= 0


@pytest.mark.full
def test_a_marker_throws_nobody_far_down_the_list(map_page):
    last = map_page.attributes(".row", "id")[-1].removeprefix("row-")
    map_page.script("document.getElementById('at-' + arguments[0]).dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true}))", last)
    map_page.sees("#pane .item")
    assert map_page.attributes(".row[aria-current=true]", "id") == [f"row-{last}"]
    assert scrolled(map_page) < 1800


def test_an_update_of_the_open_item_leaves_a_map_that_the_reader_moved(map_page):
    map_page.size(1440, 900)
    map_page.click(".row:has(a.at) .title .main")
    map_page.sees("#pane .item")
    map_page.waits(lambda: map_page.count(".is-opened"), "the marker of the open item")
    zooms(map_page, lambda: map_page.click("[aria-label='Zoom in']"))
    _, moved = zooms(map_page, lambda: map_page.script("const map = document.querySelector('#map'); map.focus();"
        "for (let i = 0; i < 9; i += 1) map.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight', bubbles: true}))"))
    item = map_page.script("document.querySelector('.marker.is-opened').isOld = true; return {...document.querySelector('#pane .item').dataset}")
    assert map_page.server.post("/marks", {"scope": item["scope"], "id": item["id"], "mark": "saved"}).status == 303
    map_page.waits(lambda: map_page.script("return document.querySelector('.marker.is-opened')?.isOld === undefined"), "the marker's update")
    settles(map_page)
    assert view(map_page) == moved


def test_a_marker_opens_a_sheet_on_a_phone(site, reader):
    reader.phone()
    opened(site, reader)
    before = reader.script("return scrollY")
    reader.script("document.querySelectorAll('#map .marker')[9].dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true}))")
    reader.sees("#sheet .item")
    assert reader.shown(".place-map") == 1
    # The map below marks what is open.
    assert reader.count(".marker.is-opened") == 1
    assert all(words in reader.text("#sheet .item-facts") for words in ["State", "Place", "Source"])
    assert reader.script("return scrollY") == before
    assert reader.wider_than_screen() == []
    reader.photograph("sheet-phone-light")
    reader.click("#sheet button")
    reader.waits(lambda: reader.shown("#sheet") == 0, "the sheet to go")
    assert reader.count(".marker.is-opened") == 0


@pytest.mark.full
def test_the_place_of_a_row_opens_the_sheet_too(site, reader):
    reader.phone()
    opened(site, reader)
    reader.script("document.querySelector('.row a.at').click()")
    reader.sees("#sheet .item")


def test_the_map_works_without_scripts(site, reader):
    reader.without_scripts()
    reader.open(site.server, FIRES)
    assert reader.shown("#map .land") == 1 and reader.shown("#map .marker") > 5


@pytest.mark.brief("desktop-dark")
@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("machine", ["desktop", "phone"])
def test_the_zoomed_map_is_accessible(site, reader, scheme, machine):
    reader.prefers(prefers_color_scheme=scheme, prefers_reduced_motion="reduce")
    if machine == "phone":
        reader.phone()
    opened(site, reader)
    reader.script(CLICK, ".cluster")
    settles(reader)
    reader.photograph(f"map-zoomed-{machine}-{scheme}")
    assert reader.violations() == []
