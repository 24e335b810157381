/// The magnitude of an event.
public struct Magnitude: Sendable, Hashable, Codable {
    /// The value in `unit`.
    public let value: Double
    /// The upstream's unit: `kts`, `acres`, `hectare`, `NM^2`, …; nil if there is none.
    public let unit: String?

    /// Creates a magnitude.
    public init(value: Double, unit: String?) {
        self.value = value
        self.unit = unit
    }

    private enum CodingKeys: String, CodingKey {
        case value, unit
    }
}
