import FeedStore
import Feeds
import Foundation
import Freshet
import SampleUpstreams
import Search
import Testing

@testable import WebFeeds

@Suite("An account beside others") struct AccountRightsTests {
    private func anna(_ scene: Scene) throws -> FeedEnvironment {
        let account = try #require(try scene.store.addAccount(named: "anna", at: scene.environment().now()))
        return scene.environment().of(account.id)
    }

    @Test("An account reaches private networks only as an administrator, also by a feed that it follows already")
    func privateNetworks() async throws {
        try await Scene.run { scene in
            let address = "\(scene.sample.webURL)/harbor/feed.xml"
            let anna = try anna(scene)
            await #expect(throws: (any Error).self) { _ = try await anna.resolve(address).value }
            let site = Subject(SiteFeed(scene.sample.webURL.appending(path: "harbor/feed.xml"))!, anna)
            #expect(try await site.last().freshness.error?.kind == "refusedAddress" && scene.paths.isEmpty)
            try anna.store.follow(site.feed.key, path: site.feed.key.rawValue, FollowSettings(), at: anna.now())
            scene.advance(86_400)
            #expect(try await site.last().freshness.error?.kind == "refusedAddress" && scene.paths.isEmpty)
            try scene.store.setAdministrator(true, anna.store.account)
            scene.advance(86_400)
            #expect(try await site.last().freshness == .fresh)
        }
    }

    @Test("An account learns that only administrators follow feeds on private networks if it gave the address")
    func privateNetworkMessage() async throws {
        try await Scene.run { scene in
            let address = "\(scene.sample.webURL)/harbor/feed.xml"
            let anna = try anna(scene)
            let error = await #expect(throws: FeedError.self) { _ = try await anna.resolve(address).value }
            #expect(
                error?.kind == "refusedAddress" && error?.message.contains("only administrators may follow") == true)
            let site = Subject(SiteFeed(scene.sample.webURL.appending(path: "harbor/feed.xml"))!, anna)
            try anna.store.follow(site.feed.key, path: site.feed.key.rawValue, FollowSettings(), at: anna.now())
            #expect(try await site.last().freshness.error?.message == error?.message && scene.paths.isEmpty)
        }
    }

    @Test("An account follows and reads feeds of private hosts that the configuration allows, and no others")
    func allowedHosts() async throws {
        try await Scene.run { scene in
            var anna = try anna(scene)
            let host = "127.0.0.1:\(scene.sample.webURL.port ?? 0)"
            for (allowed, isAllowed) in [
                ("127.0.0.1:1", false), ("other.lan", false), (host, true), ("127.0.0.1", true),
            ] {
                anna.privateHosts = PrivateHosts()
                let isListed = anna.privateHosts.insert(allowed)
                #expect(isListed)
                let address = "\(scene.sample.webURL)/\(isAllowed ? allowed.filter(\.isNumber) : "harbor")/feed.xml"
                let resolution = try? await anna.resolve(address).value
                #expect((resolution != nil) == isAllowed, "\(allowed)")
                guard case .feed(let feed)? = resolution else { continue }
                try anna.follow(feed)
                let state = try await Subject(feed.description, anna).last()
                #expect(state.freshness.error == nil && !state.items.isEmpty)
            }
            for wrong in ["", "http://a.lan", "a.lan/x", "user@a.lan", "a b"] {
                let isListed = anna.privateHosts.insert(wrong)
                #expect(!isListed, "\(wrong)")
            }
        }
    }

    @Test("An account opens a limited number of feeds that nobody follows, and any that others have opened")
    func opened() async throws {
        try await Scene.run { scene in
            var limits = AccountLimits()
            limits.opened = 2
            let store = try FeedStore(at: scene.file, options: .init(limits: limits))
            let anna = scene.environment(store: store).of(try anna(scene).store.account)
            let feeds = try ["harbor", "busy", "lighthouse", "renamed"].map {
                try #require(anna.catalog.feed(pasted: "octo-sample/\($0)")).description
            }
            for feed in feeds.prefix(2) { _ = try await Subject(feed, anna).last() }
            let before = scene.paths.count
            let refused = try await Subject(feeds[2], anna).last()
            #expect(refused.freshness.error?.message.contains("at most 2 feeds that nobody follows") == true)
            #expect(scene.paths.count == before)
            _ = try await Subject(feeds[2], scene.environment()).last()
            #expect(try await Subject(feeds[2], anna).last().freshness.error?.message.contains("at most") != true)
            let requested = scene.paths.count
            try anna.store.follow(feeds[3].key, path: feeds[3].key.rawValue, FollowSettings(), at: anna.now())
            _ = try await Subject(feeds[3], anna).last()
            #expect(scene.paths.count > requested)
        }
    }

    @Test("An account sees nothing that belongs to the owner of the server's token")
    func personal() async throws {
        try await Scene.run { scene in
            let anna = try anna(scene)
            for address in ["github/inbox", "github/dashboard"] {
                let feed = try #require(anna.catalog.feed(pasted: address))
                let item = FeedUpdate.Item(
                    id: "1", date: anna.now(), payload: Data("{}".utf8), search: SearchFields(title: "secretplan"))
                try scene.store.commit(
                    [
                        FeedUpdate(
                            feed: feed.key, scope: feed.description.scope, items: [item], mode: .merge,
                            fetchedAt: anna.now())
                    ], ledger: [], quotas: [])
                #expect(throws: FeedError.self) { try anna.follow(feed) }
                try anna.visit(feed.key)
                let state = try await Subject(feed.description, anna).last()
                #expect(state.items.isEmpty && state.freshness.error?.kind == "notShown")
                let found = try anna.search(anna.query("secretplan"), order: .date, limit: 9)
                #expect(found.total == 0)
                #expect(try anna.store.followed().isEmpty && anna.store.feeds().isEmpty)
            }
            #expect(scene.paths.isEmpty)
            let found = try scene.environment().search(anna.query("secretplan"), order: .date, limit: 9)
            #expect(found.total == 2)
        }
    }
}
