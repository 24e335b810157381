import FeedStore
import Feeds
import Foundation
import News
import SampleUpstreams
import Testing

@Suite("A store that can't be written") struct StoreTroubleTests {
    @Test(
        "A store that can't be written doesn't hide fetched items, and adds a remark",
        arguments: [
            FeedStoreError.readOnly(path: "p"), .diskFull(path: "p"), .busy(path: "p", waited: 5),
            .sqlite(path: "p", code: 10, message: "disk I/O error"),
        ])
    func shown(error: FeedStoreError) async throws {
        try await Scene.run { scene in
            let before = try await scene.repository().last()
            scene.advance(300)
            let store = scene.store.failing(error)
            let state = try await scene.repository(store: store).last()
            #expect(state.freshness == .fresh && state.remarks == [error.description] && state.fetchedAt == scene.now)
            #expect(state.storeError == error && before.storeError == nil)
            #expect(state.items.count == 50 && state.ids != before.ids && state.dates == state.dates.sorted(by: >))
            #expect(try await scene.repository().last(.offline).ids == before.ids)
        }
    }

    @Test("A store that can't be written shows the current list, without items that have left it")
    func replaced() async throws {
        try await Scene.run { scene in
            try await Subject.news(.new, scene.environment()).last(limit: 10)
            scene.advance(600)
            let store = scene.store.failing(.readOnly(path: "p"))
            let state = try await Subject.news(.new, scene.environment(store: store)).last(limit: 10)
            #expect(state.dates.allSatisfy { $0 > scene.now - 600 } && state.items.count <= 10 && !state.items.isEmpty)
        }
    }

    @Test("A store that can't be written still obeys the ledger, and its limits even for an explicit refresh")
    func obeys() async throws {
        try await Scene.run {
            $0.gitHubLimit = 1
        } _: { scene in
            try await scene.repository().last()
            let feed = scene.repository(store: scene.store.failing(.readOnly(path: "p")))
            #expect(try await feed.last().freshness == .fresh)
            #expect(try await feed.last(.forced).freshness.error?.kind == "rateLimited")
            #expect(scene.control.requests.count == 1)
        }
    }

    @Test("A store on a full disk keeps its content")
    func full() async throws {
        try await Scene.run { scene in
            let feed = Subject.news(.top, scene.environment())
            let before = try await feed.last(limit: 20)
            try scene.store.close()
            let full = try FeedStore(at: scene.file, options: .init(maximumSize: 4096))
            scene.advance(3600)
            let state = try await Subject.news(.top, scene.environment(store: full)).last(limit: 200)
            #expect(state.items.count > 150 && state.remarks.contains { $0.contains("The disk is full") })
            #expect(try await Subject.news(.top, scene.environment(store: full)).last(.offline).ids == before.ids)
        }
    }

    @Test("A store with an unreadable item leaves it out, and counts it")
    func unreadable() async throws {
        try await Scene.run { scene in
            let feed = Subject.news(.jobs, scene.environment())
            let items = [FeedUpdate.Item(id: "1", payload: Data("no JSON".utf8))]
            _ = try scene.store.commit(
                [FeedUpdate(feed: feed.key, items: items, mode: .merge, fetchedAt: scene.now)], ledger: [], quotas: [])
            let state = try await feed.last(.offline)
            #expect(state.items.isEmpty && state.total == 0 && state.skipped == 1)
        }
    }
}
