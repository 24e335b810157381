import Freshet
import FreshetTest
import Testing

@Suite("withUnretained") struct WithUnretainedTests {
    @Test("withUnretained delivers the object with each element") func delivers() {
        let (token, log) = (Token(), Log<Bool>())
        _ = Observable.of(1, 2).withUnretained(token).subscribe(onNext: { object, _ in log(object === token) })
        #expect(log.entries == [true, true])
    }

    @Test("withUnretained completes and disposes the source at the first element after the object's release")
    func releasedObject() {
        let (subject, log) = (PublishSubject<Int>(), Log<Event<Int>>())
        var token: Token? = Token()
        let stream = subject.withUnretained(token!) { _, number in number * 10 }
        let subscription = stream.subscribe { log($0) }
        subject.onNext(1)
        token = nil
        #expect(log.entries == [.next(10)])
        subject.onNext(2)
        #expect(log.entries == [.next(10), .completed])
        #expect(!subject.hasObservers)
        subscription.dispose()
    }

    @Test("withUnretained meets the operator contract", arguments: Ending.allCases) func contract(_ ending: Ending) {
        expectContract(ending) { source, context in source.withUnretained(context.token) { _, element in element } }
    }
}
