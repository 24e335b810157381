"""Lists of a reader who follows 500 feeds: what they load, and that they can be checked for accessibility."""

import pytest

from crowd import FEEDS, crowd as new_crowd

MOST_REQUESTS = 12
MOST_BYTES = 150_000
#: The rows of a list before the reader scrolls.
WINDOW = 50
#: Pictures in rows are requested as they come into view, and count apart, as do the texts, which are requested once the page is idle.
APART = ("/pictures/", "part=texts")


@pytest.fixture(scope="module")
def crowd():
    with new_crowd() as made:
        yield made


@pytest.fixture(scope="module")
def few():
    """A reader who follows few feeds: without JavaScript, browsers load all pictures before a page is complete."""
    with new_crowd(feeds=12, items=200) as made:
        yield made


@pytest.fixture
def simple(few, reader):
    few.sign_in(reader)
    reader.without_scripts()
    return reader


@pytest.fixture
def member(crowd, reader):
    crowd.sign_in(reader)
    # A service worker would answer from what it cached for another test.
    reader.command("Network.setBypassServiceWorker", bypass=True)
    return reader


def lists(crowd):
    return {"home": "/", "unread": "/unread", "folder": "/unread?folder=" + crowd.folder, "feed": crowd.feed(), "following": "/following"}


@pytest.mark.parametrize("name", ["home", "unread", "folder", "feed", "following"])
def test_the_first_view_of_a_list_is_light_with_500_feeds(crowd, member, report, name):
    member.command("Network.clearBrowserCache")
    member.forget_traffic()
    member.open(crowd.server, lists(crowd)[name])
    member.waits(lambda: member.script("return document.readyState") == "complete" and member.first_paint(), "the page")
    member.waits(lambda: member.count(".follows:not(.is-outline) li") >= FEEDS, "the menu of feeds")
    loaded = [(url, kind, size) for url, kind, size in member.traffic() if not url.startswith("data:") and not any(part in url for part in APART)]
    size = sum(size for *_, size in loaded)
    report(f"{name} with {FEEDS} feeds: {len(loaded)} requests, {size / 1000:.1f} kB")
    assert len(loaded) <= MOST_REQUESTS, "\n".join(f"{size:7} {kind} {url}" for url, kind, size in loaded)
    assert size <= MOST_BYTES, "\n".join(f"{size:7} {kind} {url}" for url, kind, size in loaded)


def test_texts_and_pictures_are_requested_after_the_first_view(crowd, member):
    member.open(crowd.server, "/unread")
    member.has_texts()
    starts = member.script("""const {loadEventEnd} = performance.getEntriesByType('navigation')[0];
        return performance.getEntriesByType('resource').filter(({name}) => name.includes('part=texts')).map(({startTime}) => startTime - loadEventEnd)""")
    assert len(starts) == 1 and starts[0] >= 0
    assert member.script("return [...document.querySelectorAll('.row img:not(.feed-mark)')].every((image) => image.loading === 'lazy')")
    assert member.count(".row template") == 0


def test_no_text_is_requested_by_a_reader_who_saves_data(crowd, member):
    member.command("Page.addScriptToEvaluateOnNewDocument", source="Object.defineProperty(navigator, 'connection', {value: {saveData: true}})")
    member.open(crowd.server, "/unread")
    member.is_live()
    row = "document.querySelector('.row')"
    member.script(f"{row}.querySelector('.main').click()")
    # The item comes from the server as it opens.
    member.sees("#pane .item .prose")
    assert not member.script("return performance.getEntriesByType('resource').some(({name}) => name.includes('part=texts'))")


def test_a_list_grows_by_a_window_as_its_end_comes_into_view(crowd, member):
    member.open(crowd.server, "/unread")
    assert member.count(".row") == WINDOW
    for windows in (2, 3):
        member.script("document.querySelector('.more').scrollIntoView()")
        member.waits(lambda: member.count(".row") >= windows * WINDOW, "more rows")
    ids = member.attributes(".row", "id")
    assert len(ids) == len(set(ids))
    member.waits(lambda: member.script("return new Set(performance.getEntriesByType('resource').map(({name}) => name).filter((name) => name.includes('part=texts'))).size") >= 3,
                 "the texts of each part")


def test_all_of_a_list_is_reached_without_javascript(few, simple):
    simple.open(few.server, "/unread")
    first = simple.attributes(".row", "id")
    simple.leads(lambda: simple.click(".more a"))
    second = simple.attributes(".row", "id")
    assert len(first) == len(second) == WINDOW and not set(first) & set(second)


def test_a_row_is_marked_and_saved_without_javascript_and_leads_back_to_itself(few, simple):
    for button, name in [("save", "is-saved"), ("read", "is-read")]:
        simple.open(few.server, "/unread")
        row = simple.attributes(".row", "id")[5]
        simple.leads(lambda: simple.click(f"[id='{row}'] .mark.{button}"))
        assert simple.path == f"/unread#{row}"
        simple.open(few.server, "/saved" if button == "save" else "/unread")
        assert (row in simple.attributes(".row", "id")) == (button == "save")


# Browsers match `:has()` again whenever something changes below its element: with rows below it, each key took half a second on 1,000 rows.
def test_no_style_looks_for_something_among_the_rows(crowd, member):
    for path in ["/unread", "/", crowd.feed()]:
        member.open(crowd.server, path)
        found = member.script("""
            const selectors = (rules) => [...rules].flatMap((rule) => [...(rule.selectorText ? [rule.selectorText] : []), ...(rule.cssRules ? selectors(rule.cssRules) : [])]);
            const anchors = (selector) => [...selector.matchAll(/:has\\(/g)].map(({index}) => [selector.slice(0, index).replace(/:(not|is)\\($/, '').split(/,(?![^(]*\\))/).at(-1), selector.slice(index + 5)]);
            return selectors(document.styleSheets[0].cssRules).flatMap((selector) => anchors(selector).filter(([before, argument]) => {
              if (/^\\s*[>+~]/.test(argument)) return false;
              let around = [];
              try { around = [...document.querySelectorAll(before.trim() || '*')]; } catch { return false; }
              return around.some((one) => one.closest('.rows') || one.querySelector('.rows'));
            }).map(() => selector))""")
        assert found == [], path


@pytest.mark.parametrize("name", ["unread", "following"])
def test_a_list_is_accessible_with_500_feeds(crowd, member, name):
    member.open(crowd.server, lists(crowd)[name])
    member.waits(lambda: member.first_paint(), "the page")
    assert member.violations() == []


def test_keys_move_through_1000_rows(crowd, member, report):
    member.open(crowd.server, "/unread?limit=1000")
    member.waits(lambda: member.count(".row") == 1000, "the rows")
    ids = member.attributes(".row", "id")
    current = lambda: member.attributes(".row[aria-current]", "id")  # noqa: E731
    for _ in range(60):
        member.press("j")
    assert current() == [ids[59]]
    member.press("k", "m")
    assert current() == [ids[58]]
    assert member.count(".row.is-read") == 1
