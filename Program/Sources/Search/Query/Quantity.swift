/// What an item's measure is. Searches compare only measures of one quantity.
package enum Quantity: String, Sendable, Hashable, CaseIterable {
    /// Votes of readers.
    case points
    /// The magnitude of an earthquake.
    case magnitude
    /// The area of a natural event, in acres.
    case acres
}
