import Freshet
import FreshetTest
import Testing

@Suite("pairwise") struct PairwiseTests {
    @Test(
        "pairwise pairs each element with the previous one",
        arguments: [("abc|", "-(ab)(bc)|"), ("a|", "-|"), ("|", "|"), ("ab-x", "-(ab)-x"), ("--", "")])
    func pairs(_ source: String, _ result: String) {
        let trial = Trial.hot(Marbles(source)) { source, _ in source.pairwise().map { $0 + $1 } }
        #expect(trial.result.description == result)
    }

    @Test("pairwise pairs a re-entrant element with the newest one") func reentrancy() {
        let (subject, log) = (PublishSubject<Int>(), Log<[Int]>())
        let subscription = subject.pairwise().subscribe(onNext: { former, latter in
            log([former, latter])
            if latter == 2 { subject.onNext(3) }
        })
        subject.onNext(1)
        subject.onNext(2)
        #expect(log.entries == [[1, 2], [2, 3]])
        subscription.dispose()
    }

    @Test("pairwise meets the operator contract", arguments: Ending.allCases) func contract(_ ending: Ending) {
        expectContract(ending) { source, context in source.do(onNext: { _ in context.token.touch() }).pairwise() }
    }
}
