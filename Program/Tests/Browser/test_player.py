"""Audio of items: one player, which plays on while the reader opens other items and pages, continues where it stopped, and has a queue."""

import io
import json
import wave
from urllib.parse import quote

import pytest
from selenium.webdriver.common.keys import Keys

from local_site import local_site
from programs import until

SECONDS = 120
SHORT = 2


def sound(seconds):
    """Silence."""
    file = io.BytesIO()
    with wave.open(file, "wb") as made:
        made.setnchannels(1)
        made.setsampwidth(1)
        made.setframerate(8000)
        made.writeframes(b"\x80" * 8000 * seconds)
    return file.getvalue()


def item(site, number, title, seconds):
    return {"id": number, "title": title, "content_html": f"<p>About {title.lower()}</p>", "date_published": f"2026-01-0{9 - int(number)}T00:00:00Z",
            "attachments": [{"url": f"{site.address}/{number}.wav", "mime_type": "audio/wav", "size_in_bytes": 44 + 8000 * seconds, "duration_in_seconds": seconds}]}


@pytest.fixture
def podcast(world):
    """A followed feed of three items with sound, of which the second is short; its site, and its path."""
    with local_site() as site:
        episodes = [("1", "Tides", SECONDS), ("2", "Waves & “foam”", SHORT), ("3", "Reefs", SECONDS)]
        feed = {"version": "https://jsonfeed.org/version/1.1", "title": "Sound", "items": [item(site, *episode) for episode in episodes]}
        site.add("/feed", json.dumps(feed), "application/feed+json")
        for number, _, seconds in episodes:
            site.add(f"/{number}.wav", sound(seconds), "audio/wav")
        world.server.post("/follow", {"address": f"{site.address}/feed"})
        path = "/web/" + quote(f"{site.address}/feed", safe="")
        world.server.warm(path)
        yield site, path


def state(reader):
    """The file that plays, and where, how fast and whether it does."""
    return reader.script("const it = document.querySelector('#player audio'); return [it.getAttribute('src')?.split('/').pop(), it.currentTime, it.playbackRate, !it.paused]")


def plays(reader, name, after=0.0):
    reader.waits(lambda: state(reader)[0] == name and state(reader)[3] and state(reader)[1] > after, f"{name} to play past {after} s")


def press(reader, value):
    reader.click(f"#pane .plays [value={value}]")


