import Foundation
import FreshetTest
import Testing

@testable import Freshet

// The examples of CONTRIBUTING.md. Each begins with a comment `// Example: …` and matches a block of that page.

// Example: one source
extension ObservableType {
    /// Delivers the first element, then each `step`th one.
    /// - Ends: with the source.
    /// - Runs on: the source's thread.
    /// - Keeps: nothing.
    func stride(by step: Int) -> Observable<Element> {
        Linear(asObservable()) { StrideSink($0, $1, step) }
    }
}

private final class StrideSink<Element>: LinearSink<Element, Element>, @unchecked Sendable {
    private let step: Int
    private var count = 0

    init(_ downstream: Sink<Element>, _ lifetime: Lifetime, _ step: Int) {
        self.step = step
        super.init(downstream, lifetime)
    }

    override func next(_ element: Element) {
        let isWanted = count.isMultiple(of: step)
        // Counted before the delivery: an element that arrives during it is the next one.
        count += 1
        if isWanted { downstream.next(element) }
    }
}

@Suite("stride") struct StrideTests {
    @Test("stride delivers the first element, then each second one") func delivers() {
        #expect(Trial.hot("abcde|") { source, _ in source.stride(by: 2) }.result == "a-c-e|")
    }

    @Test("stride meets the operator contract", arguments: Ending.allCases) func contract(_ ending: Ending) {
        expectContract(ending) { source, context in
            source.do(onNext: { _ in context.token.touch() }).stride(by: 2)
        }
    }
}
// End

// Example: several sources
extension ObservableType {
    /// Delivers elements while the newest element of `gate` is true.
    /// - Ends: with the source; fails with the first error of either.
    /// - Runs on: the sources' threads, one event at a time.
    /// - Keeps: nothing.
    func gated(by gate: Observable<Bool>) -> Observable<Element> where Element: Sendable {
        let source = asObservable()
        return ClosureStream { sink, lifetime in
            let stage = GatedStage(sink, lifetime)
            let (gateLifetime, sourceLifetime) = (lifetime.makeTrigger(), lifetime.makeChild())
            gate.run(GateSink(stage, gateLifetime), gateLifetime)
            if !sourceLifetime.hasEnded { source.run(GatedSink(stage, sourceLifetime), sourceLifetime) }
        }
    }
}

private final class GatedStage<Element>: SerializedStage<Element>, @unchecked Sendable {
    var isGateOpen = false
}

private final class GatedSink<Element>: SerializedSink<Element, GatedStage<Element>>, @unchecked Sendable {
    override func received(_ element: Element) {
        if stage.isGateOpen { stage.forward(element) }
    }
}

private final class GateSink<Element>: SerializedSink<Bool, GatedStage<Element>>, @unchecked Sendable {
    override func received(_ element: Bool) { stage.isGateOpen = element }

    override func ended(_ end: Termination) {
        if case .error = end { stage.finish(end) }
    }
}

@Suite("gated") struct GatedTests {
    @Test("gated delivers elements while the gate is open") func delivers() {
        let result = TestScheduler.marbles { scheduler in
            scheduler.hot("a-b-c-|").gated(by: scheduler.hot("-t-f---").map { $0 == "t" })
        }
        #expect(result == "--b---|")
    }

    @Test("gated meets the operator contract", arguments: Ending.allCases) func contract(_ ending: Ending) {
        expectContract(ending) { source, context in
            source.do(onNext: { _ in context.token.touch() }).gated(by: .just(true))
        }
    }
}
// End

// Example: time
extension ObservableType {
    /// Completes once `dueTime` has passed without an element.
    /// - Ends: after `dueTime` without an element, or with the source.
    /// - Runs on: the source's thread; the completion after `dueTime` on `scheduler`.
    /// - Keeps: nothing.
    func takeUntilSilent(for dueTime: RxTimeInterval, scheduler: any SchedulerType) -> Observable<Element>
    where Element: Sendable {
        asObservable().staged { SilenceSink(SerializedStage($0, $1), $2, dueTime, scheduler) }
    }
}

private final class SilenceSink<Element>: SerializedSink<Element, SerializedStage<Element>>, @unchecked Sendable {
    private let dueTime: RxTimeInterval
    private let timer: StageTimer

    init(
        _ stage: SerializedStage<Element>, _ upstream: Lifetime, _ dueTime: RxTimeInterval,
        _ scheduler: any SchedulerType
    ) {
        self.dueTime = dueTime
        timer = StageTimer(scheduler, stage.lifetime)
        super.init(stage, upstream)
        stage.perform { self.restart() }
    }

    private func restart() { timer.start(after: dueTime, in: stage) { self.stage.complete() } }

    override func received(_ element: Element) {
        restart()
        stage.forward(element)
    }

    override func ended(_ end: Termination) {
        timer.dispose()
        stage.finish(end)
    }
}

@Suite("takeUntilSilent") struct TakeUntilSilentTests {
    @Test("takeUntilSilent completes once the due time passes without an element") func completes() {
        let trial = Trial.hot("ab-c-----d|") { source, s in source.takeUntilSilent(for: .seconds(3), scheduler: s) }
        #expect(trial.result == "ab-c--|")
    }

    @Test("takeUntilSilent meets the operator contract", arguments: Ending.allCases) func contract(_ ending: Ending) {
        expectContract(ending) { source, context in
            source.do(onNext: { _ in context.token.touch() })
                .takeUntilSilent(for: .seconds(3), scheduler: context.scheduler)
        }
    }
}
// End

// Example: trait
extension PrimitiveSequenceType where Trait == SingleTrait {
    /// Fails with ``RxError/argumentOutOfRange`` unless `predicate` returns true for the element.
    /// - Ends: with the source; fails with an error thrown by `predicate`.
    /// - Runs on: the source's thread.
    /// - Keeps: nothing.
    func require(_ predicate: @escaping @Sendable (Element) throws -> Bool) -> Single<Element> {
        Single(
            primitiveSequence.source.map { element in
                guard try predicate(element) else { throw RxError.argumentOutOfRange }
                return element
            })
    }
}

@Suite("require") struct RequireTests {
    @Test("require fails unless the predicate returns true") func fails() throws {
        #expect(try Single.just(1).require { $0 < 2 }.toBlocking().single() == 1)
        #expect(throws: RxError.self) { try Single.just(2).require { $0 < 2 }.toBlocking().single() }
    }
}
// End

@Suite("The examples of CONTRIBUTING.md") struct OperatorExamplesTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    @Test(
        "CONTRIBUTING.md shows the examples that are compiled and tested",
        arguments: ["one source", "several sources", "time", "trait"])
    func compiles(_ name: String) throws {
        let code = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
        let page = try String(contentsOf: Self.root.appending(path: "CONTRIBUTING.md"), encoding: .utf8)
        let example = try #require(
            code.components(separatedBy: "// Example: \(name)\n").last?.components(separatedBy: "// End\n").first)
        #expect(page.contains("```swift\n\(example)```\n") && example.count > 100)
    }
}
