import Freshet
import FreshetTest
import Testing

@Suite("skip, skip(while:)") struct SkipTests {
    @Test(
        "skip drops the first elements", arguments: [(0, "abc|"), (2, "--c|"), (3, "---|"), (9, "---|"), (-1, "abc|")])
    func skips(_ count: Int, _ result: String) {
        #expect(Trial.cold("abc|") { source, _ in source.skip(count) }.result == Marbles(result))
    }

    @Test("skip forwards an error, even before the first delivery") func failure() {
        #expect(TestScheduler.marbles { $0.cold("a-x").skip(5) } == "--x")
    }

    @Test("skip(while:) drops elements until the predicate is false, then doesn't call it again") func skipsWhile() {
        let asked = Log<String>()
        let trial = Trial.cold("abac|") { source, _ in
            source.skip(while: {
                asked($0)
                return $0 == "a"
            })
        }
        #expect(trial.result == "-bac|")
        #expect(asked.entries == ["a", "b"])
    }

    @Test("skip(while:) fails with an error thrown by the predicate") func throwing() {
        let trial = Trial.hot("ab|") { source, _ in source.skip(while: { _ in throw MarbleError() }) }
        #expect(trial.result == "x")
        #expect(trial.subscriptions == [Subscription(0, 0)])
    }

    @Test("skip counts for each subscription separately") func independent() {
        let stream = Observable.of(1, 2).skip(1)
        let log = Log<Int>()
        _ = stream.subscribe(onNext: { log($0) })
        _ = stream.subscribe(onNext: { log($0) })
        #expect(log.entries == [2, 2])
    }

    @Test("skip(while:) may release objects that send to the source") func releasedPredicate() async {
        await #expect(processExitsWith: .success) {
            let (subject, log, living) = (PublishSubject<Int>(), Log<Int>(), Count())
            func stream() -> Observable<Int> {
                let item = Item(3, living) { subject.onNext(7) }
                return subject.skip(while: { $0 < item.number })
            }
            let subscription = stream().subscribe(onNext: { log($0) })
            subject.onNext(1)
            subject.onNext(5)
            #expect(log.entries == [5, 7])
            #expect(living.value == 0)
            subscription.dispose()
        }
    }

    @Test("skip and skip(while:) meet the operator contract", arguments: Ending.allCases)
    func contract(_ ending: Ending) {
        expectContract(ending) { source, context in
            source.skip(while: { _ in
                context.token.touch(); return false
            }).skip(1)
        }
    }
}
