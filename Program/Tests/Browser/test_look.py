"""How pages look to everyone: accessibility (axe-core), phones, dark mode, and screenshots."""

import json

import pytest
from selenium.webdriver.common.keys import Keys

from pages import PAGES, name
from reader import DESKTOP
from programs import fetch, world as new_world

SCHEMES = ["light", "dark"]


def luminance(reader, css="body"):
    red, green, blue = reader.script("return getComputedStyle(document.querySelector(arguments[0])).backgroundColor.match(/[\\d.]+/g).slice(0, 3).map(Number)", css)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.brief("/-light", "/github/octo-sample/harbor-dark", "/planet-dark", "/news/top-light", "/unread-dark", "/search-light", "/status-dark", "/help-light")
@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_accessible_on_desktop_and_phone(site, reader, path, scheme):
    reader.prefers(prefers_color_scheme=scheme)
    for machine in ["desktop", "phone"]:
        if machine == "phone":
            reader.phone()
        reader.open(site.server, path)
        reader.photograph(f"{name(path)}-{machine}-{scheme}")
        assert reader.wider_than_screen() == [], machine
        # The differences between desktop and phone are the same in both color schemes, so one scheme is enough.
        if machine == "desktop" or scheme == "light":
            assert reader.violations() == [], machine


def test_the_dark_is_dark_and_the_light_is_light(site, reader):
    for scheme in SCHEMES:
        reader.prefers(prefers_color_scheme=scheme)
        reader.open(site.server, "/news/top")
        light = max(luminance(reader), luminance(reader, "html")) if scheme == "light" else luminance(reader)
        assert (light > 200) if scheme == "light" else (light < 60), (scheme, light)


@pytest.mark.brief("320", "1920")
@pytest.mark.parametrize("width", [320, 480, 768, 1024, 1920, 2560])
def test_nothing_sticks_out_at_any_width(site, reader, width):
    reader.size(width, 900)
    for path in ["/", "/github/octo-sample/harbor", "/planet/wildfires", "/news/top", "/status"]:
        reader.open(site.server, path)
        assert reader.wider_than_screen() == [], path
    reader.photograph(f"status-{width}")


@pytest.mark.brief("1280")
@pytest.mark.parametrize("width", [1280, 1920])
def test_the_parts_of_a_page_begin_at_one_line(site, reader, width):
    # On a wide screen the map is beside the list.
    for path in ["/github/octo-sample/harbor", "/github/trending/swift", "/planet", "/news/top", "/saved", "/status", "/help", "/planet/wildfires"]:
        reader.size(1024 if path == "/planet/wildfires" else width, 900)
        reader.open(site.server, path)
        edges = reader.script("return [...document.querySelectorAll('main > *')].filter(e => e.checkVisibility() && e.offsetWidth > 1)"
                              ".map(e => e.matches('.head') ? e.firstElementChild : e).map(e => [Math.round(e.getBoundingClientRect().left), e.outerHTML.slice(0, 60)])")
        assert len({left for left, _ in edges}) == 1, (path, edges)


def test_the_lists_beside_a_list_are_a_menu_at_its_title(site, reader):
    for phone in [True, False]:
        reader.phone() if phone else reader.size(*DESKTOP)
        reader.open(site.server, "/news/top")
        reader.click(".head-title summary")
        assert reader.texts(".menu-places [aria-current]") == ["Top"] and reader.shown(".menu-places a") == 6
        assert reader.wider_than_screen() == [] and reader.violations() == []
        reader.press(Keys.ESCAPE)
        assert reader.shown(".menu-places a") == 0 and reader.script("return document.activeElement.matches('.head-title summary')")
        reader.click(".head-title summary")
        reader.leads(lambda: reader.click(".menu-places a[href='/news/new']"))


def test_the_period_and_the_magnitude_of_earthquakes_are_two_choices(site, reader):
    reader.without_scripts()
    for phone in [True, False]:
        reader.phone() if phone else reader.size(*DESKTOP)
        reader.open(site.server, "/quakes/week/4.5")
        if phone:
            reader.click(".disclosure:has(#show-controls)")
        assert [words.split("\n")[-1] for words in reader.texts(".tools .menu > summary")] == ["Past 7 days", "M4.5+"]
        reader.click(".tools .menu > summary[title=Period]")
        assert reader.texts("[aria-label=Period] [aria-current]") == ["Past 7 days"] and reader.shown("[aria-label=Period] a") == 4
        assert reader.wider_than_screen() == []
        reader.leads(lambda: reader.click("[aria-label=Period] a[href='/quakes/day/4.5']"))
        if phone:
            reader.click(".disclosure:has(#show-controls)")
        reader.click(".tools .menu > summary[title=Magnitude]")
        assert reader.texts("[aria-label=Magnitude] [aria-current]") == ["M4.5+"] and reader.shown("[aria-label=Magnitude] a") == 5
        reader.leads(lambda: reader.click("[aria-label=Magnitude] a[href='/quakes/day/2.5']"))
        assert reader.path == "/quakes/day/2.5"


