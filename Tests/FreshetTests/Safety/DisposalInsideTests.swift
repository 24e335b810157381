import Dispatch
import Foundation
import Freshet
import Testing

/// Disposes the subscription within a call of a closure, after another thread has queued an element of each source.
struct DisposalInside: Sendable {
    /// The closure that disposes.
    enum Place: String, CaseIterable {
        /// The operator's closure.
        case candidate
        /// The closure of a downstream `do(onNext:)`.
        case downstream
    }

    let candidate: TwoSourceStream
    let place: Place
    /// The number of the call that disposes, counted from 1.
    let call: Int

    /// Returns the violations; nil if there is no such call.
    func violations() -> Set<String>? {
        let (left, right, subscription) = (PublishSubject<Item>(), PublishSubject<Item>(), SerialDisposable())
        let (witness, living, calls, isSubscribed) = (CausalWitness(), Count(), Count(), Box(false))
        let (place, call) = (place, call)
        let disposes: @Sendable (Place) -> Void = { closure in
            // Calls during the subscription don't count: there is nothing to dispose yet.
            guard closure == place, isSubscribed.value, calls.up() == call else { return }
            let returned = onAnotherThread {
                left.onNext(Item(100, living))
                right.onNext(Item(101, living))
            }
            if !returned { witness.report("another thread is blocked") }
            subscription.dispose()
            witness.disposed()
        }
        let clock = HistoricalScheduler()
        let context = TwoSourceContext(queue: clock, pool: clock, living: living) {
            witness.closureStarts("the operator's closure")
            disposes(.candidate)
        }
        subscription.disposable = candidate.make(left, right, context).do(
            onNext: { _ in
                witness.closureStarts("do(onNext:)")
                disposes(.downstream)
            }, onError: { _ in witness.closureStarts("do(onError:)") },
            onCompleted: { witness.closureStarts("do(onCompleted:)") }
        ).subscribe { witness.receive($0) }
        isSubscribed.value = true
        for number in 1...4 {
            right.onNext(Item(2 * number - 1, living))
            left.onNext(Item(2 * number, living))
            clock.advanceTo(clock.clock.addingTimeInterval(0.004))
        }
        left.onCompleted()
        right.onCompleted()
        clock.advanceTo(clock.clock.addingTimeInterval(0.004))
        if candidate.traits.contains(.tasks) { _ = eventually { witness.isOver } }
        defer {
            subscription.dispose()
            context.feeds.dispose()
        }
        return calls.value >= call ? witness.violations : nil
    }
}

@Suite("Disposal within a closure") struct DisposalInsideTests {
    @Test("No closure of a chain starts after disposal within a closure", arguments: TwoSourceStream.all)
    func holds(_ candidate: TwoSourceStream) async {
        for place in DisposalInside.Place.allCases {
            for call in 1...4 {
                let run = DisposalInside(candidate: candidate, place: place, call: call)
                guard let violations = await onOwnThread({ run.violations() }) else { break }
                #expect(violations.isEmpty, "call \(call) of the closure, \(place)")
            }
        }
    }
}
