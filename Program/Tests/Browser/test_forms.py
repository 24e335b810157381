"""Errors in forms appear beside the field, on the page with the form, which keeps what was typed."""

import re
from urllib.parse import quote, urlsplit

import pytest
from selenium.webdriver.common.keys import Keys

from programs import world as new_world
from reader import DESKTOP

BOTH = pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])


def refused(reader, field, typed, words):
    """Expects the reason beside the field. The field keeps what was typed and refers to the reason."""
    reader.waits(lambda: reader.count(f"{field}[aria-invalid=true]"), "the refusal")
    assert reader.script("return document.querySelector(arguments[0]).value", field) == typed
    note = reader.attributes(field, "aria-describedby")[0]
    assert words.lower() in reader.text(f"#{note}").lower(), reader.text(f"#{note}")
    assert reader.script("return document.querySelector(arguments[0]).form.contains(document.getElementById(arguments[1]))"
                         " || document.getElementById(arguments[1]).previousElementSibling === document.querySelector(arguments[0]).form", field, note)
    assert reader.wider_than_screen() == []


def prepare(reader, scripts):
    if not scripts:
        reader.without_scripts()
    reader.forgives("the server responded with a status of 4", "the server responded with a status of 5")


@pytest.mark.brief("/-#home-follow-no-scripts", "/help-#side-follow-scripts")
@BOTH
@pytest.mark.parametrize("path, field", [("/", "#home-follow"), ("/help", "#side-follow"), ("/following", "#following-follow")])
def test_an_address_that_leads_nowhere_is_refused_beside_the_box(world, reader, scripts, path, field):
    prepare(reader, scripts)
    reader.open(world.server, path)
    title = reader.text("h1") or "Freshet"
    reader.type(field, "ftp://nowhere\n")
    refused(reader, field, "ftp://nowhere", "ftp")
    assert (reader.text("h1") or "Freshet") == title
    reader.photograph(f"follow-refused{path.replace('/', '-')}{'' if scripts else '-no-scripts'}-desktop-light")
    assert reader.violations() == []


def test_a_corrected_address_is_followed_and_its_feed_shown(world, reader):
    prepare(reader, True)
    reader.open(world.server, "/help")
    reader.type("#side-follow", "ftp://nowhere\n")
    refused(reader, "#side-follow", "ftp://nowhere", "ftp")
    reader.type("#side-follow", "x")
    assert reader.count("[aria-invalid], .wrong") == 0, "a refusal is of what was typed then"
    reader.script("document.querySelector('#side-follow').value = ''")
    reader.type("#side-follow", "octo-sample/harbor\n")
    reader.waits(lambda: reader.path == "/github/octo-sample/harbor", "the feed's page")


def test_the_feeds_of_a_page_keep_its_rights_if_it_was_followed_by_its_key(world):
    page = f"{world.upstreams.address}/web/twins/"
    choice = world.server.post("/follow", {"feed": "/web/" + quote(page, safe="")})
    assert choice.status == 300
    assert choice.text.count(f'name="page" value="{page}"') == 1, choice.text


@BOTH
def test_the_feeds_of_a_site_are_offered_with_their_facts(world, reader, scripts):
    prepare(reader, scripts)
    reader.open(world.server, "/")
    reader.type("#home-follow", f"{world.upstreams.address}/web/twins-facts-{scripts}/\n")
    choice = ".choices" if scripts else ".candidates"
    reader.sees(choice)
    facts = reader.script(f"return [...document.querySelectorAll('{choice} small')].map((one) => one.textContent)")
    for known, form in zip(facts, ["RSS", "Atom"], strict=True):
        assert re.fullmatch(rf"{form} · \d+ items? · newest .+", known), facts
    if not scripts: assert reader.script("return document.querySelector('.candidates :checked').value").endswith("feed.xml")
    reader.photograph(f"candidates{'' if scripts else '-no-scripts'}-desktop-light")
    assert reader.violations() == []
    reader.click(f"{choice} button")
    reader.waits(lambda: reader.path.endswith("feed.xml"), "the feed's page")


@pytest.mark.full
@BOTH
def test_a_repository_that_is_not_there_is_refused_beside_its_button(world, reader, scripts):
    prepare(reader, scripts)
    reader.open(world.server, "/github/octo-sample/nothing-here")
    reader.click(".head .follow button")
    reader.sees(".wrong, #told")
    assert reader.path.startswith(("/github/octo-sample/nothing-here", "/follow"))
    assert "nothing-here" in reader.text("h1").lower()


@pytest.mark.full
@BOTH
def test_a_site_that_cannot_be_found_is_refused_beside_the_field(world, reader, scripts):
    prepare(reader, scripts)
    reader.open(world.server, "/")
    reader.type("#home-follow", "https://nowhere.invalid/\n")
    reader.reads("No server named nowhere.invalid was found", ".wrong")


