#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

import GRDB

extension SQLiteFeedStore {
    /// One look-up.
    public func ledgerEntry(for endpoint: Endpoint) throws -> LedgerEntry? {
        try file.read { try LedgerQueries.entry($0, for: endpoint) }
    }

    /// Looks and takes in one transaction that holds the write lock from its start (`BEGIN IMMEDIATE`).
    public func claim(
        _ endpoint: Endpoint, now: Date, lease: TimeInterval, respecting quotas: [Quota.Key], insisting: Bool
    ) throws -> Claim {
        try file.write { db in
            let previous = try LedgerQueries.entry(db, for: endpoint)
            let quotas = try quotas.compactMap { try LedgerQueries.quota(db, for: $0) }
            if let (date, rule) = Waiting(now: now, insisting: insisting).longest(previous, quotas) {
                return .notBefore(date, rule)
            }
            let key = [endpoint.url, endpoint.requester]
            let sql = "SELECT until FROM lease WHERE url = ? AND requester = ?"
            if let row = try Row.fetchOne(db, sql: sql, arguments: StatementArguments(key)) {
                let until = try Columns(row).date(0)
                // One that ends later than ours would was taken under a wrong clock.
                if until > now, until <= now + lease + Waiting.clockTolerance { return .leased(until: until) }
            }
            let until = Date(milliseconds: (now + lease).milliseconds)
            try db.execute(
                sql: "INSERT OR REPLACE INTO lease (url, requester, until) VALUES (?, ?, ?)",
                arguments: StatementArguments(key) + [until.milliseconds])
            return .granted(Grant(endpoint: endpoint, until: until, previous: previous))
        }
    }

    /// Leaves a lease alone that somebody else has taken since.
    public func release(_ grant: Grant) throws {
        try file.write { db in
            try db.execute(
                sql: "DELETE FROM lease WHERE url = ? AND requester = ? AND until = ?",
                arguments: [grant.endpoint.url, grant.endpoint.requester, grant.until.milliseconds])
        }
    }

    /// The same as a commit without refreshes.
    public func record(_ entries: [LedgerEntry], quotas: [Quota]) throws {
        _ = try commit([], ledger: entries, quotas: quotas)
    }

    /// The whole table.
    public func ledger() throws -> [LedgerEntry] {
        try file.read { try Row.fetchAll($0, sql: LedgerQueries.entries).map { try Columns($0).ledgerEntry() } }
    }

    /// The whole table.
    public func quotas() throws -> [Quota] {
        try file.read { try Row.fetchAll($0, sql: LedgerQueries.quotas).map { try Columns($0).quota() } }
    }
}
