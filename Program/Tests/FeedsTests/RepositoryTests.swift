import FeedStore
import Feeds
import Foundation
import GitFeed
import SampleUpstreams
import Testing

@Suite("A repository's events") struct RepositoryTests {
    private static let busyPages = "/github/repositories/4200031/events"

    @Test("A repository's events are requested page by page until one contains stored events")
    func pages() async throws {
        try await Scene.run { scene in
            let feed = scene.repository("busy")
            try await feed.last()
            scene.advance(1200)
            let states = try await feed.states()
            #expect(scene.control.requests(to: Self.busyPages).map(\.path.last) == ["2"])
            #expect(states.last?.gaps == [] && states.last?.freshness == .fresh)
            #expect(states.allSatisfy { $0.items.count <= 50 })
            let all = try await feed.last(limit: 1000, .offline)
            #expect(Set(all.ids).count == all.total && all.dates == all.dates.sorted(by: >))
        }
    }

    @Test("A repository's events have a gap if even the last page contains no stored event")
    func gap() async throws {
        try await Scene.run { scene in
            let feed = scene.repository("busy")
            let before = try await feed.last()
            scene.advance(3600)
            let after = try await feed.last()
            let all = try await feed.last(limit: 1000, .offline)
            let newest = try #require(before.dates.first)
            let oldest = try #require(all.dates.last { $0 > newest })
            #expect(scene.control.requests(to: Self.busyPages).map(\.path.last) == ["2", "3"])
            #expect(after.gaps == [Gap(after: newest, before: oldest)] && all.gaps == after.gaps)
            #expect(after.freshness == .fresh && after.remarks == [] && all.total == 400)
            scene.advance(pollInterval)
            #expect(try await feed.last().gaps == after.gaps)
            #expect(scene.control.eventRequests == 5)
        }
    }

    @Test("A repository's pages before a failed one are kept, with a gap that the next refresh closes")
    func brokenPage() async throws {
        try await Scene.run { scene in
            let feed = scene.repository("busy")
            let before = try await feed.last()
            scene.advance(2400)
            scene.control.fail(Self.busyPages + "?page=3", with: .status(502), times: 1)
            let broken = try await feed.last()
            #expect(
                broken.freshness.error?.kind == "partial" && broken.gaps.map(\.after) == [before.dates[0]])
            #expect(try await feed.last(.offline).total == 300)
            scene.advance(pollInterval)
            let whole = try await feed.last()
            #expect(whole.gaps == [] && whole.remarks == [])
            scene.advance(pollInterval)
            let requests = scene.control.eventRequests
            try await feed.last()
            #expect(scene.control.eventRequests == requests + 1)
        }
    }

    @Test("A repository's events close their gap even if the first page is unchanged")
    func brokenPageThen304() async throws {
        try await Scene.run { scene in
            let feed = scene.repository("busy", token: "t")
            try await feed.last()
            scene.advance(2400)
            scene.control.fail(Self.busyPages + "?page=2", with: .status(502), times: 1)
            #expect(try await feed.last().gaps.count == 1)
            // The sample's clock stands still, so that nothing is new on an explicit refresh.
            let state = try await scene.repository("busy", token: "t", ahead: 10).last(.forced)
            #expect(try scene.store.ledger().contains { $0.outcome == .status(304) })
            #expect(state.gaps == [] && state.freshness == .fresh)
        }
    }

    @Test(
        "A repository's events are requested further back if more are wanted than stored, even after a 304",
        arguments: [0, 1, 2])
    func more(way: Int) async throws {
        try await Scene.run {
            $0.growth = 0.000_1
        } _: { scene in
            let feed = scene.repository(token: "t")
            // Never asked before, fresh, unchanged.
            if way > 0 { try await feed.last() }
            if way > 1 { scene.advance(pollInterval) }
            let state = try await feed.last(limit: 150)
            #expect(state.items.count == 140 && state.freshness == .fresh && state.gaps == [])
            #expect(Set(state.ids).count == 140 && state.fetchedAt == scene.now)
            let requests = scene.control.eventRequests
            #expect(requests == [2, 2, 3][way])
            #expect(try await feed.last(limit: 150).items.count == 140)
            #expect(scene.control.eventRequests == requests)
        }
    }

    @Test("A repository's late events are inserted by date, each of them once")
    func late() async throws {
        try await Scene.run { scene in
            let feed = scene.repository()
            var known = try await feed.last()
            var late = 0
            for _ in 0..<25 {
                scene.advance(pollInterval)
                let state = try await feed.last()
                late += zip(state.ids, state.dates).count { !known.ids.contains($0) && $1 < known.dates[0] }
                known = state
            }
            let all = try await feed.last(limit: 1000, .offline)
            #expect(late > 0 && all.dates == all.dates.sorted(by: >) && Set(all.ids).count == all.total)
        }
    }

    @Test("A repository without events isn't a failure")
    func empty() async throws {
        try await Scene.run { scene in
            let state = try await scene.repository("empty").last()
            #expect(state.items.isEmpty && state.freshness == .fresh && state.fetchedAt == scene.now)
        }
    }

    @Test(
        "A repository's events stay visible after each failure of GitHub, whose error has a kind and a remedy",
        arguments: [
            (Fault.status(404, body: #"{"message":"Not Found"}"#), "missing", FeedError.Remedy.tryLater),
            (.status(401, body: #"{"message":"Bad credentials"}"#), "tokenRefused", .credentials),
            (.status(403, body: #"{"message":"Must have admin rights"}"#), "forbidden", .credentials),
            (.status(410), "gone", .changeRequest), (.status(451), "blocked", .changeRequest),
            (.rateLimitedPrimary(reset: 60), "rateLimited", .tryLater),
            (.rateLimitedSecondary(retryAfter: 60), "rateLimited", .tryLater),
            (.status(500), "status", .tryLater), (.notJSON, "undecodable", .tryLater),
            (.closeWithoutResponse, "", .tryLater), (.resetMidBody, "interrupted", .tryLater),
            (.redirectLoop, "tooManyRedirects", .tryLater),
        ])
    func failures(fault: Fault, kind: String, remedy: FeedError.Remedy) async throws {
        try await Scene.run { scene in
            let feed = scene.repository()
            let before = try await feed.last()
            scene.advance(pollInterval)
            scene.control.fail("/github", with: fault)
            let state = try await feed.last()
            let error = try #require(state.freshness.error)
            #expect(kind.isEmpty || error.kind == kind)
            let hasDate = ["rateLimited", "missing"].contains(kind)
            #expect(error.remedy == remedy && !error.message.isEmpty && (error.retryAt != nil) == hasDate)
            #expect(state.ids == before.ids && state.fetchedAt == before.fetchedAt)
            #expect(try scene.store.snapshot(of: feed.key, order: .newest, limit: 0).error?.kind == error.kind)
        }
    }

    @Test("A renamed repository's events are those of its new name")
    func renamed() async throws {
        try await Scene.run { scene in
            let state = try await scene.repository("renamed").last()
            #expect(state.all(GitHubItem.self).count { $0.repository == "octo-sample/harbor" } == 50)
        }
    }
}
