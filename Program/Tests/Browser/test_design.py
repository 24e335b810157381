"""The design: how many rows a screen shows, rows that hold still, texts that neither overlap nor are cut."""

import pytest
from selenium.webdriver.common.keys import Keys

from local_site import local_site
from pages import PAGES
from programs import world as new_world
from reader import DESKTOP

# Texts whose visible parts overlap. What an ancestor clips, another element covers or nobody sees doesn't count.
OVERLAPS = """
const visible = (node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    let rects = [...range.getClientRects()].map(r => ({left: r.left, right: r.right, top: r.top, bottom: r.bottom}));
    for (let e = node.parentElement; e; e = e.parentElement) {
        const style = getComputedStyle(e);
        if (style.visibility === 'hidden' || style.opacity === '0' || style.clipPath !== 'none') return [];
        if (style.overflowX !== 'visible' || style.overflowY !== 'visible') {
            const box = e.getBoundingClientRect();
            rects = rects.map(r => ({left: Math.max(r.left, box.left), right: Math.min(r.right, box.right), top: Math.max(r.top, box.top), bottom: Math.min(r.bottom, box.bottom)}));
        }
        if (style.position === 'sticky' || style.position === 'fixed') { if (e.matches('.head, .pane-bar, .dock, .side .follow, .toasts, .skip')) return []; }
    }
    return rects.filter(r => r.right - r.left > 2 && r.bottom - r.top > 4);
};
const texts = [];
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walker.nextNode()) {
    const node = walker.currentNode, e = node.parentElement;
    if (!node.data.trim() || !e.checkVisibility() || e.closest('svg, script, style, dialog')) continue;
    for (const r of visible(node)) texts.push([node, r]);
}
const wrong = [];
for (let i = 0; i < texts.length; i++) for (let j = i + 1; j < texts.length; j++) {
    const [a, r] = texts[i], [b, s] = texts[j];
    // Fonts have room above and below their letters.
    if (a !== b && r.left < s.right - 1 && s.left < r.right - 1 && r.top < s.bottom - 5 && s.top < r.bottom - 5)
        wrong.push(a.data.trim().slice(0, 40) + ' / ' + b.data.trim().slice(0, 40));
}
return wrong.slice(0, 8);
"""
FONTS = ["DejaVu Sans", "Liberation Serif"]


@pytest.fixture(scope="module")
def site():
    """A world whose items these tests may mark as read."""
    with new_world() as made:
        made.server.post("/follow", {"address": "octo-sample/harbor"})
        made.server.post("/follow", {"address": made.upstreams.address + "/web/meadow/", "folder": "Reading"})
        made.server.warm("/news/top", "/planet/wildfires", "/quakes/day/2.5", "/github/octo-sample/harbor", "/github/trending/swift", "/planet", "/quakes")
        yield made


def set_density(reader, density):
    reader.script("document.documentElement.dataset.density = arguments[0]", density)


def rows_in_sight(reader):
    return reader.script("""const bottom = document.querySelector('.dock')?.checkVisibility() ? document.querySelector('.dock').getBoundingClientRect().top : innerHeight;
        return [...document.querySelectorAll('.row')].filter(e => e.checkVisibility() && e.getBoundingClientRect().bottom <= bottom).length""")


# How much a screen shows

@pytest.mark.parametrize(("size", "density", "count"), [((1440, 900), "comfortable", 14), ((1440, 900), "compact", 24), ((390, 844), "comfortable", 8)],
                         ids=["desktop", "compact", "phone"])
def test_a_screen_shows_many_rows(site, reader, size, density, count):
    reader.size(*size, phone=size[0] < 700)
    for path in ["/news/top", "/planet/wildfires"]:
        reader.open(site.server, path)
        set_density(reader, density)
        assert rows_in_sight(reader) >= count, path
        assert reader.script("return document.querySelector('.head').getBoundingClientRect().height") <= 96, path


def test_all_rows_of_a_list_are_equally_high(site, reader):
    for density in ["comfortable", "compact"]:
        for path in ["/unread", "/news/top", "/github/octo-sample/harbor", "/planet/wildfires"]:
            reader.open(site.server, path)
            set_density(reader, density)
            heights = reader.script("return [...document.querySelectorAll('.row')].map(e => Math.round(e.getBoundingClientRect().height))")
            assert len(heights) > 5 and len(set(heights)) == 1, (path, density, set(heights))


# Cards

def test_cards_stand_side_by_side_as_wide_as_their_picture_and_name_their_feed(site, reader):
    reader.size(1440, 900)
    reader.open(site.server, "/unread")
    assert reader.script("return new Set([...document.querySelectorAll('.row')].map(e => e.getBoundingClientRect().left)).size") == 1
    set_density(reader, "cards")
    assert reader.script("return new Set([...document.querySelectorAll('.row')].map(e => e.getBoundingClientRect().left)).size") >= 3
    pictures = reader.script("""return [...document.querySelectorAll('.row .thumbnail')].map(e =>
        [e.getBoundingClientRect().width, e.closest('.row').getBoundingClientRect().width])""")
    assert all(picture == card for picture, card in pictures), pictures
    assert reader.violations() == []


