import Freshet
import FreshetTest
import Testing

@Suite("Completable") struct CompletableTests {
    private func outcome(_ completable: Completable) -> [CompletableEvent] {
        let log = Log<CompletableEvent>()
        _ = completable.subscribe { log($0) }
        return log.entries
    }

    @Test("Completable.create delivers only the first outcome") func create() {
        for first in [CompletableEvent.completed, .error(Oops())] {
            #expect(
                outcome(
                    Completable.create { observer in
                        observer(first)
                        observer(.completed)
                        return Disposables.create()
                    }) == [first])
        }
    }

    @Test("Completable's empty() completes, error(_:) fails, and never() has no outcome") func makes() {
        #expect(outcome(.empty()) == [.completed])
        #expect(outcome(.error(Oops())) == [.error(Oops())])
        #expect(outcome(.never()) == [])
    }

    @Test("andThen continues after completion, not after a failure") func andThen() {
        let log = Log<String>()
        _ = Completable.empty().andThen(Single.just(1)).subscribe(onSuccess: { log("single \($0)") })
        _ = Completable.empty().andThen(Maybe.just(2)).subscribe(onSuccess: { log("maybe \($0)") })
        _ = Completable.empty().andThen(Observable.of(3, 4)).subscribe(onNext: { log("stream \($0)") })
        _ = Completable.empty().andThen(Completable.empty()).subscribe(onCompleted: { log("completable") })
        _ = Completable.error(Oops()).andThen(Single.just(5)).subscribe(
            onSuccess: { _ in log("wrong") }, onFailure: { _ in log("failure") })
        #expect(log.entries == ["single 1", "maybe 2", "stream 3", "stream 4", "completable", "failure"])
    }

    @Test("concat runs completables in order until the first failure") func concat() {
        let log = Log<Int>()
        func work(_ number: Int) -> Completable {
            .create { observer in
                log(number)
                observer(number == 3 ? .error(Oops()) : .completed)
                return Disposables.create()
            }
        }
        #expect(outcome(.concat(work(1), work(2))) == [.completed])
        #expect(outcome(.concat([work(2), work(3), work(4)])) == [.error(Oops())])
        #expect(outcome(.concat(AnySequence([work(1)]))) == [.completed])
        #expect(outcome(work(1).concat(work(2))) == [.completed])
        #expect(log.entries == [1, 2, 2, 3, 1, 1, 2])
    }

    @Test("zip of completables completes when all complete, and fails with the first failure") func zips() {
        #expect(outcome(.zip(.empty(), .empty())) == [.completed])
        #expect(outcome(.zip([.empty(), .never()])) == [])
        #expect(outcome(.zip(.never(), .error(Oops()))) == [.error(Oops())])
        #expect(outcome(.zip([])) == [.completed])
    }

    @Test("do and subscribe(with:) of Completable call their closures") func observes() {
        let (log, object) = (Log<String>(), Token())
        _ = Completable.empty().do(onCompleted: { log("on") }, afterCompleted: { log("after") })
            .subscribe(with: object, onCompleted: { _ in log("with") }, onDisposed: { _ in log("disposed") })
        #expect(log.entries == ["on", "with", "disposed", "after"])
    }
}
