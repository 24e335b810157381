import FeedStore
import Foundation
import Testing

@Suite("A gap")
struct GapTests {
    let folder: TemporaryFolder
    let store: FeedStore

    init() throws {
        folder = try TemporaryFolder()
        store = try folder.store()
    }

    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let known: [ClosedRange<Int>]
        var closed: ClosedRange<Int>?
        var added: [ClosedRange<Int>] = []
        /// Newest first.
        let left: [ClosedRange<Int>]
    }

    static let cases = [
        Case(testDescription: "stays when nothing is said of it", known: [1...2], left: [1...2]),
        Case(testDescription: "goes when all of it was fetched", known: [10...20], closed: 5...25, left: []),
        Case(testDescription: "goes when just it was fetched", known: [10...20], closed: 10...20, left: []),
        Case(testDescription: "loses its end", known: [10...20], closed: 15...25, left: [10...15]),
        Case(testDescription: "loses its beginning", known: [10...20], closed: 5...15, left: [15...20]),
        Case(testDescription: "becomes two", known: [10...20], closed: 13...15, left: [15...20, 10...13]),
        Case(testDescription: "is left alone by a span beside it", known: [10...20], closed: 20...30, left: [10...20]),
        Case(
            testDescription: "is one of many", known: [1...3, 5...7, 9...11], closed: 2...10, left: [10...11, 1...2]),
        Case(testDescription: "grows with one that overlaps it", known: [1...5], added: [3...8], left: [1...8]),
        Case(
            testDescription: "stays apart from one that touches it", known: [1...3], added: [3...5],
            left: [3...5, 1...3]),
        Case(testDescription: "swallows one within it", known: [1...9], added: [3...5], left: [1...9]),
        Case(testDescription: "that holds nothing is none", known: [], added: [4...4], left: []),
        Case(
            testDescription: "may come as another goes", known: [10...20], closed: 10...20, added: [30...40],
            left: [30...40]),
    ]

    @Test("A gap is stored, and shortened or closed by refreshes", arguments: cases)
    func gaps(_ one: Case) throws {
        func gap(_ days: ClosedRange<Int>) -> Gap { Gap(after: day(days.lowerBound), before: day(days.upperBound)) }
        func refresh(_ gaps: [ClosedRange<Int>], closing: ClosedRange<Int>? = nil) -> FeedUpdate {
            let span = closing.map { day($0.lowerBound)...day($0.upperBound) }
            return FeedUpdate(
                feed: hello, items: [], mode: .merge, fetchedAt: day(50), gaps: gaps.map(gap), closesGaps: span)
        }
        try store.commit(refresh(one.known))
        try store.commit(refresh(one.added, closing: one.closed))
        #expect(try store.snapshot(of: hello, limit: 0).gaps == one.left.map(gap))
    }

    @Test("A gap is closed up to its end, at any precision of dates")
    func fractions() throws {
        let after = Date(timeIntervalSince1970: 100.000_4), before = Date(timeIntervalSince1970: 200.000_4)
        try store.commit(
            FeedUpdate(
                feed: hello, items: [], mode: .merge, fetchedAt: day(1), gaps: [Gap(after: after, before: before)]))
        try store.commit(
            FeedUpdate(feed: hello, items: [], mode: .merge, fetchedAt: day(1), closesGaps: after...before))
        #expect(try store.snapshot(of: hello, limit: 0).gaps.isEmpty)
    }

    @Test("A gap belongs to its feed alone")
    func apart() throws {
        let gap = Gap(after: day(1), before: day(2))
        try store.commit(FeedUpdate(feed: hello, items: [], mode: .merge, fetchedAt: day(3), gaps: [gap]))
        try store.commit(
            FeedUpdate(feed: top, items: [], mode: .merge, fetchedAt: day(3), closesGaps: day(0)...day(3)))
        #expect(try store.snapshot(of: hello, limit: 0).gaps == [gap])
    }
}
