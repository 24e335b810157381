import Freshet
import FreshetTest
import Testing

@Suite("scan") struct ScanTests {
    @Test("scan delivers the accumulated value after each element, without the seed") func accumulates() {
        #expect(TestScheduler.marbles { $0.cold("1-2-3|").scan(0) { $0 + (Int($1) ?? 0) } } == "1-3-6|")
    }

    @Test("scan(into:) accumulates in place") func inPlace() {
        let trial = Trial.cold("abc|") { source, _ in
            source.scan(into: [String]()) { $0.append($1) }.map { $0.count }
        }
        #expect(trial.result == "123|")
    }

    @Test("scan forwards terminal events unchanged", arguments: ["|", "x", "-"]) func ends(_ drawing: String) {
        #expect(TestScheduler.marbles { $0.cold(Marbles(drawing)).scan("") { $1 + $0 } } == Marbles(drawing))
    }

    @Test("scan fails with an error thrown by the accumulator") func throwing() {
        let trial = Trial.hot("ab|") { source, _ in source.scan(0) { _, _ in throw MarbleError() } }
        #expect(trial.result == "x")
        #expect(trial.subscriptions == [Subscription(0, 0)])
        #expect(Trial.hot("ab|") { source, _ in source.scan(into: 0) { _, _ in throw MarbleError() } }.result == "x")
    }

    @Test("scan starts each subscription from the seed") func independent() {
        let twice = Trial.cold("ab|") { source, _ in
            let counts = source.scan(0) { sum, _ in sum + 1 }.map { "\($0)" }
            return counts.concat(counts)
        }
        #expect(twice.result == "1212|")
        let counts = Observable.of("a", "b").scan(0) { sum, _ in sum + 1 }
        let log = Log<Int>()
        _ = counts.subscribe(onNext: { log($0) })
        _ = counts.subscribe(onNext: { log($0) })
        #expect(log.entries == [1, 2, 1, 2])
    }

    @Test("scan accumulates a re-entrant element after the current one") func reentrancy() {
        let (subject, log) = (PublishSubject<Int>(), Log<Int>())
        let subscription = subject.scan(0, accumulator: +).subscribe(onNext: { sum in
            log(sum)
            if sum == 1 { subject.onNext(10) }
        })
        subject.onNext(1)
        subject.onNext(100)
        subscription.dispose()
        #expect(log.entries == [1, 11, 111])
    }

    @Test("scan(into:) accumulates an element sent by the accumulator after it returns")
    func reentrancyInPlace() {
        let (subject, accumulated, log) = (PublishSubject<Int>(), Log<String>(), Log<[Int]>())
        let subscription = subject.scan(into: [Int]()) { elements, element in
            accumulated("begin \(element)")
            if element == 1 { subject.onNext(2) }
            elements.append(element)
            accumulated("end \(element)")
        }.subscribe(onNext: { log($0) })
        subject.onNext(1)
        subject.onNext(3)
        #expect(accumulated.entries == ["begin 1", "end 1", "begin 2", "end 2", "begin 3", "end 3"])
        #expect(log.entries == [[1], [1, 2], [1, 2, 3]])
        subscription.dispose()
    }

    @Test("scan(into:) accumulates a re-entrant element after the current one") func reentrancyDownstream() {
        let (subject, log) = (PublishSubject<Int>(), Log<[Int]>())
        let subscription = subject.scan(into: [Int]()) { $0.append($1) }.subscribe(onNext: { elements in
            log(elements)
            if elements == [1] { subject.onNext(2) }
        })
        subject.onNext(1)
        subject.onNext(3)
        #expect(log.entries == [[1], [1, 2], [1, 2, 3]])
        subscription.dispose()
    }

    @Test("scan meets the operator contract", arguments: Ending.allCases) func contract(_ ending: Ending) {
        expectContract(ending) { source, context in
            source.scan("") {
                context.token.touch(); return $0 + $1
            }
        }
    }
}
