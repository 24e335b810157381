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
            site: { Site() }, nextEpoch: { "epoch" }, connection: { _ in })
    }

    @Test("that is only followed is refreshed but keeps no items, and shows a viewer at once what is stored")
    func followed() async throws {
        try await SampledEnvironment.run { scene in
            let live = liveNews(scene)
            let follower = live.followed.subscribe()
            try await waits { try await live.stored.asSingle().value.freshness == .fresh }
            #expect(live.latest == nil)
            let requests = scene.sample.control.requests(to: Self.list).count
            #expect(requests == 1)
            let frame = try await live.frames.take(1).asSingle().value
            #expect(frame.state.items.count > 40)
            #expect(frame.state.freshness == .fresh)
            #expect(frame.hasSettled)
            try await waits { live.latest == nil }
            #expect(scene.sample.control.requests(to: Self.list).count == requests)
            follower.dispose()
        }
    }

    @Test("shows viewers the failure of the last refresh, with the items from before it")
    func failed() async throws {
        try await SampledEnvironment.run { scene in
            _ = try await scene.state(.news)
            let live = liveNews(scene)
            scene.sample.control.fail(Self.list, with: .status(500))
            scene.sample.control.advance(by: .seconds(600))
            let follower = live.followed.subscribe()
            try await waits { try await live.stored.asSingle().value.freshness.error != nil }
            let frame = try await live.frames.take(1).asSingle().value
            #expect(frame.state.items.count > 0)
            #expect(frame.state.freshness.error?.kind == "status")
            follower.dispose()
        }
    }

    @Test("is shown as fresh if another process has refreshed it since its last failure")
    func refreshedElsewhere() async throws {
        try await SampledEnvironment.run { scene in
            let live = liveNews(scene)
            scene.sample.control.fail(Self.list, with: .status(500))
            let follower = live.followed.subscribe()
            try await waits { try await live.stored.asSingle().value.freshness.error != nil }
            scene.sample.control.clear()
            scene.sample.control.advance(by: .seconds(7200))
            #expect(try await scene.state(.news).freshness == .fresh)
            let frame = try await live.frames.take(1).asSingle().value
            #expect(frame.state.freshness == .fresh)
            #expect(frame.state.items.count > 0)
            follower.dispose()
        }
    }
}