def server_position(world, path, number):
    text = world.server.get(f"{path}?item={number}&part=item").text
    return float(text.partition('data-position="')[2].partition('"')[0] or 0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_file_is_played_from_its_host_and_continues_where_it_stopped(world, podcast, reader, scheme):
    site, path = podcast
    reader.prefers(prefers_color_scheme=scheme)
    reader.open(world.server, f"{path}?item=1")
    reader.sees("#pane .plays")
    # Nobody asked for it yet.
    assert site.requests_of("/1.wav") == [] and reader.shown("#player") == 0 and reader.shown("#pane audio") == 0
    assert reader.violations() == [] and reader.wider_than_screen() == []
    press(reader, "play")
    plays(reader, "1.wav", 0.2)
    assert site.requests_of("/1.wav"), "the file comes from its host"
    reader.reads("Tides", "#player .player-title")
    reader.waits(lambda: "of 2:00" in reader.attributes("#player input", "aria-valuetext")[0], "the length")
    reader.script("document.querySelector('#player audio').currentTime = 65")
    reader.click("#player [value=play]")
    reader.waits(lambda: server_position(world, path, 1) >= 65, "the position on the server")
    assert reader.violations() == []
    reader.photograph(f"player-{scheme}")
    # Another browser opens the item.
    reader.click("#player [value=close]")
    reader.waits(lambda: reader.shown("#player") == 0, "the closed player")
    reader.open(world.server, f"{path}?item=1")
    reader.reads("stopped at 1:05", "#pane .files")
    assert reader.shown("#player") == 0
    press(reader, "play")
    plays(reader, "1.wav", 65)
    assert reader.complaints() == []


def test_a_file_has_the_player_of_the_browser_without_javascript(world, podcast, reader):
    reader.without_scripts()
    reader.open(world.server, f"{podcast[1]}?item=1")
    assert reader.visible("#pane audio[controls]") and not reader.visible("#pane .plays") and not reader.visible("#player")


@pytest.mark.parametrize("machine", ["desktop", "phone"])
def test_it_plays_on_while_other_items_and_pages_are_open(world, podcast, reader, machine):
    site, path = podcast
    if machine == "phone":
        reader.phone()
    reader.open(world.server, path)
    reader.is_live()
    reader.click(".row .main")
    press(reader, "play")
    plays(reader, "1.wav", 0.2)
    reader.photograph(f"player-item-{machine}")
    assert reader.violations() == [] and reader.wider_than_screen() == []
    reader.click(".pane-close")
    reader.waits(lambda: reader.count("#pane .item") == 0, "the closed item")
    before = state(reader)[1]
    plays(reader, "1.wav", before)
    reader.photograph(f"player-list-{machine}")
    assert reader.violations() == [] and reader.wider_than_screen() == []
    reader.click("#player .player-queue > summary")
    reader.reads("Nothing is queued", "#player")
    box = reader.script("const { top, bottom } = document.querySelector('.player-queue .menu-panel').getBoundingClientRect(); return [top, innerHeight - bottom]")
    assert min(box) > 0, "the queue is on the screen"
    reader.press(Keys.ESCAPE)
    # A page that replaces this one continues.
    reader.script("document.querySelector('#player audio').currentTime = 30")
    plays(reader, "1.wav", 30)
    reader.leads(lambda: reader.script("document.querySelector(\".side a[href='/unread'], .dock a[href='/unread']\").click()"))
    plays(reader, "1.wav", 30)
    reader.click("#player [value=play]")
    reader.waits(lambda: not state(reader)[3] and reader.attributes("#player .player-do [value=play]", "aria-label") == ["Play"], "the pause")
    reader.reload()
    reader.sees("#player")
    reader.waits(lambda: reader.text("#player .player-time") >= "0:30", "the position")
    assert not state(reader)[3]


def test_queued_files_play_one_after_another(world, podcast, reader):
    site, path = podcast
    reader.open(world.server, f"{path}?item=2")
    # Without another file in the player it is the current one, and doesn't play yet.
    press(reader, "queue")
    reader.sees("#player")
    for number in ["1", "3"]:
        reader.open(world.server, f"{path}?item={number}")
        press(reader, "queue")
        reader.reads("Remove from queue", "#pane .plays")
    reader.click("#player .player-queue > summary")
    queued = lambda: reader.texts("#player .queued-file")
    assert [text.split("\n")[0] for text in queued()] == ["Tides", "Reefs"]
    assert reader.violations() == []
    reader.photograph("player-queue")
    # By keyboard: the focus stays with the row.
    reader.script("document.querySelectorAll('#player [value=up]')[1].focus()")
    reader.press(Keys.ENTER)
    assert [text.split("\n")[0] for text in queued()] == ["Reefs", "Tides"]
    assert reader.script("return document.activeElement.getAttribute('aria-label')") == "Remove “Reefs” from the queue"
    reader.press(Keys.ESCAPE)
    played = {"feed": path, "id": "3", "url": f"{site.address}/3.wav", "position": "50"}
    assert world.server.post("/playback", played).status == 204
    # The short one ends; the next begins where it stopped, on another device.
    reader.click("#player [value=play]")
    plays(reader, "3.wav", 50)
    reader.waits(lambda: [text.split("\n")[0] for text in reader.script("return [...document.querySelectorAll('#player .queued-file')].map(e => e.firstChild.textContent)")] == ["Tides"], "the rest of the queue")
    reader.click("#player .player-do [value=next]")
    plays(reader, "1.wav")
    assert reader.script("return document.querySelector('#player .player-do [value=next]').disabled")
    assert reader.script("return navigator.mediaSession.metadata.title + navigator.mediaSession.metadata.artist") == "TidesSound"


def test_the_speed_is_a_setting_and_buttons_and_a_key_jump_and_pause(world, podcast, reader):
    site, path = podcast
    reader.open(world.server, f"{path}?item=1")
    press(reader, "play")
    plays(reader, "1.wav")
    reader.choose("#player select", "1.75")
    until(lambda: json.loads(world.server.get("/api/settings").text)["speed"] == "1.75", "the stored speed")
    assert state(reader)[2] == 1.75
    reader.click("#player [value=forward]")
    plays(reader, "1.wav", 30)
    reader.click("#player [value=back]")
    reader.waits(lambda: 15 <= state(reader)[1] < 30, "the jump back")
    reader.script("document.activeElement.blur()")
    reader.press("p")
    reader.waits(lambda: not state(reader)[3], "the pause")
    reader.waits(lambda: reader.text("#pane .plays [value=play]") == "Play", "the button to play on")
    reader.press("p")
    plays(reader, "1.wav")
    reader.waits(lambda: reader.text("#pane .plays [value=play]") == "Pause", "the button to pause")
    assert state(reader)[2] == 1.75
    reader.reload()
    reader.sees("#player")
    # Browsers may let a page that was reloaded play only after a press.
    if not state(reader)[3]:
        reader.click("#player [value=play]")
    plays(reader, "1.wav")
    assert state(reader)[2] == 1.75 and reader.script("return document.querySelector('#player select').value") == "1.75"


def test_one_page_of_the_browser_plays(world, podcast, reader):
    site, path = podcast
    reader.open(world.server, f"{path}?item=1")
    press(reader, "play")
    plays(reader, "1.wav", 0.2)
    first = reader.driver.current_window_handle
    reader.driver.switch_to.new_window("tab")
    second = reader.driver.current_window_handle
    try:
        reader.open(world.server, f"{path}?item=3")
        reader.reads("Tides", "#player .player-title")
        assert not state(reader)[3]
        press(reader, "play")
        plays(reader, "3.wav")
        reader.driver.switch_to.window(first)
        reader.waits(lambda: not state(reader)[3], "the pause")
        reader.reads("Reefs", "#player .player-title")
    finally:
        reader.driver.switch_to.window(second)
        reader.driver.close()
        reader.driver.switch_to.window(first)


def test_a_file_that_the_browser_cannot_play_says_so(world, podcast, reader):
    site, path = podcast
    site.add("/1.wav", b"no sound", "audio/wav")
    reader.forgives("NotSupportedError", "no supported source", "1.wav")
    reader.open(world.server, f"{path}?item=1")
    press(reader, "play")
    reader.reads("Can't play this file here", "#player")
    assert reader.violations() == []
