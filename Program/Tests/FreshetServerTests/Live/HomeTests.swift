import Catalog
import Feeds
import Foundation
import SampleUpstreams
import Testing

@testable import FreshetServer

@Suite("A client that follows the home page") struct HomeTests {
    /// The feeds that the home page shows without being followed.
    private static let unfollowed = HomePage.feeds(followed: [], FeedCatalog.all.upstreams).map(\.address)

    private static func list(_ addresses: [String]) -> String {
        "[" + addresses.map { "\"\($0)\"" }.joined(separator: ",") + "]"
    }

    private func updates(_ wire: Wire) -> [[String: Any]] {
        SentEvent.all(in: wire.heard).filter { $0.name == "page" }.map(\.json)
    }

    /// The rows of each feed in their order; events that change only the status have none.
    private func orders(_ wire: Wire) -> [String: [String]] {
        let orders = updates(wire).compactMap { update -> (String, [String])? in
            guard let feed = update["feed"] as? String, let order = update["order"] as? [String] else { return nil }
            return (feed, order)
        }
        return Dictionary(orders) { $1 }
    }

    @Test("receives the events of all its feeds on one connection, only for the rows that it shows")
    func all() async throws {
        try await RunningServer.run { server in
            _ = await server.post("/follow", "address=octo-sample/harbor")
            _ = await server.post("/follow", "address=octo-sample/lighthouse")
            let wire = server.follow("/")
            let expected = ["/github/octo-sample/harbor", "/github/octo-sample/lighthouse"] + Self.unfollowed
            for feed in expected {
                let fresh = await wire.event {
                    $0.json["feed"] as? String == feed && $0.json["freshness"] as? String == "fresh"
                }
                #expect(fresh != nil, "\(feed)")
            }
            let orders = orders(wire)
            #expect(orders["/github/octo-sample/harbor"]?.count == 4)
            #expect(orders["/news/top"]?.count == 7)
            #expect(await server.health { $0["clients"] as? Int == 1 && $0["watches"] as? Int == expected.count })
        }
    }

    @Test("receives new items of a followed repository, at no more upstream requests than its page")
    func new() async throws {
        try await RunningServer.run { server in
            _ = await server.post("/follow", "address=octo-sample/harbor")
            let feed = "/github/octo-sample/harbor"
            let (wire, page) = (server.follow("/"), server.follow(feed))
            let first = await wire.event {
                $0.json["feed"] as? String == feed && $0.json["freshness"] as? String == "fresh"
            }
            #expect(first != nil)
            let known = try #require(orders(wire)[feed])
            let before = server.control.requests(to: "/github/repos/octo-sample/harbor/events").count
            await server.refresh(feed, after: 600)
            let second = await wire.event {
                $0.json["feed"] as? String == feed && $0.json["order"] as? [String] ?? known != known
                    && ($0.json["rows"] as? [Any])?.isEmpty == false
            }
            #expect(second != nil)
            #expect(server.control.requests(to: "/github/repos/octo-sample/harbor/events").count <= before + 3)
            withExtendedLifetime(page) {}
        }
    }

    @Test("receives nothing twice and misses nothing of any feed when it reconnects")
    func resume() async throws {
        try await RunningServer.run { server in
            let wire = server.follow("/")
            for feed in Self.unfollowed {
                _ = try #require(
                    await wire.event {
                        $0.json["feed"] as? String == feed && $0.json["freshness"] as? String == "fresh"
                    }
                )
            }
            let last = try #require(SentEvent.all(in: wire.heard).last)
            #expect(last.id.split(separator: ",").count == Self.unfollowed.count)
            let again = server.follow("/", lastEventID: last.id)
            #expect(await again.events(1, within: 0.5).isEmpty)
            await server.refresh("/news/top", after: 600)
            #expect(
                await again.event {
                    $0.json["feed"] as? String == "/news/top" && $0.json["freshness"] as? String == "fresh"
                } != nil)
            #expect(Set(updates(again).compactMap { $0["feed"] as? String }) == ["/news/top"])
        }
    }

    @Test("receives the list of feeds to show, and a new list once another is followed")
    func following() async throws {
        try await RunningServer.run({ $0.heartbeat = 1 }) { server in
            let wire = server.follow("/")
            let first = "data: " + Self.list(Self.unfollowed)
            #expect(await wire.read { String(decoding: $0, as: UTF8.self).contains(first) })
            _ = await server.post("/follow", "address=octo-sample/harbor")
            let all = "data: " + Self.list(["/github/octo-sample/harbor"] + Self.unfollowed)
            #expect(await wire.read { String(decoding: $0, as: UTF8.self).contains(all) })
            #expect(await wire.read { String(decoding: $0, as: UTF8.self).contains("\nevent: beat\n") })
        }
    }

    @Test("leaves all its feeds at once")
    func leaving() async throws {
        try await RunningServer.run({ $0.gracePeriod = .milliseconds(200) }) { server in
            var wire: Wire? = server.follow("/")
            #expect(await wire?.events(2).isEmpty == false)
            #expect(
                await server.health { $0["clients"] as? Int == 1 && $0["watches"] as? Int == Self.unfollowed.count })
            wire = nil
            #expect(await server.health { $0["clients"] as? Int == 0 && $0["watches"] as? Int == 0 })
        }
    }
}
