import FeedStore
import Feeds
import Foundation
import Freshet
import GitFeed
import News
import SampleUpstreams
import Synchronization
import Testing

@Suite("A load of a feed") struct FeedLoadTests {
    @Test("A load shows stored items immediately, then new ones, then that it is fresh")
    func order() async throws {
        try await Scene.run { scene in
            let first = try await scene.repository().states()
            #expect(first.map(\.freshness) == [.stored, .refreshing(nil), .refreshing(nil), .fresh])
            #expect(first.map(\.items.count) == [0, 0, 50, 50])
            #expect(first.last?.fetchedAt == scene.now && first.last?.total == 100)
            scene.advance(pollInterval)
            let second = try await scene.repository().states()
            #expect(second.first?.ids == first.last?.ids && second.first?.freshness == .stored)
            #expect(second.last?.ids != first.last?.ids && second.last?.freshness == .fresh)
        }
    }

    @Test("A load makes one request within the upstream's interval, and names the reason for making no other")
    func interval() async throws {
        try await Scene.run { scene in
            try await scene.repository().last()
            scene.advance(59)
            let state = try await scene.repository().last()
            #expect(scene.control.requests.count == 1)
            #expect(state.freshness == .fresh && state.items.count == 50)
            #expect(state.deferral == Deferral(until: scene.now + 1, rule: .pollInterval))
            scene.advance(1)
            #expect(try await scene.repository().last().deferral == nil)
            #expect(scene.control.requests.count == 2)
        }
    }

    @Test("A load has a minimum interval of its own if the upstream has none")
    func spacing() async throws {
        try await Scene.run { scene in
            let news = Subject.news(.new, scene.environment())
            try await news.last(limit: 3)
            #expect(try await news.last(limit: 3).deferral == Deferral(until: scene.now + 30, rule: .spacing))
            let planet = Subject.planet(days: 30, scene.environment())
            try await planet.last()
            #expect(try await planet.last().deferral == Deferral(until: scene.now + 900, rule: .spacing))
        }
    }

    @Test("A load makes a request within the interval on an explicit refresh")
    func forced() async throws {
        try await Scene.run { scene in
            try await scene.repository().last()
            scene.advance(10)
            let state = try await scene.repository().last(.forced)
            #expect(state.freshness == .fresh && state.deferral == nil && scene.control.requests.count == 2)
        }
    }

    @Test("A load makes one request in ten seconds for explicit refreshes, and reports it")
    func forcedTwice() async throws {
        try await Scene.run { scene in
            try await scene.repository().last()
            for _ in 0..<5 {
                let state = try await scene.repository().last(.forced)
                #expect(state.deferral == Deferral(until: scene.now + 10, rule: .spacing) && state.items.count == 50)
            }
            #expect(scene.control.requests.count == 1)
        }
    }

    @Test(
        "A load obeys a limit even on an explicit refresh, until it is over",
        arguments: [Fault.rateLimitedSecondary(retryAfter: 600), .rateLimitedPrimary(reset: 600)])
    func limit(fault: Fault) async throws {
        try await Scene.run { scene in
            let stored = try await scene.repository().last()
            scene.advance(pollInterval)
            scene.control.fail("/github", with: fault, times: 1)
            #expect(try await scene.repository().last().freshness.error?.kind == "rateLimited")
            let state = try await scene.repository().last(.forced)
            let error = try #require(state.freshness.error)
            #expect(error.kind == "rateLimited" && error.remedy == .tryLater && state.ids == stored.ids)
            #expect(abs(try #require(error.retryAt).timeIntervalSince(scene.now) - 600) < 120)
            #expect(scene.control.requests.count == 2)
            scene.advance(700)
            #expect(try await scene.repository().last().freshness == .fresh)
        }
    }

    @Test("A load is fresh for its interval even if it used the last request of a limit")
    func lastOne() async throws {
        try await Scene.run {
            $0.gitHubLimit = 1
        } _: { scene in
            try await scene.repository().last()
            let state = try await scene.repository().last()
            #expect(state.freshness == .fresh && state.deferral?.rule == .rateLimitReset)
            #expect(state.deferral?.until == scene.now + 3600)
            scene.advance(pollInterval)
            #expect(try await scene.repository().last().freshness.error?.kind == "rateLimited")
            #expect(scene.control.requests.count == 1)
        }
    }

    @Test("A load obeys the interval after another process's request")
    func otherProcess() async throws {
        try await Scene.run { scene in
            let first = try await scene.repository().last()
            let other = try FeedStore(at: scene.file)
            let state = try await scene.repository(store: other).last()
            #expect(state.freshness == .fresh && state.deferral != nil && state.ids == first.ids)
            #expect(scene.control.requests.count == 1)
        }
    }

