import GRDB
public import Platform
import WebText

extension SQLiteFeedStore {
    /// Looks one row up.
    public func ledgerEntry(for endpoint: Endpoint) throws -> LedgerEntry? {
        try file.read { try entry($0, for: endpoint) }
    }

    private func entry(_ db: Database, for endpoint: Endpoint) throws -> LedgerEntry? {
        try file.rows(
            of: "the ledger", db.cachedStatement(sql: LedgerQueries.entry), [endpoint.url, endpoint.requester]
        ) {
            try $0.ledgerEntry()
        }.first
    }

    /// Checks and leases in one transaction, which holds the write lock from its start.
    public func claim(
        _ endpoint: Endpoint, now: Date, lease: TimeInterval, respecting quotas: [Quota.Key], urgency: Urgency
    ) throws -> Claim {
        try file.write { db in
            let previous = try entry(db, for: endpoint)
            let quotas = try quotas.flatMap { key in
                try file.rows(
                    of: "quotas", db.cachedStatement(sql: LedgerQueries.quota), [key.host, key.resource, key.requester]
                ) { try $0.quota() }
            }
            // They would keep newer reports from being recorded.
            for quota in quotas where quota.isAhead(of: now) {
                try db.execute(
                    sql: "DELETE FROM quota WHERE host = ? AND resource = ? AND requester = ?",
                    arguments: [quota.key.host, quota.key.resource, quota.key.requester])
            }
            if let (date, rule) = Waiting(now: now, urgency: urgency).longest(previous, quotas) {
                return .notBefore(date, rule)
            }
            let key = [endpoint.url, endpoint.requester]
            let sql = "SELECT until FROM lease WHERE url = ? AND requester = ?"
            if let row = try Row.fetchOne(db, sql: sql, arguments: StatementArguments(key)) {
                let until = try Columns(row).date(0)
                // A lease that ends later than a new one would was taken by a clock that was ahead.
                if until > now, until <= now + lease + Waiting.clockTolerance { return .leased(until: until) }
            }
            let until = Date(milliseconds: (now + lease).milliseconds)
            try db.execute(
                sql: "INSERT OR REPLACE INTO lease (url, requester, until) VALUES (?, ?, ?)",
                arguments: StatementArguments(key) + [until.milliseconds])
            return .granted(Grant(endpoint: endpoint, until: until, previous: previous))
        }
    }

    /// Ignores a lease that another process has taken since.
    public func release(_ grant: Grant) throws {
        try file.write { try LedgerWriter(db: $0).release(grant) }
    }

    /// Finds a feed's rows, and those since a date, through an index.
    public func ledger(_ scope: LedgerScope) throws -> [LedgerEntry] {
        let (sql, arguments): (String, StatementArguments) =
            switch scope {
            case .all: (LedgerQueries.entries, [])
            case .feed(let feed): (LedgerQueries.ofFeed, [feed.rawValue])
            case .upstream(let id, let date): (LedgerQueries.since, [date.milliseconds, id])
            }
        return try file.read { db in
            try file.rows(of: "the ledger", db.cachedStatement(sql: sql), arguments) { try $0.ledgerEntry() }
        }
    }

    /// Reads the whole table.
    public func quotas(at now: Date) throws -> [Quota] {
        try file.read { db in
            try file.rows(of: "quotas", db.cachedStatement(sql: LedgerQueries.quotas)) { try $0.quota() }
                .filter { !$0.isAhead(of: now) }
        }
    }

    /// Extends the lease unless it has expired.
    public func renew(_ grant: Grant, now: Date, lease: TimeInterval) throws -> Grant? {
        try file.write { db in
            let until = Date(milliseconds: (now + lease).milliseconds)
            try db.execute(
                sql: "UPDATE lease SET until = ? WHERE url = ? AND requester = ? AND until = ?",
                arguments: [
                    until.milliseconds, grant.endpoint.url, grant.endpoint.requester, grant.until.milliseconds,
                ])
            if db.changesCount == 0 { return nil }
            return Grant(endpoint: grant.endpoint, until: until, previous: grant.previous)
        }
    }

    /// Reads the whole ledger. Validators and counts stay.
    @discardableResult
    public func forget(host: String) throws -> Bool {
        let host = Host(host)
        return try file.write { db in
            var isKnown = false
            for row in try Row.fetchAll(db, sql: "SELECT rowid, url FROM ledger")
            where Host(url: try Columns(row).text(1)) == host {
                try db.execute(
                    sql: "UPDATE ledger SET next_allowed_at = NULL, rule = NULL WHERE rowid = ?",
                    arguments: [try Columns(row).integer(0)])
                isKnown = true
            }
            for row in try Row.fetchAll(db, sql: "SELECT DISTINCT host FROM quota") {
                let name = try Columns(row).text(0)
                guard Host(name) == host else { continue }
                try db.execute(sql: "DELETE FROM quota WHERE host = ?", arguments: [name])
                isKnown = true
            }
            return isKnown
        }
    }
}
