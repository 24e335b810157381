"""The main pages in Firefox, if it is installed, through WebDriver BiDi (w3c.github.io/webdriver-bidi), which needs no driver."""

import itertools
import json
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest
import websocket

from pages import PAGES
from programs import BARE, until

FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
pytestmark = [pytest.mark.full, pytest.mark.skipif(FIREFOX is None, reason="Firefox isn't installed (Debian: firefox-esr)")]


class Firefox:
    def __init__(self, folder):
        with open(f"{folder}/firefox.log", "wb") as log:
            self.process = subprocess.Popen([FIREFOX, "--headless", "--no-remote", "--profile", folder, "--remote-debugging-port", "0"],
                                            stdout=log, stderr=subprocess.STDOUT, env=BARE | {"HOME": folder})
        try:
            found = until(lambda: re.search(r"WebDriver BiDi listening on (ws://\S+)", Path(folder, "firefox.log").read_text(errors="replace")), "Firefox to listen")
            self.socket = websocket.create_connection(found[1] + "/session", timeout=30, suppress_origin=True)
            self.numbers, self.complaints = itertools.count(1), []
            self.call("session.new", capabilities={})
            self.call("session.subscribe", events=["log.entryAdded"])
            self.tab = self.call("browsingContext.getTree")["contexts"][0]["context"]
        except BaseException:
            self.end()
            raise

    def call(self, method, **parameters):
        number = next(self.numbers)
        self.socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            message = json.loads(self.socket.recv())
            if message.get("method") == "log.entryAdded" and message["params"]["level"] in ("warn", "error"):
                self.complaints.append(message["params"]["text"])
            if message.get("id") == number:
                assert message["type"] == "success", message
                return message["result"]

    def open(self, address):
        self.call("browsingContext.navigate", context=self.tab, url=address, wait="complete")

    def script(self, expression):
        result = self.call("script.evaluate", expression=expression, target={"context": self.tab}, awaitPromise=True)
        assert result["type"] == "success", result
        return result["result"].get("value")

    def press(self, keys):
        actions = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self.call("input.performActions", context=self.tab, actions=[{"type": "key", "id": "keys", "actions": actions}])

    def end(self):
        if hasattr(self, "socket"):
            self.socket.close()
        self.process.terminate()
        self.process.wait(20)


@pytest.fixture(scope="module")
def firefox():
    with tempfile.TemporaryDirectory(prefix="freshet-firefox-", ignore_cleanup_errors=True) as folder:
        browser = Firefox(folder)
        try:
            yield browser
        finally:
            browser.end()


@pytest.mark.parametrize("width", [390, 1280])
def test_every_page_is_whole_in_firefox_and_its_console_is_silent(site, firefox, width):
    firefox.call("browsingContext.setViewport", context=firefox.tab, viewport={"width": width, "height": 844})
    for path in PAGES:
        firefox.open(site.server.address + path)
        assert firefox.script("document.querySelectorAll('h1').length") == 1, path
        assert firefox.script("document.documentElement.scrollWidth <= innerWidth"), path
    assert firefox.complaints == []


def test_a_page_lives_in_firefox(world, firefox):
    world.server.warm("/news/new")
    firefox.open(world.server.address + "/news/new")
    until(lambda: json.loads(world.server.get("/health").text)["clients"] == 1, "a live page")
    world.upstreams.advance(600)
    world.server.refresh("/news/new")
    until(lambda: firefox.script("!document.getElementById('pill').hidden"), "the offer of what is new")
    firefox.press(".jjs")
    until(lambda: firefox.script("document.querySelectorAll('.row.arrived').length") > 0, "the new rows")
    until(lambda: firefox.script("document.querySelectorAll('.row.is-saved[aria-current]').length") == 1, "the row that was saved")
    firefox.open("about:blank")
    assert firefox.complaints == []
