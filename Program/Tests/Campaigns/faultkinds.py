"""The kinds of feed of the fault campaign."""

import json
from dataclasses import dataclass

from programs import Server, Upstreams


@dataclass(frozen=True)
class Kind:
    name: str
    # The operations of /openapi.json that fetch it.
    operation: str
    # The command's words; WEB stands for the address of the sample sites.
    words: tuple


class Kinds:
    """The kinds of feed, compared with those that the program says it has."""

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
            Kind("repository", "document_github_3", ("github", "octo-sample/harbor")),
            Kind("user", "document_github_3", ("github", "octo-sample")),
            Kind("trending", "document_github_3", ("github", "--trending", "swift")),
            Kind("notifications", "document_github_2", ("github", "--inbox")),
            Kind("all natural events", "document_planet_1", ("planet",)),
            Kind("natural events of a category", "document_planet_2", ("planet", "wildfires")),
            Kind("list of stories", "document_news_2", ("news", "top")),
            Kind("story and comments", "document_news_3", ("news", str(story))),
            Kind("earthquakes", "document_quakes_3", ("quakes",)),
            Kind("web feed (RSS)", "document_web_2", ("web", "WEB/harbor/feed.xml")),
            Kind("web feed (JSON)", "document_web_2", ("web", "WEB/harbor/feed.json")),
        ]
        operations = {one["get"]["operationId"] for one in paths.values() if one.get("get", {}).get("operationId", "").startswith("document_")}
        # Every upstream has an operation for two parts, whether it has such a feed or not.
        missing = operations - {kind.operation for kind in self.all} - {"document_quakes_2"}
        assert not missing, f"the program has feeds that this campaign doesn't know: {', '.join(sorted(missing))}"
