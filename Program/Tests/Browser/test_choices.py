"""An order and a type apply to all stored items, not only to the rows of the page."""

import pytest

QUAKES = "/quakes/month/all"


def magnitudes(reader):
    return [float(size) for size in reader.attributes(".row[data-size]", "data-size")]


def test_an_order_and_a_type_are_chosen_among_all_that_is_stored(site, reader):
    site.server.warm(QUAKES)
    reader.open(site.server, QUAKES)
    reader.is_live()
    newest = magnitudes(reader)
    reader.choose("#filter [name=order]", "magnitude")
    reader.waits(lambda: reader.path == f"{QUAKES}?order=magnitude" and reader.count(".row") == 50, "the strongest")
    strongest = magnitudes(reader)
    assert strongest == sorted(strongest, reverse=True) and min(strongest) >= sorted(newest)[-2]
    reader.is_live()
    reader.choose("#filter [name=type]", "quarry blast")
    reader.waits(lambda: "type=quarry" in reader.path and set(reader.attributes(".row", "data-type")) == {"quarry blast"}, "blasts")
    assert reader.count(".row") > 5 and magnitudes(reader) == sorted(magnitudes(reader), reverse=True)
    reader.is_live()
    reader.choose("#filter [name=type]", "")
    reader.waits(lambda: reader.path == f"{QUAKES}?order=magnitude" and reader.rows and magnitudes(reader) == strongest, "all types again")


@pytest.mark.full
def test_what_arrives_joins_the_chosen_order(world, reader):
    world.server.warm(QUAKES)
    reader.open(world.server, f"{QUAKES}?type=quarry+blast")
    reader.is_live()
    before = reader.rows
    world.upstreams.advance(36_000)
    world.server.age(600)
    world.server.refresh(QUAKES)
    reader.waits(lambda: reader.shown("#pill"), "the offer of new rows")
    reader.click("#pill")
    reader.waits(lambda: reader.rows[0] not in before, "the new rows")
    assert set(reader.attributes(".row", "data-type")) == {"quarry blast"} and set(before) & set(reader.rows)
