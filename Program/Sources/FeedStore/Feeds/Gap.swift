import Platform
import SQL
import WebText

/// A span of a feed in which items are missing, because the upstream doesn't return them.
///
/// Usually from the date of one known item to that of the next.
package struct Gap: Sendable, Hashable {
    /// The last known instant before the gap.
    package let after: Date
    /// The first known instant after the gap.
    package let before: Date

    /// Creates a gap. The store ignores a gap that doesn't end after it begins.
    package init(after: Date, before: Date) {
        self.after = after
        self.before = before
    }
}

extension Gap {
    /// The parts of the gap outside `span`: none, one or two.
    func outside(_ span: ClosedRange<Date>) -> [Gap] {
        guard span.lowerBound < before, after < span.upperBound else { return [self] }
        return [Gap(after: after, before: span.lowerBound), Gap(after: span.upperBound, before: before)]
            .filter { $0.after < $0.before }
    }

    /// Returns the spans disjoint and newest first. Adjacent gaps aren't merged.
    static func disjoint(_ gaps: [Gap]) -> [Gap] {
        var result: [Gap] = []
        for gap in gaps.filter({ $0.after < $0.before }).sorted(by: { $0.after < $1.after }) {
            if let last = result.last, gap.after < last.before {
                result[result.count - 1] = Gap(after: last.after, before: max(last.before, gap.before))
            } else {
                result.append(gap)
            }
        }
        return result.reversed()
    }
}

/// Stores the gaps of one feed, within the caller's transaction.
struct GapWriter {
    let db: StoreTransaction
    let feed: Int64

    func store(_ refresh: FeedUpdate) throws {
        if refresh.gaps.isEmpty, refresh.closesGaps == nil { return }
        let before = try FeedQueries.gaps(db, feed: feed)
        var gaps = before
        if let span = refresh.closesGaps {
            // In milliseconds, as gaps are stored. A fraction of a millisecond would stay as a gap.
            let span = span.lowerBound.rounded...span.upperBound.rounded
            gaps = gaps.flatMap { $0.outside(span) }
        }
        gaps = Gap.disjoint(gaps + refresh.gaps.map { Gap(after: $0.after.rounded, before: $0.before.rounded) })
        if gaps == before { return }
        try db.execute("DELETE FROM gap WHERE feed_id = ?", [feed])
        var rows = TableRows("gap", "feed_id", "after", "before")
        for gap in gaps { rows.append(feed, gap.after.milliseconds, gap.before.milliseconds) }
        try rows.insert(db)
    }

    /// Removes gaps before the oldest item: the feed simply starts there.
    func dropOldest() throws {
        try db.execute(
            "DELETE FROM gap WHERE feed_id = ?1 AND before <= (SELECT min(date) FROM listing WHERE feed_id = ?1)",
            [feed])
    }
}

extension Date {
    /// The date as it is stored.
    fileprivate var rounded: Date { Date(milliseconds: milliseconds) }
}
