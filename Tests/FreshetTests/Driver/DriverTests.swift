import Dispatch
import Freshet
import FreshetTest
import Testing

@Suite("Driver, Signal") @MainActor struct DriverTests {
    private final class Model: Sendable {
        @MainActor var numbers: [Int] = []
    }

    private let queue = SerialDispatchQueueScheduler(internalSerialQueueName: "driver")

    @Test("A driver delivers elements from other threads on the main actor") func main() async {
        let model = Model()
        let subscription = Observable.from(1...3, scheduler: queue).asDriver(onErrorJustReturn: 0)
            .drive(onNext: { model.numbers.append($0) })
        while model.numbers.count < 3 { await Task.yield() }
        #expect(model.numbers == [1, 2, 3])
        subscription.dispose()
    }

    @Test("A driver replaces an error, so it never fails") func recovers() async {
        let model = Model()
        let failing = Observable<Int>.error(Oops())
        let subscriptions = [
            failing.asDriver(onErrorJustReturn: 1).drive(onNext: { model.numbers.append($0) }),
            failing.asDriver(onErrorDriveWith: .just(2)).drive(onNext: { model.numbers.append($0) }),
            failing.asDriver { _ in .just(3) }.drive(onNext: { model.numbers.append($0) }),
            failing.asSignal(onErrorJustReturn: 4).emit(onNext: { model.numbers.append($0) }),
        ]
        while model.numbers.count < 4 { await Task.yield() }
        #expect(model.numbers.sorted() == [1, 2, 3, 4])
        for subscription in subscriptions { subscription.dispose() }
    }

    @Test("A driver replays its newest element, a signal doesn't; both share one subscription") func sharing() async {
        let (relay, starts, driven, signalled) = (BehaviorRelay(value: 1), Count(), Log<Int>(), Log<Int>())
        let source = relay.asObservable().do(onSubscribe: { starts.up() })
        let driver = source.asDriver(onErrorJustReturn: 0)
        let first = driver.drive(onNext: { driven($0) })
        while driven.count < 1 { await Task.yield() }
        let second = driver.drive(onNext: { driven($0) })
        #expect(driven.entries == [1, 1] && starts.value == 1)
        let signal = PublishRelay<Int>()
        let third = signal.asSignal().emit(onNext: { signalled($0) })
        signal.accept(5)
        while signalled.count < 1 { await Task.yield() }
        let fourth = signal.asSignal().emit(onNext: { signalled($0) })
        #expect(signalled.entries == [5])
        for subscription in [first, second, third, fourth] { subscription.dispose() }
    }

    @Test("Operators of a driver return a driver") func operators() async {
        let (left, right, log) = (BehaviorRelay(value: 1), BehaviorRelay(value: 10), Log<String>())
        let sum: Driver<Int> = Driver.combineLatest(left.asDriver(), right.asDriver()) { $0 + $1 }
        let text: Driver<String> = sum.map { "\($0)" }.distinctUntilChanged().filter { !$0.isEmpty }
        let subscription = text.drive(onNext: { log($0) })
        while log.entries.last != "11" { await Task.yield() }
        left.accept(2)
        while log.entries.last != "12" { await Task.yield() }
        #expect(log.entries == ["11", "12"])
        subscription.dispose()
    }

    @Test("drive() on another thread delivers the replayed element in order, and nothing after disposal")
    func drivenOnAnotherThread() async {
        let (relay, log, other) = (BehaviorRelay(value: 1), Log<Int>(), Log<Int>())
        let driver = relay.asDriver()
        let first = driver.drive(onNext: { log($0) })
        let second = SerialDisposable()
        concurrently({
            second.disposable = driver.drive(onNext: { other($0) })
        })
        #expect(log.entries == [1] && other.entries == [])
        relay.accept(2)
        while other.count < 2 { await Task.yield() }
        #expect(other.entries == [1, 2])
        concurrently({
            second.disposable = driver.drive(onNext: { other($0) })
        })
        second.dispose()
        for _ in 0..<100 { await Task.yield() }
        #expect(other.entries == [1, 2])
        first.dispose()
    }

    @Test("Tests can replace the main scheduler of drivers") func mock() {
        let (scheduler, log) = (TestScheduler(initialClock: 0), Log<[Int]>())
        SharingScheduler.mock(scheduler: scheduler) {
            _ = Driver.of(1, 2).delay(.seconds(5)).drive(onNext: { log([scheduler.clock, $0]) })
        }
        scheduler.start()
        #expect(log.entries.map { $0[1] } == [1, 2])
        #expect(log.entries.allSatisfy { $0[0] >= 5 })
    }

