/// The error of a publisher whose buffer of unrequested elements is full.
public struct BufferOverflow: Error, Hashable, CustomStringConvertible {
    /// The capacity of the buffer.
    public let count: Int

    /// Creates the error for a buffer with a capacity of `count` elements.
    public init(count: Int) { self.count = count }

    /// A message that says what happened and how to fix it.
    public var description: String {
        "Buffer overflow: \(count) elements waited for a request when another arrived. "
            + "Request more, use a larger buffer, or drop elements with publisher(buffering: .newest(\(count)))."
    }
}
