"""Where things are: home at every width, phones, the sidebar, the button for new items."""

import pytest
from selenium.webdriver.common.keys import Keys

from programs import world as new_world

HARBOR = "/github/octo-sample/harbor"
LISTS = ["/", "/unread", "/saved", "/search?q=a", "/muted", HARBOR, "/github/trending/swift", "/github/repositories", "/planet", "/planet/wildfires", "/news/top", "/news/top?unread=1"]


# Home

@pytest.mark.brief("390", "1440")
@pytest.mark.parametrize("width", [320, 390, 768, 1280, 1440, 1920, 2560])
def test_home_fills_its_width_and_begins_with_what_is_unread(site, reader, width):
    reader.size(width, 900)
    reader.open(site.server, "/")
    assert reader.wider_than_screen() == []
    band = reader.script("return document.documentElement.clientWidth - document.querySelector('main').getBoundingClientRect().right")
    assert band == 0 or width < 960
    assert reader.count("#home-newest .row") == 12
    cut = reader.script("""return [...document.querySelectorAll('main :is(h2, h3)')].filter(e => e.checkVisibility() && e.scrollWidth > e.clientWidth + 1).map(e => e.innerText)""")
    assert cut == []
    reader.photograph(f"home-{width}")


@pytest.mark.full
def test_home_offers_unread_items_as_they_arrive(world, reader):
    world.server.warm("/news/new")
    world.server.post("/follow", {"feed": "/news/new"})
    reader.open(world.server, "/")
    reader.is_live()
    rows = lambda: reader.attributes("#home-newest .row", "id")
    before = rows()
    assert len(before) == 12
    world.upstreams.advance(600)
    world.server.refresh("/news/new")
    reader.sees("#pill", seconds=30)
    assert rows() == before
    reader.leads(lambda: reader.click("#pill"))
    reader.waits(lambda: rows() != before, "the new rows")


@pytest.mark.full
def test_the_sidebar_fits_on_a_screen_with_a_few_feeds(site, reader):
    reader.size(1440, 900)
    reader.open(site.server, HARBOR)
    assert reader.script("const side = document.querySelector('.side'); return side.scrollHeight - side.clientHeight") == 0
    assert min(reader.script("return [...document.querySelectorAll('.side li a')].map(e => e.getBoundingClientRect().height)")) >= 24


# Phones

@pytest.fixture
def a_saved_item(site):
    """Saved as long as the test takes: the items of `site` aren't."""
    item = {"feed": "/news/top", "id": [site.server.document("/news/top")["items"][-1]["id"]]}
    assert site.server.post("/marks", {**item, "mark": "saved"}).status == 303
    yield
    assert site.server.post("/marks", {**item, "mark": "unsaved"}).status == 303


@pytest.mark.brief("390-/", "320-/news/top")
@pytest.mark.parametrize("path", LISTS)
@pytest.mark.parametrize("width", [320, 390])
def test_the_first_item_begins_within_200_pixels_on_a_phone(site, a_saved_item, reader, report, path, width):
    reader.size(width, 844, phone=True)
    reader.open(site.server, path)
    top = reader.script("return [...document.querySelectorAll('.row, .notice, .nothing')].find(e => e.checkVisibility()).getBoundingClientRect().top")
    report(f"{path} at {width} px: the first item begins at {top:.0f} px")
    assert top <= 200


@pytest.mark.brief("with JavaScript")
def test_filter_and_map_are_a_tap_away_on_a_phone(site, anyone_on_a_phone):
    reader = anyone_on_a_phone
    reader.open(site.server, "/planet/wildfires")
    assert reader.shown(".tools") == reader.shown("#map") == 0
    for css, part in [("#show-controls", ".tools"), ("#show-map", "#map")]:
        reader.click(f".disclosure:has({css})")
        assert reader.shown(part) == 1
        reader.click(f".disclosure:has({css})")
        assert reader.shown(part) == 0
    reader.open(site.server, "/news/top?q=a")
    assert reader.shown(".tools") == 1, "a filter that applies can be seen"


