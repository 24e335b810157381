import Freshet
import FreshetTest
import Testing

@Suite("values, AsyncSequence as a stream") struct ValuesTests {
    @Test("the elements come in order, the end ends the iteration") func iterates() async throws {
        var received: [Int] = []
        for try await element in Observable.of(1, 2, 3).values { received.append(element) }
        #expect(received == [1, 2, 3])
    }

    @Test("a failure is thrown, behind the elements") func throwing() async {
        var received: [Int] = []
        await #expect(throws: Oops.self) {
            for try await element in Observable.of(1, 2).concat(Observable.error(Oops())).values {
                received.append(element)
            }
        }
        #expect(received == [1, 2])
    }

    @Test("leaving the iteration disposes the subscription") func leaving() async throws {
        let subject = ReplaySubject<Int>.create(bufferSize: 2)
        subject.onNext(1)
        for try await _ in subject.values { break }
        #expect(await eventually { !subject.hasObservers })
    }

    @Test("dropping the values without iterating disposes the subscription") func dropping() async {
        let subject = PublishSubject<Int>()
        _ = subject.values
        #expect(await eventually { !subject.hasObservers })
    }

    @Test("cancelling the task disposes the subscription and ends the iteration") func cancelling() async throws {
        let subject = PublishSubject<Int>()
        let task = Task {
            var count = 0
            for try await _ in subject.values { count += 1 }
            return count
        }
        #expect(await eventually { subject.hasObservers })
        task.cancel()
        #expect(try await task.value == 0)
        #expect(await eventually { !subject.hasObservers })
    }

    @Test("what comes faster than it is taken is kept as the policy says", arguments: [0, 1, 2]) func buffers(
        _ policy: Int
    ) async throws {
        let source = Observable.range(start: 1, count: 5)
        let values = [
            source.values(buffering: .unbounded), source.values(buffering: .newest(2)),
            source.values(buffering: .oldest(2)),
        ][policy]
        var received: [Int] = []
        for try await element in values { received.append(element) }
        #expect(received == [[1, 2, 3, 4, 5], [4, 5], [1, 2]][policy])
    }

    @Test("an asynchronous sequence as a stream, for each subscription anew") func fromSequence() async {
        let numbers = AsyncStream<Int> { continuation in
            for number in 1...3 { continuation.yield(number) }
            continuation.finish()
        }
        let observer = Exclusive<Int>()
        let subscription = numbers.asObservable().subscribe(observer)
        #expect(await eventually { observer.ends == 1 })
        #expect(observer.elements == [1, 2, 3])
        subscription.dispose()
    }

    @Test("its failure is the stream's") func sequenceFails() async {
        let log = Log<String>()
        let failing = AsyncThrowingStream<Int, any Error> { $0.finish(throwing: Oops()) }
        let subscription = Observable.from(failing).subscribe(onError: { log("\(type(of: $0))") })
        #expect(await eventually { log.entries == ["Oops"] })
        subscription.dispose()
    }

    @Test("disposal cancels its task, and nothing comes any more") func disposal() async {
        let (cancelled, log) = (Count(), Log<Int>())
        let endless = AsyncStream<Int> { continuation in
            continuation.onTermination = { _ in cancelled.up() }
            continuation.yield(1)
        }
        let subscription = endless.asObservable().subscribe(onNext: { log($0) }, onCompleted: { log(-1) })
        #expect(await eventually { log.entries == [1] })
        subscription.dispose()
        #expect(await eventually { cancelled.value == 1 })
        #expect(log.entries == [1])
    }
}
