"""The settings of an account: the page that has them, themes, texts, keyboard shortcuts."""

import json

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from programs import until
from reader import browser, reading

THEMES = ["light", "dark", "sepia"]


@pytest.fixture
def news(world):
    world.server.warm("/news/top")
    return world


def settings(world):
    return json.loads(world.server.get("/api/settings").text)


def store(world, **chosen):
    assert world.server.post("/settings", {name.replace("_", "-"): value for name, value in chosen.items()}).status == 303


def choose(reader, name, value):
    reader.click(f".options label:has([name={name}][value={value}])")


def color(reader, css, name="backgroundColor"):
    return reader.script("return getComputedStyle(document.querySelector(arguments[0]))[arguments[1]]", css, name)


# The page

def test_a_choice_applies_immediately_and_is_there_in_another_browser(news, reader):
    reader.open(news.server, "/settings")
    before = color(reader, "body")
    choose(reader, "theme", "dark")
    reader.waits(lambda: color(reader, "body") != before, "the dark colors")
    choose(reader, "density", "compact")
    until(lambda: settings(news)["density"] == "compact", "the stored density")
    assert settings(news)["theme"] == "dark" and reader.shown(".preferences .plain") == 0
    assert reader.attributes("meta[name=theme-color]", "content") == ["rgb(16, 21, 23)"] * 2
    with browser() as driver, reading(driver) as other:
        other.open(news.server, "/news/top")
        assert other.attributes("html", "data-density") == ["compact"] and other.attributes("html", "data-theme") == ["dark"]
        assert color(other, "body") == "rgb(16, 21, 23)"


def test_choices_are_stored_without_javascript(news, reader):
    reader.without_scripts()
    reader.open(news.server, "/settings")
    choose(reader, "theme", "sepia")
    reader.click("[name=scroll][type=checkbox]")
    reader.click("[name=hidden][value=planet]")
    reader.leads(lambda: reader.click(".preferences .plain"))
    chosen = settings(news)
    assert (chosen["theme"], chosen["scroll"], chosen["hidden"]) == ("sepia", True, ["planet"])
    assert reader.path == "/settings" and reader.count("[name=hidden][value=planet]:checked") == 1
    assert reader.count(".explore a[href='/planet']") == 0 and reader.count(".explore a[href='/news/top']") == 1


def test_a_choice_applies_in_other_tabs_and_on_pages_that_come_back(news, reader):
    reader.open(news.server, "/news/top")
    reader.leads(lambda: reader.script("document.querySelector(\".side a[href='/settings']\").click()"))
    choose(reader, "density", "compact")
    until(lambda: settings(news)["density"] == "compact", "the stored density")
    reader.waits(lambda: reader.script("return localStorage.getItem('settings')"), "the note for other pages")
    reader.driver.back()
    reader.waits(lambda: reader.path == "/news/top" and reader.attributes("html", "data-density") == ["compact"], "compact rows")


def test_a_choice_is_taken_back_if_the_server_is_away(world, reader):
    reader.open(world.server, "/settings")
    reader.waits(lambda: reader.script("return document.readyState") == "complete", "the page")
    world.server.kill()
    choose(reader, "theme", "dark")
    reader.reads("No connection to Freshet", ".toast")
    reader.waits(lambda: reader.attributes("html", "data-theme") == ["system"], "the former theme")
    assert reader.script("return document.querySelector('[name=theme]:checked').value") == "system"


def test_hidden_upstreams_leave_the_sidebar_immediately(news, reader):
    reader.open(news.server, "/settings")
    assert reader.count(".explore a[href^='/quakes']") == 1
    reader.click("[name=hidden][value=quakes]")
    reader.waits(lambda: reader.count(".explore a[href^='/quakes']") == 0, "the sidebar without earthquakes")
    assert settings(news)["hidden"] == ["quakes"]


def test_what_a_browser_kept_before_becomes_a_setting_of_the_account(news, reader):
    reader.open(news.server, "/help")
    reader.script("localStorage.setItem('keys', 'off'); localStorage.setItem('reads-by-scrolling', 'true')")
    reader.reload()
    until(lambda: settings(news)["keys"] is False and settings(news)["scroll"] is True, "the settings")
    reader.waits(lambda: reader.script("return localStorage.getItem('keys')") == "", "the end of what was kept")
    store(news, keys="true")
    reader.reload()
    reader.waits(lambda: reader.script("return document.readyState") == "complete", "the page")
    assert settings(news)["keys"] is True


@pytest.mark.parametrize("machine", ["desktop", "phone"])
def test_the_settings_are_accessible_in_each_theme(world, reader, machine):
    if machine == "phone":
        reader.phone()
    for theme in THEMES:
        store(world, theme=theme)
        reader.open(world.server, "/settings")
        assert reader.violations() == [] and reader.wider_than_screen() == [], theme
        reader.photograph(f"settings-{machine}-{theme}")


# Appearance

