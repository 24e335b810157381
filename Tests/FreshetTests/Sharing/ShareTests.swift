import Dispatch
import Freshet
import FreshetTest
import Testing

@Suite("share(replay:scope:)") struct ShareTests {
    /// A source that counts its subscriptions.
    private func counted(_ count: Count, _ source: Observable<Int>) -> Observable<Int> {
        source.do(onSubscribe: { count.up() })
    }

    @Test("share shares one subscription from the first subscriber to the last") func one() {
        let (count, subject, log) = (Count(), PublishSubject<Int>(), Log<String>())
        let shared = counted(count, subject).share()
        #expect(count.value == 0)
        let first = shared.subscribe(onNext: { log("a\($0)") })
        let second = shared.subscribe(onNext: { log("b\($0)") })
        subject.onNext(1)
        first.dispose()
        #expect(subject.hasObservers)
        subject.onNext(2)
        second.dispose()
        #expect(!subject.hasObservers)
        #expect(count.value == 1)
        #expect(log.entries == ["a1", "b1", "b2"])
    }

    @Test(
        "share replays the newest elements to later subscribers", arguments: [(0, [3]), (1, [2, 3]), (2, [1, 2, 3])])
    func replays(_ replay: Int, _ received: [Int]) {
        for scope in [SubjectLifetimeScope.whileConnected, .forever] {
            let (subject, log) = (PublishSubject<Int>(), Log<Int>())
            let shared = subject.share(replay: replay, scope: scope)
            let first = shared.subscribe()
            subject.onNext(1)
            subject.onNext(2)
            let second = shared.subscribe(onNext: { log($0) })
            subject.onNext(3)
            #expect(log.entries == received)
            first.dispose()
            second.dispose()
        }
    }

    @Test("whileConnected drops its elements and restarts after the last subscriber leaves") func disconnected() {
        let (count, subject, log) = (Count(), PublishSubject<Int>(), Log<Int>())
        let shared = counted(count, subject).share(replay: 1)
        let first = shared.subscribe()
        subject.onNext(1)
        first.dispose()
        let second = shared.subscribe(onNext: { log($0) })
        #expect(log.entries.isEmpty)
        #expect(count.value == 2)
        second.dispose()
    }

    @Test("forever keeps its elements and restarts after the last subscriber leaves") func disconnectedForever() {
        let (count, subject, log) = (Count(), PublishSubject<Int>(), Log<Int>())
        let shared = counted(count, subject).share(replay: 1, scope: .forever)
        let first = shared.subscribe()
        subject.onNext(1)
        first.dispose()
        #expect(!subject.hasObservers)
        let second = shared.subscribe(onNext: { log($0) })
        #expect(log.entries == [1])
        #expect(count.value == 2)
        second.dispose()
    }

    @Test("whileConnected restarts the source after its end", arguments: [0, 1]) func restarts(_ replay: Int) {
        for end in [Observable<Int>.empty(), .error(Oops())] {
            let (count, log) = (Count(), Log<String>())
            let shared = counted(count, Observable.just(1).concat(end)).share(replay: replay)
            for _ in 1...2 {
                _ = shared.subscribe(
                    onNext: { log("\($0)") }, onError: { _ in log("end") }, onCompleted: { log("end") })
            }
            #expect(count.value == 2)
            #expect(log.entries == ["1", "end", "1", "end"])
        }
    }

    @Test("forever replays its elements and the end without restarting the source", arguments: [0, 1])
    func keepsEnd(_ replay: Int) {
        for end in [Observable<Int>.empty(), .error(Oops())] {
            let (count, log) = (Count(), Log<String>())
            let shared = counted(count, Observable.of(1, 2).concat(end)).share(replay: replay, scope: .forever)
            _ = shared.subscribe(onError: { _ in })
            _ = shared.subscribe(onNext: { log("\($0)") }, onError: { _ in log("end") }, onCompleted: { log("end") })
            #expect(count.value == 1)
            #expect(log.entries == (replay == 0 ? ["end"] : ["2", "end"]))
        }
    }

    @Test("Resubscribing in response to the end restarts the source", arguments: [0, 1]) func resubscribes(
        _ replay: Int
    ) {
        let (count, log) = (Count(), Log<String>())
        let failing = Observable<Int>.create { observer in
            if count.up() < 3 { observer.onError(Oops()) } else { observer.onCompleted() }
            return Disposables.create()
        }
        let shared = failing.share(replay: replay)
        _ = shared.retry().subscribe(onCompleted: { log("completed") })
        #expect(count.value == 3)
        #expect(log.entries == ["completed"])
    }

    @Test("A subscriber that replaces itself during an element restarts the source", arguments: [0, 1])
    func replacesItself(_ replay: Int) {
        let (count, subject, log) = (Count(), PublishSubject<Int>(), Log<String>())
        let shared = counted(count, subject).share(replay: replay)
        let (first, second) = (SerialDisposable(), SerialDisposable())
        first.disposable = shared.subscribe(onNext: { element in
            log("a\(element)")
            if element < 2 { return }
            first.dispose()
            second.disposable = shared.subscribe(onNext: { log("b\($0)") })
        })
        for element in 1...3 { subject.onNext(element) }
        #expect(log.entries == ["a1", "a2", "b3"])
        #expect(count.value == 2)
        second.dispose()
        #expect(!subject.hasObservers)
    }

    @Test("A subscription made while the source is disposed restarts the source", arguments: [0, 1])
    func resubscribesInDisposal(_ replay: Int) {
        let (starts, ends, subject, log) = (Count(), Count(), PublishSubject<Int>(), Log<Int>())
        let (stream, second) = (Box<Observable<Int>?>(nil), SerialDisposable())
        let shared = counted(starts, subject).do(onDispose: {
            if ends.up() == 1, let shared = stream.value { second.disposable = shared.subscribe(onNext: { log($0) }) }
        }).share(replay: replay)
        stream.value = shared
        shared.subscribe().dispose()
        #expect(starts.value == 2)
        let third = shared.subscribe()
        #expect(starts.value == 2)
        subject.onNext(1)
        #expect(log.entries == [1])
        third.dispose()
        second.dispose()
        #expect(ends.value == 2 && !subject.hasObservers)
        stream.value = nil
    }

    @Test("Each of 20,000 restarts of share in a row returns before the next") func restartsWithoutRecursion() {
        let (count, log) = (Count(), Count())
        let shared = counted(count, .just(1)).share()
        concurrently {
            _ = Observable.concat(repeatElement(shared, count: 20_000)).subscribe(onNext: { _ in log.up() })
        }
        #expect(count.value == 20_000 && log.value == 20_000)
    }

    static let shares: [@Sendable (Observable<Int>) -> Observable<Int>] = [
        { $0.share() }, { $0.share(replay: 3) }, { $0.publish().refCount() }, { $0.replay(2).refCount() },
        { $0.share(replay: 1).map { $0 }.share(replay: 1) },
        { $0.multicast(makeSubject: { ReplaySubject<Int>.create(bufferSize: 1) }).refCount() },
        {
            $0.share(
                replay: 1, disconnectingAfter: .microseconds(50),
                scheduler: SerialDispatchQueueScheduler(internalSerialQueueName: "grace"))
        },
    ]

    @Test("Subscribers that come and go during deliveries miss and repeat no element", arguments: shares.indices)
    func consecutive(_ index: Int) {
        let (subject, gaps, isDone) = (PublishSubject<Int>(), Log<String>(), Count())
        let shared = Self.shares[index](subject)
        let churn: @Sendable () -> Void = {
            while isDone.value == 0 {
                let observer = Exclusive<Int>()
                let subscription = shared.subscribe(observer)
                for _ in 0..<Int.random(in: 0..<100) where isDone.value == 0 { _ = observer.ends }
                subscription.dispose()
                let elements = observer.elements
                for (former, next) in zip(elements, elements.dropFirst()) where next != former + 1 {
                    gaps("\(former), \(next)")
                }
            }
        }
        concurrently(
            {
                for element in 0..<10_000 { subject.onNext(element) }
                isDone.up()
            }, churn, churn)
        #expect(gaps.entries.isEmpty)
        #expect(eventually { !subject.hasObservers })
    }

    @Test("Two first subscribers start a source that ends immediately only once, with forever") func forever() {
        for _ in 0..<500 {
            let count = Count()
            let shared = counted(count, .just(1)).share(replay: 1, scope: .forever)
            concurrently({ _ = shared.subscribe() }, { _ = shared.subscribe() })
            #expect(count.value == 1)
        }
    }

    @Test("A synchronous source reaches only the first subscriber; replay reaches the others") func synchronous() {
        let log = Log<String>()
        let shared = Observable.of(1, 2).concat(Observable<Int>.never()).share(replay: 1)
        let first = shared.subscribe(onNext: { log("a\($0)") })
        let second = shared.subscribe(onNext: { log("b\($0)") })
        #expect(log.entries == ["a1", "a2", "b2"])
        first.dispose()
        second.dispose()
    }

    @Test("Disposal of share during a replay disposes the source") func disposalInside() {
        let subject = PublishSubject<Int>()
        let shared = subject.share(replay: 1, scope: .forever)
        let first = shared.subscribe()
        subject.onNext(1)
        first.dispose()
        _ = shared.take(1).subscribe()
        #expect(!subject.hasObservers)
    }

    @Test("share disposes the source even if the shared stream has been released") func forgottenStream() {
        let disposals = Count()
        let subscription = Observable<Int>.create { _ in Disposables.create { disposals.up() } }.share().subscribe()
        subscription.dispose()
        #expect(disposals.value == 1)
    }

    @Test("Disposal of share disposes the source") func disposal() {
        #expect(Trial.hot("a-b-c", disposed: 3) { source, _ in source.share() }.subscriptions == [Subscription(0, 3)])
    }

    @Test("Two threads that subscribe and dispose never start a second source subscription") func twoThreads() {
        let (live, most, observer) = (Count(), Log<Int>(), Exclusive<Int>())
        let source = Observable<Int>.create { sink in
            most(live.up())
            sink.onNext(1)
            return Disposables.create { live.down() }
        }
        let shared = source.share(replay: 1)
        let churn: @Sendable () -> Void = { for _ in 0..<500 { shared.subscribe(onNext: { _ in }).dispose() } }
        let keeper = shared.subscribe(observer)
        concurrently(churn, churn)
        #expect(most.entries == [1])
        keeper.dispose()
        #expect(live.value == 0)
        concurrently(churn, churn)
        #expect(live.value == 0)
    }

    @Test("share serializes two sending threads without losing events or their order") func twoSenders() {
        let (left, right, observer) = (PublishSubject<Int>(), PublishSubject<Int>(), Exclusive<Int>())
        let subscription = Observable.merge(left, right).share(replay: 1).subscribe(observer)
        concurrently({ for n in 0..<3_000 { left.onNext(n) } }, { for n in 0..<3_000 { right.onNext(1_000_000 + n) } })
        #expect(observer.violations == 0)
        #expect(observer.keepsEachOrder(sources: 2, count: 3_000))
        subscription.dispose()
    }

    @Test("A subscriber joining at the end receives the kept element and the end, or a restart")
    func joinsAtTheEnd() {
        for _ in 0..<300 {
            let (source, joined) = (ReplaySubject<Int>.create(bufferSize: 1), Exclusive<Int>())
            source.onNext(1)
            let shared = source.share(replay: 1)
            let first = shared.subscribe()
            concurrently({ source.onCompleted() }, { _ = shared.subscribe(joined) })
            #expect(joined.elements == [1])
            #expect(joined.ends == 1)
            #expect(joined.violations == 0)
            first.dispose()
        }
    }

    @Test("share meets the operator contract", arguments: Ending.allCases) func contract(_ ending: Ending) {
        expectContract(ending) { source, context in source.do(onNext: { _ in context.token.touch() }).share(replay: 1) }
    }

    @Test("All subscribers receive an end that arrives during a subscription")
    func endWhileJoining() {
        let (isInside, proceed, log) = (Gate(), Gate(), Log<String>())
        let subject = PublishSubject<Int>()
        let shared = subject.share(replay: 1)
        let first = shared.subscribe(onNext: { _ in }, onCompleted: { log("first") })
        subject.onNext(1)
        concurrently(
            {
                _ = shared.subscribe(
                    onNext: { _ in
                        isInside.open()
                        proceed.wait()
                    }, onCompleted: { log("second") })
            },
            {
                isInside.wait()
                subject.onCompleted()
                proceed.open()
            })
        #expect(log.entries.sorted() == ["first", "second"])
        first.dispose()
    }

    @Test(
        "whileConnected delivers only new elements to a subscription made in response to an error",
        arguments: [0, 1])
    func subscribesAtTheError(_ replay: Int) {
        let (senders, log) = (Box<[AnyObserver<Int>]>([]), Log<String>())
        let shared = Observable<Int>.create { observer in
            senders.value.append(observer)
            return Disposables.create()
        }.share(replay: replay)
        _ = shared.subscribe(onError: { _ in
            _ = shared.subscribe(onNext: { log("\($0)") }, onError: { _ in log("error") })
        })
        senders.value.first?.onNext(1)
        senders.value.first?.onError(Oops())
        #expect(senders.value.count == 2)
        senders.value.last?.onNext(2)
        #expect(log.entries == ["2"])
    }

    @Test("A stream that is shared forever connects once, even if its source ends meanwhile") func connectsOnce() {
        for _ in 0..<300 {
            let (connections, source) = (Count(), PublishSubject<Int>())
            let shared = Observable<Int>.deferred {
                connections.up()
                return source.asObservable()
            }.share(replay: 1, scope: .forever)
            let first = shared.subscribe()
            concurrently({ source.onCompleted() }, { for _ in 0..<20 { shared.subscribe().dispose() } })
            #expect(connections.value == 1)
            first.dispose()
        }
    }
}
