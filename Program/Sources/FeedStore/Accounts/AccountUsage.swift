import SQL

/// What an account follows and keeps.
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
    /// What each account follows and keeps, by three statements for all accounts. Reads every item that one account alone keeps.
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

    /// The size of the contents that one account alone keeps, for each account.
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
