import SQL
import WebText

/// The amounts that an account may store, so that no account fills the disk. Administrators have no limits.
///
/// An account that has more, because a limit was lowered, keeps it and can't add any.
package struct AccountLimits: Sendable, Hashable {
    /// A limited amount.
    package enum Kind: Sendable, Hashable, CaseIterable {
        /// Followed feeds.
        case follows
        /// Rules, each of which is applied to every new item.
        case rules
        /// Saved items and those with labels, which stay stored.
        case saved
        /// Destinations of notifications.
        case destinations
        /// Folders, also those without feeds.
        case folders
        /// Imported marks of items that aren't stored.
        case awaited
        /// Opened feeds that nobody follows.
        case opened
    }

    /// The values that can be configured.
    package static let range = 1...10_000_000

    /// The maximum number of followed feeds, and of folders.
    package var follows = 2_000
    /// The maximum number of rules.
    package var rules = 1_000
    /// The maximum number of saved items, those with labels included. Rules save and label no more beyond it.
    package var saved = 20_000
    /// The maximum number of destinations.
    package var destinations = 100
    /// The maximum number of imported marks of items that aren't stored.
    package var awaited = 200_000
    /// The maximum number of opened feeds that nobody follows.
    package var opened = 2_000

    /// The standard limits.
    package init() {}

    subscript(kind: Kind) -> Int {
        switch kind {
        case .follows, .folders: follows
        case .rules: rules
        case .saved: saved
        case .destinations: destinations
        case .awaited: awaited
        case .opened: opened
        }
    }
}

extension AccountLimits.Kind {
    /// The explanation of a limit, with the remedy.
    func explanation(_ limit: Int) -> String {
        let allowed = limit.grouped
        return switch self {
        case .follows:
            "An account on this server follows at most \(allowed) feeds. Unfollow some, or ask an administrator to raise "
                + "the limit (accounts.follows in the configuration)."
        case .rules:
            "An account on this server has at most \(allowed) rules. Remove some, or ask an administrator to raise the "
                + "limit (accounts.rules in the configuration)."
        case .saved:
            "An account on this server saves at most \(allowed) items, those with labels included. Unsave some, or ask an administrator to raise the "
                + "limit (accounts.saved in the configuration)."
        case .destinations:
            "An account on this server has at most \(allowed) destinations. Remove one that you don't need."
        case .folders:
            "An account on this server has at most \(allowed) folders. Remove some that you don't need."
        case .awaited:
            "An account on this server has at most \(allowed) imported marks of items that haven't arrived. Try again when "
                + "the followed feeds have been refreshed, or import a smaller file."
        case .opened:
            "An account on this server can open at most \(allowed) feeds that nobody follows. Follow this one, or try again "
                + "later: they are removed when nobody has opened them for 30 days."
        }
    }

    /// The number that an account has.
    fileprivate var count: String {
        switch self {
        case .follows: "SELECT count(*) FROM followed WHERE account_id = ?"
        case .rules: "SELECT count(*) FROM rule WHERE account_id = ?"
        case .saved: "SELECT count(DISTINCT kept.item_id) FROM \(KeptItems.rows) WHERE kept.account_id = ?"
        case .destinations: "SELECT count(*) FROM destination WHERE account_id = ?"
        case .folders: "SELECT count(*) FROM folder WHERE account_id = ?"
        case .awaited:
            """
            SELECT count(*) FROM mark WHERE account_id = ? AND read_at IS NOT NULL
            AND NOT EXISTS (SELECT 1 FROM content WHERE content.item_id = mark.item_id)
            """
        case .opened:
            """
            SELECT count(*) FROM reading JOIN feed ON feed.id = reading.feed_id WHERE reading.account_id = ?
            AND NOT EXISTS (SELECT 1 FROM followed WHERE followed.feed = feed.key)
            """
        }
    }
}

extension StoreTransaction {
    /// The number that the account may still add; nil without a limit.
    func room(for kind: AccountLimits.Kind) throws -> Int? {
        if try isAdministrator() { return nil }
        return options.limits[kind] - (try count(kind.count, [account]))
    }

