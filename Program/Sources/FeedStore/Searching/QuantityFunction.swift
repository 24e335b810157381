import GRDB
import Search

/// The quantities of measures in SQL, for migrations: ``Schema/version8`` stores them.
enum QuantityFunction {
    /// `feed_quantity(scope, payload)`: the name of an item's quantity; NULL for none.
    static func function(_ quantities: Quantities) -> DatabaseFunction {
        DatabaseFunction("feed_quantity", argumentCount: 2, pure: true) { values in
            guard case .string(let scope) = values[0].storage, case .blob(let payload) = values[1].storage else {
                return nil
            }
            return quantities.quantity(of: scope, payload)?.rawValue
        }
    }
}
