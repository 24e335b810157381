"""What reader apps send that can't run here, and the fields that they need: NetNewsWire, Read You, Capy Reader, Fluent Reader, RSS Guard, Liferea, Reeder, FeedMe."""

import base64
import hashlib
import json
import time
import urllib.parse

from programs import fetch

STATE = "user/-/state/com.google/"


class Google:
    """One app that speaks Google Reader's API."""

    def __init__(self, followed, base="/api/greader.php"):
        self.base = followed.address + base
        form = {"Email": "any", "Passwd": followed.token, "client": "app", "accountType": "HOSTED_OR_GOOGLE", "service": "reader"}
        lines = dict(line.split("=", 1) for line in self.send("accounts/ClientLogin", form).text.splitlines())
        assert set(lines) == {"SID", "LSID", "Auth"}, lines
        self.auth = lines["Auth"]
        assert not set("= \n") & set(self.auth) and followed.token not in self.auth, self.auth
        as_json = json.loads(self.send("accounts/ClientLogin", form | {"output": "json"}).text)
        assert as_json["Auth"] == self.auth
        self.token = self.send("reader/api/0/token").text
        assert "\n" not in self.token

    def send(self, path, form=None, body=None, headers=None, **query):
        address = f"{self.base}/{path}" + ("?" + urllib.parse.urlencode(query, doseq=True) if query else "")
        if form is not None:
            body = urllib.parse.urlencode(form, doseq=True).encode()
        sent = {"Authorization": f"GoogleLogin auth={self.auth}"} if hasattr(self, "auth") else {}
        if body is not None:
            sent["Content-Type"] = "application/x-www-form-urlencoded"
        return fetch(address, method="POST" if body is not None else "GET", body=body, headers=sent | (headers or {}))

    def get(self, path, **query):
        answer = self.send("reader/api/0/" + path, output="json", **query)
        assert answer.status == 200 and answer.headers["Content-Type"].startswith("application/json"), f"{path}: {answer.status} {answer.text[:300]}"
        return json.loads(answer.text)

    def post(self, path, **form):
        answer = self.send("reader/api/0/" + path, form | {"T": self.token})
        assert (answer.status, answer.text) == (200, "OK"), f"{path}: {answer.status} {answer.text[:300]}"

    def ids(self, stream, **query):
        """All ids of a stream, page by page, as apps do."""
        found, more = [], {}
        while True:
            page = self.get("stream/items/ids", s=stream, **query, **more)
            found += [int(ref["id"]) for ref in page["itemRefs"]]
            if "continuation" not in page:
                return found
            assert isinstance(page["continuation"], str)
            more = {"c": page["continuation"]}