    @Test("A load waits for the answer to another process's request")
    func beingAsked() async throws {
        try await Scene.run { scene in
            scene.control.setLatency(.milliseconds(400))
            async let first = scene.repository().last()
            #expect(await eventually { scene.control.requests.count == 1 })
            let second = try await scene.repository(store: try FeedStore(at: scene.file)).last()
            #expect(second.freshness == .fresh && second.items.count == 50)
            #expect(try await first.ids == second.ids)
            #expect(scene.control.requests.count == 1)
        }
    }

    @Test("A load makes no request if another process has stored a response since the store was read")
    func storedMeanwhile() async throws {
        try await Scene.run { scene in
            scene.control.setLatency(.milliseconds(400))
            let key = scene.repository().key
            let claims = Mutex(0)
            let store = try FeedStore(at: scene.file).interposing { write in
                guard write == .claim else { return }
                let number = claims.withLock { claims in
                    claims += 1
                    return claims
                }
                // The first claim meets the other's lease, the second comes just after its result.
                if number == 1 { try wait { scene.control.requests.count == 1 } }
                if number == 2 {
                    try wait { try scene.store.snapshot(of: key, order: .newest, limit: 0).fetchedAt != nil }
                }
            }
            async let first = scene.repository().last()
            let second = try await scene.repository(store: store).last()
            #expect(second.freshness == .fresh && second.items.count == 50)
            #expect(try await first.ids == second.ids)
            #expect(scene.control.requests.count == 1)
        }
    }

    @Test(
        "A load from an unreachable upstream shows stored items and the reason, and may be retried immediately"
    )
    func unreachable() async throws {
        try await Scene.run { scene in
            let before = try await scene.repository().last()
            scene.advance(pollInterval)
            var environment = scene.environment()
            environment.addresses["github"] = URL(string: "http://127.0.0.1:1")!
            let name = try #require(RepositoryName("octo-sample/harbor"))
            for _ in 0..<2 {
                let state = try await Subject.gitHub(name, environment).last()
                #expect(state.freshness.error?.kind == "unreachable" && state.freshness.error?.remedy == .tryLater)
                #expect(state.ids == before.ids && state.fetchedAt == before.fetchedAt && state.deferral == nil)
            }
            #expect(try await scene.repository().last().freshness == .fresh)
        }
    }

    @Test("A load within the interval after a failure is still stale")
    func staleStill() async throws {
        try await Scene.run { scene in
            scene.control.fail("/github", with: .truncatedJSON, times: 1)
            try await scene.repository().last()
            let state = try await scene.repository().last()
            #expect(state.freshness.error?.kind == "undecodable" && state.deferral?.rule == .pollInterval)
            #expect(scene.control.requests.count == 1)
        }
    }

    @Test("A load makes no request offline")
    func offline() async throws {
        try await Scene.run { scene in
            #expect(try await scene.repository().states(.offline).map(\.items.count) == [0])
            let fresh = try await scene.repository().last()
            let states = try await scene.repository().states(.offline)
            #expect(states.map(\.freshness) == [.stored] && states[0].ids == fresh.ids)
            #expect(scene.control.requests.count == 1)
        }
    }

    @Test("A load that nobody watches cancels its request and releases its lease")
    func disposal() async throws {
        try await Scene.run { scene in
            scene.control.fail("/github", with: .hang)
            let load = scene.repository().load().subscribe()
            #expect(await eventually { scene.control.inFlight(.gitHub) == 1 })
            load.dispose()
            #expect(await eventually { scene.control.inFlight(.gitHub) == 0 })
            scene.control.clear()
            let states = try await scene.repository().states()
            #expect(states.last?.freshness == .fresh && scene.control.requests.count == 2)
        }
    }

    @Test("A canceled load keeps the last complete refresh, and can start again immediately")
    func interrupted() async throws {
        try await Scene.run { scene in
            let news = Subject.news(.new, scene.environment())
            let before = try await news.last(limit: 20)
            scene.advance(120)
            let list = scene.control.requests(to: "/news/v0/newstories").count
            scene.control.fail("/news/v0/item/", with: .hang)
            let load = news.load(FeedRequest(limit: 20)).subscribe()
            #expect(await eventually { scene.control.inFlight(.news) > 0 && !Self.onlyLists(scene) })
            load.dispose()
            #expect(try await news.last(limit: 20, .offline).ids == before.ids)
            scene.control.clear()
            #expect(try await news.last(limit: 20).ids != before.ids)
            #expect(scene.control.requests(to: "/news/v0/newstories").count == list + 2)
        }
    }

    /// True if the last request was for no item.
    private static func onlyLists(_ scene: Scene) -> Bool {
        scene.control.requests.last?.path.contains("/item/") != true
    }
}
