/// A benchmark: the same work done by several contenders.
public struct Case: Sendable {
    public let name: String
    /// The unit of work, such as an element or a subscription.
    public let unit: String
    /// The number of units in one repetition of a contender's body.
    public let unitsPerRepetition: Int
    public let contenders: [Contender]

    public init(_ name: String, unit: String = "element", unitsPerRepetition: Int = 1, _ contenders: Contender...) {
        self.name = name
        self.unit = unit
        self.unitsPerRepetition = unitsPerRepetition
        self.contenders = contenders
    }

    /// Creates a copy of a case with different contenders.
    init(_ other: Case, contenders: [Contender]) {
        name = other.name
        unit = other.unit
        unitsPerRepetition = other.unitsPerRepetition
        self.contenders = contenders
    }
}
