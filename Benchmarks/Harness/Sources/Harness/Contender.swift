/// One way to do the work of a case.
public struct Contender: Sendable {
    /// Does the work `repetitions` times and returns a checksum, which must be equal for all contenders of a case.
    public enum Body: Sendable {
        case sync(@Sendable (_ repetitions: Int) -> Int)
        case async(@Sendable (_ repetitions: Int) async -> Int)
    }

    public let name: String
    public let body: Body

    public init(_ name: String, _ body: @escaping @Sendable (_ repetitions: Int) -> Int) {
        self.name = name
        self.body = .sync(body)
    }

    public init(async name: String, _ body: @escaping @Sendable (_ repetitions: Int) async -> Int) {
        self.name = name
        self.body = .async(body)
    }

    public func run(_ repetitions: Int) async -> Int {
        switch body {
        case .sync(let body): body(repetitions)
        case .async(let body): await body(repetitions)
        }
    }
}

extension Contender {
    public static let loop = "loop"
    public static let freshet = "Freshet"
    public static let openCombine = "OpenCombine"
    public static let asyncSequence = "AsyncSequence"
}
