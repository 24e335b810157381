import Dispatch
import Freshet
import FreshetTest
import Testing

#if canImport(ObjectiveC)
import ObjectiveC
#endif

/// Returns true if the calling code runs on the main queue, which more than one thread can drain on Linux.
private func isOnMainQueue() -> Bool { DispatchQueue.getSpecific(key: mainKey) == true }

private let mainKey: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
}()

/// A strategy of a test's own, whose scheduler isn't the main thread.
private enum QueueStrategy: SharingStrategyProtocol {
    static let queue = SerialDispatchQueueScheduler(internalSerialQueueName: "QueueStrategy")
    static var scheduler: any SchedulerType { queue }

    static func share<Element: Sendable>(_ source: Observable<Element>) -> Observable<Element> {
        source.share(replay: 1, scope: .whileConnected)
    }
}

/// A strategy of a test's own on the main thread that replays two elements.
private enum TwoNewest: MainSharingStrategyProtocol {
    static var scheduler: any SchedulerType { MainScheduler() }

    static func share<Element: Sendable>(_ source: Observable<Element>) -> Observable<Element> {
        source.share(replay: 2, scope: .whileConnected)
    }
}

@Suite("Closures of drivers and signals") @MainActor struct MainIsolationTests {
    /// Main-actor state that the closures use.
    @MainActor private final class Screen {
        private(set) var calls = 0

        func note<Value>(_ value: Value) -> Value {
            #expect(isOnMainQueue())
            calls += 1
            return value
        }
    }

    private let screen = Screen()

    /// One operator with closures for each test case.
    enum Operator: CaseIterable {
        case map, compactMap, filter, scan, scanInto, distinctKey, distinctComparer, flatMap, flatMapFirst,
            flatMapLatest
        case withUnretained, withLatestFrom, combineLatest, zip, collection, doOnNext, deferred
    }

    private func apply(_ operation: Operator, to driver: Driver<Int>) -> Driver<Int> {
        let screen = screen
        return switch operation {
        case .map: driver.map { screen.note($0) }
        case .compactMap: driver.compactMap { screen.note($0) }
        case .filter: driver.filter { _ in screen.note(true) }
        case .scan: driver.scan(0) { $1 + screen.note(0) }
        case .scanInto: driver.scan(into: 0) { $0 = screen.note($1) }
        case .distinctKey: driver.distinctUntilChanged { screen.note($0) }
        case .distinctComparer: driver.startWith(0).distinctUntilChanged { screen.note($0) == $1 }.skip(1)
        case .flatMap: driver.flatMap { Driver.just(screen.note($0)) }
        case .flatMapFirst: driver.flatMapFirst { Driver.just(screen.note($0)) }
        case .flatMapLatest: driver.flatMapLatest { Driver.just(screen.note($0)) }
        case .withUnretained: driver.withUnretained(screen) { $0.note($1) }
        case .withLatestFrom: driver.withLatestFrom(driver) { screen.note($1) }
        case .combineLatest: Driver.combineLatest(driver, Driver.just(0)) { screen.note($0 + $1) }
        case .zip: Driver.zip(driver, Driver.just(0)) { screen.note($0 + $1) }
        case .collection: Driver.combineLatest([driver, Driver.just(0)]) { screen.note($0[0]) }
        case .doOnNext: driver.do(onNext: { _ = screen.note($0) })
        case .deferred: Driver.deferred { driver.startWith(screen.note(0)).skip(1) }
        }
    }

    @Test(
        "Closures of a driver's operators run on the main thread if another thread subscribes",
        arguments: Operator.allCases)
    func subscribedOnAnotherThread(_ operation: Operator) async {
        let (relay, log) = (BehaviorRelay(value: 1), Log<Int>())
        let driver = relay.asDriver()
        // The driver has an element to replay.
        let first = driver.drive()
        let derived = apply(operation, to: driver)
        let second = SerialDisposable()
        concurrently({ second.disposable = derived.asObservable().subscribe(onNext: { log($0) }) })
        while log.count < 1 { await Task.yield() }
        #expect(log.entries == [1] && screen.calls > 0)
        second.dispose()
        first.dispose()
    }

    @Test(
        "Closures of a driver's operators run on the main thread for elements of another thread",
        arguments: Operator.allCases)
    func elementOfAnotherThread(_ operation: Operator) async {
        let (subject, log) = (PublishSubject<Int>(), Log<Int>())
        let driver = subject.asDriver(onErrorJustReturn: 0)
        let subscription = apply(operation, to: driver).drive(onNext: { log($0) })
        concurrently({ subject.onNext(1) })
        while log.count < 1 { await Task.yield() }
        #expect(log.entries == [1] && screen.calls > 0)
        subscription.dispose()
    }

