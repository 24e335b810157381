"""A world whose only story has many comments: some of the first level, and the same number of answers to each of them."""

import json
import time
from contextlib import contextmanager

from local_site import local_site
from programs import world

#: The number of answers to each comment of the first level.
ANSWERS = 3


@contextmanager
def long_discussion(comments):
    """`/news/top?item=1` shows the story, and `/news/item/1` is its discussion."""
    with local_site() as site:
        firsts = list(range(2, comments + 2, ANSWERS + 1))
        now = int(time.time()) - 86_400
        story = {"id": 1, "type": "story", "by": "ada", "time": now, "title": "Tides", "url": "https://tides.example/", "score": 9, "descendants": comments, "kids": firsts}
        site.add("/v0/item/1.json", json.dumps(story), "application/json")
        for number in range(2, comments + 2):
            first = number - (number - 2) % (ANSWERS + 1)
            answers = [kid for kid in range(number + 1, number + ANSWERS + 1) if kid < comments + 2] if number == first else []
            comment = {"id": number, "type": "comment", "by": f"user{number}", "time": now + number, "text": f"Words of comment {number}", "parent": 1 if number == first else first, "kids": answers}
            site.add(f"/v0/item/{number}.json", json.dumps(comment), "application/json")
        site.add("/v0/topstories.json", "[1]", "application/json")
        with world(environment={"FRESHET_NEWS_URL": f"{site.address}/v0"}) as made:
            made.server.warm("/news/top")
            yield made
