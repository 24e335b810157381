import FeedStore
import Foundation
import Testing

@Suite("A visit")
struct VisitTests {
    let folder: TemporaryFolder
    let store: FeedStore

    init() throws {
        folder = try TemporaryFolder()
        store = try folder.store()
        try store.commit(merge(item("a")))
    }

    private var lastVisit: Date? { get throws { try store.snapshot(of: hello, limit: 0).lastVisitAt } }

    @Test("A visit has no last visit the first time")
    func first() throws {
        #expect(try lastVisit == nil)
        try store.visit(hello, at: day(1))
        #expect(try lastVisit == nil)
    }

    @Test("A visit becomes the last visit with the next one, and stays so during it")
    func next() throws {
        try store.visit(hello, at: day(1))
        try store.visit(hello, at: day(2))
        #expect(try lastVisit == day(1))
        try store.visit(hello, at: day(2, seconds: 300))
        #expect(try lastVisit == day(1))
        try store.visit(hello, at: day(3))
        #expect(try lastVisit == day(2, seconds: 300))
    }

    @Test("A visit is predicted without being recorded")
    func advance() throws {
        try store.visit(hello, at: day(1))
        let number = try store.changeNumber()
        #expect(try store.lastVisit(of: hello, at: day(1, seconds: 599)) == nil)
        #expect(try store.lastVisit(of: hello, at: day(2)) == day(1))
        #expect(try store.lastVisit(of: top, at: day(2)) == nil)
        #expect(try store.changeNumber() == number)
    }

    @Test("A visit lasts while looks are less than ten minutes apart")
    func span() throws {
        for seconds in [0, 599, 1_198] { try store.visit(hello, at: day(1, seconds: seconds)) }
        #expect(try lastVisit == nil)
        try store.visit(hello, at: day(1, seconds: 1_798))
        #expect(try lastVisit == day(1, seconds: 1_198))
    }

    @Test("A visit in the future, by a clock that was ahead, counts as one at the current time")
    func wrongClock() throws {
        try store.visit(hello, at: day(1))
        try store.visit(hello, at: day(900))
        try store.visit(hello, at: day(2))
        #expect(try lastVisit == day(1))
        try store.visit(hello, at: day(3))
        #expect(try lastVisit == day(2))
    }

    @Test("A visit is remembered for a feed that was never fetched, which isn't listed")
    func neverFetched() throws {
        try store.visit(top, at: day(1))
        #expect(try store.feeds().map(\.feed) == [hello])
        try store.commit(merge(item("b"), into: top))
        try store.visit(top, at: day(2))
        #expect(try store.snapshot(of: top, limit: 0).lastVisitAt == day(1))
    }
}
