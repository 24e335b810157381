import Dispatch
import Freshet
import FreshetTest
import Testing

@Suite("flatMapLatest, switchLatest") struct FlatMapLatestTests {
    @Test("delivers the newest inner stream; the one before is disposed") func switches() {
        let disposed = Log<String>()
        let trial = Trial.hot("a--b---|") { source, s in
            source.flatMapLatest { name in
                s.cold("-1-2-3|").asObservable().map { _ in name }.do(onDispose: { disposed(name) })
            }
        }
        #expect(trial.result == "-a--b-b-(b)|" || trial.result == "-a--b-b-b|")
        #expect(disposed.entries == ["a", "b"])
        #expect(trial.subscriptions == [Subscription(0, 7)])
    }

    @Test("ends when the source and the newest inner stream have") func ends() {
        #expect(Trial.hot("a-|") { source, s in source.flatMapLatest { _ in s.cold("1|") } }.result == "1-|")
        #expect(Trial.hot("a|") { source, s in source.flatMapLatest { _ in s.cold("1--|") } }.result == "1--|")
        #expect(Trial.hot("|") { source, s in source.flatMapLatest { _ in s.cold("1|") } }.result == "|")
        #expect(Trial.hot("a-|") { source, _ in source.flatMapLatest { Observable.just($0) } }.result == "a-|")
    }

    @Test("fails with the first error of the source, of the newest inner stream or of the selector") func failures() {
        #expect(Trial.hot("a-x") { source, s in source.flatMapLatest { _ in s.cold("-1-2") } }.result == "-1x")
        #expect(Trial.hot("a---b") { source, s in source.flatMapLatest { _ in s.cold("-1x") } }.result == "-1x")
        #expect(
            Trial.hot("-a") { source, _ in source.flatMapLatest { _ -> Observable<String> in throw MarbleError() } }
                .result == "-x")
        #expect(
            Trial.hot("a-b") { source, s in source.flatMapLatest { $0 == "a" ? s.cold("-1-x") : s.cold("2|") } }.result
                == "-12")
    }

    @Test("disposal in the middle") func disposal() {
        let trial = Trial.hot("a", disposed: 2) { source, s in source.flatMapLatest { _ in s.cold("-1-2") } }
        #expect(trial.result == "-1")
        #expect(trial.subscriptions == [Subscription(0, 2)])
    }

    @Test("an element of the source that comes in reaction to an inner one switches at once") func reentrancy() {
        let (subject, log) = (PublishSubject<Int>(), Log<Int>())
        let subscription = subject.flatMapLatest { Observable.from([$0 * 10, $0 * 10 + 1]) }.subscribe(onNext: {
            element in
            log(element)
            if element == 10 { subject.onNext(2) }
        })
        subject.onNext(1)
        subscription.dispose()
        #expect(log.entries == [10, 20, 21])
    }

    @Test("switchLatest does so for a stream of streams") func switchLatest() {
        let trial = Trial.hot("a--b|") { source, s in
            source.map { name in s.cold("-1-2|").map { _ in name } }.switchLatest()
        }
        #expect(trial.result == "-a--b-b|")
    }

    @Test("keeps the common contract", arguments: Ending.allCases) func contract(_ ending: Ending) {
        expectContract(ending) { source, lab in
            source.flatMapLatest {
                lab.token.touch(); return Observable.just($0).delay(.seconds(1), scheduler: lab.scheduler)
            }
        }
    }
}
