import FeedStore
import Feeds
import Foundation
import SampleUpstreams
import Testing

@testable import FreshetServer

@Suite("A choice among a feed's items") struct ChoiceTests {
    private static let path = "/quakes/month/all"
    private static let list = "/usgs/earthquakes/feed/v1.0/summary/all_month.geojson"
    private static let blasts = "type=quarry%20blast"

    private func store(_ server: RunningServer) -> FeedStore { server.scene.environment.store }

    /// The ids of the stored items in an order.
    private func stored(
        _ server: RunningServer, _ order: ItemOrder = .newest, _ filter: ItemFilter = ItemFilter(), limit: Int = 50
    ) throws -> [String] {
        try store(server).snapshot(of: FeedKey("quakes/month/all"), order: order, filter: filter, limit: limit)
            .items.map(\.id)
    }

    private func ids(_ page: String) -> [String] {
        page.matches(of: #/<li class="row[^>]* data-id="([^"]+)"/#).map { String($0.output.1) }
    }

    private func ids(_ document: [String: Any]) -> [String] {
        (document["items"] as? [[String: Any]] ?? []).compactMap { $0["id"] as? String }
    }

    @Test("A choice is made among all stored items, on the page and for programs")
    func all() async throws {
        try await RunningServer.run { server in
            let newest = ids(await server.settled(Self.path).text)
            let strongest = try stored(server, .largest)
            #expect(newest.count == 50 && strongest.count == 50 && Set(newest) != Set(strongest))
            #expect(ids(await server.ask(Self.path + "?order=magnitude").text) == strongest)
            #expect(ids(await server.ask("/api\(Self.path)?order=magnitude").json) == strongest)

            let blasts = ItemFilter(kind: "quarry blast")
            let some = try stored(server, .newest, blasts, limit: 10)
            let total = try stored(server, .newest, blasts, limit: 1000).count
            let page = await server.ask("\(Self.path)?\(Self.blasts)&limit=10").text
            #expect(some.count == 10 && ids(page) == some && page.contains("<span>10 of \(total)</span>"))
            let document = await server.ask("/api\(Self.path)?\(Self.blasts)&limit=10").json
            #expect(ids(document) == some && document["total"] as? Int == total)
            let both = try stored(server, .largest, blasts, limit: 10)
            #expect(ids(await server.ask("/api\(Self.path)?\(Self.blasts)&order=magnitude&limit=10").json) == both)
        }
    }

    @Test("A choice of unread items leaves out what is read, in any order")
    func unread() async throws {
        try await RunningServer.run { server in
            _ = await server.settled(Self.path)
            let strongest = try stored(server, .largest)
            let keys = strongest.prefix(20).map { ItemKey(scope: "quakes", id: $0) }
            #expect(try server.scene.environment.mark(keys, as: .read).count == 20)
            let unread = try stored(server, .largest, ItemFilter(isUnreadOnly: true))
            #expect(unread.prefix(30) == strongest.suffix(30))
            let query = "?order=magnitude&unread=1"
            #expect(ids(await server.ask(Self.path + query).text) == unread)
            #expect(ids(await server.ask("/api" + Self.path + query).json) == unread)
        }
    }

    @Test("A choice of items shares the feed's watch and its requests, however many choices there are")
    func oneWatch() async throws {
        try await RunningServer.run { server in
            _ = await server.settled(Self.path)
            let queries = ["", "?order=magnitude", "?" + Self.blasts, "?\(Self.blasts)&order=magnitude"]
            let wires = queries.flatMap { [server.follow(Self.path + $0), server.follow("/api" + Self.path + $0)] }
            for wire in wires { #expect(await wire.event { !$0.data.isEmpty } != nil) }
            for index in 0..<40 { #expect(await server.ask("\(Self.path)?type=kind\(index)").status == 200) }
            #expect(await server.health { $0["watches"] as? Int == 1 && $0["clients"] as? Int == 8 })
            #expect(server.control.requests(to: Self.list).count == 1)
            withExtendedLifetime(wires) {}
        }
    }

    @Test("A choice of items receives what is new of its kind")
    func live() async throws {
        try await RunningServer.run { server in
            _ = await server.settled(Self.path)
            let wire = server.follow("/api\(Self.path)?\(Self.blasts)")
            let first = try #require(await wire.event { $0.data.contains(#""status":"fresh""#) })
            await server.refresh(Self.path, after: 36_000)
            let next = try #require(await wire.event { $0.id != first.id && $0.data.contains(#""status":"fresh""#) })
            #expect(ids(next.json) != ids(first.json))
            let newest = try stored(server, .newest, ItemFilter(kind: "quarry blast"))
            #expect(ids(next.json) == newest)
        }
    }

    @Test("A choice of items that the feed doesn't have is refused")
    func invalid() async throws {
        try await RunningServer.run { server in
            for path in ["/api/quakes", "/quakes"] {
                #expect(await server.ask(path + "?order=points").status == 400)
                #expect(await server.ask(path + "?unread=2").status == 400)
                #expect(await server.ask(path + "?unread=False").status == 200)
                #expect(await server.ask(path + "?type=" + String(repeating: "x", count: 65)).status == 400)
            }
        }
    }
}
