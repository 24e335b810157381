"""The clients of Miniflux and Fever from PyPI."""

import importlib.util


def miniflux_client(followed):
    if not importlib.util.find_spec("miniflux"):
        return "SKIPPED, the package miniflux isn't installed"
    import miniflux

    client = miniflux.Client(followed.address, api_key=followed.token)
    assert client.me()["username"] and len(client.get_feeds()) == 4 and len(client.get_categories()) == 3
    entries = client.get_entries(status=["unread"], order="published_at", direction="desc", limit=1000)
    assert entries["total"] == followed.unread == len(entries["entries"])
    ids = [entry["id"] for entry in entries["entries"]]
    assert client.update_entries(ids[:2], "read") is True and followed.unread == len(ids) - 2
    assert client.update_entries(ids[:1], "unread") is True and followed.unread == len(ids) - 1
    client.toggle_bookmark(ids[0])
    assert followed.saved == 1 and client.get_entry(ids[0])["starred"] is True
    feed = client.get_feeds()[0]["id"]
    client.mark_feed_entries_as_read(feed)
    assert client.get_feed_entries(feed, status=["unread"])["total"] == 0
    created = client.create_feed("news/best", client.get_categories()[0]["id"])
    assert created in {feed["id"] for feed in client.get_feeds()}
    client.delete_feed(created)
    client.mark_user_entries_as_read(1)
    assert followed.unread == 0 and "<opml" in str(client.export())
    return f"{len(ids)} entries"


def freshrss_api(followed):
    if not importlib.util.find_spec("freshrss_api"):
        return "SKIPPED, the package freshrss-api isn't installed"
    from freshrss_api import FreshRSSAPI

    client = FreshRSSAPI(host=followed.address, username="admin", password=followed.token)
    unread = client.get_unreads()
    assert len(unread) == followed.unread, (len(unread), followed.unread)
    client.set_mark(as_="read", id=unread[0].id)
    client.set_mark(as_="saved", id=unread[1].id)
    assert followed.unread == len(unread) - 1 and followed.saved == 1 and [item.id for item in client.get_saved()] == [unread[1].id]
    client.set_mark(as_="unsaved", id=unread[1].id)
    assert followed.unread == len(unread) - 1 and followed.saved == 0
    return f"{len(unread)} items"
