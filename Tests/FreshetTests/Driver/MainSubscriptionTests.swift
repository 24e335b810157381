import Freshet
import FreshetTest
import Testing

@Suite("subscribe(onMain:)") @MainActor struct MainSubscriptionTests {
    /// Main-actor state that the closures access synchronously.
    @MainActor private final class Model {
        var entries: [String] = []
        func waitFor(_ entry: String) async {
            while entries.last != entry { await Task.yield() }
        }
    }

    private let queue = SerialDispatchQueueScheduler(internalSerialQueueName: "main subscription")
    private let model = Model()

    /// Waits until the main thread has run all work queued so far.
    private func drain() async {
        await withCheckedContinuation { done in
            _ = MainScheduler.asyncInstance.schedule(()) { _ in
                done.resume()
                return Disposables.create()
            }
        }
    }

    @Test("subscribe(onMain:) delivers every kind of event on the main actor, in order") func order() async {
        let numbers = Observable.from(0..<1_000, scheduler: queue)
        _ = numbers.subscribe(
            onMain: { model.entries.append("\($0)") }, onCompleted: { model.entries.append("completed") },
            onDisposed: { model.entries.append("disposed") })
        await model.waitFor("disposed")
        #expect(model.entries == (0..<1_000).map(String.init) + ["completed", "disposed"])
    }

    @Test("subscribe(onMain:) delivers an error after the elements") func failure() async {
        let failing = Observable.of(1, 2).concat(Observable.error(Oops())).observe(on: queue)
        _ = failing.subscribe(
            onMain: { model.entries.append("\($0)") }, onError: { model.entries.append("\($0)") },
            onCompleted: { model.entries.append("completed") }, onDisposed: { model.entries.append("disposed") })
        await model.waitFor("disposed")
        #expect(model.entries == ["1", "2", "Oops()", "disposed"])
    }

    @Test("subscribe(onMain:) delivers nothing after dispose() returns on the main thread") func disposal() async {
        let subject = PublishSubject<Int>()
        let subscription = subject.subscribe(
            onMain: { model.entries.append("\($0)") }, onCompleted: { model.entries.append("completed") },
            onDisposed: { model.entries.append("disposed") })
        // Blocks the main thread, so the events wait for it.
        concurrently({
            for number in 0..<100 { subject.onNext(number) }
            subject.onCompleted()
        })
        #expect(model.entries == [])
        subscription.dispose()
        #expect(model.entries == ["disposed"])
        await drain()
        #expect(model.entries == ["disposed"])
    }

    @Test("subscribe(onMain:) delivers nothing after a closure disposes the subscription") func disposalInside() async {
        let subject = PublishSubject<Int>()
        let subscription = SerialDisposable()
        subscription.disposable = subject.subscribe(
            onMain: { number in
                model.entries.append("\(number)")
                if number == 1 { subscription.dispose() }
            }, onDisposed: { model.entries.append("disposed") })
        concurrently({ for number in 0..<10 { subject.onNext(number) } })
        await model.waitFor("disposed")
        await drain()
        #expect(model.entries == ["0", "1", "disposed"])
    }

    @Test("subscribe(onMain:) runs onDisposed on the main actor if another thread disposes")
    func disposalOnOtherThread() async {
        let subscription = Observable<Int>.never().subscribe(
            onMain: { _ in }, onDisposed: { model.entries.append("disposed") })
        concurrently({ subscription.dispose() })
        #expect(model.entries == [])
        await model.waitFor("disposed")
    }

    @Test("subscribe(onMain:) of an Infallible has no closure for errors") func infallible() async {
        _ = Infallible.of(1, 2).subscribe(
            onMain: { model.entries.append("\($0)") }, onCompleted: { model.entries.append("completed") },
            onDisposed: { model.entries.append("disposed") })
        await model.waitFor("disposed")
        #expect(model.entries == ["1", "2", "completed", "disposed"])
    }

    @Test("subscribe(onMain:) of a Single delivers one outcome") func single() async {
        for single in [Single.just(1), .error(Oops())] {
            _ = single.observe(on: queue).subscribe(
                onMain: { model.entries.append("\($0)") }, onFailure: { model.entries.append("\($0)") },
                onDisposed: { model.entries.append("disposed") })
            await model.waitFor("disposed")
            model.entries.append("-")
        }
        #expect(model.entries == ["1", "disposed", "-", "Oops()", "disposed", "-"])
    }

    @Test("subscribe(onMain:) of a Maybe delivers one outcome") func maybe() async {
        for maybe in [Maybe.just(1), .empty(), .error(Oops())] {
            _ = maybe.observe(on: queue).subscribe(
                onMain: { model.entries.append("\($0)") }, onError: { model.entries.append("\($0)") },
                onCompleted: { model.entries.append("completed") }, onDisposed: { model.entries.append("disposed") })
            await model.waitFor("disposed")
            model.entries.append("-")
        }
        #expect(model.entries == ["1", "disposed", "-", "completed", "disposed", "-", "Oops()", "disposed", "-"])
    }

    @Test("subscribe(onMain:) of a Completable delivers one outcome") func completable() async {
        for completable in [Completable.empty(), .error(Oops())] {
            _ = completable.observe(on: queue).subscribe(
                onMain: { model.entries.append("completed") }, onError: { model.entries.append("\($0)") },
                onDisposed: { model.entries.append("disposed") })
            await model.waitFor("disposed")
            model.entries.append("-")
        }
        #expect(model.entries == ["completed", "disposed", "-", "Oops()", "disposed", "-"])
    }

    @Test("onMain is the only required closure") func onMainOnly() async {
        _ = Observable.just(1).subscribe(onMain: { model.entries.append("observable \($0)") })
        _ = Infallible.just(2).subscribe(onMain: { model.entries.append("infallible \($0)") })
        _ = Single.just(3).subscribe(onMain: { model.entries.append("single \($0)") })
        _ = Maybe.just(4).subscribe(onMain: { model.entries.append("maybe \($0)") })
        _ = Completable.empty().subscribe(onMain: { model.entries.append("completable") })
        await model.waitFor("completable")
        #expect(model.entries == ["observable 1", "infallible 2", "single 3", "maybe 4", "completable"])
    }
}
