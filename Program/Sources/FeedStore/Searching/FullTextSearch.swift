/// The full-text index of a database: the table `search`, with a row for each indexed item.
///
/// Both databases index the same ``Lexemes``, so that they find the same items.
protocol FullTextSearch: Sendable {
    /// The column of `search` that has the item's id.
    var id: String { get }

    /// The statements that make `search` in a new store.
    var tables: [String] { get }

    /// What ``matches(_:)`` compares, in the database's language: all the first words and none of the others.
    func operand(_ found: [TextExpression], without excluded: [TextTerm]) -> String

    /// What ``matches(_:)`` compares: any of the terms.
    func operand(anyOf terms: [TextTerm]) -> String

    /// Whether a row of `search` matches.
    ///
    /// - Parameter operand: the parameter that is bound to an operand.
    func matches(_ operand: String) -> String

    /// The expression that sorts the best matches first. A match in the title weighs most, then in author and tags.
    func score(_ operand: String) -> String

    /// Indexes queued items.
    ///
    /// - Parameter items: the list of their ids, in SQL.
    func index(_ items: String, _ db: StoreTransaction) throws

    /// Removes indexed items before their content changes or is deleted.
    func remove(_ items: [Int64], _ db: StoreTransaction) throws

    /// Removes all items.
    func empty(_ db: StoreTransaction) throws
}
