import Dispatch
import Foundation
import Freshet
import Testing

/// Sends elements whose `deinit` sends into the same sources.
struct ReleasedElements: Sendable {
    enum Ending: CaseIterable { case completion, failure, disposal }

    let candidate: TwoSourceStream
    let ending: Ending

    /// Returns the violations.
    func violations() -> Set<String> {
        let (witness, living) = (CausalWitness(), Count())
        let isExpectedToEnd = play(CausalWitness(), living, sendsWhenReleased: false)
        let hasEnded = play(witness, living, sendsWhenReleased: true)
        var violations = witness.violations
        if hasEnded != isExpectedToEnd { violations.insert(hasEnded ? "the stream ends" : "the stream doesn't end") }
        return violations
    }

    /// Returns whether the stream has ended or been disposed.
    private func play(_ witness: CausalWitness, _ living: Count, sendsWhenReleased: Bool) -> Bool {
        let (left, right, clock) = (PublishSubject<Item>(), PublishSubject<Item>(), HistoricalScheduler())
        let (releases, numbers) = (Count(), Count())
        let context = TwoSourceContext(queue: clock, pool: clock, living: living) {
            witness.closureStarts("the operator's closure")
        }
        let item: @Sendable () -> Item = {
            Item(numbers.up(), living) {
                // Limits the recursion.
                if !sendsWhenReleased || releases.up() > 20 { return }
                left.onNext(Item(numbers.up(), living))
                right.onNext(Item(numbers.up(), living))
            }
        }
        let settle: @Sendable () -> Void = { clock.advanceTo(clock.clock.addingTimeInterval(0.004)) }
        let subscription = candidate.make(left, right, context).subscribe { witness.receive($0) }
        settle()
        for _ in 0..<3 {
            right.onNext(item())
            left.onNext(item())
            settle()
        }
        // Without advancing the clock, so that waiting elements are replaced.
        for _ in 0..<3 {
            left.onNext(item())
            right.onNext(item())
        }
        settle()
        left.onNext(item())
        right.onNext(item())
        switch ending {
        case .completion:
            left.onCompleted()
            right.onCompleted()
        case .failure:
            left.onError(Oops())
            right.onError(Oops())
        case .disposal:
            subscription.dispose()
            witness.disposed()
        }
        settle()
        if candidate.traits.contains(.tasks) { _ = eventually { witness.isOver } }
        defer {
            subscription.dispose()
            context.feeds.dispose()
        }
        return witness.isOver
    }
}

@Suite("An element whose deinit calls into the stream") struct ReleasedElementTests {
    /// Several to a process, which takes a second to start under the thread sanitizer.
    private static let candidates = stride(from: 0, to: TwoSourceStream.all.count, by: 8).map {
        $0..<min($0 + 8, TwoSourceStream.all.count)
    }

    @Test(
        "A stream that an element's deinit calls doesn't crash, ends and delivers nothing afterwards",
        arguments: Self.candidates)
    func holds(_ indices: Range<Int>) async {
        await #expect(processExitsWith: .success, "\(TwoSourceStream.all[indices])") { [indices] in
            let candidates = TwoSourceStream.all[indices]
            #expect(!candidates.isEmpty)
            for candidate in candidates {
                for ending in ReleasedElements.Ending.allCases {
                    let run = ReleasedElements(candidate: candidate, ending: ending)
                    let violations = await onOwnThread { run.violations() }
                    #expect(violations.isEmpty, "\(candidate), \(ending)")
                }
            }
        }
    }
}
