import Dispatch
import Platform
import PostgreSQL
import SQL
import Synchronization

/// Announces what this store commits to the other servers, and hears what they commit.
///
/// Notifications are sent after commits, in transactions of their own and not more often than each 50 ms: PostgreSQL commits
/// one transaction with a notification at a time. A change whose notification was lost is found by its change number.
final class PostgreSQLChanges: Sendable {
    /// The name of the channel, in SQL. Stores in other schemas of the database have channels of their own.
    private static let channel = "'freshet_' || md5(current_schema())"
    /// The time for which changes wait to be announced together, in seconds.
    private static let pause = 0.05
    /// The number of accounts and feeds beyond which everything counts as changed.
    private static let mostPending = 10_000

    private struct State {
        /// The changes that ``wait(atMost:)`` has yet to return.
        var pending = StoreChanges()
        var changeNumbers = KnownChangeNumbers()
        var nextPoll = 0.0
        /// The changes to announce.
        var outgoing = CommittedChanges()
        var isSending = false
        /// True if the server can notify others.
        var notifies = true
        var isClosed = false
    }

    private let pool: PostgreSQLPool
    private let listener: PostgreSQLListener
    private let sender = SystemRandomNumberGenerator.hexadecimal(bytes: 8)
    private let state = Mutex(State())
    private let wake = WakeSignal()

    init(_ address: PostgreSQLAddress, _ pool: PostgreSQLPool) {
        self.pool = pool
        listener = PostgreSQLListener(address, channel: Self.channel)
    }

    /// Finds out whether the server has notifications.
    func prepare() throws {
        do {
            try pool.read { _ = try $0.execute("SELECT pg_notify(\(Self.channel), '')") }
        } catch let error as PostgreSQLError where !error.isDisconnected {
            state.withLock { $0.notifies = false }
        }
    }

    /// True if other servers hear of a commit soon.
    var areAnnounced: Bool { state.withLock { $0.notifies } }

    /// True if ``wait(atMost:)`` has yet to return changes of the account.
    func hasPending(of account: Account.ID) -> Bool { state.withLock { $0.pending.concern(account) } }

    // MARK: Announcing

    /// Notes a commit of this store.
    func note(_ committed: CommittedChanges) {
        let mustSchedule = state.withLock { state in
            state.pending.formUnion(committed.changes)
            if state.pending.accounts.count + state.pending.feeds.count > Self.mostPending {
                state.pending = StoreChanges(isEverything: true)
            }
            state.changeNumbers.note(committed.changeNumbers)
            guard state.notifies, !state.isClosed else { return false }
            state.outgoing.formUnion(committed)
            defer { state.isSending = true }
            return !state.isSending
        }
        wake.send()
        if mustSchedule {
            DispatchQueue.global().asyncAfter(deadline: .now() + Self.pause) { [weak self] in self?.announce() }
        }
    }

    /// Announces what waits. What can't be announced is found by its change number.
    private func announce() {
        let outgoing = state.withLock { state in
            state.isSending = false
            defer { state.outgoing = CommittedChanges() }
            return state.outgoing
        }
        if outgoing.changes.isEmpty { return }
        let text = Announcement(sender: sender, outgoing).text
        do {
            // Closing waits for it.
            try pool.write(after: nil, limit: 1) {
                _ = try $0.execute("SELECT pg_notify(\(Self.channel), ?)", [text])
            }
        } catch {}
    }

    /// Announces what waits, and ends a wait.
    func close() {
        state.withLock { $0.isClosed = true }
        announce()
        listener.close()
        wake.send()
    }

    // MARK: Hearing

