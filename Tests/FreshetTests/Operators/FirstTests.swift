import Freshet
import FreshetTest
import Testing

@Suite("first, asSingle, asMaybe, asCompletable") struct FirstTests {
    private func result<Output: Equatable & Sendable>(_ single: Single<Output>) -> [Event<Output>] {
        let log = Log<Event<Output>>()
        _ = single.asObservable().subscribe { log($0) }
        return log.entries
    }

    @Test("first delivers the first element and disposes the source") func first() {
        let trial = Trial.hot("-a-b|") { source, _ in source.first().map { $0 ?? "nil" } }
        #expect(trial.result == "-(a|)")
        #expect(trial.subscriptions == [Subscription(0, 1)])
    }

    @Test("first delivers nil for an empty source, and forwards an error") func firstOfNone() {
        #expect(result(Observable<Int>.empty().first()) == [.next(nil), .completed])
        #expect(result(Observable<Int>.error(Oops()).first()) == [.error(Oops())])
    }

    @Test("asSingle requires exactly one element") func asSingle() {
        #expect(result(Observable.just(1).asSingle()) == [.next(1), .completed])
        #expect(result(Observable<Int>.empty().asSingle()) == [.error(RxError.noElements)])
        #expect(result(Observable.of(1, 2).asSingle()) == [.error(RxError.moreThanOneElement)])
        #expect(result(Observable<Int>.error(Oops()).asSingle()) == [.error(Oops())])
    }

    @Test("asSingle waits for the completion, and fails at the second element") func asSingleTicks() {
        #expect(Trial.hot("-a-|") { source, _ in source.asSingle() }.result == "---(a|)")
        let trial = Trial.hot("-a-b-|") { source, _ in source.asSingle().catch { _ in .just("e") } }
        #expect(trial.result == "---(e|)")
        #expect(trial.subscriptions == [Subscription(0, 3)])
    }

    @Test("asMaybe allows at most one element") func asMaybe() {
        let log = Log<Event<Int>>()
        for source in [Observable.just(1), .empty(), .of(1, 2)] {
            _ = source.asMaybe().asObservable().subscribe { log($0) }
        }
        #expect(log.entries == [.next(1), .completed, .completed, .error(RxError.moreThanOneElement)])
    }

    @Test("asCompletable forwards the terminal event") func asCompletable() {
        let log = Log<CompletableEvent>()
        _ = Observable<Never>.empty().asCompletable().subscribe { log($0) }
        _ = Observable<Never>.error(Oops()).asCompletable().subscribe { log($0) }
        #expect(log.entries == [.completed, .error(Oops())])
    }

    @Test("asSingle meets the operator contract", arguments: Ending.allCases) func contract(_ ending: Ending) {
        expectContract(ending) { source, context in
            source.do(onNext: { _ in context.token.touch() }).asSingle().asObservable()
        }
    }

    @Test("first meets the operator contract", arguments: Ending.allCases) func firstContract(_ ending: Ending) {
        expectContract(ending) { source, context in
            source.do(onNext: { _ in context.token.touch() }).first().asObservable()
        }
    }
}
