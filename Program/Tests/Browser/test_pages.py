"""What every page has in common, with JavaScript and without."""

import pytest

from pages import FEEDS, PAGES


FIELD = "main form.follow input[name=address]:not([type=hidden])"


@pytest.fixture(params=["with JavaScript", "without JavaScript"])
def anyone(request, reader):
    if request.param == "without JavaScript":
        reader.without_scripts()
    return reader


@pytest.mark.brief("with JavaScript-/", "without JavaScript-/unread")
@pytest.mark.parametrize("path", PAGES)
def test_a_page_says_what_it_is(site, anyone, path):
    anyone.open(site.server, path)
    assert "freshet" in anyone.script("return document.title").lower()
    assert anyone.count("h1") == 1 and anyone.count("main") == 1 and anyone.text("h1")
    assert anyone.script("return document.documentElement.lang") == "en"
    assert anyone.count("nav a[href='/']") + anyone.count("header a[href='/']") > 0
    assert anyone.text("[aria-current=page]"), "the navigation says where the reader is"


@pytest.mark.brief("with JavaScript-/github/octo-sample/harbor", "without JavaScript-/planet")
@pytest.mark.parametrize("path", FEEDS)
def test_all_that_is_stored_stands_in_the_first_response(site, anyone, path):
    stored = len(site.server.document(path)["items"])
    anyone.open(site.server, path)
    assert stored > 0
    if path == "/planet":
        assert anyone.count(f"main a[href^='/planet/']") >= stored
    else:
        assert anyone.count(".row") >= min(stored, 50)
        assert len(set(anyone.attributes(".row", "id"))) == anyone.count(".row") == anyone.count(".row[data-id][data-scope][data-type]")
    assert anyone.attributes("main", "data-feed") == [path]
    assert anyone.is_fresh() or "refreshing" in anyone.text("#status").lower()


@pytest.mark.brief("without JavaScript")
def test_home_has_the_items_of_what_is_followed_and_upstreams_are_in_the_sidebar(site, anyone):
    anyone.open(site.server, "/")
    for address in ["/github/octo-sample/harbor", "/github/octo-sample/lighthouse"]:
        assert anyone.count(f"main .row a[href='{address}']") > 0, address
    for address in ["/planet", "/news/top"]:
        assert anyone.count(f".explore a[href='{address}']") == 1 and anyone.count(f"main a[href='{address}']") == 0, address


@pytest.mark.full
def test_every_link_within_the_site_leads_somewhere(site, reader):
    seen = set()
    for path in PAGES:
        reader.open(site.server, path)
        links = reader.script("return [...document.querySelectorAll('a[href]:not(svg a), link[href]')].map(e => new URL(e.href)).filter(u => u.origin === location.origin)"
                              ".map(u => u.pathname + u.search)")
        for link in set(links) - seen:
            seen.add(link)
            # A linked feed may load slowly, or its made-up repository may not exist, but its page does.
            status = site.server.get(link).status
            assert status == 200, f"{link} on {path} answers {status}"
    assert len(seen) > 20


def test_links_to_elsewhere_tell_nothing_of_the_reader(site, reader):
    abroad = "return [...document.querySelectorAll('a[href]:not(svg a)')].filter(e => e.origin !== location.origin)"
    for path in FEEDS:
        reader.open(site.server, path)
        loose = reader.script(f"{abroad}.filter(e => !['http:', 'https:'].includes(e.protocol) || !e.relList.contains('noopener') || !e.relList.contains('noreferrer')).map(e => e.outerHTML)")
        assert reader.script(f"{abroad}.length") > 0 and loose == [], path


@pytest.mark.brief("with JavaScript")
def test_a_page_that_is_not_there_says_so(site, anyone):
    anyone.forgives("404")
    anyone.open(site.server, "/nowhere")
    assert site.server.get("/nowhere").status == 404
    assert anyone.count("h1") == 1 and anyone.count("a[href='/']") > 0


def test_times_are_in_utc_without_javascript(site, reader):
    reader.without_scripts()
    reader.open(site.server, "/news/top")
    times = reader.texts(".row time")
    assert times and all("UTC" in text for text in times)


def test_times_are_ages_with_javascript_and_a_date_in_the_readers_zone(site, reader):
    reader.lives_in("Asia/Kathmandu")
    reader.open(site.server, "/news/top")
    reader.waits(lambda: not any("UTC" in text for text in reader.texts(".row time")), "ages instead of UTC")
    # Pointing at an age shows the exact time.
    title = reader.script("const time = document.querySelector('.row time'); time.dispatchEvent(new PointerEvent('pointerover', {bubbles: true})); return time.title")
    instant = reader.attributes(".row time", "datetime")[0]
    local = reader.script("return ['h12', 'h23'].map(hourCycle => new Date(arguments[0]).toLocaleTimeString('en-GB', {hour: '2-digit', minute: '2-digit', hourCycle}).slice(0, 5))", instant)
    assert any(time in title for time in local) and "5:45" in title, (title, local)


