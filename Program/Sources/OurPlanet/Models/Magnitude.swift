/// The magnitude of an event.
package struct Magnitude: Sendable, Hashable, Codable {
    /// The value in `unit`.
    package let value: Double
    /// The upstream's unit: `kts`, `acres`, `hectare`, `NM^2`, …; nil if there is none.
    package let unit: String?

    /// Creates a magnitude.
    package init(value: Double, unit: String?) {
        self.value = value
        self.unit = unit
    }

    private enum CodingKeys: String, CodingKey {
        case value, unit
    }
}
