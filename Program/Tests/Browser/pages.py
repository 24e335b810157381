"""The pages that every reader can come to."""

FEEDS = [
    "/github/octo-sample/harbor", "/github/trending/swift", "/github/repositories", "/planet", "/planet/wildfires", "/quakes", "/news/top",
]
PAGES = ["/", *FEEDS, "/unread", "/saved", "/search", "/status", "/help"]


def name(path):
    """The page's name in a picture's file name."""
    return path.strip("/").replace("/", "-").replace("octo-sample-", "") or "home"
