import Dispatch
import Freshet
import FreshetTest
import Testing

/// Streams with two sources.
enum MultiSourceStream: String, CaseIterable {
    case merge, flatMap, flatMapOfMany, mergeMaxConcurrent, combineLatest, zip, withLatestFrom, share, publishSubject,
        replaySubject, takeUntil, switchLatest, observeOn, flatMapMaxConcurrent, groupBy, window, buffer

    private static let queue = SerialDispatchQueueScheduler(internalSerialQueueName: "two threads")

    func make(_ left: Observable<Int>, _ right: Observable<Int>) -> Observable<Int> {
        switch self {
        case .merge: .merge(left, right)
        case .flatMap: Observable.of(left, right).flatMap { $0 }
        case .flatMapOfMany: Observable.merge(left, right).flatMap { Observable.from([$0]) }
        case .mergeMaxConcurrent: Observable.of(left, right).merge(maxConcurrent: 2)
        case .combineLatest: .combineLatest(left, right) { $0 &+ $1 }
        case .zip: .zip(left, right) { $0 &+ $1 }
        case .withLatestFrom: left.withLatestFrom(right.startWith(0)) { left, _ in left }
        case .share: Observable.merge(left, right).share(replay: 2)
        case .publishSubject: Observable.merge(left, right).multicast { PublishSubject() }.refCount()
        case .replaySubject: Observable.merge(left, right).multicast { ReplaySubject.create(bufferSize: 3) }.refCount()
        case .takeUntil: left.take(until: right.filter { $0 < 0 })
        case .switchLatest: Observable.just(Observable.merge(left, right)).switchLatest()
        case .observeOn: Observable.merge(left, right).observe(on: CurrentThreadScheduler.instance)
        case .flatMapMaxConcurrent: Observable.of(left, right).flatMap(maxConcurrent: 2) { $0 }
        case .groupBy: Observable.merge(left, right).groupBy { $0 / 1_000_000 }.flatMap { $0 }
        case .window:
            Observable.merge(left, right).window(timeSpan: .seconds(1_000), count: 7, scheduler: Self.queue).merge()
        case .buffer:
            Observable.merge(left, right).buffer(timeSpan: .seconds(1_000), count: 1, scheduler: Self.queue)
                .flatMap { Observable.from($0) }
        }
    }

    /// The number of elements delivered for 2 × `count` sent elements.
    func expected(of count: Int) -> ClosedRange<Int> {
        switch self {
        case .combineLatest: 1...(2 * count - 1)
        case .zip, .withLatestFrom, .takeUntil: count...count
        default: (2 * count)...(2 * count)
        }
    }

    var keepsElements: Bool { self != .combineLatest && self != .zip && self != .withLatestFrom && self != .takeUntil }
}

@Suite("Two threads that send into one stream", .blocking) struct TwoThreadsTests {
    @Test(
        "Events of two threads are serialized, complete and in order, with one terminal event",
        arguments: MultiSourceStream.allCases)
    func serializes(_ stream: MultiSourceStream) {
        let (left, right, observer) = (PublishSubject<Int>(), PublishSubject<Int>(), Exclusive<Int>())
        let subscription = stream.make(left, right).subscribe(observer)
        let count = 3_000
        concurrently(
            {
                for n in 0..<count { left.onNext(n) }
                left.onCompleted()
            },
            {
                for n in 0..<count { right.onNext(1_000_000 + n) }
                right.onCompleted()
            })
        #expect(observer.violations == 0)
        #expect(observer.ends == 1)
        #expect(stream.expected(of: count).contains(observer.elements.count))
        if stream.keepsElements { #expect(observer.keepsEachOrder(sources: 2, count: count)) }
        if stream == .zip { #expect(observer.elements == (0..<count).map { 1_000_000 + 2 * $0 }) }
        subscription.dispose()
    }

    @Test(
        "A failure during concurrent sends ends the stream once and disposes the other source",
        arguments: MultiSourceStream.allCases)
    func fails(_ stream: MultiSourceStream) {
        for _ in 0..<20 {
            let (left, right, observer) = (PublishSubject<Int>(), PublishSubject<Int>(), Exclusive<Int>())
            let subscription = stream.make(left, right).subscribe(observer)
            concurrently({ for n in 0..<100 { left.onNext(n) } }, { right.onError(Oops()) })
            #expect(observer.violations == 0)
            #expect(observer.ends == 1)
            #expect(!left.hasObservers && !right.hasObservers)
            subscription.dispose()
        }
    }

    @Test("Disposal during concurrent sends disposes both sources", arguments: MultiSourceStream.allCases)
    func disposes(_ stream: MultiSourceStream) {
        for _ in 0..<20 {
            let (left, right, observer) = (PublishSubject<Int>(), PublishSubject<Int>(), Exclusive<Int>())
            let subscription = stream.make(left, right).subscribe(observer)
            concurrently(
                { for n in 0..<100 { left.onNext(n) } }, { for n in 0..<100 { right.onNext(n) } },
                { subscription.dispose() })
            #expect(observer.violations == 0)
            #expect(!left.hasObservers && !right.hasObservers)
        }
    }

    @Test("A thread's later element never overtakes its queued element")
    func fourThreads() {
        for _ in 0..<20 {
            let (subject, observer) = (PublishSubject<Int>(), Exclusive<Int>())
            let (subscription, count) = (subject.subscribe(observer), 2_000)
            let send: @Sendable (Int) -> Void = { source in
                for n in 0..<count { subject.onNext(source * 1_000_000 + n) }
            }
            concurrently({ send(0) }, { send(1) }, { send(2) }, { send(3) })
            #expect(observer.violations == 0)
            #expect(observer.keepsEachOrder(sources: 4, count: count))
            subscription.dispose()
        }
    }
}
