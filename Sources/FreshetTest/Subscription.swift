/// From when to when a test stream was subscribed to.
public struct Subscription: Hashable, Sendable, CustomDebugStringConvertible {
    /// When it began.
    public let subscribe: Int
    /// When it ended; `Int.max` if it has not.
    public let unsubscribe: Int

    /// A subscription that has not ended.
    public init(_ subscribe: Int) { self.init(subscribe, .max) }

    /// A subscription that has ended.
    public init(_ subscribe: Int, _ unsubscribe: Int) {
        self.subscribe = subscribe
        self.unsubscribe = unsubscribe
    }

    /// `(200, 1000)`, or `(200, infinity)`.
    public var debugDescription: String {
        "(\(subscribe), \(unsubscribe == .max ? "infinity" : String(unsubscribe)))"
    }
}
