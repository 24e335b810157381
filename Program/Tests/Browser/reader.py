"""A reader with a browser: what tests do and see on a page, in terms of Chromium and its driver."""

import base64
import json
import os
import shutil
import tempfile
from contextlib import contextmanager
from pathlib import Path

import axe_playwright_python
from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException, WebDriverException
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By

from programs import ROOT, until

SCREENSHOTS = ROOT / ".build/screenshots"
AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()
# Slows down the scripts of all pages by this factor. All tests must also pass with FRESHET_SLOWDOWN=4.
SLOWDOWN = float(os.environ.get("FRESHET_SLOWDOWN", "1"))
PHONE = (360, 740)
# Console messages to expect after a test has ended the server: about requests, the service worker, and the icons of a page that was loading.
LOST = ("ERR_", "Failed to load resource", "FetchEvent", "icon from the Manifest", "when fetching the script")
DESKTOP = (1280, 900)

# Records layout shifts that the reader didn't cause, and tasks that block the page.
OBSERVER = """
window.measured = {shifts: [], tasks: []};
const place = (node) => node && node.nodeType === 1 ? node.tagName + (node.id ? "#" + node.id : "") + "." + node.className : String(node && node.nodeName);
new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (!entry.hadRecentInput)
  measured.shifts.push({value: entry.value, at: entry.startTime, nodes: entry.sources.map((source) => place(source.node) + " " +
    JSON.stringify(source.previousRect) + " -> " + JSON.stringify(source.currentRect))}); }).observe({type: "layout-shift", buffered: true});
new PerformanceObserver((list) => { for (const entry of list.getEntries()) measured.tasks.push(entry.duration); }).observe({type: "longtask", buffered: true});
"""


# A mouse, which headless Chromium lacks: it reports `hover: none`.
MOUSE = "--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4"


def start_browser(folder, *arguments):
    options = webdriver.ChromeOptions()
    options.binary_location = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    for argument in [
        "--headless=new", "--disable-dev-shm-usage", "--disable-gpu", "--no-first-run", "--disable-background-networking",
        "--disable-component-update", "--disable-sync", "--disable-extensions", "--force-color-profile=srgb", "--lang=en-GB",
        f"--user-data-dir={folder}/profile", f"--window-size={DESKTOP[0]},{DESKTOP[1]}",
        # Requests to other hosts fail, and appear in the console.
        "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost", *arguments,
    ] + (["--no-sandbox"] if os.geteuid() == 0 else []):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    service = Service(os.environ.get("CHROMEDRIVER") or shutil.which("chromedriver"), log_output=f"{folder}/chromedriver.log")
    driver = webdriver.Chrome(options=options, service=service)
    driver.set_page_load_timeout(90)
    driver.set_script_timeout(90)
    return driver


