import Freshet
import FreshetTest
import Testing

@Suite("values(buffering: .suspending)") struct SuspendingTests {
    /// The numbers from 0; counts the numbers produced.
    private struct Numbers: AsyncSequence, Sendable {
        let made: Count

        struct AsyncIterator: AsyncIteratorProtocol {
            let made: Count
            mutating func next() async -> Int? { made.up() - 1 }
        }

        func makeAsyncIterator() -> AsyncIterator { AsyncIterator(made: made) }
    }

    @Test("An asynchronous sequence pauses while the buffer is full") func sequence()
        async throws
    {
        let made = Count()
        var iterator = Numbers(made: made).asObservable().map { $0 * 10 }.values(buffering: .suspending(3))
            .makeAsyncIterator()
        #expect(await eventually { made.value == 3 })
        for _ in 0..<100 { await Task.yield() }
        #expect(made.value == 3)
        #expect(try await iterator.next() == 0)
        #expect(try await iterator.next() == 10)
        #expect(await eventually { made.value == 5 })
        var received: [Int] = []
        for _ in 0..<99 { if let number = try await iterator.next() { received.append(number) } }
        #expect(received == (2...100).map { $0 * 10 })
        #expect(made.value <= 104)
    }

    @Test("A synchronous source pauses while the buffer is full", arguments: [true, false]) func steps(
        _ onScheduler: Bool
    )
        async throws
    {
        let made = Count()
        let scheduler: any ImmediateSchedulerType =
            onScheduler
            ? SerialDispatchQueueScheduler(internalSerialQueueName: "steps") : CurrentThreadScheduler.instance
        let stream = Observable.from(0..<1_000, scheduler: scheduler).do(onNext: { _ in made.up() }).filter {
            $0 % 2 == 0
        }
        var iterator = stream.values(buffering: .suspending(4)).makeAsyncIterator()
        #expect(await eventually { made.value == 7 })
        var received: [Int] = []
        while let number = try await iterator.next() {
            received.append(number)
            #expect(made.value <= number + 20)
        }
        #expect(received == Array(stride(from: 0, to: 1_000, by: 2)))
    }

    @Test("An error follows the buffered elements") func failure() async {
        var received: [Int] = []
        do {
            let failing = Observable.of(1, 2, 3).concat(Observable<Int>.error(Oops()))
            for try await number in failing.values(buffering: .suspending(1)) { received.append(number) }
            Issue.record("The stream must fail.")
        } catch {
            #expect(error is Oops)
        }
        #expect(received == [1, 2, 3])
    }

    @Test("Ending the iteration disposes the source, even a paused one") func leaving() async throws {
        let (made, disposed) = (Count(), Count())
        do {
            let values = Numbers(made: made).asObservable().do(onDispose: { disposed.up() }).values(
                buffering: .suspending(2))
            for try await number in values where number == 5 { break }
        }
        #expect(await eventually { disposed.value == 1 })
        let subject = PublishSubject<Int>()
        let task = Task { for try await _ in subject.values(buffering: .suspending(2)) {} }
        #expect(await eventually { subject.hasObservers })
        task.cancel()
        #expect(await eventually { !subject.hasObservers })
    }

    @Test("A subject can't pause, so all its elements are buffered") func subject() async throws {
        let subject = PublishSubject<Int>()
        var iterator = subject.values(buffering: .suspending(1)).makeAsyncIterator()
        for number in 0..<10 { subject.onNext(number) }
        subject.onCompleted()
        var received: [Int] = []
        while let number = try await iterator.next() { received.append(number) }
        #expect(received == Array(0..<10))
    }

    @Test("An infallible stream pauses too") func infallible() async {
        var received: [Int] = []
        for await number in Infallible.from(0..<100).values(buffering: .suspending(2)) { received.append(number) }
        #expect(received == Array(0..<100))
    }
}
