"""Swipes on rows of a phone."""

import json

import pytest

from programs import until

SWIPED = ".row[data-id]"


@pytest.fixture
def news(world, reader):
    world.server.warm("/news/top")
    reader.phone()
    reader.open(world.server, "/news/top")
    reader.is_live()
    return reader


def box(reader, css=SWIPED):
    return reader.script("const r = document.querySelector(arguments[0]).getBoundingClientRect(); return [r.left, r.top, r.width, r.height]", css)


def drag(reader, by, down=0, css=SWIPED, end="touchEnd"):
    """Moves a finger over the first row."""
    left, top, width, height = box(reader, css)
    x, y = left + width / 2, top + height / 2
    reader.touch("touchStart", (x, y))
    for step in range(1, 11):
        reader.touch("touchMove", (x + by * step / 10, y + down * step / 10))
    if end:
        reader.touch(end)


def row_classes(reader):
    return reader.attributes(SWIPED, "class")[0].split()


def test_a_swipe_to_the_right_saves_and_can_be_undone(world, news):
    drag(news, 140)
    news.waits(lambda: "is-saved" in row_classes(news), "a saved row")
    news.reads("Saved.", "#undo")
    until(lambda: json.loads(world.server.get("/api/saved").text)["items"], "the item among the saved")
    assert news.shown(".swipe") == 0 and news.path == "/news/top", "nothing was opened"
    news.click("#undo button")
    news.waits(lambda: "is-saved" not in row_classes(news), "the row as before")
    until(lambda: not json.loads(world.server.get("/api/saved").text)["items"], "nothing saved")


def test_a_swipe_to_the_left_marks_as_read_and_back(news):
    for _ in range(2):
        before = "is-read" in row_classes(news)
        drag(news, -140)
        news.waits(lambda: ("is-read" in row_classes(news)) != before, "the other mark")
    news.reads("Marked as unread.", "#undo")


def test_a_row_follows_the_finger_and_returns_if_it_is_let_go_too_soon(news):
    start = box(news)
    drag(news, 60, end=None)
    news.waits(lambda: abs(box(news)[0] - start[0] - 60) <= 1, "the row beside its place")
    assert news.texts(".swipe") == ["Save"] and news.count(".swipe.is-ready") == 0
    left, top, width, height = box(news, ".swipe")
    assert [left, top, width, height] == pytest.approx([start[0], start[1], 60, start[3]], abs=1), "in the room that the row leaves"
    news.touch("touchMove", (start[0] + start[2] / 2 + 150, start[1] + start[3] / 2))
    news.sees(".swipe.is-ready")
    assert news.wider_than_screen() == []
    news.photograph("swipe-phone")
    news.touch("touchMove", (start[0] + start[2] / 2 - 30, start[1] + start[3] / 2))
    news.waits(lambda: news.texts(".swipe") == ["Mark as read"], "the other side")
    news.touch("touchEnd")
    news.waits(lambda: box(news)[0] == start[0] and news.count(".swipe") == 0, "the row in its place")
    assert not {"is-saved", "is-read"} & set(row_classes(news))


@pytest.mark.parametrize(("by", "down"), [(40, 200), (60, -200)], ids=["down", "up"])
def test_scrolling_swipes_nothing(news, by, down):
    if down > 0:
        news.script("scrollTo(0, 300)")
    css = f"{SWIPED}:nth-child(8)"
    news.script("window.strips = 0; addEventListener('touchmove', () => { strips += document.querySelectorAll('.swipe').length; })")
    before = news.script("return scrollY")
    drag(news, by, down, css)
    news.waits(lambda: news.script("return scrollY") != before, "the page to scroll")
    assert news.script("return strips") == 0 and news.count(".row.is-saved") == 0


def test_a_cancelled_touch_and_a_second_finger_change_nothing(news):
    drag(news, 140, end="touchCancel")
    news.waits(lambda: news.count(".swipe") == 0, "the end of the swipe")
    drag(news, 140, end=None)
    left, top, width, height = box(news)
    news.touch("touchStart", (left + 200, top + 20), (left + 220, top + 60))
    news.waits(lambda: news.count(".swipe") == 0, "the end of the swipe")
    news.touch("touchEnd")
    assert news.count(".row.is-saved") == 0


def test_a_part_of_a_row_that_scrolls_sideways_keeps_scrolling(news):
    news.script("""const part = document.querySelector('.row[data-id] .facts');
        Object.assign(part.style, {overflowX: 'auto', flexWrap: 'nowrap'});
        Object.assign(part.firstElementChild.style, {width: '2000px', maxWidth: 'none'})""")
    drag(news, 140, css=f"{SWIPED} .facts")
    assert news.count(".swipe") == 0 and news.count(".row.is-saved") == 0


def test_swipes_do_what_the_account_has_chosen(world, reader):
    world.server.warm("/news/top")
    world.server.post("/settings", {"swipe-right": "read", "swipe-left": "none"})
    reader.phone()
    reader.open(world.server, "/news/top")
    reader.is_live()
    drag(reader, -140)
    assert reader.count(".swipe") == 0
    drag(reader, 140)
    reader.waits(lambda: "is-read" in row_classes(reader), "a read row")
    assert reader.count(".row.is-saved") == 0


def test_without_motion_the_row_stays_and_the_strip_tells_what_happens(world, reader):
    world.server.warm("/news/top")
    reader.prefers(prefers_reduced_motion="reduce")
    reader.phone()
    reader.open(world.server, "/news/top")
    reader.is_live()
    start = box(reader)
    drag(reader, 140, end=None)
    assert box(reader) == start and reader.texts(".swipe") == ["Save"]
    reader.touch("touchEnd")
    reader.waits(lambda: "is-saved" in row_classes(reader), "a saved row")


def test_pulling_a_list_of_a_phone_down_still_refreshes_it(news):
    news.script("window.sent = []; const real = fetch; window.fetch = (path, ...rest) => { sent.push(String(path)); return real(path, ...rest); }")
    drag(news, 0, 300)
    news.waits(lambda: news.script("return sent.some((path) => path.endsWith('/refresh'))"), "a refresh")
    assert news.count(".swipe") == 0
