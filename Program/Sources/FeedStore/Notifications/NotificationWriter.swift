import SQL
import Platform
import Search
import WebText

/// Queues notifications, within the caller's transaction.
struct NotificationWriter {
    /// The maximum number of waiting notifications of a destination; the oldest are dropped.
    static let mostWaiting = 10_000

    /// A notification of an account's rule.
    struct Notice {
        let account: Account.ID
        let rule: Rule
        /// The number of items of a rate, or 0 for an absence.
        var count: Int?
        var item: Int64?
    }

    /// The facts of a notification about its item.
    private struct Item {
        let scope, key: String
        /// The feed under which the account sees it.
        let feed: String?
    }

    let db: StoreTransaction

    /// Queues notifications for every destination of their accounts, in their order.
    func add(_ notices: [Notice], at date: Date) throws {
        let destinations = try destinations(of: Set(notices.map(\.account)))
        let notices = notices.filter { destinations[$0.account] != nil }
        if notices.isEmpty { return }
        db.noteChanges(StoreChanges(accounts: Set(notices.map(\.account))))
        let items = try items(of: notices)
        var rows = TableRows(
            "notification", "account_id", "uid", "rule", "count", "scope", "item", "feed", "created_at")
        var accounts: [String: Account.ID] = [:]
        for (place, notice) in notices.enumerated() {
            let item = items[place]
            // The item has been removed.
            if notice.item != nil, item == nil { continue }
            let uid = SystemRandomNumberGenerator.hexadecimal(bytes: 16)
            accounts[uid] = notice.account
            rows.append(
                notice.account, uid, notice.rule.text, notice.count, item?.scope, item?.key, item?.feed,
                date.milliseconds)
        }
        var deliveries = TableRows("delivery", "destination_id", "notification_id")
        var last: Int64 = 0
        for row in try rows.insert(db, returning: "id, uid") {
            let id = try row.integer(0)
            last = max(last, id)
            for destination in try accounts[row.text(1)].flatMap({ destinations[$0] }) ?? [] {
                deliveries.append(destination, id)
            }
        }
        try deliveries.insert(db)
        // A destination that fails for months keeps the newest.
        let oldest = last - Int64(Self.mostWaiting)
        if oldest > 0 {
            try db.execute("DELETE FROM delivery WHERE notification_id <= ?", [oldest])
            try db.execute("DELETE FROM notification WHERE id <= ?", [oldest])
        }
    }

    private func destinations(of accounts: Set<Account.ID>) throws -> [Account.ID: [Int64]] {
        var destinations: [Account.ID: [Int64]] = [:]
        // A disabled account's would all be sent once it is enabled.
        let rows = try ValuesClause(accounts.sorted()).rows(db) {
            """
            SELECT account_id, id FROM \($0) CROSS JOIN destination ON destination.account_id = given.column1
            WHERE \(Account.isEnabled())
            """
        }
        for row in rows { destinations[try row.integer(0), default: []].append(try row.integer(1)) }
        return destinations
    }

    /// The items of notifications, by their places.
    private func items(of notices: [Notice]) throws -> [Int: Item] {
        var given = ValuesClause(.integer, .integer, .integer)
        for (place, notice) in notices.enumerated() {
            if let item = notice.item { given.append(place, item, notice.account) }
        }
        var items: [Int: Item] = [:]
        let rows = try given.rows(db) {
            """
            SELECT given.column1, item.scope, item.key, (SELECT feed.key \(ItemQueries.bestListing("given.column3")))
            FROM \($0) CROSS JOIN item ON item.id = given.column2
            """
        }
        for row in rows {
            items[try row.count(0)] = Item(
                scope: try row.text(1), key: try row.text(2), feed: try row.optionalText(3))
        }
        return items
    }
}
