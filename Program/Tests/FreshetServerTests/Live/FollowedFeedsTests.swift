import FeedStore
import Feeds
import Foundation
import Freshet
import Synchronization
import Testing

@testable import FreshetServer

@Suite("The followed feeds of a server") struct FollowedFeedsTests {
    @Test("Followed feeds ignore what was read before what they show")
    func outdated() async throws {
        try await SampledEnvironment.run { scene in
            try scene.environment.follow(.news)
            let items = try scene.environment.followed()
            let followed = FollowedFeeds()
            let feeds = LiveFeeds(
                scene.environment, followed, grace: .milliseconds(1), maximum: 10, site: { PageContext() })
            let totals = Mutex<[Int]>([])
            let counting = followed.unreadStates.subscribe(onNext: { state in
                totals.withLock { $0.append(state.counts.total) }
            })
            func apply(_ number: Int, _ items: [FollowedFeed], unread: Int) {
                followed.apply(
                    FollowedFeeds.Reading(
                        number: number, changeNumber: number * 10, items: items, unread: UnreadCounts(total: unread)),
                    feeds)
            }
            apply(2, items, unread: 3)
            apply(1, [], unread: 0)
            #expect(followed.items == items)
            #expect(followed.unread.total == 3)
            #expect(followed.storeChangeNumber == 20)
            #expect(feeds.connected.isEmpty)
            apply(3, [], unread: 1)
            #expect(followed.items.isEmpty)
            counting.dispose()
            #expect(totals.withLock { $0 } == [0, 3, 1])
        }
    }
}
