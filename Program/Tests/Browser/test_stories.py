"""Stories: what several feeds tell is one row; the open item shows the others, and what belongs together can be changed."""

import datetime
import json
from urllib.parse import quote

import pytest

from local_site import local_site

TOP = "/news/top"
#: The feeds in the order in which they tell the story, each with an item of its own.
FEEDS = {"Harbor Post": "Lamps", "Coast Weekly": "Ropes", "Tide Watch": "Anchors", "Lamp and Log": "Sails", "أخبار البحر": "سفر إلى الساحل"}
#: One that is followed later.
LATE = {"Bell and Buoy": "Bells"}


class Told:
    """A world in which feeds and Hacker News tell one story; Hacker News isn't asked again."""

    def __init__(self, world, site):
        self.world, self.site = world, site
        world.server.post("/follow", {"feed": TOP, "interval": "never"})
        world.server.warm(TOP)
        self.story = next(item for item in world.server.document(TOP)["items"] if item["comments"] and "ycombinator" not in item["url"])
        world.server.post("/marks", {"feed": TOP, "all": "true", "mark": "read"})
        world.server.post("/marks", {"feed": TOP, "id": self.story["id"], "mark": "unread"})
        for name in FEEDS:
            self.tell(name)

    def tell(self, name):
        """Publishes the items of a feed, and follows it."""
        place = list(FEEDS | LATE).index(name)
        now = datetime.datetime.now(datetime.timezone.utc)

        def item(number, title, url, text, minutes):
            return {"id": str(number), "title": title, "url": url, "content_html": text, "date_published": (now - datetime.timedelta(minutes=minutes)).isoformat()}

        items = [item(1, f"{name} tells it: the keepers have counted {place + 3} tides", self.story["url"], f"<p>So {name} heard it.</p>", 30 - place),
                 item(2, (FEEDS | LATE)[name], f"{self.site.address}/{place}/own", "", 60 - place)]
        self.site.add(f"/{place}/feed", json.dumps({"version": "https://jsonfeed.org/version/1.1", "title": name, "items": items}), "application/feed+json")
        self.world.server.post("/follow", {"address": f"{self.site.address}/{place}/feed", "folder": "Sea" if place % 2 else "Land"})
        self.world.server.warm(self.path(name))

    def path(self, name):
        return "/web/" + quote(f"{self.site.address}/{list(FEEDS | LATE).index(name)}/feed", safe="")

    def item(self, name, number=1):
        return f"{self.path(name)}?item={number}"

    def key(self, name, number=1):
        return {"feed": self.path(name), "id": number}


@pytest.fixture
def told(world):
    with local_site() as site:
        yield Told(world, site)


def row(reader):
    """The words of the row with the story."""
    return " ".join(" ".join(reader.texts(".row:has(.voices) .facts")).split())


@pytest.mark.parametrize("theme", ["light", "dark", "sepia"])
@pytest.mark.parametrize("machine", ["desktop", "phone"])
def test_a_story_is_one_row_that_names_the_others(told, reader, machine, theme):
    told.world.server.post("/settings", {"theme": theme})
    if machine == "phone":
        reader.phone()
    reader.open(told.world.server, "/unread")
    reader.is_live()
    assert reader.count(".row") == len(FEEDS) + 1 and reader.count(".row:has(.voices)") == 1
    assert f"and {len(FEEDS)} more" in row(reader)
    seen = reader.script("const facts = document.querySelector('.row .facts:has(.voices)').getBoundingClientRect(); return document.querySelector('.voices').getBoundingClientRect().bottom < facts.bottom + 2")
    assert seen, "the words are on the line"
    assert "6 unread stories" in reader.text(".summary")
    heights = set(reader.script("return [...document.querySelectorAll('.row')].map(e => e.getBoundingClientRect().height)"))
    assert len(heights) == 1, "rows have the same height"
    reader.photograph(f"stories-list-{machine}-{theme}")
    assert reader.wider_than_screen() == [] and reader.violations() == []
    reader.open(told.world.server, "/")
    assert reader.count("main .row") == len(FEEDS) + 1
    reader.photograph(f"stories-home-{machine}-{theme}")
    assert reader.wider_than_screen() == [] and reader.violations() == []


def test_folders_and_the_menu_count_a_story_once(told, reader):
    reader.open(told.world.server, "/unread?folder=Land")
    reader.is_live()
    assert reader.count(".row:has(.voices)") == 1 and "4 stories" in reader.text(".summary")
    land = ".side .folder-name .unread-count[data-unread='/unread?folder=Land']"
    reader.waits(lambda: reader.texts(land) == ["4\nunread"], "the number of the folder")
    reader.click(".row:has(.voices) .title .main")
    reader.waits(lambda: reader.texts(land) == ["3\nunread"], "the number without the story")


@pytest.mark.parametrize("machine", ["desktop", "phone"])
def test_an_open_item_lists_the_others_with_points_and_comments(told, reader, machine):
    if machine == "phone":
        reader.phone()
    reader.open(told.world.server, told.item("Coast Weekly"))
    reader.sees(".item .story")
    words = reader.text(".item .story")
    assert "Also told by" in words and "Harbor Post" in words and "Top stories" in words
    assert "points" in words and "comments" in words
    assert any("item?id=" in address for address in reader.attributes(".story a", "href")), "the discussion"
    assert reader.count(".story li") == len(FEEDS)
    reader.script("document.querySelector('.story').scrollIntoView()")
    reader.photograph(f"stories-item-{machine}")
    assert reader.wider_than_screen() == [] and reader.violations() == []


def test_an_item_without_a_text_shows_the_first_text_of_the_others(told, reader):
    reader.open(told.world.server, f"{TOP}?item={told.story['id']}")
    reader.reads("The text of Harbor Post", ".item-text")
    assert "So Harbor Post heard it." in reader.text(".item-text .prose")


