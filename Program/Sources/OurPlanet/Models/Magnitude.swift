/// How strong or large an event is.
public struct Magnitude: Sendable, Hashable, Codable {
    /// The number, in `unit`.
    public let value: Double
    /// The upstream's unit: `kts`, `acres`, `hectare`, `NM^2`, …; nil where it tells none.
    public let unit: String?

    /// Describes a magnitude.
    public init(value: Double, unit: String?) {
        self.value = value
        self.unit = unit
    }

    private enum CodingKeys: String, CodingKey {
        case value, unit
    }
}
