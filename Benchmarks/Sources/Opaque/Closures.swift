/// Closures that are opaque to the optimizer: their choice and their constants are known only at run time.
public enum Opaque {
    /// A transform of a number.
    public typealias Transform = @Sendable (Int) -> Int
    /// A condition on a number.
    public typealias Predicate = @Sendable (Int) -> Bool

    /// `number + 1`, in one of two ways.
    @inline(never)
    public static func transform(_ index: Int) -> Transform {
        let one = CommandLine.arguments.isEmpty ? 2 : 1
        if index % 2 == 0 { return { $0 &+ one } }
        return { $0 &- (0 &- one) }
    }

    /// `number >= 0`, in one of two ways; true for all numbers in the benchmarks.
    @inline(never)
    public static func predicate(_ index: Int) -> Predicate {
        let limit = CommandLine.arguments.isEmpty ? 1 : -1
        if index % 2 == 0 { return { $0 > limit } }
        return { $0 != limit }
    }

    /// The sum of two numbers.
    @inline(never)
    public static func sum() -> @Sendable (Int, Int) -> Int {
        let zero = CommandLine.arguments.isEmpty ? 1 : 0
        return { $0 &+ $1 &+ zero }
    }

    /// The sum of four numbers.
    @inline(never)
    public static func sumOfFour() -> @Sendable (Int, Int, Int, Int) -> Int {
        let zero = CommandLine.arguments.isEmpty ? 1 : 0
        return { $0 &+ $1 &+ $2 &+ $3 &+ zero }
    }
}
