import GRDB
import Search

/// The quantities of measures in SQL.
enum QuantityFunction {
    /// `feed_quantity(scope)`: the quantity's name, empty for none; NULL if the scope's items differ.
    /// `feed_quantity(scope, payload)`: the quantity of that item.
    static func function(_ quantities: Quantities) -> DatabaseFunction {
        DatabaseFunction("feed_quantity", pure: true) { values in
            guard case .string(let scope)? = values.first?.storage else { return nil }
            if values.count == 1 {
                switch quantities.ofScope(scope) {
                case .all(let quantity): return quantity?.rawValue ?? ""
                case .each: return nil
                }
            }
            guard case .blob(let payload) = values[1].storage else { return nil }
            return quantities.ofItem(scope, payload)?.rawValue
        }
    }

    /// The quantity of a row of `item`. Payloads are only read if their scope doesn't say it.
    static let ofItem = """
        coalesce(feed_quantity(item.scope), \
        (SELECT feed_quantity(item.scope, payload) FROM content AS measured WHERE measured.item_id = item.id))
        """
}
