import Dispatch
import Freshet
import FreshetTest
import Testing

/// Code for RxSwift 3 to 5, with one use of each kind of deprecated name.
@Suite("RxSwift's deprecated names") struct FormerNamesTests {
    private func values<Element: Sendable>(_ stream: Observable<Element>) -> [Element] {
        let log = Log<Element>()
        _ = stream.subscribe(onNext: { log($0) }, onError: { _ in })
        return log.entries
    }

    @available(*, deprecated)
    @Test("RxSwift's former names of error handling work") func errors() {
        let failing = Observable<Int>.error(Oops())
        #expect(values(failing.catchErrorJustReturn(1)) == [1])
        #expect(values(failing.catchError { _ in .just(2) }) == [2])
        #expect(values(Observable.catchError([failing, .just(3)])) == [3])
        let attempts = Count()
        let retried = Observable<Int>.deferred { attempts.up() < 3 ? failing : .just(4) }
        #expect(values(retried.retryWhen { errors in errors.take(2) }) == [4])
        #expect(values(Single<Int>.error(Oops()).catchErrorJustReturn(5).asObservable()) == [5])
        #expect(values(Maybe<Int>.error(Oops()).catchErrorJustReturn(6).asObservable()) == [6])
        #expect(values(Single<Int>.error(Oops()).catchError { _ in .just(7) }.asObservable()) == [7])
    }

    @available(*, deprecated)
    @Test("RxSwift's former names of taking, skipping and counting work") func taking() {
        let numbers = Observable.of(1, 2, 3, 4)
        #expect(values(numbers.elementAt(1)) == [2])
        #expect(values(numbers.takeWhile { $0 < 3 }) == [1, 2])
        #expect(values(numbers.skipWhile { $0 < 3 }) == [3, 4])
        #expect(values(numbers.takeUntil(.inclusive) { $0 == 2 }) == [1, 2])
        #expect(values(numbers.takeUntil(Observable<Void>.never())) == [1, 2, 3, 4])
        #expect(values(numbers.skipUntil(Observable<Void>.never())) == [])
        #expect(values(numbers.mapWithIndex { $0 * $1 }) == [0, 2, 6, 12])
        #expect(values(numbers.flatMapWithIndex { Observable.just($0 + $1) }) == [1, 3, 5, 7])
        #expect(values(numbers.takeWhileWithIndex { $1 < 1 }) == [1])
        #expect(values(numbers.skipWhileWithIndex { $1 < 3 }) == [4])
    }

    @available(*, deprecated)
    @Test("RxSwift's former schedulers and intervals in seconds work") func scheduling() {
        let trial = Trial.hot("ab--|") { source, s in
            source.observeOn(s).subscribeOn(s).debounce(2.0, scheduler: s).throttle(1, scheduler: s)
                .delay(1, scheduler: s)
        }
        #expect(!trial.result.events.isEmpty)
        let ticks = TestScheduler.marbles(disposed: 5) { Observable<Int>.interval(2, scheduler: $0) }
        #expect(ticks.description == "--0-1")
        let once = TestScheduler.marbles { s in Observable<Int>.timer(2, scheduler: s).timeout(5.0, scheduler: s) }
        #expect(once.description == "--(0|)")
        let some = Trial.hot("a-b-c-d") { source, s in source.skip(1.0, scheduler: s).take(5.0, scheduler: s) }
        #expect(some.result == "--b-c|")
    }

    @available(*, deprecated)
    @Test("RxSwift's former names of sharing and variables work") func variables() {
        let log = Log<Int>()
        var variable: Variable<Int>? = Variable(1)
        _ = variable?.asObservable().shareReplay(1).shareReplayLatestWhileConnected()
            .subscribe(onNext: { log($0) }, onCompleted: { log(-1) })
        variable?.value = 2
        if let variable { _ = Observable.just(3).bind(to: variable) }
        #expect(variable?.value == 3)
        variable = nil
        #expect(log.entries == [1, 2, 3, -1])
    }

    @available(*, deprecated)
    @Test("RxSwift's former names of subscribing, binding and disposing work") func subscribing() {
        let (log, bag, relay) = (Log<Int>(), DisposeBag(), BehaviorRelay(value: 0))
        Observable.of(1).subscribe(onNext: { log($0) }).addDisposableTo(bag)
        Observable.of(2).bindTo(relay).addDisposableTo(bag)
        Observable.of(3).doOnNext { log($0 * 10) }.subscribeNext { log($0) }.addDisposableTo(bag)
        Observable.of(4).bindNext { log($0) }.addDisposableTo(bag)
        _ = Single.just(5).do(onNext: { log($0) }).subscribe(onSuccess: { log($0) }, onError: { _ in })
        #expect(log.entries == [1, 30, 3, 4, 5, 5] && relay.value == 2)
        let ends = Log<String>()
        _ = Completable.merge(.empty(), .empty()).subscribe(onCompleted: { ends("completed") })
        #expect(ends.entries == ["completed"])
    }

    @available(*, deprecated)
    @Test("RxSwift's former operators on collections of streams work") func collections() {
        let streams = [Observable.of(1, 2), Observable.of(3)]
        #expect(values(streams.concat()) == [1, 2, 3])
        #expect(values(streams.merge()).sorted() == [1, 2, 3])
        #expect(values(streams.zip { $0.reduce(0, +) }) == [4])
        #expect(values(streams.combineLatest { $0.count }) == [2, 2])
    }

    @available(*, deprecated)
    @Test("UIBindingObserver sets a property of an object") @MainActor func userInterface() {
        final class Label: Sendable { @MainActor var text = "" }
        let label = Label()
        _ = Observable.just("a").bindTo(
            UIBindingObserver(UIElement: label) { label, text in MainActor.assumeIsolated { label.text = text } })
        #expect(label.text == "a")
    }

    @available(*, deprecated)
    @Test("RxSwift's former events of test schedulers work") func events() {
        let planned: [Recorded<Event<Int>>] = [next(210, 1), completed(220)]
        #expect(planned == [.next(210, 1), .completed(220)])
    }

    @Test("Deprecated names don't make the current ones ambiguous") func unambiguous() {
        let numbers = Observable.of(1, 2, 3)
        #expect(values(numbers.take(2)) == [1, 2])
        #expect(values(numbers.skip(2)) == [3])
        #expect(values(numbers.catchAndReturn(1)) == [1, 2, 3])
        let single = Single.just(1).do(onError: { _ in }).catch { _ in .just(2) }
        #expect(values(single.asObservable()) == [1])
        _ = single.subscribe(onSuccess: { _ in })
        _ = single.subscribe()
        _ = Observable.of(1).bind(to: PublishRelay<Int>())
    }
}
