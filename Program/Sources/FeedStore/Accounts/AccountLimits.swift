import SQL
import WebText

/// How much an account may store, so that one account can't fill the disk. Administrators have no limits.
///
/// An account that has more, because a limit was lowered, keeps it and can't add any.
package struct AccountLimits: Sendable, Hashable {
    /// What is limited.
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
    /// What a limit allows and what to do.
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
        case .destinations: "SELECT count(*) FROM sink WHERE account_id = ?"
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
    /// How many more the account may have; nil without a limit.
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
