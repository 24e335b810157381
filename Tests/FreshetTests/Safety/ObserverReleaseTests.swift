import Dispatch
import Foundation
import Freshet
import FreshetPlatform
import FreshetTest
import Testing

/// Keeps everything that it receives until `release()`.
private final class Keeper: Sendable {
    private let kept = Mutex<[@Sendable () -> Void]>([])

    func keep<Value>(_ value: Value) {
        let value = Kept(value)
        kept.withLock { $0.append { withExtendedLifetime(value) {} } }
    }

    func release() { kept.withLock { $0 = [] } }

    // Sendable: never used.
    private final class Kept<Value>: @unchecked Sendable {
        let value: Value
        init(_ value: Value) { self.value = value }
    }
}

/// A source of the user that keeps its observers, also after disposal.
private struct KeepingSource: ObservableType, Sendable {
    typealias Element = Int
    let keeper: Keeper
    let events: [Event<Int>]

    func subscribe<Observer: ObserverType & Sendable>(_ observer: Observer) -> any Disposable
    where Observer.Element == Int {
        keeper.keep(observer)
        for event in events { observer.on(event) }
        return Disposables.create()
    }
}

/// A sequence that never answers, not even when its task is canceled.
private struct Unanswered: AsyncSequence, Sendable {
    let keeper: Keeper

    struct AsyncIterator: AsyncIteratorProtocol {
        let keeper: Keeper
        mutating func next() async -> Int? {
            await withUnsafeContinuation { (continuation: UnsafeContinuation<Int?, Never>) in keeper.keep(continuation)
            }
        }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(keeper: keeper) }
}

/// A scheduler that keeps its work, also after disposal, and never runs it.
private struct KeepingScheduler: SchedulerType {
    let keeper: Keeper
    var now: RxTime { RxTime(timeIntervalSinceReferenceDate: 0) }

    func schedule<StateType>(
        _ state: sending StateType, action: @escaping @Sendable (StateType) -> any Disposable
    ) -> any Disposable {
        keeper.keep((state, action))
        return Disposables.create()
    }

    func scheduleRelative<StateType>(
        _ state: sending StateType, dueTime: RxTimeInterval, action: @escaping @Sendable (StateType) -> any Disposable
    ) -> any Disposable {
        schedule(state, action: action)
    }
}

/// The end of a subscription.
private enum End: CaseIterable { case disposal, completion, failure }

@Suite("A source that keeps its observer") struct ObserverReleaseTests {
    /// Subscribes with closures that retain an object, and returns whether the object was released at the end.
    private func isReleased(_ end: End, _ make: (Keeper, [Event<Int>]) -> Observable<Int>) -> Bool {
        let (keeper, living) = (Keeper(), Count())
        let events: [Event<Int>] =
            switch end {
            case .disposal: [.next(1)]
            case .completion: [.next(1), .completed]
            case .failure: [.next(1), .error(Oops())]
            }
        let subscription = {
            let item = Item(1, living)
            return make(keeper, events).subscribe { _ in withExtendedLifetime(item) {} }
        }()
        if end == .disposal { subscription.dispose() }
        return living.value == 0
    }

    @Test("create releases its observer at the end", arguments: End.allCases)
    private func create(_ end: End) {
        let isReleased = isReleased(end) { keeper, events in
            .create { observer in
                keeper.keep(observer)
                for event in events { observer.on(event) }
                return Disposables.create()
            }
        }
        #expect(isReleased)
    }

    @Test("A user's observable type releases the observer at the end", arguments: End.allCases)
    private func customType(_ end: End) {
        #expect(isReleased(end) { KeepingSource(keeper: $0, events: $1).asObservable() })
        #expect(
            isReleased(end) {
                KeepingSource(keeper: $0, events: $1).map { $0 }.observe(on: CurrentThreadScheduler.instance)
            })
    }

    @Test("The observer of a sequence that never answers is released by disposal") func sequence() {
        #expect(isReleased(.disposal) { keeper, _ in Unanswered(keeper: keeper).asObservable() })
    }

    @Test("The observer of a scheduler that keeps its work is released by disposal", arguments: 0..<9)
    func scheduler(_ number: Int) {
        let isReleased = isReleased(.disposal) { keeper, _ in
            let scheduler = KeepingScheduler(keeper: keeper)
            let source = Observable.just(1).concat(Observable.never())
            let streams: [Observable<Int>] = [
                .timer(.seconds(1), scheduler: scheduler), .interval(.seconds(1), scheduler: scheduler),
                source.delay(.seconds(1), scheduler: scheduler), source.debounce(.seconds(1), scheduler: scheduler),
                source.timeout(.seconds(1), scheduler: scheduler), source.observe(on: scheduler),
                source.subscribe(on: scheduler), source.delaySubscription(.seconds(1), scheduler: scheduler),
                .from([1, 2], scheduler: scheduler),
            ]
            return streams[number]
        }
        #expect(isReleased)
    }

    @Test("An observer that ends while it delivers is released after the delivery") func nested() {
        let (keeper, living, log) = (Keeper(), Count(), Log<Int>())
        let slot = SerialDisposable()
        let stream = Observable<Int>.create { observer in
            keeper.keep(observer)
            for number in 1...3 { observer.onNext(number) }
            return Disposables.create()
        }
        slot.disposable = {
            let item = Item(1, living)
            return Observable.just(0).concat(stream).subscribe(onNext: { number in
                log(number)
                if number == 2 { slot.dispose() }
                withExtendedLifetime(item) {}
            })
        }()
        #expect(log.entries.prefix(3) == [0, 1, 2])
        #expect(living.value == 0)
    }

    @Test("A source without an observer or a subscription leaves nothing behind") func abandoned() {
        let living = Count()
        do {
            let item = Item(1, living)
            _ = Observable<Int>.create { _ in Disposables.create() }.subscribe { _ in withExtendedLifetime(item) {} }
        }
        #expect(living.value == 0)
    }
}