def test_every_page_is_readable_in_each_theme(news, reader):
    news.server.warm("/planet/wildfires", "/github/octo-sample/harbor")
    item = news.server.document("/news/top")["items"][0]["id"]
    for theme in THEMES:
        store(news, theme=theme)
        for path in ["/", f"/news/top?item={item}", "/planet/wildfires", "/components"]:
            reader.open(news.server, path)
            assert reader.violations() == [], (theme, path)
        ground = reader.script("return getComputedStyle(document.documentElement).getPropertyValue('--ground')")
        reader.script("document.body.style.color = arguments[0]", reader.attributes("meta[name=theme-color]", "content")[0])
        assert color(reader, "body", "color") == color(reader, "body"), (theme, ground)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_chosen_theme_stays_whatever_the_device_prefers(world, reader, scheme):
    store(world, theme="dark" if scheme == "light" else "light")
    reader.prefers(prefers_color_scheme=scheme)
    reader.open(world.server, "/help")
    assert color(reader, "body") == ("rgb(16, 21, 23)" if scheme == "light" else "rgb(245, 247, 247)")
    store(world, theme="system")
    reader.open(world.server, "/help")
    assert color(reader, "body") == ("rgb(16, 21, 23)" if scheme == "dark" else "rgb(245, 247, 247)")
    metas = dict(zip(reader.attributes("meta[name=theme-color]", "media"), reader.attributes("meta[name=theme-color]", "content")))
    assert metas == {"(prefers-color-scheme: light)": "#f5f7f7", "(prefers-color-scheme: dark)": "#101517"}


def test_texts_of_items_have_the_chosen_size_width_and_typeface(world, reader):
    world.server.post("/follow", {"address": world.upstreams.address + "/web/meadow/"})
    reader.size(1900, 900)

    def text(**chosen):
        store(world, **chosen)
        reader.open(world.server, "/unread")
        reader.sees(".row")
        reader.script("document.querySelector('.row .main').click()")
        reader.sees("#pane .prose")
        row = reader.script("return getComputedStyle(document.querySelector('.row .title')).fontSize")
        return [float(color(reader, "#pane .prose", "fontSize")[:-2]), float(color(reader, "#pane .prose", "maxWidth")[:-2]),
                "serif" in color(reader, "#pane .prose", "fontFamily").replace("sans-serif", ""), row]

    medium = text()
    sizes = [text(text_size=size)[0] for size in ["smallest", "small", "medium", "large", "largest"]]
    assert sizes == sorted(set(sizes)) and sizes[2] == medium[0] == 17
    widths = [text(text_width=width)[1] for width in ["narrow", "medium", "wide"]]
    assert widths == sorted(set(widths)) and not medium[2]
    changed = text(text_face="serif")
    assert changed[2] and changed[3] == medium[3], "rows stay as they are"


# Keyboard shortcuts

def test_keys_can_be_changed_and_are_shown_everywhere(news, reader):
    reader.open(news.server, "/settings")
    reader.click("[name=key-next]")
    reader.press("n")
    reader.click("[name=key-all]")
    reader.press("X")
    reader.leads(lambda: reader.click(".key-settings .strong"))
    reader.open(news.server, "/news/top")
    reader.is_live()
    reader.press("j")
    assert reader.count(".row[aria-current=true]") == 0
    reader.press("n", "n", "k")
    assert reader.attributes(".row[aria-current=true]", "id") == reader.rows[:1]
    reader.press("?")
    reader.sees("#help")
    assert "n\tnext item" in reader.text("#help") and "Shift X\tmark all items as read" in reader.text("#help")
    reader.press(Keys.ESCAPE)
    ActionChains(reader.driver, duration=0).key_down(Keys.CONTROL).send_keys("k").key_up(Keys.CONTROL).perform()
    reader.press("mark all")
    reader.waits(lambda: "Shift X" in reader.text(".palette [aria-selected=true]"), "the keys in the palette")
    reader.press(Keys.ESCAPE)
    reader.open(news.server, "/settings")
    reader.leads(lambda: reader.click(".key-settings [name=reset]"))
    assert reader.script("return document.querySelector('[name=key-next]').value") == "j"
    assert settings(news)["key-all"] == "A"


def test_a_key_that_is_taken_is_refused_beside_its_field(world, reader):
    reader.forgives("400")
    reader.open(world.server, "/settings")
    reader.click("[name=key-save]")
    reader.press("r")
    reader.leads(lambda: reader.click(".key-settings .strong"))
    reader.reads("can't be the key of both “save the item, or unsave it” and “refresh”", "#setting-key-save-refusal")
    assert reader.script("return document.activeElement.name") == "key-save" and reader.violations() == []
    assert settings(world)["key-save"] == "s"


def test_single_keys_can_be_turned_off_on_all_devices(news, reader):
    reader.open(news.server, "/news/top")
    reader.is_live()
    reader.press("?")
    reader.click("#keys-off")
    until(lambda: settings(news)["keys"] is False, "the setting")
    reader.press(Keys.ESCAPE, "j")
    assert reader.count(".row[aria-current=true]") == 0
    reader.open(news.server, "/settings")
    assert reader.count("[name=keys][type=checkbox]:checked") == 0
    reader.click("[name=keys][type=checkbox]")
    until(lambda: settings(news)["keys"] is True, "the setting again")
    reader.press("?")
    reader.sees("#help")
    assert reader.count("#keys-off:checked") == 0
