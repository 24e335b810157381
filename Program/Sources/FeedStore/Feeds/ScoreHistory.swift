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

    /// Records a new or changed measure, at most every ten minutes.
    func record(_ value: Double, of item: Int64, at date: Date) throws {
        let now = date.milliseconds
        let last = "SELECT max(at) FROM score WHERE item_id = ?"
        if let row = try db.row(last, [item]), let at = try row.optionalInteger(0) {
            if at <= now, at > now - Self.spacing { return }
            try db.execute(
                """
                DELETE FROM score WHERE item_id = ?1
                    AND (at > ?2 OR at < (SELECT max(at) FROM score WHERE item_id = ?1 AND at <= ?3))
                """, [item, now, now - Self.span])
        }
        try db.execute(
            """
            INSERT INTO score (item_id, at, value) VALUES (?, ?, ?)
            ON CONFLICT (item_id, at) DO UPDATE SET value = excluded.value
            """, [item, now, value])
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
