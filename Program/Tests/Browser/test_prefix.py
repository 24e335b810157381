"""The page of a server below a path of its host."""

import json
from contextlib import contextmanager

from programs import until, world as new_world
from reader import LOST
from test_offline import is_stored

TOKEN = "a token that nobody else could guess"
PREFIX = "/freshet"


@contextmanager
def below_a_path(reader):
    """A server below a path, where the reader has signed in and follows a feed."""
    with new_world("--public-url", f"https://feeds.example.org{PREFIX}", token=TOKEN) as world:
        world.server.prefix = PREFIX
        reader.open(world.server, "/")
        assert reader.path == f"{PREFIX}/login?return=%2F"
        reader.type("#token", TOKEN)
        reader.leads(lambda: reader.click("form.login button"))
        until(lambda: reader.path == f"{PREFIX}/", "the home page")
        yield world


def outside(reader):
    """The requests of pages for addresses of the server that aren't below the path."""
    return [url for url, *_ in reader.traffic() if url.startswith(reader.server.origin) and not url.startswith(reader.server.address + "/")]


def test_a_page_below_a_path_follows_marks_and_receives_updates(reader):
    with below_a_path(reader) as world:
        reader.open(world.server, "/news/new")
        reader.is_live()
        reader.waits(reader.is_fresh, "a fresh feed")
        reader.leads(lambda: reader.click(".head form.follow button"))
        reader.waits(lambda: reader.count("form.unfollow"), "the button to unfollow")
        assert reader.path == f"{PREFIX}/news/new"
        reader.waits(lambda: reader.count(f".follows a[href='{PREFIX}/news/new']"), "the feed in the sidebar")
        # An item opens beside its list, and is marked as read.
        reader.is_live()
        reader.waits(lambda: reader.count(".row.is-unread"), "unread items")
        assert not outside(reader)
        first = reader.script("return document.querySelector('.row.is-unread').id")
        reader.click(f"[id='{first}'] .main")
        reader.sees("#pane .item")
        assert reader.path.startswith(f"{PREFIX}/news/new?item=")
        reader.waits(lambda: reader.count(f"[id='{first}'].is-read"), "the item to be read")
        reader.click("#pane .mark.save")
        token = {"Authorization": f"Bearer {TOKEN}"}
        reader.waits(lambda: json.loads(world.server.get("/api/saved", **token).text)["total"] == 1, "the item to be saved")
        # An update brings the counts of the sidebar.
        count = lambda: reader.text(".side [data-unread='/news/new']")
        assert count()
        assert world.server.post("/marks", {"feed": "/news/new", "all": "true", "mark": "read"}, **token).status == 303
        reader.waits(lambda: not count(), "no unread items in the sidebar")
        reader.leads(lambda: reader.click(".side a[href$='/saved']"))
        assert reader.path == f"{PREFIX}/saved" and len(reader.rows) == 1
        reader.leads(lambda: reader.press("g", "h"))
        until(lambda: reader.path == f"{PREFIX}/", "the home page")
        assert not outside(reader)


def test_pages_below_a_path_are_stored(reader):
    with below_a_path(reader) as world:
        reader.open(world.server, "/help")
        is_stored(reader, f"{PREFIX}/help")
        names = reader.driver.execute_async_script("caches.keys().then(arguments[0])")
        assert names and all(name.startswith(PREFIX) for name in names)
        reader.forgives(*LOST)
        world.server.stop()
        reader.open(world.server, "/help")
        reader.sees("html[data-stored] main")
        reader.reads("No connection to Freshet")
        world.server.start()
        reader.waits(lambda: not reader.count("html[data-stored]"), "the server's own page")
        assert reader.path == f"{PREFIX}/help"
