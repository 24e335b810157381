#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

import GRDB

extension SQLiteFeedStore {
    /// Capitals are those of A to Z.
    public func follow(_ repository: String, at date: Date) throws {
        try file.write { db in
            try db.execute(
                sql: "INSERT INTO followed (repository, since) VALUES (?, ?) ON CONFLICT DO NOTHING",
                arguments: [repository, date.milliseconds])
        }
    }

    /// Capitals are those of A to Z.
    public func unfollow(_ repository: String) throws {
        try file.write { db in
            try db.execute(sql: "DELETE FROM followed WHERE repository = ?", arguments: [repository])
        }
    }

    /// The whole table.
    public func followed() throws -> [Followed] {
        try file.read { db in
            let statement = try db.cachedStatement(sql: "SELECT repository, since FROM followed ORDER BY id")
            return try Row.fetchAll(statement).map { row in
                Followed(repository: try Columns(row).text(0), since: try Columns(row).date(1))
            }
        }
    }
}
