"""The pages that every reader can open."""

FEEDS = [
    "/github/octo-sample/harbor", "/github/trending/swift", "/github/repositories", "/planet", "/planet/wildfires", "/quakes/day/2.5", "/news/top",
]
PAGES = ["/", *FEEDS, "/quakes", "/unread", "/saved", "/search", "/status", "/help"]


def name(path):
    """The page's name in the file names of screenshots."""
    return path.strip("/").replace("/", "-").replace("octo-sample-", "") or "home"
