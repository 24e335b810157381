import FeedStore
import Feeds
import Foundation
import SampleUpstreams
import Testing

@Suite("A conditional refresh") struct ConditionalTests {
    private let still: @Sendable (inout SampleUpstreams.Configuration) -> Void = { $0.growth = 0.000_1 }

    @Test("A conditional refresh sends the validator byte for byte, and an unchanged feed changes only its time")
    func unchanged() async throws {
        try await Scene.run(still) { scene in
            let first = try await scene.repository().last()
            let items = try scene.store.snapshot(of: scene.repository().key, order: .newest, limit: nil).items
            let tag = try #require(try scene.store.ledger().first?.eTag)
            scene.advance(pollInterval)
            let second = try await scene.repository().last()
            #expect(tag.hasPrefix("W/\"") && scene.control.requests.last?.headers["if-none-match"] == tag)
            #expect(try scene.store.ledger().first?.outcome == .status(304))
            #expect(try scene.store.snapshot(of: scene.repository().key, order: .newest, limit: nil).items == items)
            #expect(second.freshness == .fresh && second.skipped == first.skipped && second.fetchedAt == scene.now)
            #expect(try await scene.repository().last().deferral?.until == scene.now + 60)
        }
    }

    @Test("A 304 without validators in the request is an error, and nothing is stored")
    func notAsked() async throws {
        try await Scene.run { scene in
            scene.control.fail("/web/harbor", with: .status(304, headers: ["ETag": "\"1\""]))
            let state = try await scene.site("harbor").last()
            let error = try #require(state.freshness.error)
            #expect(error.message.contains("responded 304 Not Modified") && error.remedy == .tryLater)
            #expect(state.fetchedAt == nil)
            await #expect(throws: (any Error).self) { _ = try await scene.resolved(scene.site("harbor")) }
            scene.control.clear()
            scene.advance(3601)
            #expect(try await scene.site("harbor").last().items.count == 20)
        }
    }

    @Test("A refresh makes an unconditional request once a day")
    func daily() async throws {
        try await Scene.run(still) { scene in
            try await scene.repository().last()
            for hour in 1...26 {
                scene.advance(3600)
                let state = try await scene.repository().last()
                #expect(state.freshness == .fresh)
                let isWhole = scene.control.requests.last?.headers["if-none-match"] == nil
                #expect(isWhole == (hour == 24), "after \(hour) h")
            }
        }
    }

    @Test("A conditional refresh sends a validator only with the token of the request that received it")
    func tokens() async throws {
        try await Scene.run(still) { scene in
            for token in ["first", "second", nil, "first"] {
                scene.advance(pollInterval)
                try await scene.repository(token: token).last()
            }
            let requests = scene.control.requests(to: "/github/repos/octo-sample/harbor/events")
            #expect(requests.map { $0.headers["if-none-match"] == nil } == [true, true, true, false])
            #expect(try scene.store.ledger().allSatisfy { !"\($0)".contains("first") })
        }
    }

    @Test("A refresh sends no validator if nothing of its response was stored")
    func nothingStored() async throws {
        try await Scene.run(still) { scene in
            scene.control.fail("/github", with: .truncatedJSON, times: 1)
            let state = try await scene.repository().last()
            #expect(state.freshness.error?.kind == "undecodable")
            scene.advance(pollInterval)
            #expect(try await scene.repository().last().items.count == 50)
            #expect(scene.control.requests.allSatisfy { $0.headers["if-none-match"] == nil })
        }
    }

    @Test("A refresh sends the validator again after a failure, which changes nothing that is stored")
    func afterFailure() async throws {
        try await Scene.run(still) { scene in
            try await scene.repository().last()
            scene.advance(pollInterval)
            scene.control.fail("/github", with: .status(500), times: 1)
            #expect(try await scene.repository().last().freshness.error?.kind == "status")
            let state = try await scene.repository().last()
            #expect(state.freshness == .fresh && state.items.count == 50)
            #expect(try scene.store.ledger().first?.outcome == .status(304))
        }
    }

    @Test("A refresh sends no validator if a stored item is unreadable, so that it is fetched again")
    func unreadable() async throws {
        try await Scene.run(still) { scene in
            let feed = scene.repository()
            let first = try await feed.last()
            let stored = try #require(try scene.store.snapshot(of: feed.key, order: .newest, limit: 1).items.first)
            let broken = FeedUpdate.Item(id: stored.id, date: stored.date, payload: Data("{}".utf8))
            _ = try scene.store.commit(
                [FeedUpdate(feed: feed.key, items: [broken], mode: .merge, fetchedAt: scene.now)], ledger: [],
                quotas: [])
            let state = try await feed.last(.offline)
            #expect(state.items.count == 49 && state.skipped == first.skipped + 1)
            scene.advance(pollInterval)
            let again = try await feed.last()
            #expect(again.ids == first.ids && again.freshness == .fresh)
        }
    }
}
