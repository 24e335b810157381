/// One way to do the work of a case.
package struct Contender: Sendable {
    /// Does the work `repetitions` times and returns a number that all contenders of a case must agree on.
    package enum Body: Sendable {
        case sync(@Sendable (_ repetitions: Int) -> Int)
        case async(@Sendable (_ repetitions: Int) async -> Int)
    }

    package let name: String
    package let body: Body

    package init(_ name: String, _ body: @escaping @Sendable (_ repetitions: Int) -> Int) {
        self.name = name
        self.body = .sync(body)
    }

    package init(async name: String, _ body: @escaping @Sendable (_ repetitions: Int) async -> Int) {
        self.name = name
        self.body = .async(body)
    }

    package func run(_ repetitions: Int) async -> Int {
        switch body {
        case .sync(let body): body(repetitions)
        case .async(let body): await body(repetitions)
        }
    }
}

extension Contender {
    package static let loop = "loop"
    package static let freshet = "Freshet"
    package static let openCombine = "OpenCombine"
    package static let asyncSequence = "AsyncSequence"
}
