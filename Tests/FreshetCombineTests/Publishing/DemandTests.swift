import Foundation
import Freshet
import FreshetCombine
import Testing

@Suite("Demand of Combine's subscribers") struct DemandTests {
    /// Streams of 1 to 10: two that can pause, a replaying subject and one that can't pause.
    private var streams: [Observable<Int>] {
        let replay = ReplaySubject<Int>.createUnbounded()
        for number in 1...10 { replay.onNext(number) }
        replay.onCompleted()
        let pushing = Observable<Int>.create { observer in
            for number in 1...10 { observer.onNext(number) }
            observer.onCompleted()
            return Disposables.create()
        }
        return [.from(1...10), .from(Array(1...10)).map { $0 }, replay, pushing]
    }

    @Test("A publisher delivers exactly the requested number of values") func steps() {
        for stream in streams {
            let probe = stream.publisherFailingOnOverflow.probed()
            #expect(probe.values == [])
            probe.request(.max(1))
            #expect(probe.values == [1])
            probe.request(.max(2))
            #expect(probe.values == [1, 2, 3])
            probe.request(.unlimited)
            #expect(probe.values == Array(1...10) && probe.events.last == "finished")
            #expect(probe.violations == [])
        }
    }

    @Test("A stream of more elements than the buffer holds doesn't overflow", arguments: 0..<7)
    func pauses(_ number: Int) {
        let numbers = Observable.from(0..<600)
        let tries = Count()
        let streams: [Observable<Int>] = [
            numbers.flatMapLatest { Observable.just($0) }, numbers.flatMapFirst { Observable.just($0) },
            numbers.takeLast(600), .concat((0..<600).map { Observable.just($0) }),
            .create { numbers.subscribe($0) },
            .create { observer in numbers.map { "\($0)" }.subscribe(observer.mapObserver { Int($0) ?? 0 }) },
            Observable.deferred { .just(tries.up() - 1) }.concat(Observable.error(Oops.one)).retry().take(600),
        ]
        let probe = streams[number].publisherFailingOnOverflow.probed()
        for count in 1...600 {
            probe.request(.max(1))
            #expect(probe.values.count == count)
        }
        #expect(probe.values == Array(0..<600) && probe.events.last == "finished" && probe.violations == [])
    }

    @Test("A publisher adds up requests, and completes without a further request") func sums() {
        for stream in streams {
            let probe = stream.publisherFailingOnOverflow.probed(.max(1))
            probe.request(.max(4))
            probe.request(.max(4))
            #expect(probe.values == Array(1...9) && !probe.hasEnded)
            probe.request(.max(1))
            #expect(probe.values.count == 10 && probe.hasEnded)
        }
    }

    @Test("A publisher honors the demand that a subscriber returns for each value") func returned() {
        for stream in streams {
            let probe = stream.publisherFailingOnOverflow.probed(.max(1)) { value, _ in value < 5 ? .max(1) : .none }
            #expect(probe.values == Array(1...5))
        }
    }

    @Test("A publisher accepts 100,000 nested requests during deliveries") func reentrant() {
        let probe = Observable.from(0..<100_000).publisherFailingOnOverflow.probed(.max(1)) { _, probe in
            probe.request(.max(1))
            return .none
        }
        #expect(probe.values.count == 100_000 && probe.hasEnded)
        #expect(probe.violations == [])
    }

    @Test("A publisher pauses a synchronous producer at most one element ahead") func waiting() {
        let made = Count()
        let probe = Observable<Int>.generate(initialState: 0, condition: { _ in true }, iterate: { $0 + 1 })
            .do(onNext: { _ in made.up() }).publisherFailingOnOverflow.probed()
        #expect(made.value <= 1)
        for number in 1...100 {
            probe.request(.max(1))
            #expect(probe.values.count == number && made.value <= number + 1)
        }
    }

    @Test("A publisher pauses an asynchronous sequence") func asynchronous() async {
        let made = Count()
        let numbers = AsyncStream<Int> { made.up() }.asObservable()
        let probe = numbers.publisherFailingOnOverflow.probed(.max(3))
        #expect(await eventually { probe.values.count == 3 })
        for _ in 0..<100 { await Task.yield() }
        #expect(made.value <= 4)
        probe.request(.max(2))
        #expect(await eventually { probe.values == [1, 2, 3, 4, 5] })
        probe.cancel()
    }

    @Test("A publisher delivers what another thread queued during a delivery, and returns", .timeLimit(.minutes(1)))
    func queuedByAnotherThread() {
        let (one, other) = (PublishSubject<Int>(), PublishSubject<Int>())
        let probe = Observable.merge(one.asObservable(), other.asObservable()).publisherFailingOnOverflow
            .probed(.max(2)) { value, _ in
                // The other thread finds this one delivering, queues its element and returns.
                if value == 1 {
                    let returned = DispatchSemaphore(value: 0)
                    Thread {
                        other.onNext(2)
                        returned.signal()
                    }.start()
                    returned.wait()
                }
                return .none
            }
        one.onNext(1)
        #expect(probe.values == [1, 2])
        one.onNext(3)
        #expect(probe.values == [1, 2])
        probe.request(.max(1))
        #expect(probe.values == [1, 2, 3] && probe.violations == [])
    }

    @Test("Combine's prefix ends an endless stream") func prefix() {
        let log = Log<Int>()
        let disposed = Count()
        let subscription = Observable.repeatElement(7).do(onDispose: { disposed.up() }).publisherFailingOnOverflow
            .prefix(3)
            .sink(receiveCompletion: { _ in log(0) }, receiveValue: { log($0) })
        #expect(log.entries == [7, 7, 7, 0])
        #expect(disposed.value == 1)
        subscription.cancel()
    }

    @Test("A publisher honors backpressure from Combine's own operators") func operators() {
        let log = Log<String>()
        let letters = Observable.of("a", "b", "c").publisherFailingOnOverflow
        let subscription = Observable.from(1...3).publisherFailingOnOverflow.zip(letters)
            .flatMap(maxPublishers: .max(1)) { number, letter in
                Observable.of("\(number)\(letter)", "|").publisherFailingOnOverflow
            }
            .sink(receiveCompletion: { _ in log("end") }, receiveValue: { log($0) })
        #expect(log.entries == ["1a", "|", "2b", "|", "3c", "|", "end"])
        subscription.cancel()
    }
}
