import FeedStore
import Feeds
import Foundation
import Freshet
import FreshetHTTP
import HTTPTypes
import SampleUpstreams
import Synchronization
import Testing
import WebFeeds

@Suite("A feed that responds that it doesn't exist") struct MissingFeedTests {
    @Test(
        "A missing feed that existed is expected to come back, and is requested again after an hour",
        arguments: [404, 410])
    func back(_ status: Int) async throws {
        try await Scene.run { scene in
            let site = scene.site("harbor")
            let before = try await site.last()
            scene.advance(7200)
            scene.control.fail("/web/harbor", with: .status(status))
            let missing = try await site.last()
            let error = try #require(missing.freshness.error)
            #expect(error.kind == "missing" && error.remedy == .tryLater && error.retryAt == scene.now + 3600)
            #expect(error.message.hasPrefix("127.0.0.1") && error.message.contains("responded \(status) "))
            #expect(missing.ids == before.ids && missing.fetchedAt == before.fetchedAt)
            // No request is made before then, and the reason stays.
            scene.advance(3599)
            let waiting = try await site.last()
            #expect(scene.paths.count == 2 && waiting.deferral?.until == scene.now + 1)
            #expect(waiting.freshness.error == error)
            #expect(try await site.last(.forced).freshness.error?.kind == "missing" && scene.paths.count == 3)
            scene.advance(3600)
            scene.control.clear()
            #expect(try await site.last().freshness == .fresh)
            #expect(try scene.store.snapshot(of: site.key, order: .newest, limit: 0).error == nil)
        }
    }

    @Test("A missing feed is gone after a week, and still requested once a day", arguments: [404, 410])
    func gone(_ status: Int) async throws {
        try await Scene.run { scene in
            let site = scene.site("harbor")
            try await site.last()
            scene.advance(86_400)
            scene.control.fail("/web/harbor", with: .status(status))
            try await site.last()
            scene.advance(7 * 86_400 - 1)
            #expect(try await site.last().freshness.error?.kind == "missing")
            scene.advance(86_400)
            let error = try #require(try await site.last().freshness.error)
            #expect(error.kind == "gone" && error.remedy == .changeRequest && error.retryAt == scene.now + 86_400)
            #expect(error.message.hasSuffix("Unfollow it, or follow its new address"))
            let count = scene.paths.count
            scene.advance(86_400)
            scene.control.clear()
            #expect(try await site.last().freshness == .fresh && scene.paths.count > count)
        }
    }

    @Test("A missing feed that existed is requested less and less often, and never stops being requested")
    func slower() throws {
        let scene = try VirtualScene()
        scene.answer { count in
            count == 0 ? .empty(VirtualScene.wishes(60)) : .failure(.status(somewhere, .notFound, body: ""))
        }
        let errors = Mutex<[FeedError]>([])
        let watch = scene.repository().watch().subscribe(onNext: { state in
            if let error = state.freshness.error, state.isSettled { errors.withLock { $0.append(error) } }
        })
        scene.advance(to: 30 * 86_400)
        let pauses = zip(scene.asked.dropFirst(2), scene.asked.dropFirst()).map { $0 - $1 }
        #expect(pauses.prefix(4).allSatisfy { $0 == 3600 } && pauses == pauses.sorted())
        #expect(pauses.suffix(20).allSatisfy { $0 == 86_400 })
        let kinds = errors.withLock { $0.map(\.kind) }
        #expect(kinds.first == "missing" && kinds.last == "gone" && kinds.count < 70)
        watch.dispose()
    }

    @Test(
        "A missing feed that never existed is an error immediately, and nothing of it is stored", arguments: [404, 410])
    func never(_ status: Int) async throws {
        try await Scene.run { scene in
            scene.control.fail("/web/harbor", with: .status(status))
            let error = try #require(try await scene.site("harbor").last().freshness.error)
            #expect(error.kind == "status" && error.remedy == .changeRequest && error.retryAt == nil)
            let stored = try scene.store.feeds()
            #expect(stored.isEmpty)
        }
    }

    @Test("A followed feed that never existed is requested less and less often, up to once a day")
    func neverFollowed() throws {
        let scene = try VirtualScene()
        scene.answer { _ in .failure(.status(somewhere, .notFound, body: "")) }
        let watch = scene.repository().watch().subscribe()
        scene.advance(to: 10 * 86_400)
        #expect(scene.asked.prefix(8) == [0, 15, 45, 105, 225, 465, 945, 1905])
        let pauses = zip(scene.asked.dropFirst(), scene.asked).map { $0 - $1 }
        #expect(pauses.last == 86_400)
        watch.dispose()
    }
}