    /// Throws ``FeedStoreError/limitReached(_:limit:)`` if the account has too many, with `more` that it doesn't have yet.
    func checkLimit(of kind: AccountLimits.Kind, adding more: Int = 0) throws {
        guard let room = try room(for: kind), room < more else { return }
        throw FeedStoreError.limitReached(kind, limit: options.limits[kind])
    }

    private func isAdministrator() throws -> Bool {
        try row("SELECT is_administrator FROM account WHERE id = ?", [account])?.flag(0) ?? false
    }
}

/// The numbers of feeds and items that an account follows and keeps.
package struct AccountUsage: Sendable, Hashable {
    /// The number of followed feeds.
    package var follows = 0
    /// The number of saved items.
    package var saved = 0
    /// The number of items that have marks, saved ones included. Items that are read with their whole list have none.
    package var marks = 0
    /// An estimate of what the store would shrink by without the account, in bytes.
    ///
    /// Counts its marks, and the contents of items that only this account keeps: it alone follows a feed that lists them, or it
    /// alone saved them or gave them labels. Indexes aren't counted.
    package var bytes = 0

    /// Creates usage; by default none.
    package init(follows: Int = 0, saved: Int = 0, marks: Int = 0, bytes: Int = 0) {
        (self.follows, self.saved, self.marks, self.bytes) = (follows, saved, marks, bytes)
    }

    /// The estimated size of a mark, in bytes.
    static let markSize = 64
}

extension FeedStore {
    /// Reads the usage of each account, by three statements. Reads every item that only one account keeps.
    package func accountUsage() throws -> [Account.ID: AccountUsage] {
        try read { db in
            var usage: [Account.ID: AccountUsage] = [:]
            for row in try db.rows("SELECT account_id, count(*) FROM followed GROUP BY account_id") {
                usage[try row.integer(0), default: AccountUsage()].follows = try row.count(1)
            }
            for row in try db.rows("SELECT account_id, count(*), count(saved_at) FROM mark GROUP BY account_id") {
                let account = try row.integer(0)
                usage[account, default: AccountUsage()].marks = try row.count(1)
                usage[account, default: AccountUsage()].saved = try row.count(2)
                usage[account, default: AccountUsage()].bytes = try row.count(1) * AccountUsage.markSize
            }
            for row in try db.rows(Self.ownContents) {
                usage[try row.integer(0), default: AccountUsage()].bytes += try row.count(1)
            }
            return usage
        }
    }

    /// The size of the contents that only one account keeps, for each account.
    private static let ownContents = """
        WITH sole AS (
            SELECT feed.id AS feed_id, min(followed.account_id) AS account_id
            FROM followed JOIN feed ON feed.key = followed.feed GROUP BY feed.id HAVING count(*) = 1
        ), own AS (
            SELECT listing.item_id, sole.account_id FROM sole JOIN listing ON listing.feed_id = sole.feed_id
            UNION SELECT kept.item_id, kept.account_id FROM \(KeptItems.rows)
        )
        SELECT own.account_id, sum(length(content.payload) + length(content.text) + coalesce(length(full_text.markup), 0))
        FROM own JOIN content ON content.item_id = own.item_id LEFT JOIN full_text ON full_text.item_id = own.item_id
        WHERE NOT EXISTS (
            SELECT 1 FROM \(KeptItems.rows) WHERE kept.item_id = own.item_id AND kept.account_id <> own.account_id
        ) AND NOT EXISTS (
            SELECT 1 FROM listing JOIN feed ON feed.id = listing.feed_id JOIN followed ON followed.feed = feed.key
            WHERE listing.item_id = own.item_id AND followed.account_id <> own.account_id
        ) GROUP BY own.account_id
        """
}

extension AccountUsage {
    /// The estimate in words: `12 kB`, `3.4 MB`.
    package var size: String {
        switch bytes {
        case ..<1000: return "\(bytes) B"
        case ..<1_000_000: return "\(bytes / 1000) kB"
        default:
            let tenths = bytes / 100_000
            return tenths < 1000 ? "\(tenths / 10).\(tenths % 10) MB" : "\(tenths / 10) MB"
        }
    }
}
