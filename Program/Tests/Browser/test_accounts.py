"""The page where administrators manage accounts, and the links that they make, with and without scripts."""

from urllib.parse import urlsplit

import pytest

from reader import DESKTOP

BOTH = pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])


def sign_in(reader, server, name, password):
    reader.open(server, "/login")
    reader.type("#name", name)
    reader.type("#password", f"{password}\n")
    reader.waits(lambda: reader.path == "/", "the home page")


def made_link(reader):
    reader.sees("#link")
    return urlsplit(reader.text("#link")).path


def use(reader, server, link, **fields):
    reader.open(server, link)
    for name, text in fields.items():
        reader.type(f"#{name}", text)
    reader.click(".login button")
    reader.waits(lambda: reader.path == "/", "the home page")


def photograph(reader, name):
    for scheme in ("light", "dark"):
        reader.prefers(prefers_color_scheme=scheme)
        for width, height in ((390, 844), (DESKTOP[0], 900)):
            reader.size(width, height)
            assert reader.wider_than_screen() == []
            reader.photograph(f"{name}-{width}-{scheme}")
    reader.prefers(prefers_color_scheme="light")
    reader.size(*DESKTOP)


@BOTH
def test_an_administrator_invites_a_person_resets_a_password_and_disables_the_account(world, reader, scripts):
    if not scripts:
        reader.without_scripts()
    reader.forgives("the server responded with a status of 4")
    server = world.server
    server.post("/account", {"change": "password", "new": "correct horse"})
    sign_in(reader, server, "admin", "correct horse")
    reader.open(server, "/accounts")
    reader.type("#account-invited", "Anna")
    reader.click("button[value=invite]")
    invitation = made_link(reader)
    assert reader.violations() == []
    photograph(reader, f"accounts-invited{'' if scripts else '-no-scripts'}")
    use(reader, server, invitation, password="battery staple")
    reader.open(server, "/account")
    reader.reads("Signed in as anna")

    sign_in(reader, server, "admin", "correct horse")
    reader.open(server, "/accounts")
    reader.click("summary[aria-label='Manage anna']")
    photograph(reader, f"accounts{'' if scripts else '-no-scripts'}")
    reader.click("details[open] button[value=reset]")
    use(reader, server, made_link(reader), password="silver lining")

    sign_in(reader, server, "admin", "correct horse")
    reader.open(server, "/accounts")
    reader.click("summary[aria-label='Manage anna']")
    reader.click("details[open] input[type=checkbox][name=disabled]")
    reader.click("details[open] button[value=save]")
    reader.reads("Changed the account anna")
    reader.reads("Disabled", ".entries .bad")
    assert server.post("/login", {"name": "anna", "password": "silver lining"}).status == 403
    reader.driver.get("about:blank")


def test_the_browser_and_the_account_in_use_are_never_said_to_be_unused(world, reader):
    server = world.server
    server.post("/account", {"change": "password", "new": "correct horse"})
    sign_in(reader, server, "admin", "correct horse")
    server.post("/login", {"name": "admin", "password": "correct horse"}, **{"User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0"})
    for _ in range(2):
        reader.open(server, "/account")
        browsers = reader.texts("[aria-labelledby=browsers-title] > li")
        assert len(browsers) == 2 and sum("This browser · Used" in text for text in browsers) == 1
        assert not any("Never used" in text for text in browsers)
        reader.open(server, "/accounts")
        assert reader.count(".entries > li") == 1
        assert "You" in reader.text(".entries .why") and "Never used" not in reader.text(".entries")


def test_signing_in_leads_to_the_chosen_first_list(world, reader):
    server = world.server
    server.post("/settings", {"start": "unread"})
    server.post("/account", {"change": "password", "new": "correct horse"})
    reader.open(server, "/")
    for path, wanted in [(None, "/unread"), ("/rules", "/rules")]:
        if path:
            reader.driver.delete_all_cookies()
            reader.open(server, path)
        reader.type("#name", "admin")
        reader.leads(lambda: reader.type("#password", "correct horse\n"))
        reader.waits(lambda: reader.path == wanted, wanted)
    reader.driver.get("about:blank")


def test_the_pages_of_links_fit_screens_and_a_used_link_is_refused(world, reader):
    reader.forgives("the server responded with a status of 4")
    server = world.server
    server.post("/account", {"change": "password", "new": "correct horse"})
    sign_in(reader, server, "admin", "correct horse")
    reader.open(server, "/accounts")
    reader.click("button[value=invite]")
    link = made_link(reader)
    reader.open(server, link)
    reader.type("#name", "admin")
    reader.type("#password", "battery staple")
    reader.click(".login button")
    reader.reads("already an account", "#wrong")
    assert reader.violations() == []
    photograph(reader, "invitation-refused")
    use(reader, server, link, password="battery staple", name="otto")
    reader.open(server, link)
    reader.reads("This link was used")
    assert reader.script("return caches.keys().then(async names => { for (const name of names) for (const request of await (await caches.open(name)).keys())"
                         " if (request.url.includes('/invitation/')) return request.url; return null; })") is None
    reader.driver.get("about:blank")