def test_opening_any_of_the_items_marks_the_row_as_read(told, reader):
    reader.open(told.world.server, "/unread?open=" + quote(told.item("Tide Watch"), safe=""))
    reader.is_live()
    reader.waits(lambda: reader.count(".row.is-read:has(.voices)") == 1, "the row to be read")
    reader.waits(lambda: told.world.server.document("/unread")["unreadCount"] == len(FEEDS), "the story to be read")


def test_a_row_says_how_many_are_new_since_it_was_read(told, reader):
    server = told.world.server
    server.post("/marks", {**told.key("Harbor Post"), "mark": "read"})
    server.post("/marks", {**told.key("Harbor Post"), "mark": "saved"})
    told.tell("Bell and Buoy")
    reader.open(server, "/saved")
    assert "1 new voice since you read" in row(reader)
    assert "1 story" in reader.text(".summary")
    reader.phone()
    reader.open(server, "/saved")
    reader.photograph("stories-new-phone")
    assert reader.wider_than_screen() == [] and reader.violations() == []


def test_one_is_taken_apart_in_place_which_can_be_undone(told, reader):
    reader.open(told.world.server, "/unread?open=" + quote(told.item("Harbor Post"), safe=""))
    reader.is_live()
    reader.sees(".story li")
    reader.click(".story li:has([href*='item=1']) .story-apart .button")
    reader.reads("Taken apart.", "#undo")
    reader.waits(lambda: reader.count(".story li") == len(FEEDS) - 1, "the others")
    assert f"and {len(FEEDS) - 1} more" in row(reader), "the row, too"
    reader.click("#undo button")
    reader.waits(lambda: reader.count(".story li") == len(FEEDS), "all of them again")
    reader.waits(lambda: f"and {len(FEEDS)} more" in row(reader), "the row as before")
    assert reader.path.startswith("/unread?open=")


@pytest.mark.parametrize("machine", ["desktop", "phone"])
def test_items_are_taken_apart_and_joined_without_scripts(told, reader, machine):
    if machine == "phone":
        reader.phone()
    reader.without_scripts()
    reader.open(told.world.server, told.item("Harbor Post"))
    reader.leads(lambda: reader.click(".story-apart .button"))
    assert reader.count(".story li") == len(FEEDS) - 1 and "The story was changed." in reader.text(".story-undo")
    reader.photograph(f"stories-apart-{machine}")
    reader.leads(lambda: reader.click(".story-undo .button"))
    assert reader.count(".story li") == len(FEEDS) and reader.count(".story-undo") == 0
    reader.script("document.querySelector('.story > p').scrollIntoView({block: 'center'})")
    reader.leads(lambda: reader.click(".story > p > .button"))
    assert reader.count(".entries li") > 0 and "tells it" not in reader.text(".entries")
    reader.photograph(f"stories-join-{machine}")
    assert reader.wider_than_screen() == [] and reader.violations() == []


def test_items_are_joined_from_a_list_and_by_an_address(told, reader):
    reader.open(told.world.server, told.item("Harbor Post", 2))
    reader.leads(lambda: reader.click(".story > p > .button"))
    reader.type("#find input[name=q]", "Ropes\n")
    reader.waits(lambda: reader.count(".entries li") == 1, "the item with the word")
    reader.leads(lambda: reader.click(".entries .button"))
    reader.waits(lambda: reader.count(".story li") == 1, "the other item")
    assert "Ropes" in reader.text(".story")
    reader.leads(lambda: reader.click(".story > p > .button"))
    reader.forgives("status of 400")
    reader.type("#story-with", "https://example.com/\n")
    reader.reads("isn't the page of an item", "#story-with-refusal")
    reader.driver.find_element("id", "story-with").clear()
    reader.type("#story-with", told.world.server.address + told.item("Tide Watch", 2) + "\n")
    reader.waits(lambda: reader.count(".story li") == 2, "both")
    assert reader.violations() == []


def test_feeds_and_folders_are_kept_apart(told, reader):
    server = told.world.server
    reader.open(server, told.path("Harbor Post"))
    reader.is_live()
    reader.click(".menu:has(.settings) > summary")
    reader.click(".settings > summary")
    reader.choose(".settings [name=stories]", "apart")
    reader.leads(lambda: reader.click(".settings form .button"))
    reader.open(server, "/unread")
    assert reader.count(".row") == len(FEEDS) + 2 and f"and {len(FEEDS) - 1} more" in row(reader)
    reader.open(server, "/unread?folder=Sea")
    reader.click(".head .menu > summary")
    reader.leads(lambda: reader.click(".menu-panel [name=stories][value=apart]"))
    reader.open(server, "/unread")
    assert f"and {len(FEEDS) - 3} more" in row(reader)
    reader.open(server, "/unread?folder=Sea")
    reader.click(".head .menu > summary")
    reader.photograph("stories-folder")
    reader.leads(lambda: reader.click(".menu-panel [name=stories][value=joined]"))
    reader.open(server, "/unread")
    assert f"and {len(FEEDS) - 1} more" in row(reader)


def test_the_setting_gives_each_item_a_row(told, reader):
    reader.open(told.world.server, "/settings")
    reader.click("label:has([name=stories][value=off])")
    reader.waits(lambda: told.world.server.document("/settings")["stories"] == "off", "the setting to be stored")
    reader.photograph("stories-settings")
    assert reader.violations() == []
    reader.open(told.world.server, "/unread")
    assert reader.count(".row") == 2 * len(FEEDS) + 1 and reader.count(".voices") == 0
    reader.open(told.world.server, told.item("Harbor Post"))
    reader.sees(".item")
    assert reader.count(".story") == 0