@pytest.mark.full
def test_times_age_by_themselves(site, reader):
    # Only the page's clock is set forward: three days later each age has grown.
    reader.command("Page.addScriptToEvaluateOnNewDocument", source="""
        const now = Date.now.bind(Date), Real = Date; window.later = 0;
        window.Date = class extends Real { constructor(...a) { if (a.length) super(...a); else super(now() + window.later); } static now() { return now() + window.later; } };""")
    reader.open(site.server, "/news/top")
    reader.waits(lambda: not any("UTC" in text for text in reader.texts(".row time")), "ages")
    before = reader.texts(".row time")
    reader.script("window.later = 3 * 86400 * 1000; document.dispatchEvent(new Event('visibilitychange'))")
    reader.waits(lambda: reader.texts(".row time") != before, "older ages")


def test_the_form_follows_a_repository_without_javascript(world, reader):
    reader.without_scripts()
    reader.open(world.server, "/")
    reader.type(FIELD, "https://github.com/octo-sample/harbor/issues?q=x\n")
    reader.waits(lambda: reader.count("main a[href='/github/octo-sample/harbor']") or reader.path.startswith("/github/octo-sample/harbor"), "the followed repository")
    reader.open(world.server, "/github/octo-sample/harbor")
    reader.click(".head summary[aria-label=More]")
    reader.click("main form.unfollow button")
    reader.sees("main form.follow")
    reader.open(world.server, "/")
    assert reader.count("main a[href='/github/octo-sample/harbor']") == 0


@pytest.mark.full
def test_a_home_with_many_feeds_leaves_the_browser_connections_for_other_things(world, reader):
    # A browser opens at most six connections to an HTTP/1.1 server. One for each live feed would use them up.
    for number in range(9):
        world.server.post("/follow", {"address": f"octo-sample/{['harbor', 'lighthouse', 'busy', 'empty', 'renamed'][number % 5]}" if number < 5 else f"octo-sample/harbor{number}"})
    reader.open(world.server, "/")
    reader.is_live()
    reader.open(world.server, "/help")
    reader.open(world.server, "/")
    reader.is_live()
    answered = reader.driver.execute_async_script("const done = arguments[0]; fetch('/health').then(r => done(r.status), e => done(String(e)))")
    assert answered == 200


def test_the_filter_works_without_javascript(site, reader):
    reader.without_scripts()
    reader.open(site.server, "/github/octo-sample/harbor")
    kinds = set(reader.attributes(".row", "data-type"))
    kind = sorted(kinds)[0]
    reader.open(site.server, f"/github/octo-sample/harbor?type={kind}")
    assert set(reader.told("data-type")) == {kind} and len(kinds) > 1
    reader.open(site.server, "/github/octo-sample/harbor?q=zzz-nothing-has-this")
    assert reader.rows == [] and reader.attributes("#find [name=q]", "value") == ["zzz-nothing-has-this"]
    reader.open(site.server, "/github/octo-sample/harbor")
    reader.leads(lambda: reader.type("#find [name=q]", "zzznothinghasthis\n"))
    assert reader.path.startswith("/search?in=github%2Focto-sample%2Fharbor&q=zzz") and reader.rows == []


def test_more_items_come_on_request_without_javascript(site, reader):
    reader.without_scripts()
    reader.open(site.server, "/github/octo-sample/harbor")
    assert len(reader.rows) == 50
    reader.leads(lambda: reader.click("main a[href*='limit=']"))
    assert len(reader.rows) > 50


def test_a_story_can_be_saved_and_is_found_again_without_javascript(world, reader):
    world.server.warm("/news/top")
    reader.without_scripts()
    reader.open(world.server, "/news/top")
    saved = reader.attributes(".row", "data-id")[0]
    save = ".row .mark.save"
    reader.leads(lambda: reader.click(save))
    reader.open(world.server, "/saved")
    assert reader.attributes(".row", "data-id") == [saved]


@pytest.mark.full
def test_the_days_of_natural_events_can_be_chosen_without_javascript(site, reader):
    reader.without_scripts()
    reader.open(site.server, "/planet/wildfires?days=360")
    many = len(reader.rows)
    reader.open(site.server, "/planet/wildfires?days=1")
    assert 0 < len(reader.rows) < many
    assert reader.count("#days[name=days]") == 1 and reader.script("return document.querySelector('#days').form.querySelector('button').checkVisibility()"), "a slider that asks for itself needs a button"
