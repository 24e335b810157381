import Foundation
import Freshet
import FreshetTest
import Testing

@Suite("toBlocking") struct BlockingTests {
    /// A stream that delivers on another thread.
    private let later = Observable.of(1, 2, 3).observe(
        on: SerialDispatchQueueScheduler(internalSerialQueueName: "later"))

    @Test("toBlocking waits for all elements, the first or the last") func waits() throws {
        #expect(try later.toBlocking().toArray() == [1, 2, 3])
        #expect(try later.toBlocking().first() == 1)
        #expect(try later.toBlocking().last() == 3)
        #expect(try Observable<Int>.empty().toBlocking().first() == nil)
        #expect(try Single.just(4).toBlocking().single() == 4)
    }

    @Test("first of toBlocking disposes the stream after the first element") func first() throws {
        let subject = ReplaySubject<Int>.create(bufferSize: 1)
        subject.onNext(1)
        #expect(try subject.toBlocking().first() == 1)
        #expect(!subject.hasObservers)
    }

    @Test("An endless synchronous stream stops after the elements that toBlocking requests")
    func endless() throws {
        #expect(try Observable.repeatElement(1).toBlocking().first() == 1)
        #expect(throws: RxError.self) { try Observable.repeatElement(1).toBlocking().single() }
        #expect(throws: Oops.self) { try Observable.repeatElement(1).toBlocking().single { _ in throw Oops() } }
    }

    @Test("single of toBlocking requires exactly one element") func single() throws {
        #expect(try later.toBlocking().single { $0 == 2 } == 2)
        #expect(throws: RxError.self) { try later.toBlocking().single() }
        #expect(throws: RxError.self) { try Observable<Int>.empty().toBlocking().single() }
        #expect(throws: Oops.self) { try later.toBlocking().single { _ in throw Oops() } }
    }

    @Test("toBlocking throws the stream's error, or returns it from materialize") func failure() throws {
        let failing = Observable.of(1).concat(Observable<Int>.error(Oops()))
        #expect(throws: Oops.self) { try failing.toBlocking().toArray() }
        guard case .failed(let elements, let error) = failing.toBlocking().materialize() else {
            Issue.record("The stream must fail.")
            return
        }
        #expect(elements == [1] && error is Oops)
        guard case .completed(let all) = later.toBlocking().materialize() else {
            Issue.record("The stream must complete.")
            return
        }
        #expect(all == [1, 2, 3])
    }

    @Test("toBlocking works inside the closures of another stream") func nested() throws {
        let inner: [Observable<Int>] = [
            .of(1, 2, 3), .range(start: 1, count: 3), .just(1).concat(Observable.from([2, 3])), later,
            .from(1...3, scheduler: CurrentThreadScheduler.instance),
        ]
        for inner in inner {
            let blocking: @Sendable (Int) throws -> [Int] = { _ in
                // A timeout, so that a failing test ends.
                try inner.toBlocking(timeout: longestWait).toArray()
            }
            let streams: [Observable<[Int]>] = [
                Observable.of(1, 2).map(blocking),
                Observable.of(1, 2).flatMap { Observable.just(try blocking($0)) },
                Observable.of(1, 2).concatMap { number in Observable.deferred { .of(try blocking(number)) } },
                Observable.of(1, 2).observe(on: ConcurrentDispatchQueueScheduler(qos: .default)).map(blocking),
            ]
            for stream in streams {
                #expect(try stream.toBlocking(timeout: longestWait).toArray() == [[1, 2, 3], [1, 2, 3]])
            }
        }
    }

    @Test("Streams take their turns after a nested call of toBlocking") func turns() throws {
        let log = Log<Int>()
        let sources = Observable.merge(
            Observable.of(1, 2), Observable.of(11, 12).map { try Observable.of($0, 0).toBlocking().first() ?? 0 })
        _ = sources.subscribe(onNext: { log($0) })
        #expect(log.entries == [1, 11, 2, 12])
    }

    @Test("toBlocking throws after the timeout and disposes the stream") func timeout() {
        let subject = PublishSubject<Int>()
        #expect(throws: RxError.self) { try subject.toBlocking(timeout: 0.01).toArray() }
        #expect(!subject.hasObservers)
    }
}
