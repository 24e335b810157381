/// A point in time of a ``TestScheduler``, in ticks.
public typealias TestTime = Int

/// A value and the test time at which it occurred.
public struct Recorded<Value>: CustomDebugStringConvertible {
    /// The time at which the value occurred.
    public let time: TestTime
    /// The value.
    public let value: Value

    /// Creates a record of `value` at `time`.
    public init(time: TestTime, value: Value) {
        self.time = time
        self.value = value
    }

    /// `next(1) @ 210`.
    public var debugDescription: String { "\(value) @ \(time)" }
}

extension Recorded: Equatable where Value: Equatable {}
extension Recorded: Sendable where Value: Sendable {}