def google_reader(followed):
    app = Google(followed)
    app_at_root = Google(followed, base="")
    assert app.send("").text == "OK" and app.send("check/compatibility").text == "PASS"

    # The seven calls that FreshRSS advises, with the fields that no app does without.
    tags = app.get("tag/list")["tags"]
    assert {"id": STATE + "starred"} in tags and {"id": "user/-/label/News & more", "type": "folder"} in tags, tags
    feeds = app.get("subscription/list")["subscriptions"]
    assert len(feeds) == 4
    for feed in feeds:
        assert feed["id"].startswith("feed/") and int(feed["id"][5:]) > 0 and feed["title"] and feed["url"].startswith("http") and feed["htmlUrl"].startswith("http")
        assert isinstance(feed["iconUrl"], str) and all(one["label"] and one["id"].startswith("user/-/label/") for one in feed["categories"])
    counts = app.get("unread-count", all="true")
    assert counts["max"] == followed.unread > 20, counts["max"]
    assert {one["id"] for one in counts["unreadcounts"]} >= {feed["id"] for feed in feeds} | {STATE + "reading-list", "user/-/label/Code"}
    unread = app.ids(STATE + "reading-list", xt=STATE + "read", n=7)
    assert len(unread) == len(set(unread)) == followed.unread and unread == sorted(unread, reverse=True)
    assert app.ids(STATE + "reading-list", xt=STATE + "read", n=10_000, r="o") == unread[::-1]
    assert app.ids(STATE + "starred", n=10_000) == []
    everything = app.ids(STATE + "reading-list", n=10_000)
    assert set(unread) <= set(everything) and sorted(everything) == sorted(set(app.ids(STATE + "read", n=10_000)) | set(unread))
    for feed in feeds:
        assert app_at_root.ids(feed["id"], n=10_000, xt=STATE + "read") == app.ids(feed["id"], n=10_000, it=STATE + "unread")
    assert sum(len(app.ids(feed["id"], n=10_000)) for feed in feeds) == len(everything)
    items = contents(app, unread[:150])
    assert [number(item) for item in items] == unread[:150]
    page = app.get("stream/contents/" + STATE + "reading-list", xt=STATE + "read", n=20)
    assert page["id"] and page["updated"] and len(page["items"]) == 20
    assert app.get("stream/contents/feed%2F" + feeds[0]["id"][5:], n=1)["items"][0]["origin"]["streamId"] == feeds[0]["id"]
    assert app.get("stream/contents/reading-list", n=1)["items"] and app.get("stream/contents", n=1)["items"]

    # 304, as NetNewsWire asks.
    first = app.send("reader/api/0/subscription/list", output="json")
    again = app.send("reader/api/0/subscription/list", output="json", headers={"If-None-Match": first.headers["ETag"]})
    assert again.status == 304, again.status

    # Marks in all forms of ids, all visible on the page at once, and back.
    one, two, three, four = unread[:4]
    long = [item["id"] for item in items[:4]]
    app.post("edit-tag", i=long[0], a=STATE + "read")
    app.post("edit-tag", i=str(two), a=[STATE + "read", STATE + "starred"], ac="edit")
    app.post("edit-tag", i=[f"{three:016x}", "tag:google.com,2005:reader/item/%x" % four], a=STATE + "read", **{"async": "true"})
    assert followed.unread == len(unread) - 4 and followed.saved == 1
    assert app.ids(STATE + "starred", n=10_000) == [two]
    app.post("edit-tag", i=long[0], r=STATE + "read", a=STATE + "kept-unread")
    app.post("edit-tag", i=long[2], a=STATE + "tracking-kept-unread")
    app.post("edit-tag", i=long[1], r=STATE + "starred", a=STATE + "broadcast")
    app.post("edit-tag", i=long[1], r=STATE + "starred")
    assert followed.unread == len(unread) - 2 and followed.saved == 0
    categories = contents(app, [one, two])
    assert STATE + "read" not in categories[0]["categories"] and STATE + "read" in categories[1]["categories"]
    followed.mark(feed="/news/top", all="true", mark="read")
    news = next(feed["id"] for feed in feeds if "Hacker News" in feed["title"] or "Top" in feed["title"])
    assert app.ids(news, n=10_000, xt=STATE + "read") == []

    # Everything in one form: RSS Guard sends up to 9,999 ids.
    app.post("edit-tag", i=everything + list(range(10**9, 10**9 + 9_999 - len(everything))), a=STATE + "read")
    assert followed.unread == 0
    app.post("edit-tag", i=everything, r=STATE + "read")
    assert followed.unread == len(everything)

    # Items that came after the app's last look stay unread.
    app.post("mark-all-as-read", s="user/-/label/News & more", ts=str(int((time.time() - 86_400) * 1_000_000)))
    assert followed.unread == len(everything)
    app.post("mark-all-as-read", s="user/-/label/News & more")
    left = [feed for feed in feeds if not any(one["label"] == "News & more" for one in feed["categories"])]
    assert followed.unread == sum(len(app.ids(feed["id"], n=10_000)) for feed in left)
    app.post("mark-all-as-read", s=STATE + "reading-list", ts=str(int(time.time()) + 60))
    assert followed.unread == 0

    # Folders and feeds.
    app.post("rename-tag", s="user/-/label/Code", dest="user/-/label/Programs")
    app.post("subscription/edit", ac="edit", s=left[0]["id"], t="My own name", a="user/-/label/Programs")
    changed = next(feed for feed in app.get("subscription/list")["subscriptions"] if feed["id"] == left[0]["id"])
    assert changed["title"] == "My own name" and changed["categories"] == [{"id": "user/-/label/Programs", "label": "Programs"}]
    app.post("disable-tag", s="user/-/label/Programs")
    assert len(app.get("subscription/list")["subscriptions"]) == 4 and {"id": "user/-/label/Programs", "type": "folder"} not in app.get("tag/list")["tags"]
    added = json.loads(app.send("reader/api/0/subscription/quickadd", {"quickadd": "feed/news/best", "T": app.token}).text)
    assert added["numResults"] == 1 and added["streamId"] in {feed["id"] for feed in app.get("subscription/list")["subscriptions"]}, added
    app.post("subscription/edit", ac="unsubscribe", s=added["streamId"])
    exported = app.send("reader/api/0/subscription/export").text
    assert "<opml" in exported
    imported = app.send("reader/api/0/subscription/import", body=exported.encode(), headers={"Content-Type": "text/xml"})
    assert (imported.status, imported.text) == (200, "OK")

    # Liferea sends the token instead of a header, newsboat 2.21 reads Atom.
    liferea = fetch(f"{app.base}/reader/api/0/stream/items/contents", method="POST", body=urllib.parse.urlencode({"i": one, "T": app.auth}).encode())
    assert liferea.status == 200 and len(json.loads(liferea.text)["items"]) == 1
    atom = app.send("reader/atom/" + urllib.parse.quote(feeds[0]["id"], safe=""), n="3").text
    assert atom.count("<entry>") == 3 and 'label="read"' in atom
    return f"{len(everything)} items, {len(feeds)} feeds"


