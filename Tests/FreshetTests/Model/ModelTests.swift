import Dispatch
import Freshet
import FreshetTest
import Testing

/// An operator, and a model that computes its output without streams.
struct Model: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let make: @Sendable (Observable<Int>, Observable<Int>, TestScheduler) -> Observable<[Int]>
    let expect: @Sendable (_ source: [Recorded<Event<Int>>], _ other: [Recorded<Event<Int>>]) -> Expected

    init(
        _ name: String,
        _ make: @escaping @Sendable (Observable<Int>, Observable<Int>, TestScheduler) -> Observable<[Int]>,
        _ expect: @escaping @Sendable ([Recorded<Event<Int>>], [Recorded<Event<Int>>]) -> Expected
    ) {
        testDescription = name
        self.make = make
        self.expect = expect
    }
}

@Suite("Operators and their plain models on random streams") struct ModelTests {
    /// Streams emit after tick 200, when they are subscribed to. The second stream emits at odd ticks, so no two events coincide.
    @Test("An operator delivers what its model predicts", arguments: Self.models) func matchesModel(_ model: Model) {
        for seed in UInt64(0)..<400 {
            var generator = SeededGenerator(seed: seed)
            let (left, right) = (generator.stream(first: 202, step: 2), generator.stream(first: 201, step: 2))
            let scheduler = TestScheduler(initialClock: 0, simulateProcessingDelay: false)
            let (source, other) = (scheduler.createHotObservable(left), scheduler.createHotObservable(right))
            let result = scheduler.start { model.make(source.asObservable(), other.asObservable(), scheduler) }
            let expected = model.expect(left, right)
            guard result.events == expected else {
                Issue.record("seed \(seed): \(left) and \(right)\nactual   \(result.events)\nexpected \(expected)")
                return
            }
        }
    }

    static let models: [Model] = [
        Model("pairwise", { source, _, _ in source.pairwise().map { [$0, $1] } }) { source, _ in
            let elements = source.elements
            var expected: Expected = zip(elements, elements.dropFirst()).map {
                .next($1.time, [$0.element, $1.element])
            }
            expected.end(source.end)
            return expected
        },
        Model("enumerated", { source, _, _ in source.enumerated().map { [$0.index, $0.element] } }) { source, _ in
            var expected: Expected = source.elements.enumerated().map { .next($1.time, [$0, $1.element]) }
            expected.end(source.end)
            return expected
        },
        Model("collect(3)", { source, _, _ in source.collect(3) }) { source, _ in
            var (expected, waiting): (Expected, [Int]) = ([], [])
            for (time, element) in source.elements {
                waiting.append(element)
                if waiting.count == 3 {
                    expected.append(.next(time, waiting))
                    waiting = []
                }
            }
            if let end = source.end, !end.isFailure, !waiting.isEmpty { expected.append(.next(end.time, waiting)) }
            expected.end(source.end)
            return expected
        },
        Model("amb", { source, other, _ in source.amb(other).map { [$0] } }) { source, other in
            let (first, second) = (source.first?.time ?? .max, other.first?.time ?? .max)
            let winner = first <= second ? source : other
            var expected: Expected = winner.elements.map { .next($0.time, [$0.element]) }
            expected.end(winner.end)
            return expected
        },
        Model("take(for: 9 seconds)", { source, _, s in source.take(for: .seconds(9), scheduler: s).map { [$0] } }) {
            source, _ in
            var expected: Expected = source.elements.filter { $0.time < 209 }.map { .next($0.time, [$0.element]) }
            if let end = source.end, end.time < 209 { expected.end(end) } else { expected.end((209, false)) }
            return expected
        },
        Model("skip(9 seconds)", { source, _, s in source.skip(.seconds(9), scheduler: s).map { [$0] } }) {
            source, _ in
            var expected: Expected = source.elements.filter { $0.time > 209 }.map { .next($0.time, [$0.element]) }
            expected.end(source.end)
            return expected
        },
        Model("sample", { source, other, _ in source.sample(other).map { [$0] } }) { source, other in
            var (expected, newest, isDone): (Expected, Int?, Bool) = ([], nil, false)
            let all = (source.map { ($0, true) } + other.map { ($0, false) }).sorted { $0.0.time < $1.0.time }
            var isSampling = true
            for (event, isSource) in all {
                if case .error = event.value {
                    if isSource || isSampling { expected.end((event.time, true)) }
                    return expected
                }
                if isSource {
                    if let element = event.value.element { newest = element } else { isDone = true }
                    continue
                }
                if let element = newest { expected.append(.next(event.time, [element])) }
                newest = nil
                if isDone {
                    expected.end((event.time, false))
                    return expected
                }
                if event.value.isStopEvent { isSampling = false }
            }
            return expected
        },
        Model(
            "buffer(5 seconds, 2)",
            { source, _, s in source.buffer(timeSpan: .seconds(5), count: 2, scheduler: s).take(30) }
        ) { source, _ in
            var (expected, waiting, due): (Expected, [Int], Int) = ([], [], 205)
            func deliver(_ time: Int) {
                expected.append(.next(time, waiting))
                waiting = []
                due = time + 5
            }
            for event in source {
                while due < event.time { deliver(due) }
                if let element = event.value.element {
                    waiting.append(element)
                    if waiting.count == 2 { deliver(event.time) }
                } else {
                    if event.value.isCompleted { expected.append(.next(event.time, waiting)) }
                    expected.end((event.time, !event.value.isCompleted))
                    return limited(expected)
                }
            }
            while expected.count < 30 { deliver(due) }
            return limited(expected)
        },
        Model(
            "groupBy",
            { source, _, _ in source.groupBy { $0 % 3 }.flatMap { group in group.map { [group.key, $0] } } }
        ) { source, _ in
            var expected: Expected = source.elements.map { .next($0.time, [$0.element % 3, $0.element]) }
            expected.end(source.end)
            return expected
        },
    ]

    /// Returns the first 30 elements, followed by a completion.
    private static func limited(_ expected: Expected) -> Expected {
        if expected.count < 30 || expected[..<30].contains(where: \.value.isStopEvent) { return expected }
        return expected[..<30] + [.completed(expected[29].time)]
    }
}
