import Platform
import SQL
import WebText

/// The position at which playing an audio or video file of an item stopped.
package struct Playback: Sendable, Hashable {
    /// The address of the file.
    package var address: String
    /// The position in the file, in seconds.
    package var position: TimeInterval
    /// The length of the file in seconds; nil if the player doesn't know it.
    package var duration: TimeInterval?
    /// The date when the player was at this position.
    package var date: Date

    /// Creates a position.
    package init(address: String, position: TimeInterval, duration: TimeInterval? = nil, date: Date) {
        self.address = address
        self.position = position
        self.duration = duration
        self.date = date
    }
}

extension FeedStore {
    /// The positions at which playing the item's files stopped, one for each file that was played.
    package func playback(of item: ItemKey) throws -> [Playback] {
        try read { db in
            try database.rows(of: "playback positions", db, Self.playback, [item.id, item.scope, db.account]) {
                columns in
                Playback(
                    address: try columns.text(PlaybackColumn.address),
                    position: try columns.seconds(PlaybackColumn.position) ?? 0,
                    duration: try columns.seconds(PlaybackColumn.duration),
                    date: try columns.date(PlaybackColumn.at))
            }
        }
    }

    /// Replaces the position at which playing a file of the item stopped. It is removed with the item.
    ///
    /// - Returns: false if the item isn't stored.
    @discardableResult
    package func store(_ playback: Playback, of item: ItemKey) throws -> Bool {
        try write { db in
            guard try Account.sees(item, db), let id = try ItemWriter(db: db, scope: item.scope).find(item.id) else {
                return false
            }
            try ColumnValues([
                "account_id": db.account, "item_id": id, "address": playback.address,
                "position": playback.position.milliseconds, "duration": playback.duration?.milliseconds,
                "at": playback.date.milliseconds,
            ]).upsert(into: "playback", key: ["item_id", "account_id", "address"], db)
            return true
        }
    }

    private enum PlaybackColumn: String, ColumnList {
        case address, position, duration, at
    }

    private static let playback = """
        SELECT \(PlaybackColumn.sql) FROM playback JOIN item ON item.id = playback.item_id
        WHERE item.key = ? AND item.scope = ? AND playback.account_id = ? ORDER BY address
        """
}

extension TimeInterval {
    /// A length of a file, which is a few days at most.
    fileprivate var milliseconds: Int64 { Int64((min(max(self, 0), 1e7) * 1000).rounded()) }
}

extension SQLRow {
    fileprivate func seconds<Column: ColumnList>(_ column: Column) throws -> TimeInterval? {
        try optionalInteger(column).map { TimeInterval($0) / 1000 }
    }
}