    func wait(atMost seconds: Double) -> StoreChanges {
        let end = MonotonicTime.now + seconds
        while true {
            if state.withLock({ $0.nextPoll }) <= MonotonicTime.now { poll() }
            let (changes, next, notifies, isClosed) = state.withLock {
                ($0.pending.take(), $0.nextPoll, $0.notifies, $0.isClosed)
            }
            if !changes.isEmpty || isClosed || MonotonicTime.now >= end { return changes }
            let instant = min(end, next)
            if notifies { hear(listener.wait(until: instant, wake)) } else { wake.wait(until: instant) }
        }
    }

    private func hear(_ heard: PostgreSQLListener.Heard) {
        state.withLock { state in
            // What was announced before is unknown.
            if heard.isNew { state.nextPoll = 0 }
            // An empty one only tries whether there are notifications.
            for payload in heard.payloads where !payload.isEmpty {
                let announcement = Announcement(payload)
                if announcement.sender == sender { continue }
                state.pending.formUnion(state.changeNumbers.unknown(of: announcement.committed))
                state.changeNumbers.note(announcement.committed.changeNumbers)
            }
        }
    }

    /// Looks for change numbers that weren't announced.
    private func poll() {
        let (floor, last) = state.withLock { ($0.changeNumbers.floor, $0.changeNumbers.lastNumber) }
        var seen: KnownChangeNumbers.Findings?
        do { seen = try pool.read { try KnownChangeNumbers.findings($0, above: floor, unless: last) } } catch {}
        state.withLock { state in
            state.nextPoll = MonotonicTime.now + (state.notifies ? 5 : 1)
            if let seen { state.pending.formUnion(state.changeNumbers.update(seen, at: MonotonicTime.now)) }
        }
    }
}

/// The change numbers of accounts and feeds that a server knows of, to find changes that weren't announced to it.
///
/// Transactions become visible in another order than that of their numbers. So each poll reads the change numbers above a floor,
/// which is a number that was the last one a minute before: transactions don't last that long. What has a higher change number
/// than the known one was changed.
struct KnownChangeNumbers: Sendable {
    /// The findings of a poll.
    struct Findings: Sendable {
        let changeNumbers: [CommittedChanges.Part: Int64]
        let lastNumber: Int64
    }

    /// The maximum duration of a transaction, in seconds.
    private static let longest = 60.0

    /// A number that no transaction in progress at the first poll is below by more than.
    private static let earlier: Int64 = 200_000

    /// Nil before the first poll.
    private(set) var floor: Int64?
    /// The last number, unless changes may still become visible that have a lower one.
    var lastNumber: Int64? { isQuiet ? numbers.last?.number : nil }
    private var known: [CommittedChanges.Part: Int64] = [:]
    /// The last numbers of the last minute, with the time of each.
    private var numbers: [(at: Double, number: Int64)] = []
    private var isQuiet = false

    mutating func note(_ changeNumbers: [CommittedChanges.Part: Int64]) {
        known.merge(changeNumbers) { max($0, $1) }
    }

    /// The changes of another store that a poll hasn't found already.
    func unknown(of committed: CommittedChanges) -> StoreChanges {
        func isUnknown(_ part: CommittedChanges.Part) -> Bool {
            guard let number = committed.changeNumbers[part], let known = known[part] else { return true }
            return number > known
        }
        let changes = committed.changes
        return StoreChanges(
            accounts: changes.accounts.filter { isUnknown(.account($0)) },
            feeds: changes.feeds.filter { isUnknown(.feed($0)) },
            isEverything: changes.isEverything && isUnknown(.everything))
    }

    /// Nil if nothing has got a number since the last poll.
    static func findings(_ db: any SQLConnection, above floor: Int64?, unless last: Int64?) throws -> Findings? {
        let number = try db.integers("SELECT last_value FROM change_number").first ?? 0
        if number == last { return nil }
        var changeNumbers: [CommittedChanges.Part: Int64] = [:]
        let rows = try db.rows(
            """
            SELECT 0, '', change_number FROM sequence UNION ALL SELECT id, '', change_number FROM account WHERE change_number > ?1
            UNION ALL SELECT 0, key, change_number FROM feed WHERE change_number > ?1
            """, [floor ?? number - Self.earlier])
        for row in rows {
            let (account, feed) = (try row.integer(0), try row.text(1))
            let part: CommittedChanges.Part =
                account > 0 ? .account(account) : feed.isEmpty ? .everything : .feed(FeedKey(feed))
            changeNumbers[part] = try row.integer(2)
        }
        return Findings(changeNumbers: changeNumbers, lastNumber: number)
    }

