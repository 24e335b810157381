/// The times when a subscription to a test stream started and ended.
public struct Subscription: Hashable, Sendable, CustomDebugStringConvertible {
    /// The time at which the subscription started.
    public let subscribe: Int
    /// The time at which the subscription ended; `Int.max` if it hasn't.
    public let unsubscribe: Int

    /// Creates a subscription that hasn't ended.
    public init(_ subscribe: Int) { self.init(subscribe, .max) }

    /// Creates a subscription that has ended.
    public init(_ subscribe: Int, _ unsubscribe: Int) {
        self.subscribe = subscribe
        self.unsubscribe = unsubscribe
    }

    /// `(200, 1000)`, or `(200, infinity)`.
    public var debugDescription: String {
        "(\(subscribe), \(unsubscribe == .max ? "infinity" : String(unsubscribe)))"
    }
}
