import Dispatch
import Foundation
import Freshet
import Testing

/// Disposes the subscription inside of one call of a closure, when another thread has queued an element of each source.
struct DisposalInside: Sendable {
    /// Which closure it is.
    enum Place: String, CaseIterable {
        /// The operator's own.
        case junction
        /// That of a `do(onNext:)` behind the operator.
        case downstream
    }

    let junction: Junction
    let place: Place
    /// Which call of the closure disposes, counted from 1.
    let call: Int

    /// What was wrong; nil if there is no such call.
    func offences() -> Set<String>? {
        let (left, right, subscription) = (PublishSubject<Item>(), PublishSubject<Item>(), SerialDisposable())
        let (witness, living, calls, isSubscribed) = (CausalWitness(), Count(), Count(), Box(false))
        let (place, call) = (place, call)
        let disposes: @Sendable (Place) -> Void = { closure in
            // A subscription that is still being made cannot be disposed.
            guard closure == place, isSubscribed.value, calls.up() == call else { return }
            let returned = onAnotherThread {
                left.onNext(Item(100, living))
                right.onNext(Item(101, living))
            }
            if !returned { witness.offend("another thread is held up") }
            subscription.dispose()
            witness.disposed()
        }
        let clock = HistoricalScheduler()
        let site = Site(queue: clock, pool: clock, living: living) {
            witness.closureStarts("the operator's closure")
            disposes(.junction)
        }
        subscription.disposable = junction.make(left, right, site).do(
            onNext: { _ in
                witness.closureStarts("do(onNext:)")
                disposes(.downstream)
            }, onError: { _ in witness.closureStarts("do(onError:)") },
            onCompleted: { witness.closureStarts("do(onCompleted:)") }
        ).subscribe { witness.hear($0) }
        isSubscribed.value = true
        for number in 1...4 {
            right.onNext(Item(2 * number - 1, living))
            left.onNext(Item(2 * number, living))
            clock.advanceTo(clock.clock.addingTimeInterval(0.004))
        }
        left.onCompleted()
        right.onCompleted()
        clock.advanceTo(clock.clock.addingTimeInterval(0.004))
        if junction.traits.contains(.tasks) { _ = eventually { witness.isOver } }
        defer {
            subscription.dispose()
            site.feeds.dispose()
        }
        return calls.value >= call ? witness.offences : nil
    }
}

@Suite("disposal within a closure") struct DisposalInsideTests {
    @Test("no closure of the chain starts afterwards", arguments: Junction.all) func holds(_ junction: Junction) async {
        for place in DisposalInside.Place.allCases {
            for call in 1...4 {
                let run = DisposalInside(junction: junction, place: place, call: call)
                guard let offences = await onOwnThread({ run.offences() }) else { break }
                #expect(offences.isEmpty, "call \(call) of the closure, \(place)")
            }
        }
    }
}
