/// One way to do the work of a case.
struct Contender: Sendable {
    /// Does the work `repetitions` times and returns a number that all contenders of a case must agree on.
    enum Body: Sendable {
        case sync(@Sendable (_ repetitions: Int) -> Int)
        case async(@Sendable (_ repetitions: Int) async -> Int)
    }

    let name: String
    let body: Body

    init(_ name: String, _ body: @escaping @Sendable (_ repetitions: Int) -> Int) {
        self.name = name
        self.body = .sync(body)
    }

    init(async name: String, _ body: @escaping @Sendable (_ repetitions: Int) async -> Int) {
        self.name = name
        self.body = .async(body)
    }

    func run(_ repetitions: Int) async -> Int {
        switch body {
        case .sync(let body): body(repetitions)
        case .async(let body): await body(repetitions)
        }
    }
}

extension Contender {
    static let loop = "loop"
    static let freshet = "Freshet"
    static let openCombine = "OpenCombine"
    static let asyncSequence = "AsyncSequence"
}