    @Test("onDispose runs on the main thread if another thread disposes") func disposal() async {
        let screen = screen
        let subscription = Driver<Int>.never()
            .do(onSubscribe: { _ = screen.note(0) }, onDispose: { _ = screen.note(0) }).drive()
        #expect(screen.calls == 1)
        concurrently({ subscription.dispose() })
        while screen.calls < 2 { await Task.yield() }
    }

    @Test("A driver inside a sequence of another thread delivers on the main thread") func nested() async {
        let (driver, screen, log) = (BehaviorRelay(value: 5).asDriver(), screen, Log<Int>())
        let first = driver.drive()
        let outer = Observable.just(1).asSharedSequence(sharingStrategy: QueueStrategy.self, onErrorJustReturn: 0)
        let second = [
            outer.flatMapLatest { _ in driver }.drive(onNext: { log(screen.note($0)) }),
            outer.flatMap { _ in driver }.map { screen.note($0) }.drive(onNext: { log($0) }),
            outer.flatMapFirst { _ in driver }.map { screen.note($0) }.drive(onNext: { log($0) }),
            outer.map { _ in driver }.switchLatest().map { screen.note($0) }.drive(onNext: { log($0) }),
            outer.map { _ in driver }.merge().map { screen.note($0) }.drive(onNext: { log($0) }),
            outer.map { _ in driver }.merge(maxConcurrent: 1).map { screen.note($0) }.drive(onNext: { log($0) }),
        ]
        while log.count < 6 { await Task.yield() }
        #expect(log.entries == [5, 5, 5, 5, 5, 5])
        for subscription in second { subscription.dispose() }
        first.dispose()
    }
}

@Suite("asSharedSequence") @MainActor struct SharingStrategyTests {
    @Test("asSharedSequence delivers on the strategy's scheduler, and runs closures there") func ownScheduler() async {
        let isOnMain = Log<Bool>()
        let sequence = Observable.of(1, 2)
            .asSharedSequence(sharingStrategy: QueueStrategy.self, onErrorJustReturn: 0)
            .map { number in
                isOnMain(isOnMainQueue())
                return number
            }
        let subscription = sequence.asObservable().subscribe(onNext: { _ in isOnMain(isOnMainQueue()) })
        while isOnMain.count < 4 { await Task.yield() }
        #expect(isOnMain.entries == [false, false, false, false])
        subscription.dispose()
    }

    @Test("asSharedSequence replaces an error in each of its forms") func errors() {
        let (failing, log) = (Observable.of(1).concat(Observable<Int>.error(Oops())), Log<Int>())
        let sequences: [SharedSequence<TwoNewest, Int>] = [
            failing.asSharedSequence(onErrorJustReturn: 2),
            failing.asSharedSequence(onErrorDriveWith: .just(3)),
            failing.asSharedSequence(sharingStrategy: TwoNewest.self) { error in .just(error is Oops ? 4 : 0) },
        ]
        for sequence in sequences {
            sequence.asObservable().subscribe(onNext: { log($0) }).dispose()
        }
        #expect(log.entries == [1, 2, 1, 3, 1, 4])
    }

    @Test("asSharedSequence shares as the strategy defines") func sharing() {
        let (subject, log) = (PublishSubject<Int>(), Log<Int>())
        let sequence = subject.asSharedSequence(sharingStrategy: TwoNewest.self, onErrorJustReturn: 0)
        let first = sequence.asObservable().subscribe()
        for number in 1...3 { subject.onNext(number) }
        let second = sequence.map { $0 * 10 }.asObservable().subscribe(onNext: { log($0) })
        #expect(log.entries == [20, 30])
        first.dispose()
        second.dispose()
    }

    @Test("The values of a driver and a signal don't throw") func values() async {
        let relay = BehaviorRelay(value: 1)
        var numbers: [Int] = []
        for await number in relay.asDriver().values {
            numbers.append(number)
            if number == 3 { break }
            relay.accept(number + 1)
        }
        for await number in Signal.of(4, 5).values(buffering: .newest(2)) { numbers.append(number) }
        #expect(numbers == [1, 2, 3, 4, 5])
    }
}

#if canImport(ObjectiveC)
@Suite("rx.deallocated") struct DeallocatedTests {
    private final class Owner: ReactiveCompatible {}

    @Test("rx.deallocated delivers an element and completes when the object is released") func released() {
        let log = Log<String>()
        do {
            let owner = Owner()
            _ = owner.rx.deallocated.subscribe { log($0.debugDescription) }
            _ = Observable<Int>.never().take(until: owner.rx.deallocating)
                .subscribe(onCompleted: { log("ended") })
            #expect(log.entries == [])
            withExtendedLifetime(owner) {}
        }
        #expect(log.entries == ["next(())", "completed", "ended"] || log.entries.contains("ended"))
    }
}
#endif
