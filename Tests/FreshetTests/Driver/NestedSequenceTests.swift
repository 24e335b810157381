import Freshet
import FreshetTest
import Testing

/// A chain of drivers and signals, used on the main thread.
struct NestedChain: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The entries that the chain logs during `run`, which must not depend on the main queue.
    let expected: [String]
    let run: @MainActor @Sendable (_ log: Log<String>, _ bag: DisposeBag) -> Void

    init(
        _ name: String, _ expected: String...,
        run: @escaping @MainActor @Sendable (_ log: Log<String>, _ bag: DisposeBag) -> Void
    ) {
        testDescription = name
        self.expected = expected
        self.run = run
    }

    static let all = [
        // A sequence in a closure of another.
        NestedChain("a driver in flatMapLatest of a driver", "x", ".") { log, bag in
            let source = PublishSubject<String>()
            source.asDriver(onErrorDriveWith: .empty())
                .flatMapLatest { Observable.just($0).asDriver(onErrorDriveWith: .empty()) }
                .drive(onNext: { log($0) }).disposed(by: bag)
            source.onNext("x")
            log(".")
        },
        NestedChain("a driver in flatMap of a driver", "x", "y", ".") { log, bag in
            let source = PublishSubject<String>()
            source.asDriver(onErrorJustReturn: "")
                .flatMap { Observable.just($0).asDriver(onErrorJustReturn: "") }
                .drive(onNext: { log($0) }).disposed(by: bag)
            source.onNext("x")
            source.onNext("y")
            log(".")
        },
        NestedChain("a driver in flatMapFirst of a signal", "x", "y", ".") { log, bag in
            let source = PublishRelay<String>()
            source.asSignal().flatMapFirst { Single.just($0).asDriver(onErrorJustReturn: "") }
                .drive(onNext: { log($0) }).disposed(by: bag)
            source.accept("x")
            source.accept("y")
            log(".")
        },
        NestedChain("Signal.just in flatMap of a signal", "x", "y", ".") { log, bag in
            let source = PublishRelay<String>()
            source.asSignal().flatMap { Signal.just($0) }.emit(onNext: { log($0) }).disposed(by: bag)
            source.accept("x")
            source.accept("y")
            log(".")
        },
        NestedChain("three levels of flatMapLatest", "x", ".") { log, bag in
            let source = PublishRelay<String>()
            source.asDriver(onErrorJustReturn: "").flatMapLatest { first in
                Driver.just(first).flatMapLatest { second in
                    Driver.just(second).flatMapLatest { Observable.just($0).asDriver(onErrorJustReturn: "") }
                }
            }
            .drive(onNext: { log($0) }).disposed(by: bag)
            source.accept("x")
            log(".")
        },
        NestedChain("Driver.empty as the driver after an error", "completed", ".") { log, bag in
            Observable<Int>.error(Oops()).asDriver(onErrorDriveWith: .empty())
                .drive(onNext: { log("\($0)") }, onCompleted: { log("completed") }).disposed(by: bag)
            log(".")
        },
        NestedChain("switchLatest of drivers", "1", "2", ".") { log, bag in
            let drivers = PublishRelay<Driver<Int>>()
            drivers.asDriver(onErrorJustReturn: .empty()).switchLatest()
                .drive(onNext: { log("\($0)") }).disposed(by: bag)
            drivers.accept(BehaviorRelay(value: 1).asDriver())
            drivers.accept(.just(2))
            log(".")
        },

        // A subscriber that sends to another sequence.
        NestedChain("a relay accepted in drive of another", "a1", "b1", ".", "a2", "b2", ".") { log, bag in
            let (first, second) = (PublishRelay<Int>(), BehaviorRelay(value: 0))
            second.asDriver().skip(1).drive(onNext: { log("b\($0)") }).disposed(by: bag)
            first.asDriver(onErrorJustReturn: 0).drive(onNext: {
                log("a\($0)")
                second.accept($0)
                log(".")
            }).disposed(by: bag)
            first.accept(1)
            first.accept(2)
        },
        NestedChain("a relay accepted in emit of another", "tap", "shown", ".") { log, bag in
            let (taps, shown) = (PublishRelay<Void>(), PublishRelay<Void>())
            shown.asSignal().emit(onNext: { log("shown") }).disposed(by: bag)
            taps.asSignal().emit(onNext: {
                log("tap")
                shown.accept(())
                log(".")
            }).disposed(by: bag)
            taps.accept(())
        },
        NestedChain("relays in a row, each accepted by the drive of the one before", "1", "2", "3", "4", ".") {
            log, bag in
            let relays = (0..<4).map { _ in PublishRelay<Int>() }
            for (relay, next) in zip(relays, relays.dropFirst()) {
                relay.asDriver(onErrorJustReturn: 0).drive(onNext: {
                    log("\($0)")
                    next.accept($0 + 1)
                }).disposed(by: bag)
            }
            relays[3].asSignal().emit(onNext: { log("\($0)") }).disposed(by: bag)
            relays[0].accept(1)
            log(".")
        },
        NestedChain("drive(relay), then drive", "1", ".", "2", ".") { log, bag in
            let (first, second) = (BehaviorRelay(value: 1), BehaviorRelay(value: 0))
            first.asDriver().drive(second).disposed(by: bag)
            second.asDriver().drive(onNext: { log("\($0)") }).disposed(by: bag)
            log(".")
            first.accept(2)
            log(".")
        },
        NestedChain("a binder in drive", "label", ".") { log, bag in
            let relay = PublishRelay<String>()
            let label = Label()
            relay.asDriver(onErrorJustReturn: "").drive(onNext: {
                Binder<String>(label) { _, text in log(text) }.onNext($0)
                log(".")
            }).disposed(by: bag)
            relay.accept("label")
        },

        // A subscription in a subscriber.
        NestedChain("drive in drive", "outer", "inner", ".") { log, bag in
            let (outer, inner) = (BehaviorRelay(value: "outer").asDriver(), BehaviorRelay(value: "inner").asDriver())
            outer.drive(onNext: {
                log($0)
                inner.drive(onNext: { log($0) }).disposed(by: bag)
                log(".")
            }).disposed(by: bag)
        },
        NestedChain("emit in emit", "outer", "inner", ".") { log, bag in
            Signal.just("outer").emit(onNext: {
                log($0)
                Signal.just("inner").emit(onNext: { log($0) }).disposed(by: bag)
                log(".")
            }).disposed(by: bag)
        },
        NestedChain("subscribe(onMain:) in drive and in subscribe(onMain:)", "1", "2", "3", "..", ".") { log, bag in
            Driver.just("1").drive(onNext: {
                log($0)
                Observable.just("2").subscribe(onMain: {
                    log($0)
                    Single.just("3").subscribe(onMain: { log($0) }).disposed(by: bag)
                    log("..")
                }).disposed(by: bag)
                log(".")
            }).disposed(by: bag)
        },

        // A sequence converted again, or combined.
        NestedChain("asDriver of a driver's observable", "1", "2", ".") { log, bag in
            let relay = BehaviorRelay(value: 1)
            relay.asDriver().asObservable().asDriver(onErrorJustReturn: 0).asDriver()
                .drive(onNext: { log("\($0)") }).disposed(by: bag)
            relay.accept(2)
            log(".")
        },
        NestedChain("asSignal of a driver's observable", "1", "2", ".") { log, bag in
            let relay = BehaviorRelay(value: 1)
            relay.asDriver().asObservable().asSignal(onErrorJustReturn: 0)
                .emit(onNext: { log("\($0)") }).disposed(by: bag)
            relay.accept(2)
            log(".")
        },
        NestedChain("two drivers of one relay", "a1", "b1", "a2", "b2", ".") { log, bag in
            let relay = BehaviorRelay(value: 1)
            relay.asDriver().drive(onNext: { log("a\($0)") }).disposed(by: bag)
            relay.asDriver().drive(onNext: { log("b\($0)") }).disposed(by: bag)
            relay.accept(2)
            log(".")
        },
        NestedChain("combineLatest of drivers, one set by the other's subscriber", "11", "12", "22", ".") { log, bag in
            let (left, right) = (BehaviorRelay(value: 1), BehaviorRelay(value: 1))
            Driver.combineLatest(left.asDriver(), right.asDriver()) { "\($0)\($1)" }
                .drive(onNext: { log($0) }).disposed(by: bag)
            right.asDriver().filter { $0 == 2 }.drive(onNext: { left.accept($0) }).disposed(by: bag)
            right.accept(2)
            log(".")
        },
        NestedChain("zip of a driver with a nested one", "xx", ".") { log, bag in
            let source = PublishRelay<String>()
            let driver = source.asDriver(onErrorJustReturn: "")
            Driver.zip(driver, driver.flatMap { Driver.just($0) }) { $0 + $1 }
                .drive(onNext: { log($0) }).disposed(by: bag)
            source.accept("x")
            log(".")
        },
        NestedChain("withLatestFrom a driver in the chain of a signal", "tap 1", "tap 2", ".") { log, bag in
            let (taps, state) = (PublishRelay<String>(), BehaviorRelay(value: 1))
            taps.asSignal().withLatestFrom(state.asDriver()) { "\($0) \($1)" }
                .emit(onNext: {
                    log($0)
                    state.accept(2)
                }).disposed(by: bag)
            taps.accept("tap")
            taps.accept("tap")
            log(".")
        },
        NestedChain("merge and concat of Driver.just", "1", "2", "3", "4", "completed", ".") { log, bag in
            Driver.merge(.just(1), .just(2)).concat(.just(3)).concat(Driver.deferred { .just(4) })
                .drive(onNext: { log("\($0)") }, onCompleted: { log("completed") }).disposed(by: bag)
            log(".")
        },
        NestedChain("startWith in a nested driver", "0", "x", "0", "y", ".") { log, bag in
            let source = PublishRelay<String>()
            source.asDriver(onErrorJustReturn: "")
                .flatMapLatest { Observable.just($0).asDriver(onErrorJustReturn: "").startWith("0") }
                .drive(onNext: { log($0) }).disposed(by: bag)
            source.accept("x")
            source.accept("y")
            log(".")
        },
    ]
}