@pytest.mark.brief("scripts")
@BOTH
def test_a_rule_that_cannot_be_understood_is_refused_beside_the_field(site, reader, scripts):
    prepare(reader, scripts)
    reader.open(site.server, "/rules")
    reader.type("input[name=rule]", "mute points:x")
    reader.click("button[formaction='/rules']")
    refused(reader, "input[name=rule]", "mute points:x", "points")
    assert reader.violations() == []


@pytest.mark.brief("no-scripts")
@BOTH
def test_a_search_that_cannot_be_understood_is_refused_beside_the_field(site, reader, scripts):
    prepare(reader, scripts)
    reader.open(site.server, "/search")
    reader.type("input[name=q]", "is:tired\n")
    refused(reader, "input[name=q]", "is:tired", "tired")


@pytest.mark.full
@BOTH
def test_a_file_that_is_no_list_of_feeds_is_refused_beside_the_field(world, reader, tmp_path, scripts):
    prepare(reader, scripts)
    wrong = tmp_path / "wrong.opml"
    wrong.write_text("not a list")
    reader.open(world.server, "/following")
    reader.type("#import", str(wrong))
    reader.click("form[action='/import'] button")
    reader.sees("#import-refusal")
    assert reader.text("h1") == "Following" and reader.count("#import[aria-invalid=true][aria-describedby=import-refusal]") == 1


def test_a_wrong_token_is_refused_beside_the_field(reader):
    prepare(reader, True)
    with new_world(token="a long enough secret") as world:
        reader.open(world.server, "/saved")
        reader.type("#token", "wrong\n")
        reader.sees("#wrong")
        assert reader.count("form.login #wrong") == 1 and reader.violations() == []
        reader.type("#token", "a long enough secret\n")
        reader.waits(lambda: reader.path == "/saved", "the page that was asked for")
        reader.driver.get("about:blank")


@pytest.mark.full
@BOTH
def test_a_language_that_is_none_is_refused_beside_the_field(world, reader, scripts):
    prepare(reader, scripts)
    reader.open(world.server, "/github/trending/swift")
    reader.type("#parameter", '"\n')
    refused(reader, "#parameter", '"', "isn't a language")


def agree(reader, scripts, act, title, consequence):
    """Does something that asks before: in a dialog or, without scripts, on a page of its own; then agrees."""
    place = "dialog[open]" if scripts else "main"
    if scripts:
        act()
    else:
        reader.leads(act)
    reader.reads(title, place)
    reader.reads(consequence, place)
    reader.leads(lambda: reader.click(f"{place} .danger.strong"))


def test_a_dialog_names_what_is_removed_and_can_be_left_without_a_change(world, reader):
    for name in ("desk", "phone"):
        assert world.server.post("/destinations", {"kind": "webhook", "target": f"{world.upstreams.address}/hook", "name": name}).status == 303
    for phone in (False, True):
        if phone:
            reader.phone()
        for scheme in ("light", "dark"):
            reader.prefers(prefers_color_scheme=scheme)
            reader.open(world.server, "/destinations")
            reader.click("[aria-label='Remove phone']")
            reader.reads("Remove the destination “phone”?", "dialog[open]")
            assert reader.script("return document.activeElement.textContent") == "Cancel"
            assert reader.texts("dialog[open] button") == ["Cancel", "Remove destination"]
            assert reader.violations() == [] and reader.wider_than_screen() == []
            reader.press(Keys.ESCAPE)
            reader.waits(lambda: reader.count("dialog[open]") == 0, "the dialog to close")
            assert reader.script("return document.activeElement.getAttribute('aria-label')") == "Remove phone"
            reader.press(Keys.ENTER)
            reader.sees("dialog[open]")
            reader.press(Keys.ENTER)
            reader.waits(lambda: reader.count("dialog[open]") == 0, "the dialog to close")
            assert reader.count(".entries > li") == 2
    reader.prefers(prefers_color_scheme="light")
    reader.click("[aria-label='Remove phone']")
    reader.sees("dialog[open]")
    reader.leads(lambda: reader.click("dialog[open] .danger"))
    assert reader.texts(".entries .name") == ["desk"]


