import Freshet
import FreshetCombine
import Testing

@Suite("What was not asked for") struct BufferTests {
    private let policies: [(DemandBuffering<any Error>, [String])] = [
        (.newest(2), ["subscription", "4", "5", "finished"]),
        (.oldest(2), ["subscription", "1", "2", "finished"]),
        (.failing(5), ["subscription", "1", "2", "3", "4", "5", "finished"]),
        (.failing(2), ["subscription", "1", "2", "\(BufferOverflow(count: 2))"]),
        (.failing(2, with: Oops.overflow), ["subscription", "1", "2", "overflow"]),
    ]

    @Test("is kept or dropped as the caller says") func bounds() {
        for (buffering, words) in policies {
            let subject = PublishSubject<Int>()
            let probe = subject.publisher(buffering: buffering).probed()
            for number in 1...5 { subject.onNext(number) }
            #expect(
                subject.hasObservers == (words.last == "finished"), "a full buffer that fails gives the source back")
            subject.onCompleted()
            #expect(probe.words == ["subscription"])
            probe.request(.unlimited)
            #expect(probe.words == words)
        }
    }

    @Test("is what the bound is about: what was asked for is kept") func asked() {
        let subject = PublishSubject<Int>()
        let probe = subject.publisher(buffering: .failing(1)).probed(.unlimited) { value, _ in
            if value == 0 { for number in 1...5 { subject.onNext(number) } }
            return .none
        }
        subject.onNext(0)
        #expect(probe.values == [0, 1, 2, 3, 4, 5])
        #expect(probe.offences == [])
    }

    @Test("is the newest state of a relay and a driver") func state() {
        let relay = BehaviorRelay(value: 1)
        let probe = relay.publisherDroppingOldest.probed()
        relay.accept(2)
        relay.accept(3)
        probe.request(.max(1))
        relay.accept(4)
        probe.request(.max(1))
        #expect(probe.values == [3, 4])
    }

    @Test("makes room again when it is taken") func room() {
        let subject = PublishSubject<Int>()
        let probe = subject.publisher(buffering: .failing(2)).probed()
        for number in 1...100 {
            subject.onNext(2 * number)
            subject.onNext(2 * number + 1)
            probe.request(.max(2))
        }
        #expect(probe.values == Array(2...201))
    }

    @Test("in too large a number is an error that says what to do") func words() {
        #expect(BufferOverflow(count: 2).description.contains("2 elements waited"))
        #expect(BufferOverflow(count: 2).description.contains("publisher(buffering: .newest(2))"))
    }

    @Test("in too large a number fails or drops, as the publisher's name says") func names() {
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
        #expect(failing.values == Array(0..<256) && failing.words.last == "\(BufferOverflow(count: 256))")
        #expect(dropping.values == Array(1...256) && !dropping.hasEnded)
    }

    @available(*, deprecated)
    @Test("has the former name of a publisher, too") func formerName() {
        #expect(Observable.of(1, 2).publisher.probed(.unlimited).words == ["subscription", "1", "2", "finished"])
        func numbers(of publisher: some Publisher<Int, Never>) -> [Int] { publisher.probed(.unlimited).values }
        let replay = ReplayRelay<Int>.create(bufferSize: 1)
        replay.accept(3)
        #expect(numbers(of: Infallible.of(1, 2).publisher) == [1, 2])
        #expect(numbers(of: BehaviorRelay(value: 2).publisher) == [2])
        #expect(numbers(of: PublishRelay<Int>().publisher) == [])
        #expect(numbers(of: replay.publisher) == [3])
    }
}
