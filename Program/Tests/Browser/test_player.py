"""Audio of an item: played from its host when the reader presses play, and continued where it stopped."""

import io
import json
import wave
from urllib.parse import quote

import pytest

from local_site import local_site

SECONDS = 120


def sound():
    """Two minutes of silence."""
    file = io.BytesIO()
    with wave.open(file, "wb") as made:
        made.setnchannels(1)
        made.setsampwidth(1)
        made.setframerate(8000)
        made.writeframes(b"\x80" * 8000 * SECONDS)
    return file.getvalue()


@pytest.fixture
def podcast(world):
    """A followed feed with a file of sound; its site, and the path of the item's page."""
    with local_site() as site:
        item = {"id": "1", "title": "Tides", "content_html": "<p>About tides</p>", "attachments": [
            {"url": f"{site.address}/a.wav", "mime_type": "audio/wav", "size_in_bytes": 960044, "duration_in_seconds": SECONDS}]}
        site.add("/feed", json.dumps({"version": "https://jsonfeed.org/version/1.1", "title": "Sound", "items": [item]}), "application/feed+json")
        site.add("/a.wav", sound(), "audio/wav")
        world.server.post("/follow", {"address": f"{site.address}/feed"})
        path = "/web/" + quote(f"{site.address}/feed", safe="")
        world.server.warm(path)
        yield site, path


def position(reader):
    return reader.script("return document.querySelector('#pane audio').currentTime")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_file_is_played_from_its_host_and_continues_where_it_stopped(world, podcast, reader, scheme):
    site, path = podcast
    reader.prefers(prefers_color_scheme=scheme)
    reader.open(world.server, f"{path}?item=1")
    reader.sees("#pane audio")
    # Nobody asked for it yet.
    assert site.requests_of("/a.wav") == []
    assert reader.violations() == [] and reader.wider_than_screen() == []
    reader.photograph(f"player-{scheme}")
    # Browsers let a press play, but no script.
    reader.driver.execute_cdp_cmd("Runtime.evaluate", {"expression": "document.querySelector('#pane audio').play()", "userGesture": True})
    reader.waits(lambda: position(reader) > 0.2, "the sound to play")
    assert site.requests_of("/a.wav"), "the file comes from its host"
    reader.script("const player = document.querySelector('#pane audio'); player.currentTime = 65; player.pause()")
    reader.waits(lambda: 'data-position="65' in world.server.get(f"{path}?item=1&part=item").text, "the position on the server")
    # Another device opens the item.
    reader.open(world.server, f"{path}?item=1")
    reader.reads("stopped at 1:05", "#pane .files")
    assert reader.script("return document.querySelector('#pane audio').readyState") == 0
    reader.driver.execute_cdp_cmd("Runtime.evaluate", {"expression": "document.querySelector('#pane audio').play()", "userGesture": True})
    reader.waits(lambda: position(reader) >= 65, "the sound to continue")
    assert reader.complaints() == []


def test_a_position_is_reported_when_the_item_is_closed(world, podcast, reader):
    site, path = podcast
    reader.open(world.server, path)
    reader.is_live()
    reader.click(".row .main")
    reader.sees("#pane audio")
    reader.driver.execute_cdp_cmd("Runtime.evaluate", {"expression": "document.querySelector('#pane audio').play()", "userGesture": True})
    reader.waits(lambda: position(reader) > 0.2, "the sound to play")
    reader.click(".pane-close")
    reader.waits(lambda: "data-position=" in world.server.get(f"{path}?item=1&part=item").text, "the position on the server")


def test_a_file_that_the_browser_cannot_play_says_so(world, podcast, reader):
    site, path = podcast
    site.add("/a.wav", b"no sound", "audio/wav")
    reader.forgives("NotSupportedError", "no supported source", "a.wav")
    reader.open(world.server, f"{path}?item=1")
    reader.sees("#pane audio")
    reader.driver.execute_cdp_cmd("Runtime.evaluate", {"expression": "document.querySelector('#pane audio').play().catch(() => {})", "userGesture": True})
    reader.reads("Can't play this file here", "#pane .files")
