import Freshet
import FreshetTest
import Testing

@Suite("BehaviorSubject") struct BehaviorSubjectTests {
    @Test("A new subscriber of BehaviorSubject first receives the current value") func current() throws {
        let (subject, log) = (BehaviorSubject(value: 0), Log<String>())
        let first = subject.subscribe(onNext: { log("a\($0)") })
        subject.onNext(1)
        let second = subject.subscribe(onNext: { log("b\($0)") })
        #expect(log.entries == ["a0", "a1", "b1"])
        #expect(try subject.value() == 1)
        first.dispose()
        second.dispose()
        #expect(!subject.hasObservers)
    }

    @Test(
        "A subscriber of BehaviorSubject after the end receives only the terminal event",
        arguments: [Event<Int>.completed, .error(Oops())])
    func end(_ end: Event<Int>) {
        let (subject, log) = (BehaviorSubject(value: 0), Log<Event<Int>>())
        subject.on(end)
        subject.onNext(1)
        _ = subject.subscribe { log($0) }
        #expect(log.entries == [end])
    }

    @Test("value() of BehaviorSubject returns the last value, or throws after a failure or disposal") func value()
        throws
    {
        let completed = BehaviorSubject(value: 0)
        completed.onNext(1)
        completed.onCompleted()
        completed.onNext(2)
        #expect(try completed.value() == 1)
        let failed = BehaviorSubject(value: 0)
        failed.onError(Oops())
        #expect(throws: Oops.self) { try failed.value() }
        failed.dispose()
        #expect(throws: RxError.self) { try failed.value() }
    }

    @Test("Disposal of BehaviorSubject removes all subscribers and fails new ones") func disposal() {
        let (subject, log) = (BehaviorSubject(value: 0), Log<String>())
        _ = subject.subscribe(onNext: { log("\($0)") })
        subject.dispose()
        subject.onNext(1)
        _ = subject.subscribe(onNext: { log("\($0)") }, onError: { log($0 is RxError ? "disposed" : "") })
        #expect(log.entries == ["0", "disposed"])
        #expect(subject.isDisposed)
    }

    @Test("BehaviorSubject accepts a re-entrant value") func reentrancy() {
        let (subject, log) = (BehaviorSubject(value: 0), Log<Int>())
        let subscription = subject.subscribe(onNext: { value in
            log(value)
            if value < 3 { subject.onNext(value + 1) }
        })
        #expect(log.entries == [0, 1, 2, 3])
        subscription.dispose()
    }

    @Test("A stream subscribed to within a delivery runs immediately") func subscribesInside() {
        let log = Log<Int>()
        let subscription = BehaviorSubject(value: 0).subscribe(onNext: { _ in
            _ = Observable.of(1, 2).subscribe(onNext: { log($0) })
            log(3)
        })
        #expect(log.entries == [1, 2, 3])
        subscription.dispose()
    }

    @Test("BehaviorSubject delivers its value before subscribe returns, even during a delivery")
    func whileDelivering() {
        let (subject, delivering, leave) = (BehaviorSubject(value: 0), Gate(), Gate())
        let slow = subject.skip(1).subscribe(onNext: { value in
            if value == 1 {
                delivering.open()
                leave.wait()
            }
        })
        let observer = Exclusive<Int>()
        let subscription = Box<(any Disposable)?>(nil)
        // delivers 1 and 2            subscribes
        concurrently(
            {
                subject.onNext(1)
                subject.onNext(2)
            },
            {
                delivering.wait()
                subscription.value = subject.subscribe(observer)
                #expect(observer.elements == [1])
                leave.open()
            })
        #expect(eventually { observer.elements == [1, 2] })
        #expect(observer.violations == 0)
        slow.dispose()
        subscription.value?.dispose()
        #expect(!subject.hasObservers)
    }

    @Test("A subscriber that joins BehaviorSubject while another thread sends misses nothing") func joinsMeanwhile() {
        let subject = BehaviorSubject(value: 0)
        let observers = (0..<100).map { _ in Exclusive<Int>() }
        concurrently(
            { for n in 1...3_000 { subject.onNext(n) } },
            { for observer in observers { _ = subject.subscribe(observer) } })
        #expect(observers.allSatisfy { $0.violations == 0 })
        #expect(observers.allSatisfy { Array(($0.elements.first ?? -1)...3_000) == $0.elements })
        subject.dispose()
    }

    @Test("value() of BehaviorSubject is the last delivered value after concurrent sends") func lastIsValue() throws {
        for _ in 0..<100 {
            let (subject, observer) = (BehaviorSubject(value: 0), Exclusive<Int>())
            let subscription = subject.subscribe(observer)
            concurrently({ for n in 1...20 { subject.onNext(n) } }, { for n in 101...120 { subject.onNext(n) } })
            #expect(try subject.value() == observer.elements.last)
            #expect(observer.elements.count == 41)
            subscription.dispose()
        }
    }

    @Test("BehaviorSubject releases a replaced value outside its lock") func releasesOutside() throws {
        let subject = Box<BehaviorSubject<Reenter?>?>(nil)
        let held = BehaviorSubject<Reenter?>(value: Reenter { _ = try? subject.value?.value() })
        subject.value = held
        held.onNext(nil)
        subject.value = nil
        let now = try held.value()
        #expect(now == nil)
    }

    private final class Reenter: Sendable {
        private let action: @Sendable () -> Void

        init(_ action: @escaping @Sendable () -> Void) { self.action = action }

        deinit { action() }
    }

    @Test("BehaviorSubject delivers a queued event before a re-entrant one", arguments: reactions)
    func causalOrder(_ reaction: Event<Int>) {
        let subject = BehaviorSubject(value: -1)
        expectCausalOrder(
            of: subject.skip(1), reaction: reaction, first: AnyObserver(subject), other: AnyObserver(subject),
            react: { subject.on($0) })
    }
}
