"""Labels: the form on the open item, the labels of rows, their lists, and changes while the server doesn't answer."""

import json

HARBOR = "/github/octo-sample/harbor"


def labels(world):
    return [item["labels"] for item in json.loads(world.server.get(f"/api{HARBOR}").text)["items"]]


def opened(world, reader):
    """Opens the feed's page, and the form of its first item."""
    world.server.warm(HARBOR)
    reader.open(world.server, HARBOR)
    reader.is_live()
    reader.press("j", "l")
    reader.sees(".item .label-form input")
    reader.waits(lambda: reader.script("return document.activeElement.name") == "add", "the field to have the focus")


def test_a_label_is_added_by_the_key_and_removed_by_its_button_which_can_be_undone(world, reader):
    opened(world, reader)
    reader.press(*"To read", "\ue007")
    reader.reads("To read", ".item .chip .label")
    reader.reads("To read", ".row .labels .label")
    reader.waits(lambda: labels(world)[0] == ["To read"], "the label to be stored")
    reader.click(".item .chip button")
    reader.waits(lambda: labels(world)[0] == [], "the label to be removed")
    assert reader.count(".row .label") == 0
    reader.click("#undo button")
    reader.waits(lambda: labels(world)[0] == ["To read"], "the label to be back")
    reader.reads("To read", ".row .labels .label")


def test_the_label_of_a_row_leads_to_the_items_with_it(world, reader):
    world.server.warm(HARBOR)
    first = json.loads(world.server.get(f"/api{HARBOR}").text)["items"][0]["id"]
    assert world.server.post("/labels", {"feed": HARBOR, "id": first, "add": "To read"}).status == 303
    reader.open(world.server, HARBOR)
    reader.leads(lambda: reader.click(".row .label"))
    assert reader.path == "/label/To%20read" and len(reader.rows) == 1


def test_labels_are_changed_without_scripts(world, reader):
    world.server.warm(HARBOR)
    first = json.loads(world.server.get(f"/api{HARBOR}").text)["items"][0]["id"]
    reader.without_scripts()
    reader.open(world.server, f"{HARBOR}?item={first}")
    reader.click(".new-label summary")
    reader.type(".label-form input[name=add]", "Tea")
    reader.leads(lambda: reader.click(".label-form .button"))
    assert labels(world)[0] == ["Tea"]
    reader.leads(lambda: reader.click(".item .chip button"))
    assert labels(world)[0] == []


def test_a_label_that_is_added_without_a_connection_is_queued_and_sent_later(world, reader):
    opened(world, reader)
    reader.goes_offline()
    reader.forgives("ERR_", "Failed to load resource")
    reader.press(*"Tea", "\ue007")
    reader.reads("Tea", ".item .chip .label")
    reader.sees(".row .queued")
    reader.goes_offline(False)
    reader.waits(lambda: labels(world)[0] == ["Tea"], "the label to be sent")
    reader.waits(lambda: reader.count(".queued") == 0, "nothing to be queued")
