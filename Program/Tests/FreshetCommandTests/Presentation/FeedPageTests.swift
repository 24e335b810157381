import ArgumentParser
import Catalog
import FeedStore
import Feeds
import Foundation
import Testing

@testable import FreshetCommand

@Suite("The table of a feed")
struct FeedPageTests {
    private let now = Date()

    /// The rows of a state of the list `news/top`, sorted so.
    private func rows(_ state: FeedState, order: ItemOrder, key: String = "news/top") throws -> [String] {
        let feed = try #require(FeedCatalog.all.feed(FeedKey(key)))
        let context = CommandContext(
            variables: ["TZ": "UTC"], output: Output(descriptor: -1), errors: Output(descriptor: -1))
        let page = FeedListing(feed, FeedRequest(order: order), context, try FeedOptions.parse([]))
        return page.lines(state, width: 100)
    }

    private func state(ages: [TimeInterval], lastVisit: TimeInterval? = nil, gaps: [Gap] = []) -> FeedState {
        let items = ages.enumerated().map { rank, age in
            ShownItem(Note(id: "\(rank)", date: now - age), isUnread: rank == 0, rank: rank)
        }
        return FeedState(items: items, freshness: .fresh, lastVisitAt: lastVisit.map { now - $0 }, gaps: gaps)
    }

    @Test("A feed's table marks unread items and counts them")
    func unread() throws {
        let rows = try rows(state(ages: [60, 120]), order: .newest)
        #expect(rows.map { $0.hasPrefix("●") } == [false, true, false, false, false])
        #expect(rows.last?.hasPrefix("fresh · 1 unread") == true)
    }

    @Test("A feed's table says when a missing feed was there, and when it is requested again")
    func missing() throws {
        let error = FeedError(kind: "missing", message: "It may come back", retryAt: now + 3600)
        let state = FeedState(items: state(ages: [60]).items, freshness: .stale(error), fetchedAt: now - 3 * 3600)
        let line = try rows(state, order: .newest).last
        #expect(line?.hasPrefix("missing, was there 3 h ago · 1 unread · next attempt at ") == true)
    }

    @Test("A refresh a moment ahead of the clock is shown as just now")
    func ahead() throws {
        let state = FeedState(items: state(ages: [60]).items, freshness: .fresh, fetchedAt: now + 3)
        #expect(try rows(state, order: .newest).last?.hasPrefix("fresh, just now") == true)
        #expect(Clock(now: now).until(now + 2) == "in a moment" && Clock(now: now).until(now + 60) == "in 1 min")
    }

    @Test("Titles that are only a name or only code keep their style in a feed's table")
    func styles() {
        func styles(_ run: Entry.TextRun) -> [Style] {
            Entry(id: "1", kind: .init("x"), title: [run]).styledTitle.runs.map(\.style)
        }
        #expect(styles(.init("harbor", isEmphasized: true)) == [.bold])
        #expect(styles(.init("let tide = 7", isCode: true)) == [.color(.cyan)])
        #expect(styles(.init("Words")) == [.plain])
    }

    @Test("A feed's table has a line where the last visit ended, unless nothing is newer")
    func lastVisit() throws {
        let between = try rows(state(ages: [60, 7200], lastVisit: 3600), order: .newest)
        #expect(between[2] == "↑ Since your last visit, 1 h ago")
        let none = try rows(state(ages: [60, 7200], lastVisit: 30), order: .newest)
        #expect(!none.contains { $0.contains("last visit") })
    }

    @Test("A feed's table has a line in the place of a gap")
    func gap() throws {
        let gap = Gap(after: now - 7200, before: now - 60)
        let rows = try rows(state(ages: [60, 7200], gaps: [gap]), order: .newest)
        #expect(rows[2].hasPrefix("⋯ Items from ") && rows[2].contains("(1 h)"))
    }

    @Test("A discussion's table is a tree of comments in their own order, with news since the last visit")
    func tree() throws {
        let items = [1, 2, 3].map { depth in
            ShownItem(
                Note(id: "\(depth)", date: now - 60, depth: depth, summary: "Text"), isUnread: false,
                firstSeenAt: depth == 2 ? now : now - 7200, rank: depth)
        }
        let state = FeedState(items: items, freshness: .fresh, lastVisitAt: now - 3600)
        let tree = try rows(state, order: .ranked, key: "news/item/7")
        #expect(tree[1].contains("  Note 1      Text") && tree[2].contains("    Note 2    new · Text"))
        #expect(tree[3].contains("      Note 3  Text"))
        let flat = try rows(state, order: .newest, key: "news/item/7")
        #expect(flat.count { $0.contains("  Note ") && $0.hasSuffix("  Text") } == 3)
    }

    @Test(
        "A feed's table says that all items are muted",
        arguments: [(27, "All 27 items are muted."), (1, "The only item is muted.")])
    func muted(count: Int, words: String) throws {
        let state = FeedState(mutedCount: count, freshness: .fresh)
        #expect(try rows(state, order: .ranked, key: "news/item/7").first == words)
        #expect(try rows(FeedState(freshness: .fresh), order: .ranked, key: "news/item/7").first == "No comments yet.")
    }

    @Test("A feed's table in the upstream's order has ranks, and no lines of visits or gaps")
    func ranked() throws {
        let rows = try rows(state(ages: [60, 7200], lastVisit: 3600), order: .ranked)
        #expect(rows[0].contains("#") && rows[1].hasPrefix("●  1") && rows[2].contains("  2"))
        #expect(!rows.contains { $0.contains("last visit") })
    }
}

/// An item of no upstream.
private struct Note: FeedItem {
    let id: String
    let date: Date
    var depth = 0
    var summary = ""

    var feedID: String { id }
    var feedDate: Date? { date }
    var document: String { id }
    var entry: Entry {
        var entry = Entry(id: id, kind: .init("note"), title: [.init("Note \(id)")], date: date)
        (entry.depth, entry.summary) = (depth, summary)
        return entry
    }
}
