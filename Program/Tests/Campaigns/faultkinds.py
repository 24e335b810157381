"""The kinds of feed of the fault campaign."""

import json
from dataclasses import dataclass

from programs import Server, Upstreams

WEB_EXAMPLE = "/web/https%3A%2F%2Fexample.org%2Ffeed.xml"


@dataclass(frozen=True)
class Kind:
    name: str
    # The program's own example of this kind.
    example: str
    # The command's arguments; WEB stands for the address of the sample sites.
    words: tuple


class Kinds:
    """The kinds of feed; fails if the program reports other kinds."""

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
        self.all = [
            Kind("repository", "/github/octocat/hello-world", ("github", "octo-sample/harbor")),
            Kind("user", "/github/users/octocat", ("github", "octo-sample")),
            Kind("trending", "/github/trending/swift", ("github", "--trending", "swift")),
            Kind("repositories", "/github/repositories", ("github", "--repositories")),
            Kind("dashboard", "/github/dashboard", ("github", "--dashboard")),
            Kind("notifications", "/github/inbox", ("github", "--inbox")),
            Kind("all natural events", "/planet", ("planet",)),
            Kind("natural events of a category", "/planet/wildfires", ("planet", "wildfires")),
            Kind("list of stories", "/news/top", ("news", "top")),
            Kind("story and comments", "/news/item/8863", ("news", str(story))),
            Kind("earthquakes", "/quakes/day/2.5", ("quakes",)),
            Kind("web feed (RSS)", WEB_EXAMPLE, ("web", "WEB/harbor/feed.xml")),
            Kind("web feed (JSON)", WEB_EXAMPLE, ("web", "WEB/harbor/feed.json")),
        ]
        examples = {example for one in paths.values() for example in one.get("get", {}).get("x-kinds", ())}
        known = {kind.example for kind in self.all}
        assert examples == known, f"the program's kinds of feed and this campaign's differ: {', '.join(sorted(examples ^ known))}"
