import Foundation
import Freshet
import Testing

/// What the environment asks for: `FRESHET_STRESS_ROUNDS` rounds for each stream, `FRESHET_STRESS_SEED` to play the same round again and again.
private enum Wanted {
    static let seed = number("FRESHET_STRESS_SEED")
    static let rounds = number("FRESHET_STRESS_ROUNDS") ?? (seed == nil ? 12 : 500)

    private static func number(_ name: String) -> UInt64? {
        ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
    }
}

@Suite("four threads send, end, subscribe and dispose at random", .blocking) struct StressTests {
    @Test(
        "serializes events, delivers every end and nothing after it, and releases everything",
        arguments: Junction.all)
    func holds(_ junction: Junction) {
        let first = Wanted.seed ?? UInt64.random(in: 0...UInt64(UInt32.max))
        for round in 0..<Wanted.rounds {
            let seed = Wanted.seed ?? first + round
            let offences = Stress(junction: junction, seed: seed).run()
            if !offences.isEmpty {
                Issue.record(
                    """
                    \(offences.sorted().joined(separator: "; ")). \
                    To play this again: FRESHET_STRESS_SEED=\(seed) swift test --no-parallel --filter StressTests
                    """)
                return
            }
        }
    }

    /// Streams with a fault, and what is found.
    static let faulty: [(Junction, String)] = [
        (
            Junction("loses the end") { left, right, _ in
                Observable.merge(left, right).catch { _ in .never() }.concat(Observable.never())
            }, "an end is lost (completion)"
        ),
        (Junction("delivers twice", [.single]) { left, right, _ in .merge(left, right) }, "a second element"),
        (
            Junction("keeps a closure") { left, _, site in
                kept.value = site.inside
                return left
            }, "what closures captured is not released (disposal)"
        ),
        (
            Junction("keeps a source") { left, right, _ in
                _ = right.subscribe { _ in }
                return left
            }, "a source is not let go of (disposal)"
        ),
    ]
    private static let kept = Box<@Sendable () -> Void>({})

    @Test("detects a faulty stream", arguments: faulty.indices) func finds(_ index: Int) {
        let (junction, offence) = Self.faulty[index]
        let found = (0..<40).contains {
            Stress(junction: junction, seed: UInt64($0), patience: 0.02).run().contains(offence)
        }
        Self.kept.value = {}
        #expect(found)
    }

    @Test("detects an event after the end") func late() {
        let watcher = Watcher(Watcher.Plan(reaction: {}), Token())
        watcher.on(.completed)
        #expect(watcher.offences.isEmpty)
        watcher.on(.next(Item(0, Count())))
        #expect(watcher.offences == ["an event after the end"])
    }

    @Test("detects two concurrent events") func overlapping() {
        let (isInside, goOn) = (Gate(), Gate())
        let plan = Watcher.Plan(reactsAt: 1) {
            isInside.open()
            goOn.wait()
        }
        let watcher = Watcher(plan, Token())
        concurrently(
            { watcher.on(.next(Item(0, Count()))) },
            {
                isInside.wait()
                watcher.on(.next(Item(1, Count())))
                goOn.open()
            })
        #expect(watcher.offences == ["two threads at once"])
    }
}
