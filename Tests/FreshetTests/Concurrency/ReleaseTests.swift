import Dispatch
import Freshet
import FreshetTest
import Testing

@Suite("Release of streams without disposal", .blocking) struct ReleaseTests {
    /// Streams built on a source that is released.
    static let stages: [@Sendable (Observable<Int>, Token) -> Observable<Int>] = [
        { source, token in
            source.map {
                token.touch(); return $0
            }
        },
        { source, token in
            source.filter { _ in
                token.touch(); return true
            }
        },
        { source, token in
            Observable.merge(
                source,
                source.map {
                    token.touch(); return $0
                })
        },
        { source, token in
            Observable.combineLatest(source, source) {
                token.touch(); return $0 + $1
            }
        },
        { source, token in
            Observable.zip(source, source) {
                token.touch(); return $0 + $1
            }
        },
        { source, token in
            source.withLatestFrom(source) {
                token.touch(); return $0 + $1
            }
        },
        { source, token in
            source.flatMap {
                token.touch(); return Observable.just($0)
            }
        },
        { source, token in
            source.flatMapLatest { _ in
                token.touch(); return Observable<Int>.never()
            }
        },
        { source, token in
            source.concatMap { _ in
                token.touch(); return Observable<Int>.never()
            }
        },
        { source, token in
            source.map {
                token.touch(); return $0
            }.share(replay: 1)
        },
        { source, token in
            source.map {
                token.touch(); return $0
            }.publish().refCount()
        },
        { source, token in
            source.catch { _ in
                token.touch(); return .empty()
            }
        },
        { source, token in source.do(onNext: { _ in token.touch() }, onDispose: { token.touch() }) },
        { source, token in
            source.do(onNext: { _ in token.touch() }).observe(
                on: SerialDispatchQueueScheduler(internalSerialQueueName: "release"))
        },
        { source, token in
            source.do(onNext: { _ in token.touch() }).throttle(
                .milliseconds(1), scheduler: SerialDispatchQueueScheduler(internalSerialQueueName: "release"))
        },
        { source, token in
            source.do(onNext: { _ in token.touch() }).delay(
                .milliseconds(1), scheduler: SerialDispatchQueueScheduler(internalSerialQueueName: "release"))
        },
    ]

    @Test("An abandoned subscription is released when its subject is released", arguments: 0..<stages.count)
    func forgotten(_ index: Int) {
        weak var token: Token?
        do {
            let (kept, subject) = (Token(), PublishSubject<Int>())
            token = kept
            _ = Self.stages[index](subject, kept).subscribe(onNext: { _ in kept.touch() })
            subject.onNext(1)
            subject.onNext(2)
            withExtendedLifetime(subject) {}
        }
        #expect(eventually { token == nil })
    }

    @Test("A subject doesn't retain delivered elements") func elements() {
        let subject = PublishSubject<Token>()
        weak var token: Token?
        let subscription = subject.map { $0 }.filter { _ in true }.subscribe()
        do {
            let sent = Token()
            token = sent
            subject.onNext(sent)
        }
        #expect(token == nil)
        subscription.dispose()
    }

    @Test("A shared stream releases its elements once it is disconnected", arguments: [false, true])
    func sharedElements(hasGracePeriod: Bool) {
        let (subject, scheduler) = (PublishSubject<Token>(), TestScheduler(initialClock: 0))
        let stream =
            hasGracePeriod
            ? subject.share(replay: 1, disconnectingAfter: .seconds(5), scheduler: scheduler) : subject.share(replay: 1)
        weak var token: Token?
        for _ in 0..<2 {
            let subscription = stream.subscribe()
            do {
                let sent = Token()
                token = sent
                subject.onNext(sent)
            }
            #expect(token != nil)
            subscription.dispose()
            #expect((token == nil) == !hasGracePeriod)
            scheduler.start()
            #expect(token == nil)
        }
    }

    @Test("A chain of 1,000 stages runs, is disposed and is released") func longChain() {
        let (subject, log) = (PublishSubject<Int>(), Log<Int>())
        var chain = subject.asObservable()
        for _ in 0..<1_000 { chain = chain.map { $0 + 1 } }
        let subscription = chain.subscribe(onNext: { log($0) })
        subject.onNext(0)
        subscription.dispose()
        #expect(log.entries == [1_000])
        #expect(!subject.hasObservers)
    }
}
