"""The keyboard shortcuts that readers expect."""

import pytest
from selenium.webdriver.common.keys import Keys

CURRENT = "[aria-current=true]"
# Records clicked links instead of opening them, since they leave the site.
CATCH = """window.followed = []; document.addEventListener('click', (event) => { const link = event.target.closest('a[href]');
    if (link && link.origin !== location.origin) { event.preventDefault(); followed.push(link.href); } }, true); window.open = (address) => { followed.push(String(address)); return null; };"""


@pytest.fixture
def news(site, reader):
    reader.open(site.server, "/news/top")
    reader.is_live()
    reader.script(CATCH)
    return reader


@pytest.fixture
def own_news(world, reader):
    world.server.warm("/news/top")
    reader.open(world.server, "/news/top")
    reader.is_live()
    return reader


def current(reader):
    return reader.attributes(".row" + CURRENT, "id")


def test_j_and_k_go_down_and_up(news):
    rows = news.rows
    news.press("j")
    assert current(news) == [rows[0]]
    news.press("j", "j")
    assert current(news) == [rows[2]]
    news.press("k")
    assert current(news) == [rows[1]]


def test_j_keeps_the_chosen_row_in_view_and_stops_at_the_end(news):
    rows = news.rows
    news.press(*"j" * (len(rows) + 3))
    assert current(news) == [rows[-1]]
    news.waits(lambda: news.script("const r = document.querySelector('.row[aria-current=true]').getBoundingClientRect(); return r.top >= 0 && r.bottom <= innerHeight + 1"), "the last row in view")


@pytest.mark.full
def test_holding_a_key_only_moves(news):
    news.press("j")
    rows = news.rows
    news.script("""window.sent = []; window.fetch = async (path) => { sent.push(String(path)); return new Response('{}'); };
        for (const key of ['A', 'M', 'm', 's', 'r', 'j']) document.body.dispatchEvent(new KeyboardEvent('keydown', {key, repeat: true, bubbles: true, cancelable: true}))""")
    assert news.script("return sent") == []
    assert current(news) == [rows[1]]


def test_o_opens_the_page_of_the_chosen_item(own_news):
    news = own_news
    news.script(CATCH)
    news.press("j", "j", "o")
    news.waits(lambda: news.script("return followed.length") == 1, "the item to be opened")
    assert news.script("return followed[0]").startswith("http")


def test_slash_goes_to_the_search_box_and_letters_there_are_letters(news):
    news.press("/")
    assert news.script("return document.activeElement.name") == "q"
    news.press(*"jrsmo?")
    assert news.script("return document.activeElement.value") == "jrsmo?"
    assert current(news) == [] and news.shown("#help") == 0 and news.script("return followed") == []


@pytest.mark.full
def test_slash_shows_the_search_box_of_a_phone(site, reader):
    reader.phone()
    reader.open(site.server, "/news/top")
    reader.is_live()
    assert reader.shown("#find") == 0
    reader.press("/")
    assert reader.shown("#find") == 1 and reader.script("return document.activeElement.name") == "q"


@pytest.mark.full
def test_slash_leads_to_the_search_page_where_no_box_can_be_shown(site, reader):
    reader.phone()
    item = site.server.document("/news/top")["items"][0]["id"]
    reader.open(site.server, f"/news/top?item={item}")
    reader.is_live()
    reader.leads(lambda: reader.press("/"))
    assert reader.path == "/search"


def test_a_question_mark_tells_the_keys_and_escape_ends_it(news):
    news.press("?")
    news.sees("#help")
    words = news.text("#help")
    assert all(key in words for key in ["j", "k", "o", "r", "s", "m", "/", "g"])
    news.photograph("help-dialog-desktop-light")
    news.press(Keys.ESCAPE)
    news.waits(lambda: news.shown("#help") == 0, "the dialog to go")


@pytest.mark.brief("n-/news/top")
@pytest.mark.parametrize(("letter", "path"), [("h", "/"), ("p", "/planet"), ("n", "/news/top"), ("u", "/unread"), ("s", "/saved")])
def test_g_and_a_letter_go_somewhere(site, reader, letter, path):
    reader.open(site.server, "/status")
    reader.waits(lambda: reader.script("return document.readyState") == "complete", "the page")
    reader.press("g", letter)
    reader.waits(lambda: reader.path == path, f"{path}, not {reader.path}")


def test_r_asks_the_upstream_again(world, own_news):
    before = len(world.upstreams.requests("/news/v0/topstories"))
    world.server.age()
    own_news.press("r")
    own_news.waits(lambda: len(world.upstreams.requests("/news/v0/topstories")) > before, "a request to the upstream")


def test_m_marks_as_read_and_back_and_the_server_keeps_it(own_news):
    before = own_news.count(".row.is-read")
    own_news.press("j", "m")
    own_news.waits(lambda: own_news.count(".row.is-read") == before + 1, "a read row")
    first = own_news.rows[0]

    def kept():
        own_news.reload()
        return own_news.attributes(".row.is-read", "id") == [first]

    own_news.waits(kept, "the mark after a reload")
    own_news.waits(lambda: own_news.script("return document.readyState") == "complete", "the page")
    own_news.press("j", "m")
    own_news.waits(lambda: own_news.count(".row.is-read") == 0, "the row unread")


def test_shift_a_marks_all_as_read_and_u_undoes_it(own_news):
    unread = own_news.count(".row.is-unread")
    assert unread > 10
    own_news.press("A")
    own_news.waits(lambda: own_news.count(".row.is-unread") == 0, "all rows read")
    own_news.sees("#undo button")
    own_news.reads("marked", "#undo")
    own_news.press("u")
    own_news.waits(lambda: own_news.count(".row.is-unread") == unread, "all rows unread again")


