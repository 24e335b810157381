import SQL
import Platform
import WebText

/// Stores the gaps of one feed, within the caller's transaction.
struct GapWriter {
    let db: StoreTransaction
    let feed: Int64

    func store(_ refresh: Refresh) throws {
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
