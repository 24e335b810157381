import FeedStore
import Feeds
import Foundation
import Testing

@testable import FreshetCommand

@Suite("The progress of the reader's refreshes")
struct RefreshProgressTests {
    private let now = Date(timeIntervalSince1970: 1_790_000_000)
    private let feeds = (1...11).map { FeedKey("web/\($0)") }

    private func note(
        _ feed: FeedKey, _ freshness: Freshness, after seconds: Double = 0, _ progress: inout RefreshProgress
    ) {
        let state = FeedState(items: [], freshness: freshness)
        progress.note(RefreshProgress.Step(state, of: feed), at: now + seconds)
    }

    @Test("The progress of refreshes counts up to the number of feeds, whatever their order")
    func staggered() {
        var progress = RefreshProgress()
        progress.begin(Set(feeds))
        var counts: [Int] = []
        for (index, feed) in feeds.enumerated() {
            note(feed, .stored, &progress)
            note(feed, .refreshing(nil), &progress)
            counts.append(progress.done)
            #expect(progress.total == 11 && !progress.isOver)
            // Each second one ends at once, and the first of all begins again.
            if index % 2 == 0 { note(feed, .fresh, &progress) }
            if index == 4 { note(feeds[0], .refreshing(nil), &progress) }
            counts.append(progress.done)
        }
        #expect(counts == counts.sorted() && counts.last == 6)
        for feed in feeds { note(feed, .fresh, &progress) }
        #expect(progress.isOver && progress.hasEnded && progress.done == 11 && progress.total == 11)
    }

    @Test("The progress of refreshes counts feeds that needed no refresh")
    func fresh() {
        var progress = RefreshProgress()
        progress.begin(Set(feeds))
        for feed in feeds.dropFirst() { note(feed, .fresh, &progress) }
        note(feeds[0], .refreshing(nil), &progress)
        #expect(progress.done == 10 && progress.total == 11)
    }

    @Test("The progress of refreshes begins anew for a feed that is refreshed on its own later")
    func later() {
        var progress = RefreshProgress()
        progress.begin(Set(feeds))
        for feed in feeds {
            note(feed, .refreshing(nil), &progress)
            note(feed, .fresh, &progress)
        }
        note(feeds[3], .refreshing(nil), after: 60, &progress)
        #expect(progress.done == 0 && progress.total == 1)
    }

    @Test("The progress of refreshes stays in its place in the status line")
    func place() throws {
        var scene = try ReaderScene.following(columns: 80)
        let (repository, stories) = (try #require(ReaderScene.repository), try #require(ReaderScene.stories))
        func step(_ feed: Feed, _ freshness: Freshness) {
            scene.send(.refreshing(RefreshProgress.Step(FeedState(items: [], freshness: freshness), of: feed.key)))
        }
        scene.type("r")
        step(repository, .refreshing(nil))
        #expect(scene.status.hasPrefix("Unread · refreshing 0 of 2 · 3 unread stories"))
        scene.send(
            .following(
                [FollowedFeed(feed: repository), FollowedFeed(feed: stories)],
                UnreadCounts(total: 1_234, byFeed: [repository.key: 1_234])))
        step(stories, .refreshing(nil))
        step(stories, .fresh)
        #expect(scene.status.hasPrefix("Unread · refreshing 1 of 2 · 1234 unread stories"))
    }
}