def test_shift_m_marks_older_items_as_read(own_news):
    own_news.press("j", "j", "j", "M")
    own_news.waits(lambda: own_news.count(".row.is-read") > 0, "older rows read")
    assert "is-unread" in own_news.attributes(".row[aria-current=true]", "class")[0]


def test_s_saves_for_later_and_back(world, own_news):
    own_news.press("j", "j", "s")
    own_news.waits(lambda: own_news.count(".row.is-saved") == 1, "a saved row")
    saved = own_news.attributes(".row.is-saved", "data-id")

    def kept():
        own_news.open(world.server, "/saved")
        return own_news.attributes(".row", "data-id") == saved

    own_news.waits(kept, "the story among the saved")
    own_news.photograph("saved-desktop-light-one")
    own_news.waits(lambda: own_news.script("return document.readyState") == "complete", "the page")
    own_news.press("j", "s")

    def gone():
        own_news.open(world.server, "/saved")
        return own_news.count(".row") == 0

    own_news.waits(gone, "nothing saved")


def test_keys_with_control_or_alt_belong_to_the_browser(news):
    news.script("for (const key of ['j', 'r', 's', '/']) document.body.dispatchEvent(new KeyboardEvent('keydown', {key, ctrlKey: true, bubbles: true, cancelable: true}))")
    assert current(news) == [] and news.count(".row.is-saved") == 0
    assert news.script("return document.activeElement.name ?? ''") != "q"


@pytest.mark.full
@pytest.mark.parametrize("storage", ["throw new DOMException('Denied', 'SecurityError')", "return null"], ids=["denied", "missing"])
def test_keys_work_in_a_browser_that_stores_nothing(site, reader, storage):
    reader.command("Page.addScriptToEvaluateOnNewDocument", source=f"Object.defineProperty(window, 'localStorage', {{get() {{ {storage} }}}})")
    reader.open(site.server, "/news/top")
    reader.is_live()
    reader.press("j")
    assert current(reader) == reader.rows[:1]
    reader.press("?")
    reader.click("#keys-off")
    reader.press(Keys.ESCAPE, "j")
    assert current(reader) == reader.rows[:1]


def test_all_can_be_reached_by_the_tab_key_and_is_seen_to_have_the_focus(news):
    news.press(Keys.TAB)
    assert news.script("return document.activeElement.getAttribute('href')") == "#main", "the first stop skips to the content"
    for _ in range(12):
        news.press(Keys.TAB)
        # The ring of a row's title surrounds the row.
        seen = news.script("""const e = document.activeElement, s = getComputedStyle(e, e.matches('.row .main') ? '::after' : null), r = e.getBoundingClientRect();
            return [e.outerHTML.slice(0, 100), r.width > 0 && r.height > 0, s.outlineStyle !== 'none' && parseFloat(s.outlineWidth) > 0]""")
        assert seen[1] and seen[2], seen[0]


@pytest.mark.parametrize("size", [(1280, 900), (390, 844)], ids=["desktop", "phone"])
@pytest.mark.parametrize("path", ["/", "/unread", "/news/top", "/github/octo-sample/harbor"])
def test_the_ring_of_a_current_row_leaves_its_title_whole(site, reader, path, size):
    reader.size(*size)
    reader.open(site.server, path)
    reader.sees(".row .title .main")
    reader.press("j")
    reader.script("document.querySelector('.row[aria-current=true] .title .main').focus({focusVisible: true})")
    ring, first = reader.script("""const link = document.querySelector('.row[aria-current=true] .title .main:focus-visible');
        const after = getComputedStyle(link, '::after'), range = document.createRange();
        const text = document.createTreeWalker(link, NodeFilter.SHOW_TEXT).nextNode();
        range.setStart(text, 0);
        range.setEnd(text, 1);
        const inner = link.closest('.row').getBoundingClientRect().left + parseFloat(after.left) - parseFloat(after.outlineOffset);
        return [after.outlineStyle === 'solid' ? inner : null, range.getBoundingClientRect().left]""")
    assert ring is not None and ring <= first


def test_r_refreshes_all_feeds_of_home_and_says_what_came(world, reader):
    for feed, folder in [("/news/top", "News"), ("/news/best", "News"), ("/quakes/day/2.5", "Earth")]:
        world.server.post("/follow", {"feed": feed, "folder": folder})
    world.server.warm("/news/top", "/news/best", "/quakes/day/2.5")
    reader.open(world.server, "/")
    reader.is_live()
    before = len(world.upstreams.requests("/news/v0/beststories"))
    # Refreshes that a reader asks for are at least ten seconds apart.
    world.server.age()
    notes = reader.notes_told()
    reader.press("r")
    reader.waits(lambda: len(notes()) >= 2, "what came")
    assert notes()[0] == "Refreshing 3 feeds" and "new" in notes()[-1].lower()
    assert len(world.upstreams.requests("/news/v0/beststories")) > before


def test_the_chosen_row_stays_chosen_while_items_arrive(world, reader):
    world.server.warm("/news/new")
    reader.open(world.server, "/news/new")
    reader.is_live()
    reader.press("j", "j", "j")
    chosen = current(reader)
    world.upstreams.advance(600)
    world.server.refresh("/news/new")
    reader.sees("#pill")
    assert current(reader) == chosen
    reader.press("j")
    assert len(current(reader)) == 1 and current(reader) != chosen
