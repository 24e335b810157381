import SQL
import Platform
import WebText

/// The history of items' measures, within the caller's transaction.
///
/// At most one value every ten minutes, back to the one that was current an hour ago: at most eight for each
/// item.
struct ScoreHistory {
    private static let spacing: Int64 = 600_000
    /// The maximum span of a slope.
    private static let span: Int64 = 3_600_000

    let db: StoreTransaction

    /// Records new or changed measures, at most every ten minutes.
    func record(_ values: [(item: Int64, value: Double)], at date: Date) throws {
        let now = date.milliseconds
        let last = try GivenRows(values.map(\.item)).rows(db) {
            "SELECT item_id, max(at) FROM \($0) CROSS JOIN score ON score.item_id = given.column1 GROUP BY item_id"
        }
        let times = Dictionary(try last.map { (try $0.integer(0), try $0.integer(1)) }) { max($0, $1) }
        let due = values.filter { one in times[one.item].map { $0 > now || $0 <= now - Self.spacing } ?? true }
        try GivenRows(due.map(\.item).filter { times[$0] != nil }).execute(db, [now, now - Self.span]) {
            """
            DELETE FROM score WHERE item_id IN (SELECT column1 FROM \($0))
                AND (at > ? OR at < (SELECT max(other.at) FROM score AS other
                    WHERE other.item_id = score.item_id AND other.at <= ?))
            """
        }
        var rows = TableRows("score", "item_id", "at", "value")
        for (item, value) in due { rows.append(item, now, value) }
        try rows.insert(db, onConflict: "ON CONFLICT (item_id, at) DO UPDATE SET value = excluded.value")
    }

    /// SQL for the growth per hour, over the last hour or since the first value; NULL in the first ten minutes.
    static func slope(of item: String, at now: String) -> String {
        """
        SELECT (\(item).measure - value) * 3600000.0 / CASE WHEN \(now) - at < \(span) THEN \(now) - at ELSE \(span) END FROM score
        WHERE item_id = \(item).id AND at <= \(now) - \(spacing)
        ORDER BY at <= \(now) - \(span) DESC, CASE WHEN at <= \(now) - \(span) THEN -at ELSE at END LIMIT 1
        """
    }

    /// The growth per hour of an item; nil if it isn't known yet.
    func slope(of item: Int64, at date: Date) throws -> Double? {
        let sql = "SELECT (\(Self.slope(of: "item", at: "?1"))) FROM item WHERE id = ?2"
        let row = try db.row(sql, [date.milliseconds, item])
        return try row.flatMap { try $0.optionalReal(0) }
    }
}
