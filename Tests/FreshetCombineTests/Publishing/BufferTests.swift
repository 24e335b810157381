import Freshet
import FreshetCombine
import Testing

@Suite("Buffers of unrequested elements") struct BufferTests {
    private let policies: [(DemandBuffering<any Error>, [String])] = [
        (.newest(2), ["subscription", "4", "5", "finished"]),
        (.oldest(2), ["subscription", "1", "2", "finished"]),
        (.failing(5), ["subscription", "1", "2", "3", "4", "5", "finished"]),
        (.failing(2), ["subscription", "1", "2", "\(BufferOverflow(count: 2))"]),
        (.failing(2, with: Oops.overflow), ["subscription", "1", "2", "overflow"]),
    ]

    @Test("The buffering policy decides which elements are kept") func bounds() {
        for (buffering, events) in policies {
            let subject = PublishSubject<Int>()
            let probe = subject.publisher(buffering: buffering).probed()
            for number in 1...5 { subject.onNext(number) }
            #expect(
                subject.hasObservers == (events.last == "finished"), "an overflow that fails disposes the source")
            subject.onCompleted()
            #expect(probe.events == ["subscription"])
            probe.request(.unlimited)
            #expect(probe.events == events)
        }
    }

    @Test("The buffer's bound applies only to unrequested elements") func requested() {
        let subject = PublishSubject<Int>()
        let probe = subject.publisher(buffering: .failing(1)).probed(.unlimited) { value, _ in
            if value == 0 { for number in 1...5 { subject.onNext(number) } }
            return .none
        }
        subject.onNext(0)
        #expect(probe.values == [0, 1, 2, 3, 4, 5])
        #expect(probe.violations == [])
    }

    @Test("A relay's publisher keeps only the newest state") func state() {
        let relay = BehaviorRelay(value: 1)
        let probe = relay.publisherDroppingOldest.probed()
        relay.accept(2)
        relay.accept(3)
        probe.request(.max(1))
        relay.accept(4)
        probe.request(.max(1))
        #expect(probe.values == [3, 4])
    }

    @Test("A request makes room in the buffer") func room() {
        let subject = PublishSubject<Int>()
        let probe = subject.publisher(buffering: .failing(2)).probed()
        for number in 1...100 {
            subject.onNext(2 * number)
            subject.onNext(2 * number + 1)
            probe.request(.max(2))
        }
        #expect(probe.values == Array(2...201))
    }

    @Test("The overflow error says how to fix it") func overflowDescription() {
        #expect(BufferOverflow(count: 2).description.contains("2 elements waited"))
        #expect(BufferOverflow(count: 2).description.contains("publisher(buffering: .newest(2))"))
    }

    @Test("Overflow fails or drops elements, depending on the publisher") func names() {
        let subject = PublishSubject<Int>()
        let relay = PublishRelay<Int>()
        let (failing, dropping) = (
            subject.publisherFailingOnOverflow.probed(), relay.publisherDroppingOldest.probed()
        )
        for number in 0...256 {
            subject.onNext(number)
            relay.accept(number)
        }
        failing.request(.unlimited)
        dropping.request(.unlimited)
        #expect(failing.values == Array(0..<256) && failing.events.last == "\(BufferOverflow(count: 256))")
        #expect(dropping.values == Array(1...256) && !dropping.hasEnded)
    }
}
