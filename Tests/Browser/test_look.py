"""How pages look to everybody: axe-core, a phone, the dark; what is kept as a picture."""

import pytest

from pages import PAGES, name
from programs import world as new_world

SCHEMES = ["light", "dark"]


def luminance(reader, css="body"):
    red, green, blue = reader.script("return getComputedStyle(document.querySelector(arguments[0])).backgroundColor.match(/[\\d.]+/g).slice(0, 3).map(Number)", css)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


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
        # What differs between machines is the same in both schemes.
        if machine == "desktop" or scheme == "light":
            assert reader.violations() == [], machine


def test_the_dark_is_dark_and_the_light_is_light(site, reader):
    for scheme in SCHEMES:
        reader.prefers(prefers_color_scheme=scheme)
        reader.open(site.server, "/news/top")
        light = max(luminance(reader), luminance(reader, "html")) if scheme == "light" else luminance(reader)
        assert (light > 200) if scheme == "light" else (light < 60), (scheme, light)


@pytest.mark.parametrize("width", [320, 480, 768, 1024, 1920, 2560])
def test_nothing_sticks_out_at_any_width(site, reader, width):
    reader.size(width, 900)
    for path in ["/", "/github/octo-sample/harbor", "/planet/wildfires", "/news/top", "/status"]:
        reader.open(site.server, path)
        assert reader.wider_than_screen() == [], path
    reader.photograph(f"status-{width}")


@pytest.mark.parametrize("width", [1280, 1920])
def test_the_parts_of_a_page_begin_at_one_line(site, reader, width):
    reader.size(width, 900)
    # On a wide screen the map stands beside the list.
    for path in ["/github/octo-sample/harbor", "/github/trending/swift", "/planet", "/news/top", "/saved", "/status", "/help"] + ["/planet/wildfires"] * (width < 1300):
        reader.open(site.server, path)
        edges = reader.script("return [...document.querySelectorAll('main > *')].filter(e => e.checkVisibility() && e.offsetWidth > 1)"
                              ".map(e => [Math.round(e.getBoundingClientRect().left), e.outerHTML.slice(0, 60)])")
        assert len({left for left, _ in edges}) == 1, (path, edges)


def test_the_tab_that_the_reader_is_at_can_be_seen_on_a_phone(site, reader):
    reader.phone()
    for path in ["/planet/wildfires", "/news/jobs", "/github/trending/zig"]:
        reader.open(site.server, path)
        reader.waits(lambda: reader.script("return [...document.querySelectorAll(':is(.tabs, .chips) [aria-current]')].filter(e => e.checkVisibility()).map(e => e.getBoundingClientRect())"
                                           ".some(r => r.left >= 0 && r.right <= innerWidth)"), f"the tab of {path}")


def test_what_is_touched_is_large_enough(site, reader):
    reader.phone()
    for path in PAGES:
        reader.open(site.server, path)
        small = reader.script("""return [...document.querySelectorAll('button, select, input:not([type=hidden]), nav a')].filter(e => e.checkVisibility())
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
        left, right = reader.script("const r = document.querySelector('main').getBoundingClientRect(); return [r.left, document.documentElement.clientWidth - r.right]")
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