    /// Returns what has changed without being known.
    mutating func update(_ found: Findings, at now: Double) -> StoreChanges {
        var changes = StoreChanges()
        for (part, number) in found.changeNumbers where number > known[part] ?? floor ?? -1 {
            known[part] = number
            switch part {
            case .account(let id): changes.accounts.insert(id)
            case .feed(let key): changes.feeds.insert(key)
            case .everything: changes.isEverything = true
            }
        }
        if floor == nil { changes = StoreChanges(isEverything: true) }
        numbers.append((now, found.lastNumber))
        while numbers.count > 1, numbers[1].at <= now - Self.longest { numbers.removeFirst() }
        if let first = numbers.first, first.at <= now - Self.longest { floor = first.number }
        floor = floor ?? found.lastNumber - Self.earlier
        isQuiet = numbers.allSatisfy { $0.number == found.lastNumber } && floor == found.lastNumber
        if let floor { known = known.filter { $0.key == .everything || $0.value > floor } }
        return changes
    }
}

/// A notification of other servers: the sender, and a line for each changed account and feed with its change number.
struct Announcement: Sendable, Equatable {
    /// The longest payload of a notification (PostgreSQL, NOTIFY).
    static let mostBytes = 7_999

    /// The store that committed the changes.
    let sender: String
    let committed: CommittedChanges

    /// The payload; what would be too long reports that everything may have changed.
    var text: String {
        let lines =
            committed.changes.accounts.sorted().map { "a\($0)=\(committed.changeNumbers[.account($0)] ?? 0)" }
            + committed.changes.feeds.map { "f\($0.rawValue)=\(committed.changeNumbers[.feed($0)] ?? 0)" }.sorted()
            + (committed.changes.isEverything ? ["*=\(committed.changeNumbers[.everything] ?? 0)"] : [])
        let bytes = lines.reduce(sender.utf8.count) { $0 + 1 + $1.utf8.count }
        if bytes > Self.mostBytes || lines.contains(where: { $0.contains("\n") }) { return sender + "\n*=0" }
        return ([sender] + lines).joined(separator: "\n")
    }

    init(sender: String, _ committed: CommittedChanges) {
        (self.sender, self.committed) = (sender, committed)
    }

    /// Reads a payload. Everything may have changed if it is one of another version.
    init(_ text: String) {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        sender = lines.isEmpty ? "" : String(lines.removeFirst())
        var committed = CommittedChanges()
        for line in lines {
            guard let end = line.lastIndex(of: "="), let number = Int64(line[line.index(after: end)...]) else {
                committed.changes.isEverything = true
                continue
            }
            let name = line[..<end].dropFirst()
            let part: CommittedChanges.Part
            if line.hasPrefix("a"), let account = Int64(name) {
                part = .account(account)
                committed.changes.accounts.insert(account)
            } else if line.hasPrefix("f") {
                part = .feed(FeedKey(String(name)))
                committed.changes.feeds.insert(FeedKey(String(name)))
            } else {
                part = .everything
                committed.changes.isEverything = true
            }
            if number > 0 { committed.changeNumbers[part] = number }
        }
        if committed.changes.isEmpty { committed.changes.isEverything = true }
        self.committed = committed
    }

    static func == (left: Self, right: Self) -> Bool {
        left.sender == right.sender && left.committed.changes == right.committed.changes
            && left.committed.changeNumbers == right.committed.changeNumbers
    }
}
