import Freshet
import Testing

/// A subscriber joins a subject while another thread is delivering.
@Suite("Joining a subject during another thread's delivery", .blocking) struct CatchUpTests {
    /// A producer on another thread, which sends an element re-entrantly on request.
    private final class Producer: Sendable {
        static let count = 50
        private let requests = (0...count).map { _ in Gate() }
        private let sent = (0...count).map { _ in Gate() }
        private let isOver = Box(false)

        /// Sends the requested elements until the producer is stopped.
        func run(_ send: (Int) -> Void) {
            for number in 1...Self.count {
                requests[number].wait()
                if isOver.value { return }
                send(number)
                sent[number].open()
            }
        }

        /// Waits until the producer has sent `number`.
        func request(_ number: Int) {
            requests[number].open()
            sent[number].wait()
        }

        func stop() {
            isOver.value = true
            for request in requests { request.open() }
        }
    }

    @Test("subscribe returns although the producer sends an element for each one received") func returns() {
        let (subject, producer, log, delivering) = (BehaviorSubject(value: -1), Producer(), Log<Int>(), Gate())
        let (requested, receivedBefore, joiner) = (Count(), Box(0), Box<UInt>(0))
        let slow = subject.subscribe(onNext: { number in
            guard number == 0 else { return }
            delivering.open()
            producer.run { subject.onNext($0) }
        })
        let late = SerialDisposable()
        concurrently(
            { subject.onNext(0) },
            {
                delivering.wait()
                joiner.value = currentThread()
                late.disposable = subject.subscribe(onNext: { number in
                    log(number)
                    if currentThread() == joiner.value, requested.value < Producer.count {
                        producer.request(requested.up())
                    }
                })
                receivedBefore.value = log.count
                producer.stop()
            })
        #expect(receivedBefore.value == 1)
        #expect(log.entries == Array(0...requested.value))
        slow.dispose()
        late.dispose()
    }

    @Test("A terminal event follows the elements sent during the replay") func terminal() {
        let (subject, log, delivering, replaying, sent) = (
            ReplaySubject<Int>.createUnbounded(), Log<Event<Int>>(), Gate(), Gate(), Gate()
        )
        let slow = subject.subscribe(onNext: { number in
            guard number == 0 else { return }
            delivering.open()
            replaying.wait()
            subject.onNext(1)
            subject.onCompleted()
            sent.open()
        })
        concurrently(
            { subject.onNext(0) },
            {
                delivering.wait()
                _ = subject.subscribe { event in
                    log(event)
                    if event.element == 0 {
                        replaying.open()
                        sent.wait()
                    }
                }
            })
        #expect(log.entries == [.next(0), .next(1), .completed])
        slow.dispose()
    }
}
