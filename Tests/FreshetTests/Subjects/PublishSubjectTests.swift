import Freshet
import FreshetTest
import Testing

@Suite("PublishSubject") struct PublishSubjectTests {
    @Test("PublishSubject delivers events to all current subscribers, in subscription order") func delivers() {
        let (subject, log) = (PublishSubject<Int>(), Log<String>())
        subject.onNext(0)
        let first = subject.subscribe(onNext: { log("a\($0)") })
        subject.onNext(1)
        let second = subject.subscribe(onNext: { log("b\($0)") })
        subject.onNext(2)
        first.dispose()
        subject.onNext(3)
        #expect(log.entries == ["a1", "a2", "b2", "b3"])
        #expect(subject.hasObservers)
        second.dispose()
        #expect(!subject.hasObservers)
    }

    @Test(
        "A subscriber of PublishSubject after the end receives only the terminal event",
        arguments: [Event<Int>.completed, .error(Oops())])
    func end(_ end: Event<Int>) {
        let (subject, log) = (PublishSubject<Int>(), Log<Event<Int>>())
        _ = subject.subscribe { log($0) }
        subject.on(end)
        subject.onNext(1)
        subject.on(end)
        _ = subject.subscribe { log($0) }
        #expect(log.entries == [end, end])
        #expect(!subject.hasObservers)
    }

    @Test("Disposal of PublishSubject removes all subscribers and fails new ones") func disposal() {
        let (subject, log) = (PublishSubject<Int>(), Log<String>())
        _ = subject.subscribe { log("\($0)") }
        subject.dispose()
        subject.onNext(1)
        subject.onCompleted()
        #expect(log.entries.isEmpty)
        #expect(subject.isDisposed && !subject.hasObservers)
        _ = subject.subscribe(onError: { error in
            if case RxError.disposed(let object) = error { log(object === subject ? "disposed" : "another") }
        })
        #expect(log.entries == ["disposed"])
    }

    @Test("A subscription made within a delivery receives later elements") func subscribesInside() {
        let (subject, log, inner) = (PublishSubject<Int>(), Log<Int>(), SerialDisposable())
        let subscription = subject.subscribe(onNext: { element in
            if element == 1 { inner.disposable = subject.subscribe(onNext: { log($0) }) }
        })
        subject.onNext(1)
        subject.onNext(2)
        #expect(log.entries == [2])
        subscription.dispose()
        inner.dispose()
    }

    @Test("A subscription disposed within a delivery doesn't receive that element") func disposesInside() {
        let (subject, log, second) = (PublishSubject<Int>(), Log<Int>(), SerialDisposable())
        let first = subject.subscribe(onNext: { _ in second.dispose() })
        second.disposable = subject.subscribe(onNext: { log($0) })
        subject.onNext(1)
        #expect(log.entries.isEmpty)
        first.dispose()
    }

    @Test("PublishSubject can be disposed during a delivery") func disposesSubjectInside() {
        let (subject, log) = (PublishSubject<Int>(), Log<Int>())
        _ = subject.subscribe(onNext: { element in
            log(element)
            subject.dispose()
            subject.onNext(element + 1)
        })
        subject.onNext(1)
        #expect(log.entries == [1])
        #expect(!subject.hasObservers)
    }

    @Test("PublishSubject supports many subscriptions and disposals") func many() {
        let (subject, count) = (PublishSubject<Int>(), Count())
        let subscriptions = (0..<2_000).map { _ in subject.subscribe(onNext: { _ in count.up() }) }
        for index in stride(from: 0, to: 2_000, by: 2) { subscriptions[index].dispose() }
        subject.onNext(1)
        #expect(count.value == 1_000)
        for subscription in subscriptions { subscription.dispose() }
        #expect(!subject.hasObservers)
    }

    @Test("PublishSubject can observe another stream") func observes() {
        let (subject, log) = (PublishSubject<Int>(), Log<Event<Int>>())
        _ = subject.subscribe { log($0) }
        _ = Observable.of(1, 2).subscribe(subject)
        #expect(log.entries == [.next(1), .next(2), .completed])
    }

    @Test("PublishSubject serializes two sending threads without losing events or their order") func twoThreads() {
        let (subject, observer) = (PublishSubject<Int>(), Exclusive<Int>())
        let subscription = subject.subscribe(observer)
        concurrently(
            { for n in 0..<5_000 { subject.onNext(n) } }, { for n in 0..<5_000 { subject.onNext(1_000_000 + n) } },
            { for _ in 0..<500 { subject.subscribe().dispose() } })
        #expect(observer.violations == 0)
        #expect(observer.keepsEachOrder(sources: 2, count: 5_000))
        subscription.dispose()
    }

    @Test("PublishSubject releases its subscribers' captures when it is released") func release() {
        weak var token: Token?
        do {
            let (kept, subject) = (Token(), PublishSubject<Int>())
            token = kept
            _ = subject.subscribe(onNext: { _ in kept.touch() })
            #expect(token != nil)
            withExtendedLifetime(subject) {}
        }
        #expect(token == nil)
    }

    @Test("PublishSubject delivers a queued event before a re-entrant one", arguments: reactions)
    func causalOrder(_ reaction: Event<Int>) {
        let subject = PublishSubject<Int>()
        expectCausalOrder(
            of: subject, reaction: reaction, first: AnyObserver(subject), other: AnyObserver(subject),
            react: { subject.on($0) })
    }

    @Test("PublishSubject delivers a re-entrant element after all events queued before it")
    func causalOrderInQueue() {
        let (subject, log) = (PublishSubject<Int>(), Log<Int>())
        let subscription = subject.subscribe(onNext: { element in
            log(element)
            switch element {
            case 0:
                #expect(
                    onAnotherThread {
                        subject.onNext(1)
                        subject.onNext(2)
                    })
            case 1: subject.onNext(3)
            default: break
            }
        })
        subject.onNext(0)
        #expect(log.entries == [0, 1, 2, 3])
        subscription.dispose()
    }
}
