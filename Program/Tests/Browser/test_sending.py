"""Services that items are sent to: listed on the page of settings, and offered by an open item."""

import json

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

WIKI = "https://wiki.example/new?title={title}&url={url}"


@pytest.fixture
def news(world):
    world.server.warm("/news/top")
    return world


def services(world):
    return json.loads(world.server.get("/api/settings").text)["send-to"]


def store(world, *lines):
    assert world.server.post("/settings", {"send-to": "\n".join(lines)}).status == 303


@pytest.mark.parametrize("scripts", [True, False], ids=["script", "plain"])
def test_a_service_is_added_from_an_example_changed_and_removed(world, reader, scripts):
    if not scripts:
        reader.without_scripts()
    reader.forgives("400 (Bad Request)")
    reader.open(world.server, "/settings")
    example = lambda: reader.click(".send-examples a:nth-of-type(2)")
    example() if scripts else reader.leads(example)
    reader.waits(lambda: reader.elements("#send-address-0")[0].get_attribute("value") == "https://readwise.io/save?title={title}&url={url}", "the example")
    assert services(world) == []
    reader.leads(lambda: reader.click(".send-settings .strong"))
    assert services(world) == ["Readwise Reader https://readwise.io/save?title={title}&url={url}"]
    reader.type("#send-name-1", "Wrong")
    reader.type("#send-address-1", "wiki.example/{url}")
    reader.leads(lambda: reader.click(".send-settings .strong"))
    reader.reads("The address has no scheme", "#send-address-1-refusal")
    if scripts:
        assert reader.violations() == [] and reader.wider_than_screen() == []
        reader.script("document.querySelector('.send-settings').scrollIntoView()")
        reader.photograph("send-to-settings")
    reader.elements("#send-address-1")[0].clear()
    reader.type("#send-address-1", WIKI)
    # Enter saves; it removes nothing.
    reader.leads(lambda: reader.type("#send-name-0", Keys.ENTER))
    assert services(world)[1] == f"Wrong {WIKI}"
    reader.leads(lambda: reader.click(".service [aria-label='Remove Readwise Reader']"))
    assert services(world) == [f"Wrong {WIKI}"]


@pytest.mark.parametrize("machine", ["desktop", "phone"])
def test_an_open_item_offers_the_services_on_its_line(news, reader, machine):
    store(news, f"Wiki {WIKI}", "Mail mailto:?subject={title}&body={url}")
    if machine == "phone":
        reader.phone()
    item = news.server.document("/news/top")["items"][0]
    reader.open(news.server, f"/news/top?item={item['id']}")
    line = reader.script("""const all = [...document.querySelector('.item-do').children].filter((e) => e.getClientRects().length);
        return new Set(all.map((e) => Math.round(e.getBoundingClientRect().top + e.offsetHeight / 2))).size""")
    assert line == 1 and reader.wider_than_screen() == []
    reader.click(".item-do .menu > summary")
    assert reader.visible(".send") and reader.attributes(".send", "rel") == ["noopener noreferrer"] * 2
    assert reader.violations() == [] and reader.wider_than_screen() == []
    reader.photograph(f"send-to-{machine}")
    address = reader.attributes(".send", "href")[0]
    assert address.startswith("https://wiki.example/new?title=") and "&url=http" in address
    reader.press(Keys.ESCAPE)
    reader.waits(lambda: reader.shown(".send") == 0, "the closed menu")
    assert reader.count(".item") == 1


def test_a_key_and_the_palette_send_the_open_item(news, reader):
    store(news, f"Wiki {WIKI}")
    reader.open(news.server, "/news/top")
    reader.is_live()
    reader.press("j", "S")
    reader.waits(lambda: reader.script("return document.activeElement.matches('.item-do .menu-panel *')"), "the menu")
    reader.press(Keys.ESCAPE)
    reader.script("window.sent = []; addEventListener('click', (event) => { const link = event.target.closest('.send'); if (link) { event.preventDefault(); sent.push(link.href); } })")
    ActionChains(reader.driver, duration=0).key_down(Keys.CONTROL).send_keys("k").key_up(Keys.CONTROL).perform()
    reader.type(".palette input", "send to wiki")
    reader.press(Keys.ENTER)
    reader.waits(lambda: reader.script("return sent.length") == 1, "the link")
    assert reader.script("return sent[0]").startswith("https://wiki.example/new?title=")