def contents(app, ids):
    answer = json.loads(app.send("reader/api/0/stream/items/contents", {"output": "json", "i": ids, "T": app.token}).text)
    assert answer["id"] and answer["updated"]
    for item in answer["items"]:
        assert item["id"].startswith("tag:google.com,2005:reader/item/") and len(item["id"]) == 48
        assert item["title"] and item["summary"]["content"] is not None and isinstance(item["author"], str)
        assert item["canonical"][0]["href"].startswith("http") and item["alternate"][0]["href"].startswith("http")
        assert 0 < item["published"] < 2**31 and item["crawlTimeMsec"].isdigit() and item["timestampUsec"] == item["crawlTimeMsec"] + "000"
        assert STATE + "reading-list" in item["categories"]
        assert all(item["origin"][name] for name in ("streamId", "title", "htmlUrl"))
    return answer["items"]


def number(item):
    return int(item["id"].rpartition("/")[2], 16)


class Json:
    """An app that speaks Miniflux's API."""

    def __init__(self, followed):
        self.address, self.token = followed.address, followed.token

    def send(self, method, path, body=None, **headers):
        sent = {"X-Auth-Token": self.token} | {name.replace("_", "-"): value for name, value in headers.items()}
        return fetch(self.address + path, method=method, body=None if body is None else json.dumps(body).encode(), headers=sent)

    def get(self, path):
        answer = self.send("GET", path)
        assert answer.status == 200, f"{path}: {answer.status} {answer.text[:300]}"
        return json.loads(answer.text)

    def put(self, path, body=None, status=204):
        # newsboat sends its JSON as a form.
        answer = self.send("PUT", path, body, Content_Type="application/x-www-form-urlencoded")
        assert answer.status == status and (status != 204 or not answer.body), f"{path}: {answer.status} {answer.text[:300]}"
        return answer


