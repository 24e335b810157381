import Feeds
import Foundation
import Freshet
import SampleUpstreams
import Testing

@testable import FreshetServer

@Suite("A live feed") struct LiveFeedTests {
    private static let list = "/news/v0/topstories"

    private func liveNews(_ scene: SampledEnvironment, stop: Observable<Void> = .never()) -> LiveFeed {
        LiveFeed(
            LiveFeed.Key(.news, PageQuery(Feed.news.controls)), in: scene.environment, grace: .milliseconds(1),
            stop: stop,
            site: { PageContext() }, nextEpoch: { "epoch" }, connection: { _ in })
    }

    @Test("A live feed whose stored items are fresh shows them as fresh in its first frame, without a request")
    func fresh() async throws {
        try await SampledEnvironment.run { scene in
            _ = try await scene.state(.news)
            let requests = scene.sample.control.requests(to: Self.list).count
            let live = liveNews(scene)
            let frame = try await live.frames.filter { $0.state.isSettled }.take(1).asSingle().value
            #expect(frame.state.items.count > 40)
            #expect(frame.state.freshness == .fresh)
            #expect(frame.hasSettled)
            try await waits { live.latest == nil }
            #expect(scene.sample.control.requests(to: Self.list).count == requests)
        }
    }

    @Test("A live feed shows viewers the failure of a refresh, with the items from before it")
    func failed() async throws {
        try await SampledEnvironment.run { scene in
            _ = try await scene.state(.news)
            let live = liveNews(scene)
            scene.sample.control.fail(Self.list, with: .status(500))
            scene.sample.control.advance(by: .seconds(600))
            let frame = try await live.frames.filter { $0.state.freshness.error != nil }.take(1).asSingle().value
            #expect(frame.state.items.count > 0)
            #expect(frame.state.freshness.error?.kind == "status")
        }
    }

    @Test("A live feed is refreshed without viewers if that is requested, until it is settled")
    func refreshed() async throws {
        try await SampledEnvironment.run { scene in
            _ = try await scene.state(.news)
            let requests = scene.sample.control.requests(to: Self.list).count
            scene.sample.control.advance(by: .seconds(20))
            liveNews(scene).refresh()
            try await waits { scene.sample.control.requests(to: Self.list).count == requests + 1 }
        }
    }
}
