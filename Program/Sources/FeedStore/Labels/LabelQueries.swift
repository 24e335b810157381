import SQL
import Search

/// The parts of statements that read labels.
enum LabelQueries {
    private static let separator = "\n"  // no name contains it

    /// The names of the labels that an account has given an item, joined; NULL without any.
    ///
    /// - Parameters:
    ///   - item: the expression of the item's id.
    ///   - account: the expression of the account's id.
    static func names(of item: String, _ account: String) -> String {
        """
        (SELECT string_agg(given.name, '\(separator)') FROM item_label CROSS JOIN label AS given
            ON given.id = item_label.label_id AND given.account_id = \(account) WHERE item_label.item_id = \(item))
        """
    }

    /// The names that ``names(of:_:)`` has joined, in alphabetical order.
    static func names(_ joined: String?) -> [String] {
        joined.map { LabelName.sorted($0.split(separator: separator).map(String.init)) } ?? []
    }

    /// A condition: the account has given the item a label.
    ///
    /// - Parameter folded: the expression of the label's folded name; nil for any label.
    static func has(_ item: String, _ account: String, folded: String? = nil) -> String {
        let named = folded.map { " AND given.folded = \($0)" } ?? ""
        return """
            EXISTS (SELECT 1 FROM item_label CROSS JOIN label AS given
                ON given.id = item_label.label_id AND given.account_id = \(account)\(named)
                WHERE item_label.item_id = \(item))
            """
    }
}

/// The items that accounts keep, because they have saved them or given them labels.
enum KeptItems {
    /// A condition: an account keeps `item`.
    static let isKept = """
        (EXISTS (SELECT 1 FROM mark WHERE item_id = item.id AND saved_at IS NOT NULL)
            OR EXISTS (SELECT 1 FROM item_label WHERE item_id = item.id))
        """

    /// A source of rows with an account, an item that it keeps, and the feed to show it under. An item with several labels has
    /// several rows.
    static let rows = """
        (SELECT account_id, item_id, saved_in FROM mark WHERE saved_at IS NOT NULL
            UNION ALL SELECT label.account_id, item_label.item_id, mark.saved_in
            FROM label JOIN item_label ON item_label.label_id = label.id JOIN mark ON mark.item_id = item_label.item_id AND mark.account_id = label.account_id) AS kept
        """
}
