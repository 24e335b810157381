import Feeds
import Foundation
import Freshet
import FreshetTest
import NIOCore
import News
import Testing

@testable import FreshetServer

@Suite("A view of a live feed") struct ViewTests {
    private func story(_ id: Int, _ title: String) -> Story {
        Story(
            id: id, type: "story", title: title, url: URL(string: "https://a.example/\(id)")!, author: "mira", score: 1,
            comments: 0, date: Date(timeIntervalSince1970: 1_800_000_000), text: nil)
    }

    private func frame(_ number: Int, _ stories: [Story], _ freshness: Freshness = .fresh, epoch: String = "e") -> Frame
    {
        let state = FeedState(items: stories.enumerated().map { ShownItem($1, rank: $0) }, freshness: freshness)
        return Frame(id: EventID(epoch: epoch, number: number), state: state, site: PageContext(), hasSettled: true)
    }

    /// The page view after the frames.
    private func page(_ frames: [Frame]) -> PageView? {
        frames.reduce(nil) { previous, frame in
            let page = FeedPage(feed: .news, state: frame.state, query: PageQuery(Feed.news.controls), site: frame.site)
            return PageView.view(
                frame, PageView.Content(page.rows, page.statusLine, frame.state.freshness, at: frame.site.now),
                after: previous)
        }
    }

    /// The document view after the frames.
    private func document(_ frames: [Frame]) -> DocumentView? {
        frames.reduce(nil) { DocumentView($1, of: .news, origin: "", after: $0) }
    }

    private func update(_ view: (any LiveEvents)?, after number: Int?) -> [String: Any]? {
        view?.event(after: number).flatMap { SentEvent.all(in: Data($0.bytes.readableBytesView)).first?.json }
    }

    private func ids(_ update: [String: Any]?) -> [String] {
        (update?["rows"] as? [[String: Any]])?.compactMap { $0["id"] as? String } ?? []
    }

    @Test("A live view sends a page the rows that differ from what it has, and the order")
    func difference() throws {
        let view = page([
            frame(1, [story(1, "a"), story(2, "b"), story(3, "c")]),
            frame(2, [story(4, "d"), story(1, "a"), story(2, "changed")]),
        ])
        let all = try #require(update(view, after: nil))
        #expect(ids(all).count == 3)
        let some = try #require(update(view, after: 1))
        #expect(Set(ids(some)) == ["row-4", "row-2"])
        #expect(some["order"] as? [String] == ["row-4", "row-1", "row-2"])
        #expect(view?.event(after: 2) == nil)
    }

    @Test(
        "A live view sends the time of an item's arrival or latest activity apart from its row", arguments: [-100, 100])
    func arrival(difference: Double) throws {
        let date = Date(timeIntervalSince1970: 1_800_000_000)
        func frame(_ number: Int, firstSeenAt: Date?) -> Frame {
            let state = FeedState(items: [ShownItem(story(1, "a"), firstSeenAt: firstSeenAt)], freshness: .fresh)
            return Frame(id: EventID(epoch: "e", number: number), state: state, site: PageContext(), hasSettled: true)
        }
        let arriving = frame(1, firstSeenAt: nil)
        let stored = frame(2, firstSeenAt: date.addingTimeInterval(difference))
        func arrived(_ frame: Frame) throws -> Int? {
            let rows = try #require(update(page([frame]), after: nil)?["rows"] as? [[String: Any]])
            return rows.first?["arrived"] as? Int
        }
        #expect(try arrived(arriving) == nil)
        #expect(try arrived(stored) == 1_800_000_000_000 + max(0, Int(difference) * 1000))
        // Storing an item doesn't send its row again.
        #expect(page([arriving, stored])?.event(after: 1) == nil)
    }

    @Test("A live view sends ranks apart from the rows: a story at the top changes those of all others")
    func ranks() throws {
        let frames = [
            frame(1, [story(1, "a"), story(2, "b")]), frame(2, [story(3, "c"), story(1, "a"), story(2, "b")]),
            frame(3, [story(3, "c"), story(2, "b"), story(1, "a")]),
        ]
        let arrived = try #require(update(page(Array(frames[..<2])), after: 1))
        #expect(ids(arrived) == ["row-3"] && arrived["ranks"] as? [Int] == [1, 2, 3])
        let moved = try #require(update(page(frames), after: 2))
        #expect(ids(moved).isEmpty && moved["order"] as? [String] == ["row-3", "row-2", "row-1"])
    }