def test_comments_maps_and_lists_of_feeds_are_no_cards(site, reader):
    for path in ["/planet/wildfires", "/planet"]:
        reader.open(site.server, path)
        set_density(reader, "cards")
        assert reader.script("return getComputedStyle(document.querySelector('.rows')).display") != "grid", path


# Two directions of writing

@pytest.fixture(scope="module")
def scripts():
    """A feed with a title from right to left and a text from left to right, and the reverse."""
    english, hebrew = "Beginning of a text that is much longer than its line. " * 6, "ראשית הטקסט שארוך בהרבה מהשורה שלו. " * 6
    entries = [("שלוש דרכים לקרוא נהר", english), ("Three ways to read a river", hebrew)]
    feed = "".join(f"<entry><id>{i}</id><title>{title}</title><updated>2026-01-0{i + 1}T00:00:00Z</updated><link href='https://example.org/{i}'/><content>{text}</content></entry>"
                   for i, (title, text) in enumerate(entries))
    with local_site() as web, new_world() as made:
        web.add("/feed", f"<feed xmlns='http://www.w3.org/2005/Atom'><id>f</id><title>Rivers</title><updated>2026-01-02T00:00:00Z</updated>{feed}</feed>", "application/atom+xml")
        made.path = made.server.post("/follow", {"address": web.address + "/feed"}).headers["Location"]
        made.server.warm(made.path)
        yield made


# The first word of a row's text, and the box in which it stands.
FIRST_WORD = """return [...document.querySelectorAll('.row')].map(row => {
    const excerpt = row.querySelector('.excerpt'), node = excerpt.firstChild, range = document.createRange();
    range.setStart(node, 0); range.setEnd(node, 5);
    const word = range.getBoundingClientRect(), box = excerpt.getBoundingClientRect(), title = row.querySelector('.main').getBoundingClientRect();
    return [word.left >= box.left - 1 && word.right <= box.right + 1, box.left >= title.right - 1 || box.right <= title.left + 1 || box.top >= title.bottom - 1]; })"""


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)], ids=["desktop", "phone"])
def test_a_text_in_the_other_direction_begins_with_its_first_word_beside_the_title(scripts, reader, size):
    reader.size(*size, phone=size[0] < 700)
    for path in [scripts.path, "/unread"]:
        reader.open(scripts.server, path)
        assert reader.script(FIRST_WORD) == [[True, True]] * 2, path


def test_facts_of_a_title_from_right_to_left_stand_at_the_right_in_the_order_of_the_page(scripts, reader):
    reader.open(scripts.server, "/unread")
    places = reader.script("""return [...document.querySelectorAll('.row.is-rtl .facts > span')].map(e => {
        const box = e.getBoundingClientRect(); return [box.left, box.right, e.scrollWidth <= e.clientWidth + 1]; })""")
    assert len(places) == 2 and places[0][1] <= places[1][0] and all(whole for _, _, whole in places), places
    assert places[1][1] > reader.script("return document.querySelector('.row.is-rtl .body').getBoundingClientRect().right") - 2


# A list that holds still

@pytest.mark.parametrize("path", ["/news/top", "/unread", "/github/octo-sample/harbor"])
def test_opening_and_closing_an_item_moves_no_row(site, reader, path):
    reader.size(1440, 900)
    reader.open(site.server, path)
    reader.is_live()
    reader.script("document.querySelector('main').scrollTop = 300")
    index = reader.script("return [...document.querySelectorAll('.row')].findIndex(e => e.getBoundingClientRect().top > 400)")
    place = lambda: reader.script("const r = document.querySelectorAll('.row')[arguments[0]].getBoundingClientRect(); return [r.left, r.top]", index)  # noqa: E731
    before = place()
    reader.script("document.querySelectorAll('.row .main')[arguments[0]].click()", index)
    reader.sees("#pane .item")
    assert place() == before
    reader.press(Keys.ESCAPE)
    reader.waits(lambda: reader.shown("#pane") == 0, "the pane to close")
    assert place() == before


def test_the_list_and_the_item_scroll_by_themselves(site, reader):
    reader.size(1440, 900)
    reader.open(site.server, "/news/top")
    reader.script("document.querySelector('.row .main').click()")
    reader.sees("#pane .item")
    tops = lambda: reader.script("return [scrollY, document.querySelector('main').scrollTop, document.getElementById('pane').scrollTop]")  # noqa: E731
    reader.script("document.querySelector('#pane .item').style.minHeight = '3000px'; document.getElementById('pane').scrollTop = 400")
    assert tops() == [0, 0, 400]
    reader.script("document.querySelector('main').scrollTop = 200; scrollTo(0, 500)")
    assert tops() == [0, 200, 400]


