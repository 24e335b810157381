import Platform
import SQL

/// A user with follows, marks and rules. All accounts share fetched items.
package struct Account: Sendable, Hashable, Identifiable {
    /// Identifies an account. Ids aren't reused.
    package typealias ID = Int64

    /// The account that exists from the start. It stays, and is an administrator.
    package static let first: ID = 1

    /// The id.
    package let id: ID
    /// The name, which is unique.
    package let name: String
    /// The date when it was added; the first account is as old as the store.
    package let createdAt: Date
    /// True if the account may manage accounts and the server.
    package let isAdministrator: Bool
    package let hasPassword: Bool
    /// The date when one of its sessions or app passwords was last used, to the hour; nil if never.
    package let usedAt: Date?
    /// The date when it was disabled; nil if it may sign in.
    package let disabledAt: Date?

    /// True if an administrator has disabled the account. Its contents are kept, but nobody signs in, and nothing is fetched or sent for it.
    package var isDisabled: Bool { disabledAt != nil }
}

extension [Account] {
    /// True if an account has a password: a server with these accounts then requires sign-in.
    ///
    /// Several accounts without a password are a damaged store, which must not be open.
    package var needSignIn: Bool { count > 1 || contains(where: \.hasPassword) }
}

extension Account {
    /// True if the item is stored and the account may see it.
    static func sees(_ key: ItemKey, _ db: StoreTransaction) throws -> Bool {
        if try db.isAlone() { return true }
        let sql = "SELECT 1 FROM item WHERE key = ? AND scope = ? AND \(try seesItem(db))"
        return try db.row(sql, [key.id, key.scope], isReused: false) != nil
    }

    /// A condition on `item`: one of the account's feeds lists or listed it, or the account keeps it.
    ///
    /// Other marks don't count: they can be imported for any item.
    static func seesItem(_ db: StoreTransaction) throws -> String {
        if try db.isAlone() { return "TRUE" }
        return """
            (EXISTS (SELECT 1 FROM listing AS seen CROSS JOIN reading AS own ON own.feed_id = seen.feed_id
                    AND own.account_id = \(db.account) WHERE seen.item_id = item.id)
                OR EXISTS (SELECT 1 FROM mark AS own WHERE own.item_id = item.id AND own.account_id = \(db.account)
                    AND own.saved_at IS NOT NULL)
                OR \(LabelQueries.has("item.id", String(db.account))))
            """
    }
}

extension Account {
    /// A condition on rows that belong to an account: it isn't disabled.
    static func isEnabled(_ column: String = "account_id") -> String {
        "\(column) NOT IN (SELECT id FROM account WHERE disabled_at IS NOT NULL)"
    }
}

extension Account {
    /// The maximum number of characters in a name.
    package static let longestName = 40

    /// The name as it is stored: in lowercase.
    static func folded(_ name: String) -> String { name.lowercased() }

    /// The name as it is stored; nil if the text can't be one.
    static func checked(_ name: String) -> String? {
        let folded = folded(name)
        guard let first = folded.first, folded.count <= longestName, first.isLetter || first.isNumber,
            folded.allSatisfy({ $0.isLetter || $0.isNumber || "._-@".contains($0) })
        else { return nil }
        return folded
    }
}
