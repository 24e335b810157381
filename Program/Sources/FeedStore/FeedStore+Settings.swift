import SQL

/// The choices of accounts for the page. The store knows neither their names nor their defaults.
extension FeedStore {
    /// The maximum number of settings that an import gives an account.
    static let maximumSettings = 200

    /// The values of the account's settings that differ from the defaults, by name.
    package func settings() throws -> [String: String] {
        try read { db in
            let rows = try db.rows("SELECT name, value FROM setting WHERE account_id = ?", [db.account])
            return Dictionary(try rows.map { (try $0.text(0), try $0.text(1)) }) { _, last in last }
        }
    }

    /// Changes some of the account's settings; the others stay.
    ///
    /// - Parameter changes: the new values by name; nil for the default.
    package func change(settings changes: [String: String?]) throws {
        if changes.isEmpty { return }
        try write { db in
            for (name, value) in changes.sorted(by: { $0.key < $1.key }) {
                if let value {
                    try ColumnValues(["account_id": db.account, "name": name, "value": value])
                        .upsert(into: "setting", key: ["account_id", "name"], db)
                } else {
                    try db.execute("DELETE FROM setting WHERE account_id = ? AND name = ?", [db.account, name])
                }
            }
        }
    }
}