def test_keys_scroll_the_list_and_coming_back_restores_its_place(site, reader):
    reader.size(1440, 900)
    reader.open(site.server, "/news/top")
    top = lambda: reader.script("return document.querySelector('main').scrollTop")  # noqa: E731
    reader.press(Keys.PAGE_DOWN)
    reader.waits(lambda: top() > 300, "the list to scroll")
    before = top()
    reader.leads(lambda: reader.click(".side a[href='/status']"))
    reader.driver.back()
    reader.waits(lambda: reader.path == "/news/top" and abs(top() - before) < 60, "the place from before")


# An item at once

@pytest.mark.parametrize("path", ["/unread", "/"])
def test_an_item_opens_from_its_row_without_a_connection(world, reader, path):
    reader.forgives("ERR_")
    page = world.server.post("/follow", {"address": world.upstreams.address + "/web/meadow/"}).headers["Location"]
    world.server.warm(page)
    reader.open(world.server, path)
    reader.is_live()
    reader.has_texts()
    row = "document.querySelector('.row:has(.excerpt)')"
    words = reader.script(rf"return {row}.querySelector('.excerpt').textContent.match(/\w+ \w{{3,}}/)[0]")
    reader.script("window.fetch = () => Promise.reject(new TypeError('No network'))")
    reader.script(f"{row}.querySelector('.main').click()")
    reader.reads(words, "#pane .prose")
    reader.reads("Couldn't load the rest of the item", "#pane")


def test_the_buttons_of_the_pane_lead_to_the_next_and_the_previous_item(site, reader):
    reader.open(site.server, "/news/top")
    reader.is_live()
    titles = reader.texts(".row .main")
    reader.script("document.querySelector('.row .main').click()")
    reader.waits(lambda: reader.text("#pane #item-title") == titles[0], "the first item")
    reader.click(".pane-step[value='1']")
    reader.waits(lambda: reader.text("#pane #item-title") == titles[1], "the second item")
    reader.click(".pane-step[value='-1']")
    reader.waits(lambda: reader.text("#pane #item-title") == titles[0], "the first item again")


# Menus and the sidebar

def test_a_menu_closes_with_escape_and_with_a_press_outside(site, reader):
    reader.open(site.server, "/github/octo-sample/harbor")
    more = ".head .menu > summary[aria-label=More]"
    reader.click(more)
    assert reader.shown(".menu .unfollow") == 1
    reader.press(Keys.ESCAPE)
    assert reader.shown(".menu .unfollow") == 0 and reader.script("return document.activeElement.matches(arguments[0])", more)
    reader.click(more)
    reader.click("#status")
    assert reader.shown(".menu .unfollow") == 0


def test_a_folder_stays_closed(site, reader):
    reader.open(site.server, "/news/top")
    assert reader.shown(".folder li") == 1
    reader.click(".folder summary")
    assert reader.shown(".folder li") == 0
    reader.open(site.server, "/unread")
    assert reader.shown(".folder li") == 0
    reader.click(".folder summary")
    reader.reload()
    assert reader.shown(".folder li") == 1


def test_a_key_leads_to_the_field_that_follows(site, reader):
    for phone in [False, True]:
        reader.phone() if phone else reader.size(*DESKTOP)
        reader.open(site.server, "/news/top")
        reader.press("a")
        assert reader.script("return document.activeElement.id") == "side-follow" and reader.shown("#side-follow") == 1


# Texts

@pytest.mark.brief("/news/top", "/planet/wildfires")
@pytest.mark.parametrize("path", [*PAGES, "/components", "/following", "/rules"])
def test_no_text_overprints_another(site, reader, path):
    for font in FONTS:
        for width, size in [(320, 100), (390, 100), (1024, 100), (1440, 100), (2560, 100), (390, 200), (1440, 200)]:
            reader.size(width, 900, phone=width < 700)
            reader.open(site.server, path)
            reader.script("const sheet = new CSSStyleSheet(); sheet.replaceSync(`html { font-size: ${arguments[0]}% !important; font-family: '${arguments[1]}' !important }`);"
                          "document.adoptedStyleSheets = [sheet]", size, font)
            assert reader.script(OVERLAPS) == [], (font, width, size)
            assert reader.wider_than_screen() == [], (font, width, size)
    reader.size(*DESKTOP)


@pytest.mark.parametrize("machine", ["desktop", "phone"])
def test_the_components_are_accessible(site, reader, machine):
    reader.phone() if machine == "phone" else reader.size(*DESKTOP)
    for scheme in ["light", "dark"]:
        reader.prefers(prefers_color_scheme=scheme)
        reader.open(site.server, "/components")
        assert reader.violations() == [] and reader.wider_than_screen() == []
        reader.photograph(f"components-{machine}-{scheme}")