@pytest.mark.brief("320-200")
@pytest.mark.parametrize(("width", "size"), [(390, 200), (320, 150), (320, 200)])
def test_large_text_does_not_make_a_phone_scroll_sideways(site, reader, width, size):
    reader.size(width, 844, phone=True)
    for path in ["/help", "/news/top", HARBOR]:
        reader.open(site.server, path)
        reader.script("const sheet = new CSSStyleSheet(); sheet.replaceSync(`html { font-size: ${arguments[0]}% !important }`); document.adoptedStyleSheets = [sheet]", size)
        assert reader.wider_than_screen() == [], path


@pytest.fixture(params=["with JavaScript", "without JavaScript"])
def anyone_on_a_phone(request, reader):
    if request.param == "without JavaScript":
        reader.without_scripts()
    reader.phone()
    return reader


def test_the_menu_of_a_phone_is_a_drawer(site, reader):
    reader.phone()
    reader.open(site.server, "/news/top")
    for path, opener in [("/help", ".menu-link"), ("/news/top", ".dock a[href='#menu']")]:
        reader.open(site.server, path)
        reader.click(opener)
        reader.sees(".drawer .side a[href='/status']")
        assert reader.script("return document.querySelector('.drawer').contains(document.activeElement)")
        assert reader.violations() == [] and reader.wider_than_screen() == []
        reader.press(Keys.ESCAPE)
        reader.waits(lambda: reader.shown(".drawer") == 0, "the page")
        assert reader.script("return document.activeElement.matches(arguments[0])", opener)
        assert reader.count("body > .side") == 1
    reader.click(".dock a[href='#menu']")
    reader.photograph("drawer")
    reader.leads(lambda: reader.click(".drawer a[href='/help']"))
    assert reader.path == "/help"


def test_without_javascript_the_menu_leads_to_the_navigation(site, reader):
    reader.without_scripts()
    reader.phone()
    reader.open(site.server, "/news/top")
    reader.click(".dock a[href='#menu']")
    assert reader.path == "/news/top#menu"
    assert reader.script("return document.getElementById('menu').getBoundingClientRect().top") < 100


# New items

@pytest.mark.parametrize("size", [(1280, 900, False), (390, 844, True)], ids=["desktop", "phone"])
@pytest.mark.parametrize("path", ["/news/new", "/unread"])
@pytest.mark.brief("/news/new-desktop", "/unread-phone")
def test_the_offer_of_new_items_covers_no_title_and_selects_the_first_of_them(world, reader, path, size):
    reader.size(size[0], size[1], phone=size[2])
    world.server.warm("/news/new")
    world.server.post("/follow", {"feed": "/news/new"})
    reader.open(world.server, path)
    reader.is_live()
    before = reader.rows
    world.upstreams.advance(600)
    world.server.refresh("/news/new")
    reader.sees(".pill:not([hidden])", seconds=30)
    covered = reader.script("""const pills = [...document.querySelectorAll('.pill')].filter(e => e.checkVisibility()).map(e => e.getBoundingClientRect());
        return [...document.querySelectorAll('.title, h1, h2, h3, .status .word')].filter(e => e.checkVisibility()).map(e => [e, e.getBoundingClientRect()])
            .filter(([e, r]) => pills.some(p => p.left < r.right && r.left < p.right && p.top < r.bottom && r.top < p.bottom))
            .filter(([e]) => !e.contains(document.querySelector('.pill'))).map(([e]) => e.innerText)""")
    # An element without text can't be covered.
    assert [text for text in covered if text] == []
    reader.script("[...document.querySelectorAll('.pill')].find(e => e.checkVisibility()).click()")
    reader.waits(lambda: reader.count(".row[aria-current=true]") == 1, "the first new item to be selected")
    chosen = reader.attributes(".row[aria-current=true]", "id")[0]
    assert chosen not in before
    assert reader.script("return document.activeElement.closest('.row')?.id") == chosen
    top, bottom = reader.script("const r = document.querySelector('.row[aria-current=true]').getBoundingClientRect(); return [r.top, r.bottom]")
    assert 0 <= top and bottom <= size[1]