def miniflux(followed):
    app = Json(followed)
    basic = base64.b64encode(f"any:{followed.token}".encode()).decode()
    assert app.send("GET", "/v1/me", X_Auth_Token="", Authorization=f"Basic {basic}").status == 200
    me = app.get("/v1/me")
    assert me["id"] == 1 and me["username"] and me["is_admin"] is True and app.get("/v1/version")["version"]
    assert app.get("/v1/integrations/status") == {"has_integrations": False}
    categories = app.get("/v1/categories?counts=true")
    assert sum(one["feed_count"] for one in categories) == 4 and sum(one["total_unread"] for one in categories) >= followed.unread
    feeds = app.get("/v1/feeds")
    for feed in feeds:
        assert feed["feed_url"].startswith("http") and feed["site_url"].startswith("http") and feed["title"] and feed["checked_at"] and feed["category"]["title"]
        assert "icon" in feed and app.get(f"/v1/feeds/{feed['id']}") == feed
    counters = app.get("/v1/feeds/counters")
    unread = app.get("/v1/entries?status=unread&limit=1000&order=published_at&direction=desc")
    assert unread["total"] == len(unread["entries"]) == followed.unread
    for entry in unread["entries"]:
        assert 0 < entry["id"] < 2**31 and entry["title"] and entry["url"].startswith("http") and entry["published_at"].endswith("Z") and entry["status"] == "unread"
        assert entry["feed"]["id"] == entry["feed_id"] and isinstance(entry["enclosures"], list) and entry["starred"] is False
    assert sorted(unread["entries"], key=lambda entry: entry["published_at"], reverse=True) == unread["entries"]
    assert sum(counters["unreads"].values()) >= followed.unread
    ids = [entry["id"] for entry in unread["entries"]]
    assert sorted(app.get("/v1/entries/ids?status=unread&limit=10000")["entry_ids"]) == sorted(ids)
    page = app.get(f"/v1/entries?limit=3&offset=2&order=id&after_entry_id={min(ids)}")["entries"]
    assert len(page) == 3 and all(entry["id"] > min(ids) for entry in page)
    for order in ("status", "created_at", "changed_at", "category_title", "title", "author"):
        assert app.get(f"/v1/entries?order={order}&direction=desc&limit=10")["entries"], order
    word = unread["entries"][0]["title"].split()[0]
    assert ids[0] in [entry["id"] for entry in app.get(f"/v1/entries?limit=1000&search={urllib.parse.quote(word)}")["entries"]]
    app.put("/v1/entries", {"entry_ids": ids[:3], "status": "read"})
    app.put("/v1/entries", {"entry_ids": ids[:2], "status": "unread", "starred": True})
    assert followed.unread == len(ids) - 1 and followed.saved == 2
    assert sorted(entry["id"] for entry in app.get("/v1/entries?starred=true")["entries"]) == sorted(ids[:2])
    app.put(f"/v1/entries/{ids[0]}/bookmark")
    app.put(f"/v1/entries/{ids[1]}/star")
    assert followed.saved == 0 and app.get(f"/v1/entries/{ids[2]}")["status"] == "read"
    changed = app.get(f"/v1/entries?limit=1000&changed_after={int(time.time()) + 3600}")
    assert changed["total"] >= 2  # marked as unread, whenever that was
    created = app.send("POST", "/v1/categories", {"title": "New"})
    assert created.status == 201 and json.loads(created.text)["title"] == "New"
    category = json.loads(created.text)["id"]
    assert app.send("POST", "/v1/categories", {"title": "New"}).status == 400
    app.put(f"/v1/feeds/{feeds[0]['id']}", {"category_id": category, "title": "Renamed"}, status=201)
    assert [feed["title"] for feed in app.get(f"/v1/categories/{category}/feeds")] == ["Renamed"]
    assert json.loads(app.put(f"/v1/categories/{category}", {"title": "Newer"}, status=201).text)["id"] == category
    app.put(f"/v1/categories/{category}/mark-all-as-read")
    assert app.get(f"/v1/categories/{category}/entries?status=unread")["total"] == 0
    assert app.send("DELETE", f"/v1/categories/{category}").status == 204
    added = app.send("POST", "/v1/feeds", {"feed_url": "news/best", "category_id": categories[0]["id"]})
    assert added.status == 201, added.text
    feed = json.loads(added.text)["feed_id"]
    app.put(f"/v1/feeds/{feed}/refresh")
    assert app.send("DELETE", f"/v1/feeds/{feed}").status == 204 and app.send("GET", f"/v1/feeds/{feed}").status == 404
    app.put("/v1/users/1/mark-all-as-read")
    assert followed.unread == 0
    assert "<opml" in app.send("GET", "/v1/export").text
    assert app.send("POST", "/v1/import", None).status in (400, 201)
    return f"{len(ids)} unread entries"


