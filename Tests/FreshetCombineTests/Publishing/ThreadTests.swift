import Foundation
import Freshet
import FreshetCombine
import Testing

@Suite("Concurrent access") struct ThreadTests {
    @Test("concurrent sends and requests deliver each value once, serially and in order", arguments: 1...5)
    func stress(seed: Int) {
        let subject = PublishSubject<Int>()
        let probe = subject.publisher(buffering: .failing(4_000)).probed { value, _ in
            value % 7 == seed ? .max(1) : .none
        }
        let senders: [@Sendable () -> Void] = (0..<3).map { sender in
            { for number in 0..<1_000 { subject.onNext(sender * 1_000_000 + number) } }
        }
        let askers: [@Sendable () -> Void] = (1...2).map { asker in
            { for number in 0..<500 { probe.request(.max(1 + (number * asker + seed) % 3)) } }
        }
        #expect(onThreads(senders + askers))
        subject.onCompleted()
        probe.request(.unlimited)
        #expect(probe.offences == [] && probe.hasEnded)
        for sender in 0..<3 {
            #expect(probe.values.filter { $0 / 1_000_000 == sender } == (0..<1_000).map { sender * 1_000_000 + $0 })
        }
    }

    @Test("concurrent requests to a paused producer deliver each value once", arguments: 1...5) func requesting(
        seed: Int
    ) {
        let probe = Observable.from(0..<3_000).publisherFailingOnOverflow.probed()
        let asker: @Sendable () -> Void = { for number in 0..<1_000 { probe.request(.max(1 + (number + seed) % 2)) } }
        #expect(onThreads([asker, asker, asker]))
        #expect(probe.values == Array(0..<3_000))
        #expect(probe.offences == [] && probe.hasEnded)
    }

    @Test("cancelling during concurrent sends and requests stops delivery", arguments: 1...20) func cancelling(
        round: Int
    ) {
        let subject = PublishSubject<Int>()
        let probe = subject.publisher(buffering: .newest(8)).probed(.max(1))
        #expect(
            onThreads([
                { for number in 0..<200 { subject.onNext(number) } },
                { for _ in 0..<200 { probe.request(.max(1)) } },
                {
                    for _ in 0..<(50 * round) { sched_yield() }
                    probe.cancel()
                },
            ]))
        #expect(!subject.hasObservers)
        let count = probe.values.count
        subject.onNext(-1)
        probe.request(.unlimited)
        #expect(probe.values.count == count && probe.offences == [])
    }

    @Test("other threads can request during a delivery, because no lock is held") func unlocked() {
        let answered = Log<Bool>()
        let probe = Observable.of(1, 2).publisherFailingOnOverflow.probed(.max(1)) { _, probe in
            answered(onThreads([{ probe.request(.max(1)) }, { probe.request(.max(1)) }]))
            return .none
        }
        #expect(answered.entries == [true, true])
        #expect(probe.hasEnded)
    }

    @Test("concurrent sends through one publisher are serialized") func observing() {
        let passthrough = Sending(subject: PassthroughSubject<Int, Never>())
        let (inside, overlapping, heard) = (Count(), Count(), Count())
        let subscription = passthrough.subject.asObservable().subscribe(onNext: { _ in
            if inside.up() > 1 { overlapping.up() }
            heard.up()
            inside.down()
        })
        let sender: @Sendable () -> Void = { for number in 0..<1_000 { passthrough.subject.send(number) } }
        #expect(onThreads([sender, sender, sender, sender]))
        #expect(heard.value == 4_000 && overlapping.value == 0)
        subscription.dispose()
    }

    // Combine's subjects may be sent to from any thread.
    private struct Sending: @unchecked Sendable {
        let subject: PassthroughSubject<Int, Never>
    }
}
