import Platform
import SQL
import WebText

extension FeedStore {
    /// Returns the last request to the endpoint; nil if there was none within 90 days.
    package func ledgerEntry(for endpoint: Endpoint) throws -> LedgerEntry? {
        try read { try entry($0, for: endpoint) }
    }

    private func entry(_ db: StoreTransaction, for endpoint: Endpoint) throws -> LedgerEntry? {
        try database.rows(
            of: "the ledger", db, LedgerQueries.entry, [endpoint.url, endpoint.requester]
        ) {
            try $0.ledgerEntry()
        }.first
    }

    /// Claims a request to the endpoint. If it is allowed, leases the endpoint, so that no other process requests it.
    ///
    /// The lease ends when the request is recorded with ``LedgerEntry/leasedUntil``, at ``release(_:)``, or after `lease` seconds without
    /// ``renew(_:now:lease:)``. No wait lasts longer than a day. Waits that were recorded more than a minute after
    /// `now`, by a clock that was ahead, are ignored.
    /// - Parameters:
    ///   - quotas: the limits that the request counts against.
    ///   - urgency: the waits that the request ignores.
    ///     Within 10 seconds of the last request the claim is still refused, as ``PollRule/spacing``.
    package func claim(
        _ endpoint: Endpoint, now: Date, lease: TimeInterval, respecting quotas: [Quota.Key], urgency: Urgency
    ) throws -> Claim {
        let claim = try database.claim(endpoint) { connection in
            let db = transaction(connection)
            let previous = try entry(db, for: endpoint)
            let quotas = try quotas.flatMap { key in
                try database.rows(
                    of: "quotas", db, LedgerQueries.quota, [key.host, key.resource, key.requester]
                ) { try $0.quota() }
            }
            // They would keep newer reports from being recorded.
            for quota in quotas where quota.isAhead(of: now) {
                try db.execute(
                    "DELETE FROM quota WHERE host = ? AND resource = ? AND requester = ?",
                    [quota.key.host, quota.key.resource, quota.key.requester])
            }
            if let (date, rule) = RequestWait(now: now, urgency: urgency).longest(previous, quotas) {
                return .notBefore(date, rule)
            }
            let key: [(any SQLValueConvertible)?] = [endpoint.url, endpoint.requester]
            let sql = "SELECT until FROM lease WHERE url = ? AND requester = ?"
            if let row = try db.row(sql, key) {
                let until = try row.date(0)
                // A lease that ends later than a new one would was taken by a clock that was ahead.
                if until > now, until <= now + lease + RequestWait.clockTolerance { return .leased(until: until) }
            }
            let until = Date(milliseconds: (now + lease).milliseconds)
            try db.execute(
                """
                INSERT INTO lease (url, requester, until) VALUES (?, ?, ?)
                ON CONFLICT (url, requester) DO UPDATE SET until = excluded.until
                """, key + [until.milliseconds])
            return .granted(Grant(endpoint: endpoint, until: until, previous: previous))
        }
        return claim ?? .leased(until: now + lease)
    }

    /// Releases an unused lease, such as that of a canceled request. Does nothing if it has expired.
    ///
    /// Ignores a lease that another process has taken since.
    package func release(_ grant: Grant) throws {
        try writeSilently(.rows) { try LedgerWriter(db: $0).release(grant) }
    }

    /// The endpoints requested within 90 days; ``LedgerScope/all`` sorts them by URL, then requester.
    ///
    /// Finds a feed's rows, and those since a date, through an index.
    package func ledger(_ scope: LedgerScope = .all) throws -> [LedgerEntry] {
        let (sql, arguments): (String, [(any SQLValueConvertible)?]) =
            switch scope {
            case .all: (LedgerQueries.entries, [])
            case .feed(let feed): (LedgerQueries.ofFeed, [feed.rawValue])
            case .upstream(let id, let date): (LedgerQueries.since, [date.milliseconds, id])
            }
        return try read { db in
            try database.rows(of: "the ledger", db, sql, arguments) { try $0.ledgerEntry() }
        }
    }

    /// Every quota reported within 90 days, by host, resource, requester; without those that a clock that was ahead
    /// reported more than a minute after `now`.
    package func quotas(at now: Date) throws -> [Quota] {
        try read { db in
            try database.rows(of: "quotas", db, LedgerQueries.quotas) { try $0.quota() }
                .filter { !$0.isAhead(of: now) }
        }
    }

    /// Extends a lease to `lease` seconds from now; nil if it has expired and another process has taken it.
    package func renew(_ grant: Grant, now: Date, lease: TimeInterval) throws -> Grant? {
        try writeSilently(.rows) { db in
            let until = Date(milliseconds: (now + lease).milliseconds)
            let renewed = try db.execute(
                "UPDATE lease SET until = ? WHERE url = ? AND requester = ? AND until = ?",
                [
                    until.milliseconds, grant.endpoint.url, grant.endpoint.requester, grant.until.milliseconds,
                ])
            if renewed == 0 { return nil }
            return Grant(endpoint: grant.endpoint, until: until, previous: grant.previous)
        }
    }

    /// Removes every wait and quota of a host.
    ///
    /// Reads the whole ledger. Validators and counts stay.
    ///
    /// - Parameter host: `HOST` for the scheme's default port, or `HOST:PORT`.
    /// - Returns: false if the host is unknown.
    @discardableResult
    package func forget(host: String) throws -> Bool {
        let host = Host(host)
        return try write(.everything) { db in
            var isKnown = false
            for row in try db.rows("SELECT url, requester FROM ledger") where Host(url: try row.text(0)) == host {
                try db.execute(
                    "UPDATE ledger SET next_allowed_at = NULL, rule = NULL WHERE url = ? AND requester = ?",
                    [try row.text(0), try row.text(1)])
                isKnown = true
            }
            for row in try db.rows("SELECT DISTINCT host FROM quota") {
                let name = try row.text(0)
                guard Host(name) == host else { continue }
                try db.execute("DELETE FROM quota WHERE host = ?", [name])
                isKnown = true
            }
            return isKnown
        }
    }

    /// Stores ledger entries.
    package func record(_ entries: [LedgerEntry], quotas: [Quota]) throws {
        try commit([], ledger: entries, quotas: quotas)
    }
}

/// A host with its port, as readers or URLs write it.
struct Host: Hashable {
    /// `host` in lowercase, or `host:port` unless the port is the scheme's default.
    let name: String

    /// Nil if the text isn't a URL with a host.
    init?(url: String) {
        guard let scheme = url.firstRange(of: "://") else { return nil }
        let rest = url[scheme.upperBound...].prefix { !"/?#".contains($0) }
        let authority = rest.lastIndex(of: "@").map { rest[rest.index(after: $0)...] } ?? rest
        if authority.isEmpty { return nil }
        let port = url[..<scheme.lowerBound].lowercased() == "http" ? ":80" : ":443"
        self.init(String(authority), defaultPorts: [port])
    }

    /// `HOST` or `HOST:PORT`.
    init(_ name: String) {
        self.init(name, defaultPorts: [":80", ":443"])
    }

    private init(_ name: String, defaultPorts: [String]) {
        let name = name.lowercased()
        self.name = defaultPorts.first(where: name.hasSuffix).map { String(name.dropLast($0.count)) } ?? name
    }
}
