import Platform
import Search

/// What the measures of a scope's items are. The store knows no kinds of feed.
package struct Quantities: Sendable {
    /// The quantity of every item of a scope.
    package enum OfScope: Sendable, Hashable {
        /// All measures are of this quantity, or none are of any.
        case all(Quantity?)
        /// Items differ: their payloads say it.
        case each
    }

    let ofScope: @Sendable (String) -> OfScope
    let ofItem: @Sendable (_ scope: String, _ payload: Data) -> Quantity?

    /// Quantities of scopes and, where their items differ, of payloads.
    package init(
        ofScope: @escaping @Sendable (String) -> OfScope,
        ofItem: @escaping @Sendable (_ scope: String, _ payload: Data) -> Quantity? = { _, _ in nil }
    ) {
        self.ofScope = ofScope
        self.ofItem = ofItem
    }

    /// The quantity of an item's measure. Its payload is only read if its scope doesn't say it.
    func quantity(of scope: String, _ payload: Data) -> Quantity? {
        switch ofScope(scope) {
        case .all(let quantity): quantity
        case .each: ofItem(scope, payload)
        }
    }

    /// All measures are of one quantity.
    package static func all(_ quantity: Quantity?) -> Quantities { Quantities { _ in .all(quantity) } }
}
