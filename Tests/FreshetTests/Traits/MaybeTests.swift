import Freshet
import FreshetTest
import Testing

@Suite("Maybe") struct MaybeTests {
    private func outcome<Element: Sendable>(_ maybe: Maybe<Element>) -> [MaybeEvent<Element>] {
        let log = Log<MaybeEvent<Element>>()
        _ = maybe.subscribe { log($0) }
        return log.entries
    }

    @Test("Maybe.create delivers only the first outcome") func create() {
        for first in [MaybeEvent.success(1), .completed, .error(Oops())] {
            let maybe = Maybe<Int>.create { observer in
                observer(first)
                observer(.success(2))
                observer(.completed)
                return Disposables.create()
            }
            #expect(outcome(maybe) == [first])
        }
    }

    @Test("Maybe's just(_:), empty(), error(_:) and never() have the expected outcome") func makes() {
        #expect(outcome(Maybe.just(1)) == [.success(1)])
        #expect(outcome(Maybe<Int>.empty()) == [.completed])
        #expect(outcome(Maybe<Int>.error(Oops())) == [.error(Oops())])
        #expect(outcome(Maybe<Int>.never()) == [])
    }

    @Test("map, filter, compactMap and flatMap transform the element of a Maybe") func transforms() {
        #expect(outcome(Maybe.just(1).map { $0 + 1 }.flatMap { .just($0 * 10) }) == [.success(20)])
        #expect(outcome(Maybe.just(1).filter { $0 > 1 }) == [.completed])
        #expect(outcome(Maybe.just("x").compactMap { Int($0) }) == [.completed])
        #expect(outcome(Maybe.just(1).map { _ in throw Oops() }.catchAndReturn(3)) == [.success(3)])
    }

    @Test("ifEmpty replaces an empty completion of a Maybe") func ifEmpty() {
        let log = Log<Int>()
        _ = Maybe<Int>.empty().ifEmpty(default: 1).subscribe(onSuccess: { log($0) })
        _ = Maybe<Int>.empty().ifEmpty(switchTo: Single.just(2)).subscribe(onSuccess: { log($0) })
        _ = Maybe<Int>.empty().ifEmpty(switchTo: Maybe.just(3)).subscribe(onSuccess: { log($0) })
        #expect(log.entries == [1, 2, 3])
    }

    @Test("zip of maybes completes when one source has no element") func zips() {
        #expect(outcome(Maybe.zip(.just(1), .just(2)) { $0 + $1 }) == [.success(3)])
        #expect(outcome(Maybe.zip(Maybe<Int>.empty(), Maybe.just(1)) { $0 + $1 }) == [.completed])
        #expect(outcome(Maybe.zip(.empty(), .never()) { (a: Int, b: Int) in a + b }) == [.completed])
        #expect(outcome(Maybe.zip(.never(), .empty()) { (a: Int, b: Int) in a + b }) == [.completed])
        #expect(outcome(Maybe.zip(.never(), .just(1), .empty()) { (a: Int, b: Int, c: Int) in a }) == [.completed])
        #expect(outcome(Maybe.zip(Maybe<Int>.empty(), Maybe<Int>.never()).map { $0 + $1 }) == [.completed])
        #expect(outcome(Maybe.zip(.never(), .error(Oops())) { (a: Int, b: Int) in a + b }) == [.error(Oops())])
        #expect(outcome(Maybe.zip(.just(1), .never()) { (a: Int, b: Int) in a + b }) == [])
        #expect(outcome(Maybe.zip { 7 }) == [.success(7)])
    }

    @Test("zip of maybes disposes the other sources when one source has no element") func zipDisposes() {
        let (first, second) = (PublishSubject<Int>(), PublishSubject<Int>())
        let log = Log<String>()
        let subscription = Maybe.zip(first.asMaybe(), second.asMaybe()) { $0 + $1 }.subscribe(
            onCompleted: { log("completed") })
        first.onNext(1)
        #expect(log.entries.isEmpty && second.hasObservers)
        second.onCompleted()
        #expect(log.entries == ["completed"] && !first.hasObservers)
        subscription.dispose()
    }

    @Test("A Maybe calls one outcome closure, then onDisposed") func closures() {
        let (log, object) = (Log<String>(), Token())
        _ = Maybe.just(1).subscribe(
            onSuccess: { log("\($0)") }, onCompleted: { log("wrong") }, onDisposed: { log("disposed") })
        _ = Maybe<Int>.empty().do(onCompleted: { log("do") }).subscribe(
            with: object, onCompleted: { _ in log("completed") }, onDisposed: { _ in log("disposed") })
        #expect(log.entries == ["1", "disposed", "do", "completed", "disposed"])
    }

    @Test("Disposal of a Maybe prevents the outcome") func disposal() {
        let log = Log<String>()
        Maybe<Int>.never().subscribe(onCompleted: { log("wrong") }, onDisposed: { log("disposed") }).dispose()
        #expect(log.entries == ["disposed"])
    }
}
