import Foundation
import Freshet
import Testing

/// Settings from the environment: `FRESHET_STRESS_ROUNDS` rounds per stream; `FRESHET_STRESS_SEED` repeats the round of a seed.
private enum StressSettings {
    static let seed = number("FRESHET_STRESS_SEED")
    static let rounds = number("FRESHET_STRESS_ROUNDS") ?? (seed == nil ? 12 : 500)

    private static func number(_ name: String) -> UInt64? {
        ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
    }
}

@Suite("Four threads that send, end, subscribe and dispose at random", .blocking) struct StressTests {
    @Test(
        "A stream serializes events, delivers every end and nothing after it, and releases everything",
        arguments: TwoSourceStream.all)
    func holds(_ candidate: TwoSourceStream) {
        let first = StressSettings.seed ?? UInt64.random(in: 0...UInt64(UInt32.max))
        for round in 0..<StressSettings.rounds {
            let seed = StressSettings.seed ?? first + round
            let violations = Stress(candidate: candidate, seed: seed).run()
            if !violations.isEmpty {
                Issue.record(
                    """
                    \(violations.sorted().joined(separator: "; ")). \
                    To repeat this round: FRESHET_STRESS_SEED=\(seed) swift test --no-parallel --filter StressTests
                    """)
                return
            }
        }
    }

    /// Faulty streams, and the violation that must be detected.
    static let faulty: [(TwoSourceStream, String)] = [
        (
            TwoSourceStream("loses the end") { left, right, _ in
                Observable.merge(left, right).catch { _ in .never() }.concat(Observable.never())
            }, "a terminal event is lost (completion)"
        ),
        (TwoSourceStream("delivers twice", [.single]) { left, right, _ in .merge(left, right) }, "a second element"),
        (
            TwoSourceStream("keeps a closure") { left, _, context in
                kept.value = context.userClosure
                return left
            }, "captures are not released (disposal)"
        ),
        (
            TwoSourceStream("keeps a source") { left, right, _ in
                _ = right.subscribe { _ in }
                return left
            }, "a source is not disposed (disposal)"
        ),
    ]
    private static let kept = Box<@Sendable () -> Void>({})

    @Test("The stress test detects a faulty stream", arguments: faulty.indices) func detectsFault(_ index: Int) {
        let (candidate, violation) = Self.faulty[index]
        let found = (0..<40).contains {
            Stress(candidate: candidate, seed: UInt64($0), timeout: 0.02).run().contains(violation)
        }
        Self.kept.value = {}
        #expect(found)
    }

    @Test("The stress test detects an event after the end") func late() {
        let watcher = Watcher(Watcher.Plan(reaction: {}), Token())
        watcher.on(.completed)
        #expect(watcher.violations.isEmpty)
        watcher.on(.next(Item(0, Count())))
        #expect(watcher.violations == ["an event after the end"])
    }

    @Test("The stress test detects two concurrent events") func overlapping() {
        let (isInside, proceed) = (Gate(), Gate())
        let plan = Watcher.Plan(reactsAt: 1) {
            isInside.open()
            proceed.wait()
        }
        let watcher = Watcher(plan, Token())
        concurrently(
            { watcher.on(.next(Item(0, Count()))) },
            {
                isInside.wait()
                watcher.on(.next(Item(1, Count())))
                proceed.open()
            })
        #expect(watcher.violations == ["two concurrent events"])
    }
}
