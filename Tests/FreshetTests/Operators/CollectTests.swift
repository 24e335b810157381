import Freshet
import FreshetTest
import Testing

@Suite("collect") struct CollectTests {
    @Test(
        "collect delivers arrays of `count` elements, and the rest on completion",
        arguments: [("abc|", "-([ab])-([c]|)"), ("ab|", "-([ab])|"), ("|", "|"), ("ab-cx", "-([ab])--x"), ("a-", "")])
    func collects(_ source: String, _ result: String) {
        let trial = Trial.hot(Marbles(source)) { source, _ in source.collect(2).map { "[\($0.joined())]" } }
        #expect(trial.result.description == result)
    }

    @Test("A re-entrant element belongs to the next array") func reentrancy() {
        let (subject, log) = (PublishSubject<Int>(), Log<[Int]>())
        let subscription = subject.collect(2).subscribe(onNext: { elements in
            log(elements)
            if elements == [1, 2] { subject.onNext(3) }
        })
        for number in [1, 2, 4] { subject.onNext(number) }
        #expect(log.entries == [[1, 2], [3, 4]])
        subscription.dispose()
    }

    @Test("collect meets the operator contract", arguments: Ending.allCases) func contract(_ ending: Ending) {
        expectContract(ending) { source, context in source.do(onNext: { _ in context.token.touch() }).collect(2) }
    }
}
