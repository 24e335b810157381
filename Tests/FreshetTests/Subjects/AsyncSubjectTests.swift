import Freshet
import FreshetTest
import Testing

@Suite("AsyncSubject") struct AsyncSubjectTests {
    @Test("AsyncSubject delivers the last element on completion, to current and later subscribers") func last() {
        let (subject, early, late) = (AsyncSubject<Int>(), Log<Event<Int>>(), Log<Event<Int>>())
        _ = subject.subscribe { early($0) }
        subject.onNext(1)
        subject.onNext(2)
        #expect(early.entries.isEmpty && subject.hasObservers)
        subject.onCompleted()
        _ = subject.subscribe { late($0) }
        #expect(early.entries == [.next(2), .completed])
        #expect(late.entries == [.next(2), .completed])
        #expect(!subject.hasObservers)
    }

    @Test("AsyncSubject only completes if there is no element") func empty() {
        let (subject, log) = (AsyncSubject<Int>(), Log<Event<Int>>())
        _ = subject.subscribe { log($0) }
        subject.onCompleted()
        #expect(log.entries == [.completed])
    }

    @Test("An error drops the element of AsyncSubject, for later subscribers too") func failure() {
        let (subject, log) = (AsyncSubject<Int>(), Log<Event<Int>>())
        _ = subject.subscribe { log($0) }
        subject.onNext(1)
        subject.onError(Oops())
        _ = subject.subscribe { log($0) }
        #expect(log.entries == [.error(Oops()), .error(Oops())])
    }

    @Test("AsyncSubject delivers nothing after the end or disposal") func after() {
        let (subject, log) = (AsyncSubject<Int>(), Log<Event<Int>>())
        subject.subscribe { log($0) }.dispose()
        subject.onNext(1)
        subject.onCompleted()
        subject.onNext(2)
        subject.onCompleted()
        #expect(log.entries.isEmpty)
        _ = subject.subscribe { log($0) }
        #expect(log.entries == [.next(1), .completed])
    }

    @Test("AsyncSubject releases an element that is replaced or dropped by an error") func release() {
        let subject = AsyncSubject<Token>()
        weak var token: Token?
        do {
            let sent = Token()
            token = sent
            subject.onNext(sent)
        }
        #expect(token != nil)
        subject.onError(Oops())
        #expect(token == nil)
    }

    @Test("AsyncSubject can observe another stream") func observer() {
        let (subject, log) = (AsyncSubject<Int>(), Log<Int>())
        _ = Observable.of(1, 2, 3).subscribe(subject.asObserver())
        _ = subject.subscribe(onNext: { log($0) })
        #expect(log.entries == [3])
    }

    @Test("Each AsyncSubject subscriber receives one element and end while two threads send and end") func threads() {
        for _ in 0..<50 {
            let (subject, early) = (AsyncSubject<Int>(), Exclusive<Int>())
            let late = (0..<20).map { _ in Exclusive<Int>() }
            _ = subject.subscribe(early)
            concurrently(
                { for number in 0..<100 { subject.onNext(number) } },
                {
                    subject.onNext(1_000)
                    subject.onCompleted()
                }, { for observer in late { _ = subject.subscribe(observer) } })
            for observer in late + [early] {
                #expect(observer.violations == 0 && observer.ends == 1)
                #expect(observer.elements.count == 1 && observer.elements == early.elements)
            }
        }
    }
}
