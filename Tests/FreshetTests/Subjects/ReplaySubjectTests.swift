import Freshet
import FreshetTest
import Testing

@Suite("ReplaySubject") struct ReplaySubjectTests {
    @Test(
        "A subscriber of ReplaySubject receives the kept elements, then later ones",
        arguments: [(0, [4]), (1, [3, 4]), (2, [2, 3, 4]), (9, [1, 2, 3, 4])])
    func replays(_ size: Int, _ received: [Int]) {
        let (subject, log) = (ReplaySubject<Int>.create(bufferSize: size), Log<Int>())
        for element in 1...3 { subject.onNext(element) }
        let subscription = subject.subscribe(onNext: { log($0) })
        subject.onNext(4)
        #expect(log.entries == received)
        subscription.dispose()
        #expect(!subject.hasObservers)
    }

    @Test("ReplaySubject.createUnbounded keeps all elements") func unbounded() {
        let (subject, log) = (ReplaySubject<Int>.createUnbounded(), Log<Int>())
        for element in 0..<1_000 { subject.onNext(element) }
        _ = subject.subscribe(onNext: { log($0) })
        #expect(log.entries == Array(0..<1_000))
    }

    @Test(
        "A subscriber of ReplaySubject after the end receives the kept elements and terminal event",
        arguments: [Event<Int>.completed, .error(Oops())])
    func end(_ end: Event<Int>) {
        let (subject, log) = (ReplaySubject<Int>.create(bufferSize: 2), Log<Event<Int>>())
        for element in 1...3 { subject.onNext(element) }
        subject.on(end)
        subject.onNext(4)
        _ = subject.subscribe { log($0) }
        #expect(log.entries == [.next(2), .next(3), end])
    }

    @Test("Disposal of ReplaySubject removes all subscribers and fails new ones") func disposal() {
        let (subject, log) = (ReplaySubject<Int>.create(bufferSize: 1), Log<String>())
        subject.onNext(1)
        subject.dispose()
        subject.onNext(2)
        _ = subject.subscribe(onNext: { log("\($0)") }, onError: { log($0 is RxError ? "disposed" : "") })
        #expect(log.entries == ["disposed"])
    }

    @Test("Disposal within onNext stops a replay") func disposalInside() {
        let (subject, log) = (ReplaySubject<Int>.createUnbounded(), Log<Int>())
        for element in 1...5 { subject.onNext(element) }
        _ = subject.take(2).subscribe(onNext: { log($0) })
        #expect(log.entries == [1, 2])
    }

    @Test("A subscriber receives an element that it sends during the replay") func reentrancy() {
        let (subject, log) = (ReplaySubject<Int>.create(bufferSize: 1), Log<Int>())
        subject.onNext(1)
        let subscription = subject.subscribe(onNext: { element in
            log(element)
            if element == 1 { subject.onNext(2) }
        })
        #expect(log.entries == [1, 2])
        subscription.dispose()
    }

    @Test("Late subscribers receive all elements in the same order while two threads send") func twoThreads() {
        let subject = ReplaySubject<Int>.createUnbounded()
        let (first, late) = (Exclusive<Int>(), (0..<20).map { _ in Exclusive<Int>() })
        _ = subject.subscribe(first)
        concurrently(
            { for n in 0..<1_000 { subject.onNext(n) } }, { for n in 0..<1_000 { subject.onNext(1_000_000 + n) } },
            { for observer in late { _ = subject.subscribe(observer) } })
        subject.onCompleted()
        #expect(late.allSatisfy { $0.elements == first.elements && $0.ends == 1 && $0.violations == 0 })
        #expect(first.keepsEachOrder(sources: 2, count: 1_000))
    }

    @Test("ReplaySubject releases evicted elements") func release() {
        let subject = ReplaySubject<Token>.create(bufferSize: 1)
        weak var token: Token?
        do {
            let kept = Token()
            token = kept
            subject.onNext(kept)
        }
        #expect(token != nil)
        subject.onNext(Token())
        #expect(token == nil)
    }

    @Test("ReplaySubject delivers a queued event before a re-entrant one", arguments: reactions)
    func causalOrder(_ reaction: Event<Int>) {
        let subject = ReplaySubject<Int>.create(bufferSize: 1)
        expectCausalOrder(
            of: subject, reaction: reaction, first: AnyObserver(subject), other: AnyObserver(subject),
            react: { subject.on($0) })
    }
}
