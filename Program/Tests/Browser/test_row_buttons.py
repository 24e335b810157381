"""The buttons of rows: with a mouse on hover and on keyboard focus only; on a touch screen rows are swiped, unless swipes are off or there is no JavaScript."""

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from reader import MOUSE, browser, reading

LIST = "/news/top"
ROW = ".row:nth-of-type(3)"
SHOWN = "return [...document.querySelectorAll(arguments[0])].map((mark) => mark.checkVisibility())"


@pytest.fixture(scope="module")
def mouse_driver():
    with browser(MOUSE) as driver:
        yield driver


@pytest.fixture
def mouse_reader(mouse_driver):
    with reading(mouse_driver) as reader:
        yield reader


def shown(reader, row=ROW):
    return reader.script(SHOWN, f"{row} .mark")


def opened(site, reader):
    reader.open(site.server, LIST)
    reader.sees(ROW)
    return reader


def test_the_buttons_are_hidden_from_a_mouse_elsewhere(site, mouse_reader):
    opened(site, mouse_reader)
    assert mouse_reader.script("return matchMedia('(hover: hover) and (pointer: fine)').matches")
    ActionChains(mouse_reader.driver).move_to_element(mouse_reader.driver.find_element(By.TAG_NAME, "h1")).perform()
    assert set(shown(mouse_reader)) == {False}


def test_the_buttons_are_shown_on_hover(site, mouse_reader):
    opened(site, mouse_reader)
    row = mouse_reader.driver.find_element(By.CSS_SELECTOR, f"{ROW} .title")
    ActionChains(mouse_reader.driver).move_to_element(row).perform()
    mouse_reader.waits(lambda: set(shown(mouse_reader)) == {True}, "the buttons of the row")
    assert set(shown(mouse_reader, ".row:nth-of-type(5)")) == {False}


def test_the_buttons_are_shown_on_keyboard_focus(site, mouse_reader):
    opened(site, mouse_reader)
    mouse_reader.script("document.querySelector(arguments[0]).focus()", f"{ROW} .main")
    mouse_reader.waits(lambda: set(shown(mouse_reader)) == {True}, "the buttons of the row")
    mouse_reader.script("document.querySelector(arguments[0]).focus()", f"{ROW} .mark.save")
    assert set(shown(mouse_reader)) == {True}


def test_a_saved_item_keeps_its_button(site, mouse_reader):
    opened(site, mouse_reader)
    mouse_reader.script("document.querySelector(arguments[0]).setAttribute('aria-pressed', 'true')", f"{ROW} .mark.save")
    assert mouse_reader.script(SHOWN, f"{ROW} .mark.save") == [True]


# Touch screens

SEEN = """return [...document.querySelectorAll('.row .mark')].filter((mark) => mark.checkVisibility() && getComputedStyle(mark).clipPath === 'none')
    .map((mark) => { const { width, height } = mark.getBoundingClientRect(); return [width, height]; })"""


def on_a_phone(site, reader):
    reader.size(390, 844, phone=True)
    opened(site, reader)
    assert reader.script("return matchMedia('(hover: none)').matches")


def test_a_touch_screen_shows_no_buttons_but_of_saved_items(site, reader):
    on_a_phone(site, reader)
    assert reader.script(SEEN) == []
    reader.script("document.querySelector(arguments[0]).setAttribute('aria-pressed', 'true')", f"{ROW} .mark.save")
    assert len(reader.script(SEEN)) == 1


def test_a_screen_reader_on_a_touch_screen_reaches_the_buttons_and_sees_the_one_with_the_focus(site, reader):
    on_a_phone(site, reader)
    assert reader.script(SHOWN, f"{ROW} .mark:is(.save, .read)") == [True, True]
    reader.script("document.querySelector(arguments[0]).focus()", f"{ROW} .main")
    for _ in range(6):
        reader.press(Keys.TAB)
        if reader.script("return document.activeElement.matches('.mark.save')"):
            break
    assert len(reader.script(SEEN)) == 1 and reader.script("return document.activeElement.matches(arguments[0])", f"{ROW} .mark.save")


def test_without_swipes_a_touch_screen_shows_the_buttons_44_pixels_wide_and_high(site, reader):
    on_a_phone(site, reader)
    reader.script("Object.assign(document.documentElement.dataset, { swipeRight: 'none', swipeLeft: 'none' })")
    marks = reader.script(SEEN)
    assert len(marks) > 10
    assert all(width >= 44 and height >= 44 for width, height in marks), marks[:4]


def test_without_javascript_a_touch_screen_shows_the_buttons(site, reader):
    reader.without_scripts()
    on_a_phone(site, reader)
    marks = reader.script(SEEN)
    assert len(marks) > 10
    assert all(width >= 44 and height >= 44 for width, height in marks), marks[:4]
