"""Pictures in articles: shown by the server, never loaded from elsewhere."""

from urllib.parse import quote

import pytest

from programs import world as new_world


@pytest.fixture(scope="module")
def rich():
    """A followed site whose articles have pictures; and the path of its page."""
    with new_world() as made:
        address = f"{made.upstreams.address}/web/rich/feed.xml"
        made.server.post("/follow", {"address": address})
        path = "/web/" + quote(address, safe="")
        made.server.warm(path)
        yield made, path


def test_an_item_shows_its_picture_from_the_server_alone(rich, reader):
    made, path = rich
    reader.open(made.server, path)
    reader.is_live()
    # Until the item is opened, only rows show pictures.
    shown = reader.script("return [...document.querySelectorAll('.row img')].map(one => one.currentSrc || one.src)")
    assert set(reader.script("return performance.getEntriesByType('resource').map(one => one.name).filter(name => name.includes('/pictures/'))")) <= set(shown)
    reader.elements(".row .main")[0].click()
    reader.waits(lambda: reader.script("const image = document.querySelector('#pane .prose img'); return image?.complete && image.naturalWidth"), "the picture")
    assert reader.script("return [document.querySelector('#pane .prose img')].map(image => [image.naturalWidth, image.alt])[0]") == [240, "A boat at low tide"]
    assert reader.script("return [...performance.getEntriesByType('resource')].filter(one => !one.name.startsWith(location.origin)).map(one => one.name)") == []
    assert reader.script("return document.querySelectorAll('#pane iframe, #pane img[src*=counter]').length") == 0
    assert reader.wider_than_screen() == []
    reader.photograph("picture-desktop-light")
    assert reader.violations() == []
