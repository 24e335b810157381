"""The kinds of feed of the fault campaign."""

import json
from dataclasses import dataclass
from urllib.parse import unquote

from programs import Server, Upstreams


@dataclass(frozen=True)
class Kind:
    name: str
    # The command's arguments; WEB stands for the address of the sample sites.
    words: tuple


def sampled(story):
    """Feeds of the sample upstreams, by the program's example of their kind, in the order of the table."""
    return {
        "/github/octocat/hello-world": [Kind("repository", ("github", "octo-sample/harbor"))],
        "/github/users/octocat": [Kind("user", ("github", "octo-sample"))],
        "/github/trending/swift": [Kind("trending", ("github", "--trending", "swift"))],
        "/github/repositories": [Kind("repositories", ("github", "--repositories"))],
        "/github/dashboard": [Kind("dashboard", ("github", "--dashboard"))],
        "/github/inbox": [Kind("notifications", ("github", "--inbox"))],
        "/planet": [Kind("all natural events", ("planet",))],
        "/planet/wildfires": [Kind("natural events of a category", ("planet", "wildfires"))],
        "/news/top": [Kind("list of stories", ("news", "top"))],
        "/news/item/8863": [Kind("story and comments", ("news", str(story)))],
        "/quakes/day/2.5": [Kind("earthquakes", ("quakes",))],
        "/web/https%3A%2F%2Fexample.org%2Ffeed.xml": [
            Kind("web feed (RSS)", ("web", "WEB/harbor/feed.xml")), Kind("web feed (JSON)", ("web", "WEB/harbor/feed.json"))],
    }


def kinds(examples, story):
    """The feeds of all kinds. A kind without a sampled feed is tested by its example, whose path has the command's words."""
    feeds = sampled(story)
    unknown = feeds.keys() - examples
    assert not unknown, f"faultkinds.py has feeds of other kinds than the program: {', '.join(sorted(unknown))}"
    others = sorted(examples - feeds.keys())
    return [kind for same in feeds.values() for kind in same] + [
        Kind(example, tuple(unquote(part) for part in example.split("/")[1:])) for example in others]


class Kinds:
    """The kinds of feed that the program reports."""

    def __init__(self, folder):
        upstreams = Upstreams(folder)
        server = None
        try:
            server = Server(folder, upstreams)
            server.warm("/news/top")
            story = next(item["id"] for item in server.document("/news/top")["items"] if item["comments"])
            paths = json.loads(server.get("/openapi.json").text)["paths"]
        finally:
            if server:
                server.kill()
            upstreams.kill()
        self.all = kinds({example for one in paths.values() for example in one.get("get", {}).get("x-kinds", ())}, story)
