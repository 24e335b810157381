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

    @Test("reaches private networks only as an administrator, also by a feed that it follows already")
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

    @Test("sees nothing of what belongs to the owner of the server's token")
    func personal() async throws {
        try await Scene.run { scene in
            let anna = try anna(scene)
            for address in ["github/inbox", "github/dashboard"] {
                let feed = try #require(anna.catalog.feed(pasted: address))
                let item = Refresh.Item(
                    id: "1", date: anna.now(), payload: Data("{}".utf8), search: SearchFields(title: "secretplan"))
                try scene.store.commit(
                    [
                        Refresh(
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
