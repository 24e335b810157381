import Freshet
import FreshetCombine
import Testing

@Suite("Cancellation") struct CancellationTests {
    @Test("Canceling in receive(subscription:) prevents the subscription to the stream") func atOnce() {
        final class Refusing: Subscriber {
            func receive(subscription: any Subscription) { subscription.cancel() }
            func receive(_ input: Int) -> Subscribers.Demand { .none }
            func receive(completion: Subscribers.Completion<any Error>) {}
        }
        let subscriptions = Count()
        Observable.just(1).do(onSubscribe: { subscriptions.up() }).publisherFailingOnOverflow.subscribe(Refusing())
        #expect(subscriptions.value == 0)
    }

    @Test("Canceling during a delivery stops values and disposes the stream") func duringDelivery() {
        let disposed = Count()
        for demand in [Subscribers.Demand.max(5), .unlimited] {
            let probe = Observable.from(0..<10).do(onDispose: { disposed.up() }).publisherFailingOnOverflow.probed(
                demand
            ) {
                value, probe in
                if value == 2 { probe.cancel() }
                return .unlimited
            }
            #expect(probe.values == [0, 1, 2] && !probe.hasEnded)
        }
        #expect(disposed.value == 2)
    }

    @Test("Canceling drops buffered values and ignores later requests and values") func buffered() {
        let subject = PublishSubject<Int>()
        let probe = subject.publisherFailingOnOverflow.probed(.max(1))
        for number in 1...3 { subject.onNext(number) }
        probe.cancel()
        #expect(!subject.hasObservers)
        probe.request(.unlimited)
        subject.onNext(4)
        subject.onCompleted()
        #expect(probe.events == ["subscription", "1"])
    }

    /// An error that calls a closure when it is released.
    private final class ReleaseObservingError: Error, Sendable {
        private let released: @Sendable () -> Void

        init(_ released: @escaping @Sendable () -> Void) { self.released = released }

        deinit { released() }
    }

    @Test("Canceling releases a buffered error outside the lock, so its deinit can call the subscription")
    func errorReleased() async {
        await #expect(processExitsWith: .success) {
            let (released, senders) = (Count(), Log<AnyObserver<Int>>())
            // Not a subject, which would retain the error.
            let stream = Observable<Int>.create { observer in
                senders(observer)
                return Disposables.create()
            }
            let probe = stream.publisherFailingOnOverflow.probed(.max(1))
            for number in 1...2 { senders.entries.first?.onNext(number) }
            senders.entries.first?.onError(
                ReleaseObservingError { [weak probe] in
                    released.up()
                    probe?.request(.max(1))
                    probe?.cancel()
                })
            #expect(released.value == 0, "The error waits behind an element.")
            probe.cancel()
            #expect(released.value == 1)
            #expect(probe.events == ["subscription", "1"])
        }
    }

    @Test("Canceling disposes a paused producer") func suspended() async {
        let disposed = Count()
        let steps = Observable.from(0..<10).do(onDispose: { disposed.up() }).publisherFailingOnOverflow.probed(.max(1))
        let tasks = AsyncStream<Int> { 1 }.asObservable().do(onDispose: { disposed.up() }).publisherFailingOnOverflow
            .probed(.max(1))
        #expect(await eventually { tasks.values == [1] })
        steps.cancel()
        tasks.cancel()
        #expect(await eventually { disposed.value == 2 })
    }

    @Test("Releasing an AnyCancellable disposes the stream") func releasedCancellable() {
        let subject = PublishSubject<Int>()
        var subscriptions: Set<AnyCancellable> = []
        subject.publisherFailingOnOverflow.sink(receiveCompletion: { _ in }, receiveValue: { _ in }).store(
            in: &subscriptions)
        #expect(subject.hasObservers)
        subscriptions = []
        #expect(!subject.hasObservers)
    }

    @Test("Disposables and cancellables can be stored in each other's containers") func containers() {
        let (stream, passthrough) = (PublishSubject<Int>(), PassthroughSubject<Int, Never>())
        let log = Log<Int>()
        var subscriptions: Set<AnyCancellable> = []
        var bag: DisposeBag? = DisposeBag()
        stream.subscribe(onNext: { log($0) }).store(in: &subscriptions)
        if let bag { passthrough.sink { log(10 * $0) }.disposed(by: bag) }
        stream.onNext(1)
        passthrough.send(1)
        (subscriptions, bag) = ([], nil)
        stream.onNext(2)
        passthrough.send(2)
        #expect(log.entries == [1, 10])
    }
}