class Reader:
    """A reader with one tab, who looks at one server at a time."""

    def __init__(self, driver):
        self.driver = driver
        self.forgiven = []
        self.server = None
        self.home = driver.current_window_handle
        driver.switch_to.new_window("tab")
        self.command("Page.addScriptToEvaluateOnNewDocument", source=OBSERVER)
        self.command("Network.enable")
        self.command("Emulation.setCPUThrottlingRate", rate=SLOWDOWN)
        self.size(*DESKTOP)
        driver.get_log("browser")
        driver.get_log("performance")

    def leave(self):
        """Closes the tab; returns the console messages that weren't expected."""
        complaints = self.complaints()
        self.driver.delete_all_cookies()
        self.driver.close()
        self.driver.switch_to.window(self.home)
        return complaints

    def command(self, name, **parameters):
        return self.driver.execute_cdp_cmd(name, parameters)

    # The reader's device

    def size(self, width, height, phone=False):
        self.command("Emulation.setDeviceMetricsOverride", width=width, height=height, screenWidth=width, screenHeight=height,
                     deviceScaleFactor=2 if phone else 1, mobile=phone)
        self.command("Emulation.setTouchEmulationEnabled", enabled=phone)

    def phone(self):
        self.size(*PHONE, phone=True)

    def prefers(self, **features):
        features = [{"name": name.replace("_", "-"), "value": value} for name, value in features.items()]
        self.command("Emulation.setEmulatedMedia", features=features)

    def without_scripts(self):
        self.command("Emulation.setScriptExecutionDisabled", value=True)

    def lives_in(self, zone):
        self.command("Emulation.setTimezoneOverride", timezoneId=zone)

    def goes_offline(self, offline=True):
        self.command("Network.emulateNetworkConditions", offline=offline, latency=0, downloadThroughput=-1, uploadThroughput=-1)

    # What the reader does

    def open(self, server, path="/"):
        self.server = server
        self.driver.get(server.address + path)

    def reload(self):
        self.driver.refresh()

    def click(self, css):
        """Clicks the first visible match."""
        self.acts(css, "to click", lambda element: element.click())

    def type(self, css, text):
        self.acts(css, "to type into", lambda element: element.send_keys(text))

    def acts(self, css, what, act):
        """Acts on the first visible match, and on the next one if the page has replaced it meanwhile."""
        def acted():
            try:
                for element in self.visible(css)[:1]:
                    act(element)
                    return True
            except StaleElementReferenceException:
                pass
            return False

        until(acted, f"{css} {what}")

    def leads(self, act):
        """Does something that opens another page, and waits until the old page is gone."""
        before = self.driver.find_element(By.TAG_NAME, "html")
        act()

        def gone():
            try:
                return not before.tag_name
            except WebDriverException as error:
                # Chromium's driver reports this in two ways: as a stale element or, while the page changes, as a node outside the document.
                if "stale" in error.msg or "does not belong to the document" in error.msg:
                    return True
                raise

        until(gone, f"another page than {self.path}")

    def press(self, *keys):
        """Sends keys to the focused element, one after another."""
        for key in keys:
            ActionChains(self.driver, duration=0).send_keys(key).perform()

    def slide(self, css, value):
        """Moves a slider as a person does: changes its value, then sends an `input` event."""
        self.script("const it = document.querySelector(arguments[0]); it.value = arguments[1];"
                    "it.dispatchEvent(new Event('input', {bubbles: true}));", css, value)

    def touch(self, kind, *points):
        """`touchStart`, `touchMove` or `touchEnd` of fingers at points of the screen."""
        points = [{"x": x, "y": y, "id": finger} for finger, (x, y) in enumerate(points)]
        self.command("Input.dispatchTouchEvent", type=kind, touchPoints=points)

    def pull_down(self, distance=300, start=(PHONE[0] // 2, 120)):
        """Drags the page down by touch, by default from its top."""
        x, y = start
        self.touch("touchStart", start)
        for step in range(1, 16):
            self.touch("touchMove", (x, y + distance * step // 15))
        self.touch("touchEnd")

    # What the reader sees

    def elements(self, css):
        return self.driver.find_elements(By.CSS_SELECTOR, css)

    def visible(self, css):
        return [element for element in self.elements(css) if element.is_displayed()]

    def choose(self, css, value):
        """Chooses from a list as a person does: only what the list has."""
        chosen = self.script("const e = document.querySelector(arguments[0]); e.value = arguments[1];"
                             "for (const kind of ['input', 'change']) e.dispatchEvent(new Event(kind, {bubbles: true})); return e.value", css, value)
        assert chosen == value, f"{css} has no {value}"

    def script(self, text, *arguments):
        return self.driver.execute_script(text, *arguments)

    def count(self, css):
        return self.script("return document.querySelectorAll(arguments[0]).length", css)

    def texts(self, css):
        """The texts of all matches that aren't hidden. Rows that aren't on the screen aren't drawn and have no rendered text."""
        return self.script("return [...document.querySelectorAll(arguments[0])].filter(e => e.checkVisibility())"
                           ".map(e => e.innerText.trim() || (e.closest('.row') ? e.textContent.trim() : ''))", css)

    def text(self, css="body"):
        return " ".join(self.texts(css))

    def attributes(self, css, name):
        return self.script("return [...document.querySelectorAll(arguments[0])].map(e => e.getAttribute(arguments[1]))", css, name)

    def shown(self, css):
        """The number of visible matches."""
        return self.script("return [...document.querySelectorAll(arguments[0])].filter(e => e.checkVisibility({visibilityProperty: true})).length", css)

    @property
    def path(self):
        return self.script("return location.pathname + location.search + location.hash")

    @property
    def rows(self):
        """The ids of the visible rows, from the top."""
        return self.script("return [...document.querySelectorAll('.row')].filter(e => e.checkVisibility()).map(e => e.id)")

    def told(self, name):
        """An attribute of the visible rows, from the top."""
        return self.script("return [...document.querySelectorAll('.row')].filter(e => e.checkVisibility()).map(e => e.getAttribute(arguments[0]))", name)

    def sees(self, css, what=None, seconds=90):
        return until(lambda: self.shown(css), what or f"{css} to be seen on {self.path}", seconds)

    def reads(self, words, css="body", seconds=90):
        """Waits until the words appear, ignoring case."""
        return until(lambda: words.lower() in self.text(css).lower(), f"“{words}” in {css} of {self.path}", seconds)

    def is_fresh(self):
        return self.text("#status").lower().startswith("checked")

    def waits(self, holds, what, seconds=90):
        return until(holds, what, seconds)

    def is_live(self):
        """Waits until the page has a live connection."""
        self.waits(lambda: self.opened_streams() > 0, "the live connection")

    def has_texts(self):
        """Waits until the page has requested the texts of its items, and received them."""
        self.waits(lambda: self.script("return performance.getEntriesByType('resource').some(e => e.name.includes('part=texts') && e.responseEnd > 0)"), "the texts")

    def notes_told(self):
        """Records the messages that the page shows from now on; returns a function that returns them."""
        self.script("window.notes = []; const told = document.getElementById('told');"
                    "new MutationObserver(() => { if (told.textContent) notes.push(told.textContent); }).observe(told, {childList: true})")
        return lambda: self.script("return notes")

    # What is measured

    def wider_than_screen(self):
        """The elements that extend past the right edge, if the page scrolls sideways."""
        return self.script("""
            const width = document.documentElement.clientWidth;
            if (document.documentElement.scrollWidth <= width && window.innerWidth <= screen.width) return [];
            return [document.documentElement.scrollWidth + ' of ' + width].concat([...document.querySelectorAll('body *')]
                .filter(e => e.checkVisibility() && e.getBoundingClientRect().right > width + 1)
                .map(e => e.tagName + '#' + e.id + '.' + e.getAttribute('class')).slice(0, 8));""")

    def shifts(self):
        return self.script("return measured.shifts")

    def long_tasks(self):
        return self.script("return measured.tasks")

    def first_paint(self):
        """Milliseconds to the first contentful paint, or None."""
        return self.script("return performance.getEntriesByName('first-contentful-paint').map(e => e.startTime)[0] ?? null")

    def violations(self):
        """The problems that axe-core finds, one line each."""
        self.command("Emulation.setScriptExecutionDisabled", value=False)  # axe is a script itself; the page's scripts don't start now that it has loaded
        self.script(AXE + ";")
        # Elements that are fading in don't have their final colors yet.
        self.script("document.getAnimations().filter(e => e.effect.getComputedTiming().iterations < 99).forEach(e => e.finish())")
        found = self.driver.execute_async_script("""
            const done = arguments[arguments.length - 1];
            axe.run(document, {resultTypes: ['violations']}).then(r => done(r.violations), e => done([{id: String(e), nodes: []}]));""")
        return [f"{problem['id']}: {node['target']} {node.get('failureSummary', '')}" for problem in found for node in problem["nodes"] or [{"target": "?"}]]

    def traffic(self):
        """The requests since the last `forget_traffic`: (url, kind, bytes over the wire)."""
        self.events = getattr(self, "events", []) + [json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance")]
        requests = {}
        for event in self.events:
            about = event["params"]
            if event["method"] == "Network.requestWillBeSent":
                requests[about["requestId"]] = [about["request"]["url"], about.get("type"), 0]
            elif event["method"] == "Network.loadingFinished" and about["requestId"] in requests:
                requests[about["requestId"]][2] = about["encodedDataLength"]
            elif event["method"] == "Network.eventSourceMessageReceived" and about["requestId"] in requests:
                # A stream does not end, so count what it has delivered.
                requests[about["requestId"]][2] += len(about["data"].encode())
        return [tuple(request) for request in requests.values()]

    def forget_traffic(self):
        self.driver.get_log("performance")
        self.events = []

    def opened_streams(self):
        """The number of live connections that got an answer since the last `forget_traffic`."""
        self.traffic()
        return sum(event["method"] == "Network.responseReceived" and event["params"]["response"]["mimeType"] == "text/event-stream" for event in self.events)

    def forgives(self, *parts):
        """Expects console messages that contain one of these parts from here on."""
        self.forgiven += parts

    def complaints(self):
        forgiven = [*self.forgiven, *(LOST if self.server and self.server.has_ended else [])]
        return [f"{entry['level']}: {entry['message']}" for entry in self.driver.get_log("browser")
                if entry["level"] in ("SEVERE", "WARNING") and not any(part in entry["message"] for part in forgiven)]

    def photograph(self, name):
        """Saves a screenshot: two and a half screens on a desktop; only the visible screen on a phone or after scrolling."""
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        size = self.command("Page.getLayoutMetrics")["cssContentSize"]
        visible = self.command("Page.getLayoutMetrics")["cssVisualViewport"]
        is_screen = visible["clientWidth"] <= PHONE[0] or visible["pageY"] > 0
        height = visible["clientHeight"] if is_screen else min(size["height"], visible["clientHeight"] * 2.5)
        clip = {"x": 0, "y": visible["pageY"], "width": visible["clientWidth"], "height": height, "scale": 1}
        picture = self.command("Page.captureScreenshot", captureBeyondViewport=not is_screen, clip=clip)
        (SCREENSHOTS / f"{name}.png").write_bytes(base64.b64decode(picture["data"]))


@contextmanager
def browser(*arguments):
    """A browser with a profile of its own."""
    with tempfile.TemporaryDirectory(prefix="freshet-chromium-", ignore_cleanup_errors=True) as folder:
        driver = start_browser(folder, *arguments)
        try:
            yield driver
        finally:
            driver.quit()


@contextmanager
def reading(driver):
    """A reader whose console must contain no unexpected message at the end."""
    reader = Reader(driver)
    complaints = []
    try:
        yield reader
    finally:
        complaints = reader.leave()
    assert not complaints, "the console says:\n" + "\n".join(complaints)
