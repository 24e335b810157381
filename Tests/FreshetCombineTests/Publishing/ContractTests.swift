import Dispatch
import Freshet
import FreshetCombine
import Testing

@Suite("A stream as a publisher") struct ContractTests {
    private let endings: [(Observable<Int>, [String])] = [
        (.of(1, 2), ["subscription", "1", "2", "finished"]),
        (.of(1).concat(Observable.error(Oops.one)), ["subscription", "1", "one"]),
        (.empty(), ["subscription", "finished"]),
        (.error(Oops.other), ["subscription", "other"]),
        (.never(), ["subscription"]),
    ]

    @Test("A stream's publisher sends the subscription, then values, then one completion") func eventOrder() {
        for (stream, events) in endings {
            let probe = stream.publisherFailingOnOverflow.probed(.unlimited)
            #expect(probe.events == events)
            #expect(probe.violations == [])
        }
    }

    @Test("A stream's publisher subscribes to a cold stream once per subscriber, and to a shared stream once")
    func cold() {
        let subscriptions = Count()
        let stream = Observable.of(1, 2).do(onSubscribe: { subscriptions.up() })
        #expect(
            [
                stream.publisherFailingOnOverflow.probed(.unlimited),
                stream.publisherFailingOnOverflow.probed(.unlimited),
            ].map(\.values) == [
                [1, 2], [1, 2],
            ])
        #expect(subscriptions.value == 2)
        let shared = stream.share(replay: 2, scope: .forever).publisherFailingOnOverflow
        #expect([shared.probed(.unlimited), shared.probed(.unlimited)].map(\.values) == [[1, 2], [1, 2]])
        #expect(subscriptions.value == 3)
    }

    @Test("A stream's publisher buffers a subject's elements after the subscription, before any request") func hot() {
        let subject = PublishSubject<Int>()
        subject.onNext(1)
        let probe = subject.publisherFailingOnOverflow.probed()
        subject.onNext(2)
        subject.onCompleted()
        #expect(probe.events == ["subscription"])
        probe.request(.unlimited)
        #expect(probe.events == ["subscription", "2", "finished"])
    }

    @Test("Single, Maybe, Completable and subjects have failing publishers") func kinds() {
        #expect(
            Single.just(1).publisherFailingOnOverflow.probed(.unlimited).events == ["subscription", "1", "finished"])
        #expect(
            Maybe<Int>.empty().publisherFailingOnOverflow.probed(.unlimited).events == ["subscription", "finished"])
        #expect(
            Completable.error(Oops.one).publisherFailingOnOverflow.probed(.unlimited).events == ["subscription", "one"])
        #expect(
            BehaviorSubject(value: 1).publisherFailingOnOverflow.probed(.unlimited).events == ["subscription", "1"])
    }

    @Test("Streams that never fail have publishers with failure type Never") func neverFailing() {
        func numbers(of publisher: some Publisher<Int, Never>) -> [Int] { publisher.probed(.unlimited).values }
        let replay = ReplayRelay<Int>.create(bufferSize: 2)
        for number in 1...3 { replay.accept(number) }
        #expect(numbers(of: Infallible.of(1, 2).publisherDroppingOldest) == [1, 2])
        #expect(numbers(of: BehaviorRelay(value: 1).publisherDroppingOldest) == [1])
        #expect(numbers(of: replay.publisherDroppingOldest) == [2, 3])
        let relay = PublishRelay<Int>()
        let probe = relay.publisherDroppingOldest.probed(.unlimited)
        relay.accept(1)
        #expect(probe.values == [1])
    }

    @MainActor
    @Test("Drivers and signals publish on the main thread") func sharedSequences() async {
        let relay = BehaviorRelay(value: 1)
        let elsewhere = Count()
        // Checks the main queue: on Linux it may not run on the process's first thread.
        let mainKey = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: mainKey, value: true)
        func probe(_ publisher: some Publisher<Int, Never>) -> Probe<Int, Never> {
            publisher.probed(.unlimited) { _, _ in
                if DispatchQueue.getSpecific(key: mainKey) != true { elsewhere.up() }
                return .none
            }
        }
        let driver = probe(relay.asDriver().publisherDroppingOldest)
        let signal = probe(relay.asObservable().asSignal(onErrorJustReturn: 0).publisherDroppingOldest)
        #expect(onThreads([{ relay.accept(2) }]))
        #expect(await eventually { driver.values == [1, 2] && signal.values == [1, 2] })
        #expect(elsewhere.value == 0)
    }
}