    @Test("A live view sends nothing but the status if only that changed")
    func status() throws {
        let view = page([frame(1, [story(1, "a")]), frame(2, [story(1, "a")], .refreshing(nil))])
        let event = try #require(update(view, after: 1))
        #expect(event["freshness"] as? String == "refreshing")
        #expect(ids(event).isEmpty && event["order"] == nil && event["ranks"] == nil)
    }

    @Test("A live view sends progress of refreshes longer than 250 ms, and new rows immediately")
    func progress() {
        let (old, new) = ([story(1, "a")], [story(2, "b"), story(1, "a")])
        let frames = [
            frame(1, old), frame(2, old, .refreshing(nil)), frame(3, old), frame(4, old, .refreshing(nil)),
            frame(5, new, .refreshing(nil)), frame(6, new),
        ]
        let scheduler = TestScheduler(initialClock: 0, resolution: 0.001)
        let source = scheduler.createHotObservable([
            .next(100, 1), .next(1_000, 2), .next(1_100, 3), .next(2_000, 4), .next(2_400, 5), .next(2_500, 6),
        ])
        let shown = scheduler.start(created: 0, subscribed: 0, disposed: 5_000) {
            source.map { page(Array(frames[..<$0])) }.compactMap { $0 }.delayingProgress(scheduler)
                .map { $0.event(after: nil)?.number ?? 0 }
        }
        #expect(shown.events == [.next(100, 1), .next(1_100, 3), .next(2_250, 4), .next(2_400, 5), .next(2_500, 6)])
    }

    @Test("A live view reports immediately that an empty feed is being refreshed")
    func emptyProgress() {
        #expect(page([frame(1, [], .stored), frame(2, [], .refreshing(nil))])?.isProgress == false)
        #expect(page([frame(1, [story(1, "a")]), frame(2, [story(1, "a")], .refreshing(nil))])?.isProgress == true)
    }

    @Test("A live view sends all rows to a page that has missed too many frames")
    func forgotten() {
        let view = page((1...50).map { frame($0, [story(1, "a"), story(2, "b\($0)")]) })
        #expect(ids(update(view, after: 49)) == ["row-2"] && ids(update(view, after: 1)).count == 2)
    }

    @Test("A live view sends all rows after the feed was reconnected")
    func otherEpoch() {
        let view = page([frame(1, [story(1, "a")]), frame(1, [story(1, "a")], epoch: "f")])
        #expect(view?.epoch == "f" && ids(update(view, after: nil)).count == 1)
    }

    @Test("A live view sends nothing if nothing looks different, and encodes an event once")
    func once() throws {
        let view = page([frame(1, [story(1, "a")]), frame(2, [story(1, "a")])])
        #expect(view?.event(after: 1) == nil)
        let one = try #require(view?.event(after: nil)).bytes
        let other = try #require(view?.event(after: nil)).bytes
        let addresses = [one, other].map { $0.withUnsafeReadableBytes { $0.baseAddress } }
        #expect(addresses[0] == addresses[1])
    }

    @Test("A live view sends programs what is stored first, and then the end of each refresh")
    func documents() throws {
        var frames = [frame(1, [], .stored)]
        #expect(document(frames)?.event(after: nil)?.number == 1)
        frames.append(frame(2, [story(1, "a")], .refreshing(nil)))
        #expect(document(frames)?.event(after: 1) == nil)
        frames.append(frame(3, [story(1, "a")]))
        #expect(document(frames)?.event(after: 1)?.number == 3)
        frames += [frame(4, [story(1, "a")], .refreshing(nil)), frame(5, [story(1, "a")])]
        #expect(document(frames)?.event(after: 3) == nil && document(frames)?.event(after: nil)?.number == 3)
    }
}