def test_the_offer_stays_in_sight_and_above_the_rows_further_down(world, reader):
    world.server.warm("/news/new")
    reader.open(world.server, "/news/new")
    reader.is_live()
    reader.script("document.querySelector('main').scrollTop = 900")
    world.upstreams.advance(600)
    world.server.refresh("/news/new")
    reader.sees("#pill", seconds=30)
    bar, pill = reader.script("return ['.head', '#pill'].map(css => document.querySelector(css).getBoundingClientRect()).map(r => [r.top, r.bottom])")
    assert bar[0] == 0 and bar[0] <= pill[0] and pill[1] <= bar[1], "inside the bar, below which the rows go"
    reader.click("#pill")
    reader.waits(lambda: reader.count(".row[aria-current=true]") == 1, "the first new item to be selected")


# The sidebar

@pytest.mark.brief("3")
@pytest.mark.parametrize("count", [0, 3, 50])
def test_nothing_in_the_sidebar_is_cut_off_or_shifted(reader, count):
    with new_world() as world:
        follow(world, count)
        for width in [1024, 1440]:
            reader.size(width, 900)
            reader.open(world.server, "/news/top")
            cut = reader.script("""const side = document.querySelector('.side'), edge = side.getBoundingClientRect().left + side.clientWidth;
                return [...side.querySelectorAll('a, h2, h3, input, button, .unread-count')].filter(e => e.checkVisibility())
                    .filter(e => e.scrollWidth > e.clientWidth + 1 && e.clientWidth || e.getBoundingClientRect().right > edge).map(e => e.outerHTML.slice(0, 120))""")
            assert cut == []
            words = reader.script("""const lines = new Map();
                for (const e of document.querySelectorAll('.side h2, .side .places > ul > li > a, .follows > ul > li > a, .explore > summary')) {
                    const top = Math.round(e.getBoundingClientRect().top);
                    if (e.checkVisibility() && !lines.has(top)) lines.set(top, e);
                }
                return [...lines.values()].map(e => Math.round(e.getBoundingClientRect().left + parseFloat(getComputedStyle(e).paddingLeft)))""")
            assert len(set(words)) == 1, "all lines begin at one edge"
            assert reader.violations() == []
            reader.photograph(f"sidebar-{count}-{width}")
        reader.driver.get("about:blank")


def follow(world, count):
    """Follows `count` feeds, half of them in folders."""
    for number in range(count):
        address = f"{world.upstreams.address}/web/site{number}/feed.xml"
        folder = ["", "", "Morning", "A folder with a rather long name that goes on and on"][number % 4]
        assert world.server.post("/follow", {"address": address, "folder": folder}).status == 303


# Without JavaScript

@pytest.mark.brief("320")
@pytest.mark.parametrize("width", [320, 390, 768, 1280])
def test_dates_and_buttons_do_not_overlap_without_javascript(site, reader, width):
    reader.without_scripts()
    reader.size(width, 900, phone=width < 700)
    for path in ["/", HARBOR, "/news/top", "/planet/wildfires", "/unread"]:
        reader.open(site.server, path)
        assert reader.count(".row .age") > 0, path
        over = reader.script("""return [...document.querySelectorAll('.row')].filter(e => e.checkVisibility()).flatMap(row => {
            const range = document.createRange(), age = row.querySelector('.age');
            if (!age) return [];
            range.selectNodeContents(age);
            const end = row.querySelector('.title').getBoundingClientRect().bottom;
            const isShown = (e, r) => !e.closest('.title') || r.bottom <= end + 1;
            const dates = [...range.getClientRects()], others = [...row.querySelectorAll('.mark:not(.older), .title .main, .facts > span:not(:has(.age)), .points, .portrait')].flatMap(e => [...e.getClientRects()].filter(r => isShown(e, r)));
            return dates.some(d => others.some(o => d.left < o.right - 1 && o.left < d.right - 1 && d.top < o.bottom - 1 && o.top < d.bottom - 1)) ? [row.innerText] : []; })""")
        assert over == [], path
        assert reader.wider_than_screen() == []


@pytest.mark.full
def test_what_rules_do_can_be_read_on_a_phone(site, anyone_on_a_phone):
    reader = anyone_on_a_phone
    reader.open(site.server, "/rules")
    assert min(reader.script("return [...document.querySelectorAll('.filters dd, input[name=rule]')].map(e => e.getBoundingClientRect().width)")) > 300
    assert reader.script("return getComputedStyle(document.querySelector('input[name=rule]')).paddingInlineStart") == "11.2px"
