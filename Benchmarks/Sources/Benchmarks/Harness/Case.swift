/// What is measured: the same work done by several contenders.
struct Case: Sendable {
    let name: String
    /// What one unit is, such as an element or a subscription.
    let unit: String
    /// How many units one repetition of a contender's body is.
    let unitsPerRepetition: Int
    let contenders: [Contender]

    init(_ name: String, unit: String = "element", unitsPerRepetition: Int = 1, _ contenders: Contender...) {
        self.name = name
        self.unit = unit
        self.unitsPerRepetition = unitsPerRepetition
        self.contenders = contenders
    }
}
