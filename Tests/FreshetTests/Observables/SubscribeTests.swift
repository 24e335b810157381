import Freshet
import FreshetTest
import Testing

@Suite("subscribe, Hooks, observers") struct SubscribeTests {
    @Test("subscribe calls the closure for each event, then onDisposed") func closures() {
        for (end, name) in [(Observable<Int>.empty(), "completed"), (.error(Oops()), "error")] {
            let log = Log<String>()
            let subscription = Observable.just(1).concat(end).subscribe(
                onNext: { log("next \($0)") }, onError: { _ in log("error") }, onCompleted: { log("completed") },
                onDisposed: { log("disposed") })
            subscription.dispose()
            #expect(log.entries == ["next 1", name, "disposed"])
        }
    }

    @Test("onDisposed runs once on disposal") func disposal() {
        let log = Log<String>()
        let subscription = Observable<Int>.never().subscribe(
            onCompleted: { log("completed") }, onDisposed: { log("disposed") })
        subscription.dispose()
        subscription.dispose()
        #expect(log.entries == ["disposed"])
    }

    @Test("subscribe(with:) doesn't retain the object") func weakObject() {
        let (subject, log) = (PublishSubject<Int>(), Log<String>())
        var object: Token? = Token()
        weak let watched = object
        if let object {
            _ = subject.subscribe(
                with: object, onNext: { log("\($1)") }, onCompleted: { _ in log("completed") },
                onDisposed: { _ in log("disposed") })
        }
        subject.onNext(1)
        object = nil
        #expect(watched == nil)
        subject.onNext(2)
        subject.onCompleted()
        #expect(log.entries == ["1"])
    }

    @Test("Unhandled errors go to the hook, with the subscription's call stack if recorded")
    func hook() {
        struct Unhandled: Error {}
        let former = Hooks.defaultErrorHandler
        let (stacks, token) = (Log<[String]>(), Token())
        Hooks.defaultErrorHandler = { stack, error in
            if error is Unhandled { stacks(stack) } else { former(stack, error) }
        }
        let failing = Observable<Int>.error(Unhandled())
        _ = failing.subscribe(onNext: { _ in })
        _ = Single<Int>.error(Unhandled()).subscribe(onSuccess: { _ in })
        _ = Maybe<Int>.error(Unhandled()).subscribe(onSuccess: { _ in })
        _ = Completable.error(Unhandled()).subscribe(onCompleted: {})
        _ = failing.subscribe(onError: { _ in })
        _ = Observable.just(1).do(afterCompleted: { throw Unhandled() }).subscribe()
        _ = failing.subscribe(with: token, onNext: { _, _ in })
        _ = Maybe<Int>.error(Unhandled()).subscribe(with: token, onSuccess: { _, _ in })
        let infallible: Infallible<Int> = failing.flatMapLatest { Infallible.just($0) }
        _ = infallible.subscribe(onNext: { _ in })
        Binder<Int>(token) { _, _ in }.onError(Unhandled())
        #expect(stacks.entries == Array(repeating: [], count: 9))
        Hooks.customCaptureSubscriptionCallstack = { ["here"] }
        Hooks.recordCallStackOnError = true
        _ = failing.subscribe(onNext: { _ in })
        _ = Maybe<Int>.error(Unhandled()).subscribe(onSuccess: { _ in })
        Hooks.recordCallStackOnError = false
        Hooks.defaultErrorHandler = former
        #expect(stacks.entries.suffix(2) == [["here"], ["here"]])
    }

    @Test("A stream accepts a custom observer") func ownObserver() {
        let observer = Exclusive<Int>()
        _ = Observable.of(1, 2).subscribe(observer)
        #expect(observer.elements == [1, 2] && observer.ends == 1)
    }

    @Test("mapObserver transforms elements, and sends a thrown error") func mapObserver() {
        let log = Log<Event<Int>>()
        let observer = AnyObserver<Int> { log($0) }.mapObserver { (text: String) throws -> Int in
            guard let number = Int(text) else { throw Oops() }
            return number
        }
        observer.onNext("1")
        observer.onNext("x")
        observer.asObserver().onCompleted()
        #expect(log.entries == [.next(1), .error(Oops()), .completed])
    }

    @Test("A foreign stream is guarded: no event follows its end or disposal") func foreign() {
        let log = Log<Event<Int>>()
        _ = Foreign().map { $0 }.subscribe { log($0) }
        #expect(log.entries == [.next(1), .completed])
    }

    @Test("A stream delivers nothing after dispose() returns on the delivering thread") func nothingAfterDispose() {
        let stages: [@Sendable (Observable<Int>) -> Observable<Int>] = [
            { $0.map { $0 } }, { Observable.merge($0, $0) }, { $0.flatMap { Observable.of($0, $0) } },
            { $0.share(replay: 1) },
            { Observable.combineLatest($0, $0) { $1 } }, { $0.startWith(0) }, { $0.concat($0) }, { $0.retry() },
            { $0.materialize().dematerialize() },
        ]
        for stage in stages {
            let (log, subscription, subject) = (Log<Int>(), SerialDisposable(), PublishSubject<Int>())
            let isOver = BooleanDisposable()
            subscription.disposable = stage(subject).subscribe(onNext: { element in
                if isOver.isDisposed { log(element) }
                subscription.dispose()
                isOver.dispose()
            })
            for element in 1...3 { subject.onNext(element) }
            #expect(log.entries.isEmpty)
            #expect(!subject.hasObservers)
        }
    }

    private struct Foreign: ObservableType {
        typealias Element = Int

        func subscribe<Observer: ObserverType & Sendable>(_ observer: Observer) -> any Disposable
        where Observer.Element == Int {
            observer.onNext(1)
            observer.onCompleted()
            observer.onNext(2)
            observer.onCompleted()
            return Disposables.create()
        }
    }
}
