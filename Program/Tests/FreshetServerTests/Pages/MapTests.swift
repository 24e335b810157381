import Feeds
import Foundation
import Testing
import WebText

@testable import FreshetServer

@Suite("The map") struct MapTests {
    private func marker(isOpen: Bool?) throws -> String {
        var entry = Entry(id: "1", kind: Entry.Kind("event"), title: [Entry.TextRun("Somewhere")])
        entry.location = Entry.Location(position: Entry.Coordinate(latitude: 10, longitude: 20))
        entry.isOpen = isOpen
        return try #require(MapMarker(entry)).html(isHidden: false).description
    }

    @Test("The map shows open and closed items, if items can be either")
    func states() throws {
        #expect(try marker(isOpen: true).contains("aria-label=\"Somewhere, open\""))
        #expect(try marker(isOpen: false).contains("aria-label=\"Somewhere, closed\""))
        #expect(try marker(isOpen: nil).contains("aria-label=\"Somewhere\""))
        #expect(WorldMap(markers: [], hasStates: true).html.description.contains("> closed</span>"))
        #expect(!WorldMap(markers: [], hasStates: false).html.description.contains("closed"))
    }

    @Test("A marker has the hours of its event's begin and end, to play through the days")
    func span() throws {
        var entry = Entry(id: "1", kind: Entry.Kind("event"), title: [Entry.TextRun("Somewhere")])
        entry.location = Entry.Location(position: Entry.Coordinate(latitude: 10, longitude: 20))
        entry.date = Date(timeIntervalSince1970: 10 * 3600)
        func html() throws -> String { try #require(MapMarker(entry)).html(isHidden: false).description }
        #expect(try html().contains(" data-from=\"10\" data-to=\"10\""))
        (entry.isOpen, entry.began) = (true, Date(timeIntervalSince1970: 2 * 3600))
        #expect(try html().contains(" data-from=\"2\"") && !html().contains("data-to"))
        (entry.isOpen, entry.closed) = (false, Date(timeIntervalSince1970: 12 * 3600))
        #expect(try html().contains(" data-from=\"2\" data-to=\"12\""))
    }

    @Test("The map of one item draws its surroundings, with names that fit")
    func surroundings() throws {
        var entry = Entry(id: "1", kind: Entry.Kind("event"), title: [Entry.TextRun("Somewhere")])
        #expect(PlaceMap(entry) == nil)
        entry.location = Entry.Location(position: Entry.Coordinate(latitude: 10, longitude: 20))
        let html = try #require(PlaceMap(entry)).html.description
        #expect(html.contains("viewBox=\"1800 700 400 200\""))
        #expect(html.contains("#names-8") && !html.contains("#names-16") && !html.contains(" id="))
    }
}
