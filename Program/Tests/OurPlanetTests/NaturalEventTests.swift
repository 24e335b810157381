import Foundation
import OurPlanet
import Testing

@Suite("A natural event")
struct NaturalEventTests {
    private let event = NaturalEvent(
        id: "EONET_1", title: "Storm Ada", description: nil, link: URL(string: "https://eonet.example/EONET_1")!,
        closed: Date(timeIntervalSince1970: 1_780_000_000),
        categories: [.init(id: "severeStorms", title: "Severe Storms")],
        sources: [Source(id: "JTWC", url: URL(string: "https://x.example/1")), Source(id: "Y", url: nil)],
        geometries: [
            Geometry(
                date: Date(timeIntervalSince1970: 1_779_000_000), shape: .point(.init(longitude: -99.5, latitude: 14)),
                magnitude: Magnitude(value: 35, unit: "kts")),
            Geometry(
                date: Date(timeIntervalSince1970: 1_779_100_000),
                shape: .polygon([[.init(longitude: 1, latitude: 2), .init(longitude: 3, latitude: 4)]]), magnitude: nil),
        ])

    @Test("A natural event has an encoded form whose names are fixed, since it is stored")
    func golden() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .secondsSince1970
        let data = try encoder.encode(event)
        #expect(
            String(decoding: data, as: UTF8.self) == """
                {"categories":[{"id":"severeStorms","title":"Severe Storms"}],"closed":1780000000,"geometries":[\
                {"coordinates":[-99.5,14],"date":1779000000,"magnitude":{"unit":"kts","value":35},"type":"Point"},\
                {"coordinates":[[[1,2],[3,4]]],"date":1779100000,"type":"Polygon"}],"id":"EONET_1",\
                "link":"https://eonet.example/EONET_1","sources":[{"id":"JTWC","url":"https://x.example/1"},{"id":"Y"}],\
                "title":"Storm Ada"}
                """)
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        #expect(try decoder.decode(NaturalEvent.self, from: data) == event)
    }

    @Test("A natural event has the magnitude that was reported last, and its first source's page")
    func told() {
        #expect(event.magnitude == Magnitude(value: 35, unit: "kts"))
        #expect(event.url?.absoluteString == "https://x.example/1")
        #expect(!event.isOpen && event.date == Date(timeIntervalSince1970: 1_779_100_000))
    }

    @Test("A category keeps its coded form")
    func category() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let category = OurPlanet.Category(id: "snow", title: "Snow", description: nil)
        let data = try encoder.encode(category)
        #expect(String(decoding: data, as: UTF8.self) == #"{"id":"snow","title":"Snow"}"#)
        #expect(try JSONDecoder().decode(OurPlanet.Category.self, from: data) == category)
    }
}