def test_facts_stand_on_one_line_after_the_age_and_are_left_out_whole(site, reader):
    for phone in [True, False]:
        reader.phone() if phone else reader.size(*DESKTOP)
        for path in ["/", "/news/top", "/planet/wildfires"]:
            reader.open(site.server, path)
            assert reader.count(".facts > span + span") > 0
            wrong = reader.script("""return [...document.querySelectorAll('.row:not(.category) .facts')].filter(e => e.checkVisibility()).map(e => {
                const line = e.getBoundingClientRect(), parts = [...e.querySelectorAll(':scope > span')];
                const shown = parts.filter(s => s.getBoundingClientRect().top < line.bottom - 2);
                return [parts[0]?.querySelector('.age') !== null, shown.every(s => s.getBoundingClientRect().right <= line.right + 1),
                    shown.length === 1 || shown.every(s => s.scrollWidth <= s.clientWidth + 1), getComputedStyle(e).overflowX, e.innerText]; })
                .filter(([begins, fits, whole, overflow]) => !begins || !fits || !whole || overflow !== 'clip')""")
            assert wrong == [], path


@pytest.mark.full
def test_on_a_phone_a_name_is_broken_after_its_slash_if_at_all(world, reader):
    reader.phone()
    search = f"{world.upstreams.address}/github/search/repositories?q=language:typescript&per_page=100"
    name = max((item["full_name"] for item in json.loads(fetch(search, headers={"User-Agent": "t"}).text)["items"]), key=len)
    owner, repository = name.split("/")
    assert world.server.post("/follow", {"address": name}).status == 303
    reader.open(world.server, "/github/" + name)
    parts = reader.script("return [...document.querySelectorAll('h1 .part')].slice(0, 2).map(e => [e.innerText, e.getBoundingClientRect().height])")
    line = reader.script("return parseFloat(getComputedStyle(document.querySelector('h1')).lineHeight)")
    assert [text for text, _ in parts] == [owner + "/", repository]
    assert parts[0][1] < line * 1.5
    assert reader.wider_than_screen() == []


def test_what_is_touched_is_large_enough(site, reader):
    reader.phone()
    for path in PAGES:
        reader.open(site.server, path)
        small = reader.script("""return [...document.querySelectorAll('button, select, input:not([type=hidden]), nav a')].filter(e => e.checkVisibility() && getComputedStyle(e).clipPath === 'none')
            .map(e => [e, e.getBoundingClientRect()]).filter(([e, r]) => r.width && (r.width < 24 || r.height < 24)).map(([e, r]) => e.outerHTML.slice(0, 90) + ' ' + r.width + 'x' + r.height)""")
        assert small == [], path


def test_nothing_moves_for_those_who_want_no_motion(site, reader):
    reader.prefers(prefers_reduced_motion="reduce")
    for path in ["/planet", "/news/top", "/planet/wildfires"]:
        reader.open(site.server, path)
        moving = reader.script("""return [...document.querySelectorAll('*')].filter(e => { const s = getComputedStyle(e);
            return parseFloat(s.animationDuration) > 0.01 && s.animationName !== 'none' || parseFloat(s.transitionDuration) > 0.01; }).map(e => e.outerHTML.slice(0, 80))""")
        assert moving == [], path


def test_a_server_with_a_token_asks_for_it_and_lets_the_reader_in(reader):
    with new_world(token="open sesame, open") as world:
        reader.forgives("401", "403")
        reader.open(world.server, "/news/top")
        reader.sees("input[name=token]")
        reader.photograph("login-desktop-light")
        left, right = reader.script("const r = document.querySelector('main').getBoundingClientRect(); return [r.left, document.body.clientWidth - r.right]")
        assert abs(left - right) < 2, "nothing stands beside it, so it stands in the middle"
        assert reader.violations() == []
        reader.leads(lambda: reader.type("input[name=token]", "wrong\n"))
        reader.sees("input[name=token]")
        assert world.server.get("/api/news/top").status == 401
        reader.leads(lambda: reader.type("input[name=token]", "open sesame, open\n"))
        reader.waits(lambda: reader.count("input[name=token]") == 0, "the page behind the token")
        reader.open(world.server, "/news/top")
        reader.sees(".row")
        reader.is_live()
        reader.driver.get("about:blank")
