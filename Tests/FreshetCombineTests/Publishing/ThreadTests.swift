import Foundation
import Freshet
import FreshetCombine
import Testing

@Suite("Concurrent access") struct ThreadTests {
    @Test("Concurrent sends and requests deliver each value once, serially and in order", arguments: 1...5)
    func stress(seed: Int) {
        let subject = PublishSubject<Int>()
        let probe = subject.publisher(buffering: .failing(4_000)).probed { value, _ in
            value % 7 == seed ? .max(1) : .none
        }
        let senders: [@Sendable () -> Void] = (0..<3).map { sender in
            { for number in 0..<1_000 { subject.onNext(sender * 1_000_000 + number) } }
        }
        let requesters: [@Sendable () -> Void] = (1...2).map { requester in
            { for number in 0..<500 { probe.request(.max(1 + (number * requester + seed) % 3)) } }
        }
        #expect(onThreads(senders + requesters))
        subject.onCompleted()
        probe.request(.unlimited)
        #expect(probe.violations == [] && probe.hasEnded)
        for sender in 0..<3 {
            #expect(probe.values.filter { $0 / 1_000_000 == sender } == (0..<1_000).map { sender * 1_000_000 + $0 })
        }
    }

    @Test("Concurrent requests to a paused producer deliver each value once", arguments: 1...5) func requesting(
        seed: Int
    ) {
        let probe = Observable.from(0..<3_000).publisherFailingOnOverflow.probed()
        let requester: @Sendable () -> Void = {
            for number in 0..<1_000 { probe.request(.max(1 + (number + seed) % 2)) }
        }
        #expect(onThreads([requester, requester, requester]))
        #expect(probe.values == Array(0..<3_000))
        #expect(probe.violations == [] && probe.hasEnded)
    }

    @Test("Canceling during concurrent sends and requests stops delivery", arguments: 1...20) func cancelling(
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
        #expect(probe.values.count == count && probe.violations == [])
    }

    @Test("Other threads can request during a publisher's delivery, because no lock is held") func unlocked() {
        let finished = Log<Bool>()
        let probe = Observable.of(1, 2).publisherFailingOnOverflow.probed(.max(1)) { _, probe in
            finished(onThreads([{ probe.request(.max(1)) }, { probe.request(.max(1)) }]))
            return .none
        }
        #expect(finished.entries == [true, true])
        #expect(probe.hasEnded)
    }

    @Test("Concurrent sends through one publisher are serialized") func observing() {
        let passthrough = Sending(subject: PassthroughSubject<Int, Never>())
        let (inside, overlapping, received) = (Count(), Count(), Count())
        let subscription = passthrough.subject.asObservable().subscribe(onNext: { _ in
            if inside.up() > 1 { overlapping.up() }
            received.up()
            inside.down()
        })
        let sender: @Sendable () -> Void = { for number in 0..<1_000 { passthrough.subject.send(number) } }
        #expect(onThreads([sender, sender, sender, sender]))
        #expect(received.value == 4_000 && overlapping.value == 0)
        subscription.dispose()
    }

    // Sendable: Combine's subjects accept values on any thread.
    private struct Sending: @unchecked Sendable {
        let subject: PassthroughSubject<Int, Never>
    }
}
