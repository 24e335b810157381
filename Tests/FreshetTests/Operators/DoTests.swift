import Freshet
import FreshetTest
import Testing

@Suite("do") struct DoTests {
    private func observed(_ source: Observable<Int>, _ log: Log<String>) -> Observable<Int> {
        source.do(
            onNext: { log("onNext \($0)") }, afterNext: { log("afterNext \($0)") }, onError: { _ in log("onError") },
            afterError: { _ in log("afterError") }, onCompleted: { log("onCompleted") },
            afterCompleted: { log("afterCompleted") }, onSubscribe: { log("onSubscribe") },
            onSubscribed: { log("onSubscribed") }, onDispose: { log("onDispose") })
    }

    @Test("do calls the closures before and after each event, in order") func completion() {
        let log = Log<String>()
        _ = observed(.just(1), log).subscribe(
            onNext: { log("next \($0)") }, onCompleted: { log("completed") }, onDisposed: { log("disposed") })
        #expect(
            log.entries == [
                "onSubscribe", "onNext 1", "next 1", "afterNext 1", "onCompleted", "completed", "disposed",
                "afterCompleted", "onSubscribed", "onDispose",
            ])
    }

    @Test("do calls the error closures before and after an error") func failure() {
        let log = Log<String>()
        _ = observed(.error(Oops()), log).subscribe(onError: { _ in log("error") }, onDisposed: { log("disposed") })
        #expect(
            log.entries == ["onSubscribe", "onError", "error", "disposed", "afterError", "onSubscribed", "onDispose"])
    }

    @Test("Disposal of do disposes the source, then calls onDispose, then the subscriber's onDisposed")
    func disposal() {
        let log = Log<String>()
        let source = Observable<Int>.create { _ in Disposables.create { log("source") } }
        source.do(onDispose: { log("inner") }).do(onDispose: { log("outer") })
            .subscribe(onDisposed: { log("disposed") }).dispose()
        #expect(log.entries == ["source", "inner", "outer", "disposed"])
    }

    @Test("do runs only onDispose after disposal during a delivery") func disposalDuringDelivery() {
        let (log, subject, subscription) = (Log<String>(), PublishSubject<Int>(), SerialDisposable())
        subscription.disposable = observed(subject, log).subscribe(onNext: { _ in subscription.dispose() })
        subject.onNext(1)
        #expect(log.entries == ["onSubscribe", "onSubscribed", "onNext 1", "onDispose"])
    }

    @Test("do runs only onDispose after disposal within onError or onCompleted") func disposalAtTheEnd() {
        for end in [Event<Int>.error(Oops()), .completed] {
            let (log, subject, subscription) = (Log<String>(), PublishSubject<Int>(), SerialDisposable())
            subscription.disposable = subject.do(
                onError: { _ in subscription.dispose() }, afterError: { _ in log("afterError") },
                onCompleted: { subscription.dispose() }, afterCompleted: { log("afterCompleted") },
                onDispose: { log("onDispose") }
            ).subscribe()
            subject.on(end)
            #expect(log.entries == ["onDispose"])
        }
    }

    @Test("do doesn't run onSubscribed after disposal during the subscription") func disposalDuringSubscription() {
        let (log, subject, subscription) = (Log<String>(), PublishSubject<Int>(), SerialDisposable())
        subscription.disposable = subject.flatMap { self.observed(.just($0), log) }
            .subscribe(onNext: { _ in subscription.dispose() })
        subject.onNext(1)
        #expect(log.entries == ["onSubscribe", "onNext 1", "onDispose"])
    }

    @Test(
        "After closures of do run even if the delivery ends the stream",
        arguments: [
            "take": { $0.take(1) }, "flatMap": { $0.flatMap { Observable.of($0, 0) }.take(1) },
            "a flatMap's inner stream": { stream in Observable.just(0).flatMap { _ in stream }.take(1) },
            "concat": { $0.concat(Observable.just(0)).take(1) }, "catch": { $0.catchAndReturn(0).take(1) },
            "take(until:)": { $0.take(until: Observable<Int>.never()).take(1) },
            "merge": { Observable.merge($0, .never()).take(1) },
            "flatMapLatest": { stream in Observable.just(0).flatMapLatest { _ in stream }.take(1) },
        ] as [String: @Sendable (Observable<Int>) -> Observable<Int>])
    func endDuringDelivery(_ name: String, _ ending: @Sendable (Observable<Int>) -> Observable<Int>) {
        let (log, subject) = (Log<String>(), PublishSubject<Int>())
        _ = ending(observed(subject, log)).subscribe()
        subject.onNext(1)
        #expect(log.entries == ["onSubscribe", "onSubscribed", "onNext 1", "onDispose", "afterNext 1"])
    }

    @Test("do runs afterError and afterCompleted even if a shared stream follows") func endBehindShare() {
        for end in [Event<Int>.error(Oops()), .completed] {
            let (log, subject) = (Log<String>(), PublishSubject<Int>())
            _ = observed(subject, log).share(replay: 1).subscribe(onError: { _ in })
            subject.on(end)
            #expect(log.entries.contains(end.isCompleted ? "afterCompleted" : "afterError"))
        }
    }

    @Test("do fails with an error thrown by onNext") func throwingOnNext() {
        let trial = Trial.hot("ab-|") { source, _ in source.do(onNext: { if $0 == "b" { throw MarbleError() } }) }
        #expect(trial.result == "ax")
        #expect(trial.subscriptions == [Subscription(0, 1)])
    }

    @Test("do fails with an error thrown by afterNext, after the element") func throwingAfterNext() {
        #expect(Trial.hot("ab-|") { source, _ in source.do(afterNext: { _ in throw MarbleError() }) }.result == "(ax)")
    }

    @Test("An error thrown by onError of do replaces the error") func throwingOnError() {
        let trial = Trial.hot("ax") { source, _ in
            source.do(onError: { _ in throw Oops() }).catch { .just($0 is Oops ? "o" : "m") }
        }
        #expect(trial.result == "a(o|)")
    }

    @Test("An error thrown by onCompleted of do replaces the completion") func throwingOnCompleted() {
        #expect(Trial.hot("a|") { source, _ in source.do(onCompleted: { throw MarbleError() }) }.result == "ax")
    }

    @Test("do receives one terminal event of a source that ends twice") func oneEnd() {
        let log = Log<String>()
        _ = observed(Observable.just(1).take(1), log).subscribe()
        #expect(log.entries.count { $0 == "onCompleted" } == 1)
        let failing = Log<String>()
        _ = observed(Observable.just(1).map { _ in throw Oops() }, failing).subscribe(onError: { _ in })
        #expect(
            failing.entries.filter { $0.hasPrefix("on") } == ["onSubscribe", "onError", "onSubscribed", "onDispose"])
    }

    @Test(
        "onDispose runs last for a source that ends immediately",
        arguments: [Event<Int>.completed, .error(Oops())])
    func disposalAtOnce(_ end: Event<Int>) {
        let log = Log<String>()
        let source = Observable<Int>.create { observer in
            log("subscribes")
            observer.onNext(1)
            observer.on(end)
            return Disposables.create { log("source disposed") }
        }
        _ = observed(source, log).subscribe(onError: { _ in })
        #expect(
            log.entries.filter { !$0.hasPrefix("after") } == [
                "onSubscribe", "subscribes", "onNext 1", end.isCompleted ? "onCompleted" : "onError",
                "source disposed", "onSubscribed", "onDispose",
            ])
    }

    @Test(
        "onDispose runs after the source is disposed for a source that ends later",
        arguments: [Event<Int>.completed, .error(Oops())])
    func disposalLater(_ end: Event<Int>) {
        let (log, sender) = (Log<String>(), Box<AnyObserver<Int>?>(nil))
        let source = Observable<Int>.create { observer in
            sender.value = observer
            return Disposables.create { log("source disposed") }
        }
        _ = observed(source, log).subscribe(onError: { _ in })
        sender.value?.on(end)
        #expect(
            log.entries.filter { !$0.hasPrefix("after") } == [
                "onSubscribe", "onSubscribed", end.isCompleted ? "onCompleted" : "onError", "source disposed",
                "onDispose",
            ])
    }

    @Test("do meets the operator contract", arguments: Ending.allCases) func contract(_ ending: Ending) {
        expectContract(ending) { source, context in
            source.do(onNext: { _ in context.token.touch() }, onDispose: { context.token.touch() })
        }
    }
}