    @Test("A driver drives observers, relays and functions") func targets() async {
        let (relay, subject) = (BehaviorRelay<Int?>(value: nil), PublishSubject<Int>())
        let log = Log<Int>()
        let listening = subject.subscribe(onNext: { log($0) })
        let driver = BehaviorRelay(value: 7).asDriver()
        let bag = DisposeBag()
        driver.drive(relay).disposed(by: bag)
        driver.drive(subject).disposed(by: bag)
        driver.drive { stream in stream.subscribe(onNext: { log($0 * 10) }) }.disposed(by: bag)
        while log.count < 2 { await Task.yield() }
        #expect(relay.value == 7 && log.entries.sorted() == [7, 70])
        listening.dispose()
    }
}

@Suite("ControlEvent, ControlProperty") @MainActor struct ControlTests {
    @Test("A control property delivers its value and the user's changes, and can be written to") func property() {
        let (text, written, log) = (BehaviorRelay<String?>(value: nil), Log<String?>(), Log<String>())
        let property = ControlProperty(
            values: text, valueSink: AnyObserver<String?> { if let t = $0.element { written(t) } })
        let subscription = property.orEmpty.subscribe(onNext: { log($0) })
        text.accept("a")
        property.orEmpty.onNext("b")
        #expect(log.entries == ["", "a"] && written.entries == ["b"])
        subscription.dispose()
    }

    @Test("changed skips the current value of a control property") func changed() {
        let (text, log) = (BehaviorRelay(value: "a"), Log<String>())
        let property = ControlProperty(values: text, valueSink: AnyObserver<String> { _ in })
        let subscription = property.changed.subscribe(onNext: { log($0) })
        text.accept("b")
        #expect(log.entries == ["b"])
        subscription.dispose()
    }

    @Test("A control event converts to a signal and a driver") func event() {
        let (taps, log) = (PublishSubject<Int>(), Log<Int>())
        let event = ControlEvent(events: taps)
        let subscriptions = [
            event.asSignal().emit(onNext: { log($0) }), event.asDriver().drive(onNext: { log($0) }),
            event.asInfallible().subscribe(onNext: { log($0) }), event.subscribe(onNext: { log($0) }),
        ]
        taps.onNext(1)
        #expect(log.entries == [1, 1, 1, 1])
        for subscription in subscriptions { subscription.dispose() }
        #expect(!taps.hasObservers)
    }

    /// A kind of sequence made of a control.
    enum Conversion: CaseIterable {
        case eventAsDriver, eventAsSignal, propertyAsDriver, changesAsDriver, changesAsSignal
    }

    /// Subscribes to a sequence of a control whose source is `subject`.
    private func listen(
        to subject: PublishSubject<Int>, as conversion: Conversion,
        _ onNext: @escaping @MainActor @Sendable (Int) -> Void
    ) -> any Disposable {
        let event = ControlEvent(events: subject)
        let property = ControlProperty(values: subject, valueSink: AnyObserver<Int> { _ in })
        return switch conversion {
        case .eventAsDriver: event.asDriver().drive(onNext: onNext)
        case .eventAsSignal: event.asSignal().emit(onNext: onNext)
        case .propertyAsDriver: property.asDriver().drive(onNext: onNext)
        case .changesAsDriver: property.changed.asDriver().drive(onNext: onNext)
        case .changesAsSignal: property.changed.asSignal().emit(onNext: onNext)
        }
    }

    @Test("A sequence of a control delivers elements from other threads in order", arguments: Conversion.allCases)
    func otherThreads(_ conversion: Conversion) async {
        let (subject, log) = (PublishSubject<Int>(), Log<Int>())
        let subscription = listen(to: subject, as: conversion) { log($0) }
        // Blocks the main thread, so that no element can arrive before `subject` has sent all of them.
        concurrently({ for number in -1..<1_000 { subject.onNext(number) } })
        #expect(log.entries == [])
        while log.entries.last != 999 { await Task.yield() }
        #expect(log.entries.filter { $0 >= 0 } == Array(0..<1_000))
        subscription.dispose()
    }

    @Test("A sequence of a control delivers nothing after disposal on the main actor", arguments: Conversion.allCases)
    func disposal(_ conversion: Conversion) async {
        let (subject, log) = (PublishSubject<Int>(), Log<Int>())
        let subscription = listen(to: subject, as: conversion) { log($0) }
        concurrently({ for number in 0..<5_000 { subject.onNext(number) } })
        subscription.dispose()
        let others = PublishSubject<Int>()
        let later = listen(to: others, as: .eventAsSignal) { _ in log(-1) }
        // Waits for the main thread's queue and, in case elements are tasks, for as many of them.
        concurrently({ others.onNext(0) })
        while log.entries.last != -1 { await Task.yield() }
        for _ in 0..<100 { await Task.yield() }
        #expect(log.entries == [-1])
        later.dispose()
    }
}
