import FeedStore
import Feeds
import Foundation
import Freshet
import Logging
import SampleUpstreams
import Search
import Testing

@testable import FreshetServer

@Suite("A server with many accounts") struct ManyAccountsTests {
    private static let list = "/news/v0/topstories"

    /// Adds accounts that follow feeds of a host that doesn't answer.
    private func fill(_ scene: SampledEnvironment, accounts: Int, follows: Int, feeds: Int) throws {
        var sql = ""
        for account in 2...(accounts + 1) {
            sql +=
                "INSERT INTO account (id, name, created_at, is_administrator) VALUES (\(account), 'a\(account)', 0, 0);"
            for follow in 0..<follows {
                let key = "web/" + "http://127.0.0.1:9/\((account * 7 + follow) % feeds).xml".percentEncodedForTests
                sql += """
                    INSERT INTO followed (id, account_id, feed, path, since, is_primed, full_text)
                    VALUES (\(account * 10_000 + follow), \(account), '\(key)', '\(key)', 0, 1, 0);
                    """
            }
        }
        try scene.execute(sql + "UPDATE sequence SET value = value + 1")
    }

    private func contexts(_ scene: SampledEnvironment) -> AccountContexts {
        AccountContexts(
            scene.environment, ServerOptions(port: 0, version: "1"), nil,
            TrustedProxies([], publicURL: nil), Logger(label: "test") { _ in WarningLog() })
    }

    @Test("A server makes no context for accounts without requests, and schedules each feed once")
    func idle() async throws {
        try await SampledEnvironment.run { scene in
            try fill(scene, accounts: 200, follows: 20, feeds: 300)
            let server = try await RunningServer.start(scene)
            try await waits { server.contexts.polls.count == 300 }
            #expect(server.contexts.count == 1)
            try await server.stop()
        }
    }

    @Test("A server polls a feed once for two accounts that look at it, each with its own marks")
    func oneWatch() async throws {
        try await SharedServer.run { shared in
            let (anna, otto) = (try shared.environment("anna"), try shared.environment("otto"))
            let first = try #require(try await shared.server.scene.state(.news).items.first)
            for environment in [anna, otto] { try environment.follow(.news) }
            try anna.store.mark([ItemKey(scope: "news", id: first.entry.id)], as: .saved, at: anna.now())
            let requests = shared.server.control.requests(to: Self.list).count
            shared.server.control.advance(by: .seconds(600))
            var wires: [Wire] = []
            for name in ["anna", "otto"] {
                let cookie = try await shared.signIn(name)
                wires.append(shared.server.follow("/news/top", cookie: cookie))
            }
            for wire in wires {
                #expect(await wire.event { $0.data.contains("\"freshness\":\"fresh\"") } != nil)
            }
            #expect(shared.server.control.requests(to: Self.list).count == requests + 1)
            #expect(shared.server.contexts.shared.watches.isWatched(Feed.news.key))
            let states = try [anna, otto].map { environment in
                try #require(
                    shared.server.contexts.context(of: environment.store.account)?.feeds.connected.first?.latest
                )
                .state
            }
            #expect(states.map { $0.items.count { $0.isSaved } } == [1, 0])
        }
    }

    @Test("A server applies the rules of an account that never connects")
    func absent() async throws {
        try await SharedServer.run { shared in
            let anna = try shared.environment("anna")
            _ = try anna.store.addRules([Rule(parsing: "notify kind:PushEvent")], at: anna.now())
            _ = try anna.add(Destination(.webhook, target: "https://destination.invalid/"), named: "destination")
            let feed = try #require(anna.catalog.feed(pasted: "octo-sample/harbor"))
            try anna.follow(feed)
            try await waits { try anna.store.destinations().contains { $0.waiting > 0 } }
            #expect(shared.server.contexts.count == 1)
        }
    }

    @Test("A server releases an idle account's context, and makes it again")
    func released() async throws {
        try await SharedServer.run { shared in
            let contexts = shared.server.contexts
            let cookie = try await shared.signIn("anna")
            #expect(await shared.status("/unread", ["Cookie": cookie]) == 200)
            #expect(contexts.count == 2)
            contexts.releaseIdle(at: .now)
            #expect(contexts.count == 2)
            contexts.releaseIdle(at: .now + .seconds(301))
            #expect(contexts.count == 1)
            #expect(await shared.status("/unread", ["Cookie": cookie]) == 200)
            #expect(contexts.count == 2)
            let wire = shared.server.follow("/unread", cookie: cookie)
            let anna = try shared.environment("anna").store.account
            try await waits { contexts.context(of: anna)?.hasClients == true }
            contexts.releaseIdle(at: .now + .seconds(301))
            #expect(contexts.count == 2)
            withExtendedLifetime(wire) {}
        }
    }

    @Test("A server reads a change again only for the account that it concerns")
    func concerned() async throws {
        try await SampledEnvironment.run { scene in
            try await SharedServer.add(to: scene)
            let contexts = contexts(scene)
            contexts.begin()
            let ids = try scene.environment.store.accounts().dropFirst().map(\.id)
            let both = try ids.map { try #require(contexts.context(of: $0)) }
            for context in both {
                context.viewers.add(1)
                try context.recheck()
            }
            let numbers = both.map(\.followed.storeChangeNumber)
            try scene.environment.of(ids[0]).follow(.news)
            var changes = StoreChanges()
            changes.accounts = [ids[0]]
            contexts.apply(changes)
            #expect(both[0].followed.storeChangeNumber > numbers[0] && both[0].followed.items.count == 1)
            #expect(both[1].followed.storeChangeNumber == numbers[1])
            changes = StoreChanges()
            changes.feeds = [Feed.news.key]
            try scene.environment.of(ids[1]).store.keep(Data(), for: Feed.news.key)
            let former = both.map(\.followed.storeChangeNumber)
            contexts.apply(changes)
            #expect(both[0].followed.storeChangeNumber > former[0] && both[1].followed.storeChangeNumber == former[1])
        }
    }

    @Test("A server doesn't answer from the cache what a change has made old, of the account or of a feed")
    func log() {
        let log = ChangeLog()
        var changes = StoreChanges()
        changes.accounts = [2]
        log.note(changes)
        #expect(log.number(for: 2) > log.number(for: 3))
        let before = log.number(for: 3)
        changes = StoreChanges()
        changes.feeds = [Feed.news.key]
        log.note(changes)
        #expect(log.number(for: 3) > before && log.number(for: 2) == log.number(for: 3))
    }

    @Test("A server answers while its first loads hang, and ends while thousands of feeds are due")
    func hanging() async throws {
        try await SampledEnvironment.run { scene in
            try fill(scene, accounts: 20, follows: 100, feeds: 2000)
            scene.sample.control.setLatency(.seconds(3600))
            try scene.environment.follow(.news)
            let server = try await RunningServer.start(scene)
            try await waits { server.contexts.polls.runningCount > 0 }
            #expect(await server.ask("/health").status == 200)
            try await server.stop()
            #expect(server.contexts.polls.runningCount == 0)
        }
    }
}

extension String {
    fileprivate var percentEncodedForTests: String {
        addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(CharacterSet(charactersIn: "-._~"))) ?? self
    }
}
