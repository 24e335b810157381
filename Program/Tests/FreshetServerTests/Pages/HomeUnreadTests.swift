import FeedStore
import Feeds
import Foundation
import Testing

@testable import FreshetServer

@Suite("The newest items of the home page") struct HomeUnreadTests {
    private func items(_ feed: Feed, _ times: [Int]) -> [ListedItems.Item] {
        times.map { ListedItems.Item(shown: ShownItem(Dated(time: $0)), feed: feed) }
    }

    private struct Dated: FeedItem {
        let time: Int
        var feedID: String { "\(time)" }
        var feedDate: Date? { Date(timeIntervalSince1970: Double(time)) }
        var document: String { feedID }
        var entry: Entry { Entry(id: feedID, kind: .init("x"), title: [.init("x")], date: feedDate) }
    }

    @Test("At most three of the newest items are of one feed, newest first")
    func capped() {
        let busy = items(.news, Array((100...130).reversed()))
        let quiet = items(SampleStates.harbour, Array((1...20).reversed()))
        let events = items(.categories, Array((40...60).reversed()))
        let shown = HomePage.capped(busy + quiet + events).map(\.shown.entry.id)
        #expect(
            shown.count == 12 && Set(["130", "129", "128", "60", "59", "58", "20", "19", "18"]).isSubset(of: shown))
        #expect(shown == shown.sorted { (Int($0) ?? 0) > (Int($1) ?? 0) })
    }

    @Test("All newest items are of one feed if there are no others")
    func alone() {
        let shown = HomePage.capped(items(.news, Array((1...30).reversed())) + items(SampleStates.harbour, [0]))
        #expect(shown.map(\.shown.entry.id) == (20...30).reversed().map(String.init) + ["0"])
    }
}
