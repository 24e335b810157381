import Feeds
import Foundation
import Freshet
import SampleUpstreams
import Testing

@testable import FreshetServer

@Suite("The live feeds") struct LiveFeedsTests {
    @Test("Live feeds are shared by all clients with a filter, and end with the last of them")
    func filters() async throws {
        try await RunningServer.run({ $0.gracePeriod = .milliseconds(200) }) { server in
            let stays = server.follow("/news/top")
            #expect(await stays.events(1).isEmpty == false)
            let filtered = (0..<50).map { server.follow("/news/top?q=\($0)&type=story&order=newest") }
            for wire in filtered { #expect(await wire.events(1).isEmpty == false) }
            #expect(await server.health { $0["clients"] as? Int == 51 && $0["watches"] as? Int == 1 })
            var longer = (51..<56).map { server.follow("/news/top?limit=\($0)") }
            for wire in longer { #expect(await wire.events(1).isEmpty == false) }
            #expect(await server.health { $0["watches"] as? Int == 6 })
            longer = []
            #expect(await server.health { $0["watches"] as? Int == 1 && $0["clients"] as? Int == 51 })
            withExtendedLifetime((stays, filtered)) {}
        }
    }

    @Test("Live feeds that are followed are refreshed regardless of how many others there are")
    func crowded() async throws {
        try await RunningServer.run({ $0.maximumFeeds = 3 }) { server in
            let crowd = (51..<54).map { server.follow("/news/new?limit=\($0)") }
            for wire in crowd { #expect(await wire.events(1).isEmpty == false) }
            #expect(await server.ask("/news/best", "GET", ["Accept": "text/event-stream"]).status == 503)
            _ = await server.post("/follow", "address=octo-sample/harbor")
            try await waits {
                server.control.requests(to: "/github/repos/octo-sample/harbor/events").isEmpty == false
            }
            let followed = server.follow("/github/octo-sample/harbor")
            #expect(await followed.events(1).isEmpty == false)
            withExtendedLifetime(crowd) {}
        }
    }

    @Test("Live feeds that nobody follows have room regardless of the number of followed ones")
    func following() async throws {
        try await RunningServer.run({ $0.maximumFeeds = 2 }) { server in
            var wires: [Wire] = []
            for name in ["harbor", "lighthouse", "busy"] {
                _ = await server.post("/follow", "address=octo-sample/\(name)")
                wires.append(server.follow("/github/octo-sample/\(name)"))
            }
            for wire in wires { #expect(await wire.events(1).isEmpty == false) }
            let wire = server.follow("/news/top")
            #expect(await wire.events(1).isEmpty == false)
        }
    }

    @Test("Live feeds of requests without a live client leave room for live clients")
    func requests() async throws {
        try await RunningServer.run({ $0.maximumFeeds = 4 }) { server in
            for limit in 51..<60 { #expect(await server.ask("/news/top?limit=\(limit)").status == 200) }
            #expect(await server.health { $0["watches"] as? Int == 2 })
            let wire = server.follow("/news/best")
            #expect(await wire.events(1).isEmpty == false)
        }
    }

    @Test("Live feeds are refreshed without a client as long as they are followed")
    func unfollowed() async throws {
        try await RunningServer.run { server in
            let path = "/github/repos/octo-sample/harbor/events"
            _ = await server.post("/follow", "address=octo-sample/harbor")
            try await waits { server.contexts.polls.count == 1 && server.control.requests(to: path).count == 1 }
            #expect(await server.health { $0["watches"] as? Int == 0 })
            _ = await server.post("/unfollow", "address=octo-sample/harbor")
            try await waits { server.contexts.polls.count == 0 }
        }
    }

    @Test("Live feeds are registered again if they were obtained just before their last client left")
    func obtainedBefore() async throws {
        try await SampledEnvironment.run { scene in
            let feeds = LiveFeeds(
                scene.environment, FollowedFeeds(), grace: .milliseconds(1), maximum: 10, site: { PageContext() })
            let key = LiveFeed.Key(.news, PageQuery(Feed.news.controls))
            let feed = try #require(feeds.feed(key, for: .client))
            let first = feed.frames.subscribe()
            #expect(feeds.existing(key) === feed)
            first.dispose()
            try await waits { feeds.existing(key) == nil }
            let second = feed.frames.subscribe()
            #expect(feeds.existing(key) === feed)
            second.dispose()
        }
    }
}
