import SQL

extension FeedStore {
    /// How many days the account keeps saved items that it has read; nil if it keeps them until it unsaves them.
    package func savedDays() throws -> Int? {
        try read { try $0.row("SELECT saved_days FROM account WHERE id = ?", [$0.account])?.optionalCount(0) }
    }

    /// Sets how many days the account keeps saved items that it has read. Pruning then unsaves them.
    ///
    /// - Parameter days: nil keeps them until the account unsaves them.
    package func keepSaved(days: Int?) throws {
        try write { db in
            try db.execute("UPDATE account SET saved_days = ? WHERE id = ?", [days, db.account])
        }
    }
}
