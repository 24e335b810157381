import Feeds
import Foundation
import NIOCore
import News
import Testing

@testable import FreshetServer

@Suite("A lens") struct LensTests {
    private func story(_ id: Int, _ title: String) -> Story {
        Story(
            id: id, type: "story", title: title, url: URL(string: "https://a.example/\(id)")!, author: "mira", score: 1,
            comments: 0, date: Date(timeIntervalSince1970: 1_800_000_000), text: nil)
    }

    private func frame(_ number: Int, _ stories: [Story], _ standing: Standing = .fresh) -> Frame {
        let state = FeedState(items: stories.map { ShownItem($0) }, standing: standing)
        return Frame(number: number, state: .stories(state), site: Site())
    }

    private func update(_ lens: any Lens, after number: Int?) -> [String: Any]? {
        lens.event(after: number).flatMap { SentEvent.all(in: Data($0.bytes.readableBytesView)).first?.json }
    }

    private func ids(_ update: [String: Any]?) -> [String] {
        (update?["rows"] as? [[String: Any]])?.compactMap { $0["id"] as? String } ?? []
    }

    @Test("on a page tells the rows that differ from what a client has, the order, and what is gone")
    func difference() throws {
        let lens = PageLens(.news(.top), PageQuery(), epoch: "e")
        lens.show(frame(1, [story(1, "a"), story(2, "b"), story(3, "c")]))
        lens.show(frame(2, [story(4, "d"), story(1, "a"), story(2, "changed")]))
        let all = try #require(update(lens, after: nil))
        #expect(ids(all).count == 3 && (all["removed"] as? [String])?.isEmpty == true)
        let some = try #require(update(lens, after: 1))
        #expect(Set(ids(some)) == ["row-4", "row-2"] && some["removed"] as? [String] == ["row-3"])
        #expect((some["order"] as? [String])?.count == 3)
        #expect(lens.event(after: 2) == nil)
    }

    @Test("on a page tells all rows to whom it does not know any more")
    func forgotten() {
        let lens = PageLens(.news(.top), PageQuery(), epoch: "e")
        for number in 1...50 { lens.show(frame(number, [story(1, "a"), story(2, "b\(number)")])) }
        #expect(ids(update(lens, after: 49)) == ["row-2"] && ids(update(lens, after: 1)).count == 2)
    }

    @Test("tells nothing where nothing looks different, and encodes an event once")
    func once() throws {
        let lens = PageLens(.news(.top), PageQuery(), epoch: "e")
        lens.show(frame(1, [story(1, "a")]))
        lens.show(frame(2, [story(1, "a")]))
        #expect(lens.event(after: 1) == nil)
        let one = try #require(lens.event(after: nil)).bytes
        let other = try #require(lens.event(after: nil)).bytes
        let addresses = [one, other].map { $0.withUnsafeReadableBytes { $0.baseAddress } }
        #expect(addresses[0] == addresses[1])
    }

    @Test("on documents shows what is stored to whom has nothing, and then what refreshes end with")
    func documents() throws {
        let lens = DocumentLens(feed: "news/top", epoch: "e")
        lens.show(frame(1, [], .stored))
        #expect(lens.event(after: nil)?.number == 1)
        lens.show(frame(2, [story(1, "a")], .refreshing(nil)))
        #expect(lens.event(after: 1) == nil)
        lens.show(frame(3, [story(1, "a")]))
        #expect(lens.event(after: 1)?.number == 3)
        lens.show(frame(4, [story(1, "a")], .refreshing(nil)))
        lens.show(frame(5, [story(1, "a")]))
        #expect(lens.event(after: 3) == nil && lens.event(after: nil)?.number == 3)
    }
}
