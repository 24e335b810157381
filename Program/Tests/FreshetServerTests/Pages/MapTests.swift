import Feeds
import Foundation
import Testing

@testable import FreshetServer

@Suite("The map") struct MapTests {
    private func marker(isOpen: Bool?) throws -> String {
        var entry = Entry(id: "1", kind: Entry.Kind("event"), title: [Entry.TextRun("Somewhere")])
        entry.location = Entry.Location(position: Entry.Coordinate(latitude: 10, longitude: 20))
        entry.isOpen = isOpen
        return try #require(MapMarker(entry)).html(isHidden: false).description
    }

    @Test("says whether an item is open or closed, of items that may be either")
    func states() throws {
        #expect(try marker(isOpen: true).contains("aria-label=\"Somewhere, open\""))
        #expect(try marker(isOpen: false).contains("aria-label=\"Somewhere, closed\""))
        #expect(try marker(isOpen: nil).contains("aria-label=\"Somewhere\""))
        #expect(WorldMap(markers: [], hasStates: true).html.description.contains("> closed</span>"))
        #expect(!WorldMap(markers: [], hasStates: false).html.description.contains("closed"))
    }
}
