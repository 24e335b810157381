/// What a write changes. On PostgreSQL, it determines which writes wait for one another; a file has one writer.
enum WriteScope: Sendable, Hashable {
    /// What belongs to one account. Waits for other writes of the account.
    case account(Account.ID)
    /// Rows that the body locks, such as the feeds of a refresh. Begins without waiting.
    case rows
    /// Maintenance, such as indexing for search. Waits for other maintenance.
    case upkeep
    /// Accounts, sessions, and what accounts share. Waits for arrivals, and for other writes of this scope.
    case everything
    /// The contents of an empty store. Like ``everything``, without a time limit.
    case copy
}