@MainActor private final class Label {}

@Suite("Nested drivers and signals") struct NestedSequenceTests {
    @Test("Nested sequences deliver immediately on the main thread", arguments: NestedChain.all) @MainActor
    func order(_ chain: NestedChain) {
        let (log, bag) = (Log<String>(), DisposeBag())
        chain.run(log, bag)
        #expect(log.entries == chain.expected)
        withExtendedLifetime(bag) {}
    }

    @Test("Nested sequences deliver a re-entrant element after the current one") @MainActor func reentrance() async {
        let (relay, log) = (BehaviorRelay(value: 1), Log<String>())
        let subscription = relay.asDriver().drive(onNext: {
            log("\($0)")
            if $0 < 3 { relay.accept($0 + 1) }
            log(".")
        })
        #expect(await eventually { log.entries == ["1", ".", "2", ".", "3", "."] })
        subscription.dispose()
    }

    @Test("Nested sequences deliver another thread's elements before later ones of the main thread") @MainActor
    func threads() async {
        let (relay, log) = (PublishRelay<Int>(), Log<Int>())
        let subscription = relay.asSignal().emit(onNext: { log($0) })
        concurrently({ for number in 0..<10 { relay.accept(number) } })
        relay.accept(10)
        #expect(await eventually { log.entries == Array(0...10) })
        subscription.dispose()
    }
}
