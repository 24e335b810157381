/// More elements came than a subscriber had asked for and its buffer had room for.
public struct BufferOverflow: Error, Hashable, CustomStringConvertible {
    /// How many elements there was room for.
    public let count: Int

    /// An overflow of a buffer with room for `count` elements.
    public init(count: Int) { self.count = count }

    /// What happened and what to do.
    public var description: String {
        "The subscriber asked for too little: \(count) elements waited when another came. "
            + "Ask for more, make the buffer larger, or let it drop elements: publisher(buffering: .newest(\(count)))."
    }
}