def fever(followed):
    # The user's name is the first account's.
    key = hashlib.md5(f"admin:{followed.token}".encode()).hexdigest()

    def ask(query, form=None, path="/fever/", key=key):
        body = urllib.parse.urlencode({"api_key": key.upper()} | (form or {})).encode()
        answer = fetch(f"{followed.address}{path}?{query}", method="POST", body=body, headers={"Content-Type": "application/x-www-form-urlencoded"})
        assert answer.status == 200, f"{query}: {answer.status} {answer.text[:300]}"
        return json.loads(answer.text)

    assert ask("api", key="0" * 32) == {"api_version": 3, "auth": 0}
    assert ask("api=")["auth"] == 1, ask("api=")
    assert ask("api", path="/api/fever.php")["auth"] == 1
    groups = ask("api&groups")
    assert {group["title"] for group in groups["groups"]} == {"Code", "News & more"} and all(isinstance(one["feed_ids"], str) for one in groups["feeds_groups"])
    feeds = ask("api&feeds")["feeds"]
    assert len(feeds) == 4 and all(feed["title"] and feed["url"] and feed["site_url"] and feed["is_spark"] == 0 for feed in feeds)
    assert isinstance(ask("api&favicons")["favicons"], list) and ask("api&links")["links"] == []
    unread = [int(one) for one in ask("api&unread_item_ids")["unread_item_ids"].split(",")]
    assert len(unread) == followed.unread and ask("api&saved_item_ids")["saved_item_ids"] == ""
    ascending, last = [], 0
    while items := ask(f"api&items&since_id={last}")["items"]:
        ascending += [item["id"] for item in items]
        last = ascending[-1]
    descending, first = [], 2**53 - 1
    while items := ask(f"api&items&max_id={first}")["items"]:
        descending += [item["id"] for item in items]
        first = descending[-1]
    assert ascending == sorted(ascending) == descending[::-1] and set(unread) <= set(ascending)
    named = ask(f"api&items&with_ids={unread[0]},{unread[1]}")["items"]
    assert [item["id"] for item in named] == unread[:2] and all(item["title"] and item["url"] and item["is_read"] == 0 for item in named)
    ask("api", {"mark": "item", "as": "read", "id": unread[0]})
    ask(f"api&mark=item&as=saved&id={unread[1]}")
    ask(f"api&mark=item&as=saved&id={unread[1]}")
    assert followed.unread == len(unread) - 1 and followed.saved == 1 and ask("api&saved_item_ids")["saved_item_ids"] == str(unread[1])
    ask("api", {"mark": "item", "as": "unsaved", "id": unread[1]})
    ask("api", {"mark": "item", "as": "unread", "id": unread[0]})
    assert followed.unread == len(unread) and followed.saved == 0
    ask("api", {"mark": "group", "as": "read", "id": 0, "before": int(time.time()) - 86_400})
    assert followed.unread == len(unread)
    ask("api", {"mark": "feed", "as": "read", "id": feeds[0]["id"], "before": int(time.time()) + 60})
    assert followed.unread < len(unread)
    ask("api", {"mark": "group", "as": "read", "id": 0, "before": int(time.time()) + 60})
    assert followed.unread == 0
    return f"{len(ascending)} items"


def wrong_input(followed):
    app, greader = Json(followed), Google(followed)
    unauthorized = fetch(followed.address + "/reader/api/0/tag/list", headers={"Authorization": "GoogleLogin auth=admin/wrong"})
    assert unauthorized.status == 401 and unauthorized.headers["X-Reader-Google-Bad-Token"] == unauthorized.headers["Google-Bad-Token"] == "true"
    assert app.send("GET", "/v1/me", X_Auth_Token="wrong").headers["WWW-Authenticate"].startswith("Basic")
    assert "error_message" in json.loads(app.send("GET", "/v1/me", X_Auth_Token="wrong").text)
    for path in ("/v1/nothing", "/v1/feeds/999999", "/v1/entries/999999", "/v1/categories/99/entries"):
        assert app.send("GET", path).status == 404, path
    for path in ("/v1/entries?order=x", "/v1/entries?direction=x", "/v1/entries?status=x"):
        assert app.send("GET", path).status == 400, path
    assert app.send("PUT", "/v1/entries", {"entry_ids": "x"}).status == 400 and app.send("PUT", "/v1/entries", {"entry_ids": []}).status == 400
    for path, status in (("nothing", 404), ("stream/contents/nothing", 400), ("stream/items/ids?s=feed/999", 400), ("stream/items/ids?s=user/-/label/None", 200)):
        answer = greader.send("reader/api/0/" + path)
        assert answer.status == status and "<html" not in answer.text, f"{path}: {answer.status}"
    assert greader.send("reader/api/0/edit-tag").status == 405
    assert greader.send("reader/api/0/edit-tag", {"a": STATE + "read"}).status == 400
    assert greader.send("reader/api/0/stream/items/ids", s=STATE + "reading-list", c="x").status == 400
    large = greader.send("reader/api/0/edit-tag", body=b"i=" + b"1" * (3 << 20))
    assert large.status == 413, large.status
    foreign = fetch(followed.address + "/v1/me", headers={"X-Auth-Token": followed.token, "Sec-Fetch-Site": "cross-site"})
    assert foreign.status == 403, foreign.status
    return "refused as each API refuses"