@pytest.mark.brief("scripts")
@BOTH
def test_a_destination_is_added_tested_and_removed_on_the_page(world, reader, scripts):
    prepare(reader, scripts)
    reader.open(world.server, "/rules")
    reader.type("input[name=rule]", "notify tide")
    reader.leads(lambda: reader.click(".new-rule button:not([formaction])"))
    reader.reads("Notifications aren't sent anywhere yet", "main")
    reader.leads(lambda: reader.click("button[formaction='/rules']"))
    reader.reads("Notifications aren't sent anywhere yet", "main")
    reader.leads(lambda: reader.click(".notice a[href='/destinations']"))
    reader.reads("No destinations yet", "main")
    reader.choose("#destination-kind", "webhook")
    reader.leads(lambda: reader.type("#destination-target", "tide\n"))
    refused(reader, "#destination-target", "tide", "isn't a web address")
    assert reader.script("return document.querySelector('#destination-kind').value") == "webhook"
    reader.script("document.querySelector('#destination-target').value = ''")
    # The sample's server refuses the request, and that is the answer.
    target = f"{world.upstreams.address}/nowhere/{'services' * 10}"
    reader.leads(lambda: reader.type("#destination-target", target + "\n"))
    assert reader.path == "/destinations" and reader.texts(".entries code") == [f"webhook {target}"]
    assert reader.violations() == [] and reader.wider_than_screen() == []
    reader.photograph(f"destinations{'' if scripts else '-no-scripts'}-desktop-light")
    reader.phone()
    assert reader.violations() == [] and reader.wider_than_screen() == []
    reader.photograph(f"destinations{'' if scripts else '-no-scripts'}-phone-light")
    reader.size(*DESKTOP)
    prepare(reader, scripts)  # axe is a script
    reader.leads(lambda: reader.click("[aria-label='Test webhook']"))
    reader.reads("webhook failed", ".wrong")
    agree(reader, scripts, lambda: reader.click("[aria-label='Remove webhook']"), "Remove the destination “webhook”?", "1 rule sends to it, and nowhere else then")
    reader.reads("No destinations yet", "main")


@BOTH
def test_the_account_makes_and_renews_addresses_at_which_programs_follow_its_lists(world, reader, scripts):
    prepare(reader, scripts)
    world.server.post("/follow", {"address": "octo-sample/harbor"})
    section, links = "[aria-labelledby=own-feeds-title]", "[aria-labelledby=own-feeds-title] a"
    reader.open(world.server, "/account")
    assert reader.count(section) == 0
    reader.click("input[value=make-feed-address] + button")
    reader.sees(section)
    made = [urlsplit(address).path for address in reader.attributes(links, "href")]
    assert [path.rsplit("/", 1)[1] for path in made] == ["unread.atom", "unread.json", "saved.atom", "saved.json"]
    assert all(world.server.get(path).status == 200 for path in made)
    assert reader.wider_than_screen() == [] and reader.violations() == []
    reader.photograph(f"account-feeds{'' if scripts else '-no-scripts'}-desktop-light")
    reader.open(world.server, "/saved")
    reader.click(".head summary[aria-label=More]")
    assert reader.attributes(".menu-links a", "href") == [made[2]]
    prepare(reader, scripts)  # axe is a script
    reader.open(world.server, "/account")
    agree(reader, scripts, lambda: reader.click("input[value=renew-feed-address] + button"), "Renew the addresses of your feeds?", "stop working immediately")
    reader.waits(lambda: reader.count(links) and urlsplit(reader.attributes(links, "href")[0]).path != made[0], "other addresses")
    assert [world.server.get(path).status for path in made] == [404] * 4
    assert world.server.get(urlsplit(reader.attributes(links, "href")[0]).path).status == 200


@BOTH
def test_an_example_fills_the_field_and_runs(world, reader, scripts):
    prepare(reader, scripts)
    assert world.server.post("/follow", {"feed": "/news/top"}).status == 303
    reader.open(world.server, "/search")
    reader.leads(lambda: reader.click(".filters a[href^='/search?q=in']"))
    assert reader.script("return document.querySelector('input[name=q]').value").startswith("in:")
    reader.sees("#rows .row")
    reader.open(world.server, "/rules")
    reader.leads(lambda: reader.click(".filters a[href^='/rules?rule=mute%20author']"))
    assert reader.script("return document.querySelector('input[name=rule]').value").startswith("mute author:")
    reader.reads("Would hide", ".matches")
    reader.photograph(f"rules-example{'' if scripts else '-no-scripts'}-desktop-light")
    assert reader.violations() == []


@BOTH
def test_a_rule_leads_to_the_items_that_it_hides(world, reader, scripts):
    prepare(reader, scripts)
    assert world.server.post("/follow", {"feed": "/news/top"}).status == 303
    assert world.server.post("/rules", {"rule": "mute points:>=0"}).status == 303

    def shows_the_number():
        reader.open(world.server, "/rules")
        return reader.count(".entries a[href^='/search']")

    reader.waits(shows_the_number, "the rule to be applied")
    reader.leads(lambda: reader.click(".entries a[href^='/search']"))
    assert reader.script("return document.querySelector('input[name=q]').value") == "points:>=0 is:muted"
    reader.sees("#rows .row")
    reader.open(world.server, "/rules")
    reader.photograph(f"rules{'' if scripts else '-no-scripts'}-desktop-light")
    assert reader.violations() == []
