import Dispatch
import Freshet
import FreshetTest
import Testing

private let pool = ConcurrentDispatchQueueScheduler(qos: .default)

/// The numbers from 0; counts the requests.
private struct Requested: AsyncSequence, Sendable {
    let made: Count
    /// Counts the iterators.
    var living = Count()
    /// If set, no number is made before its value is positive.
    var starts: Count?

    struct AsyncIterator: AsyncIteratorProtocol {
        let sequence: Requested
        let token: Token

        mutating func next() async -> Int? {
            while sequence.starts?.value == 0 { await Task.yield() }
            return sequence.made.up() - 1
        }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(sequence: self, token: Token(living)) }
}

@Suite("Values of a stream, and an AsyncSequence as a stream") struct ValuesTests {
    @Test("values iterates over the elements in order and ends with the stream") func iterates() async throws {
        var received: [Int] = []
        for try await element in Observable.of(1, 2, 3).values { received.append(element) }
        #expect(received == [1, 2, 3])
    }

    @Test("values throws the stream's error after its elements") func throwing() async {
        var received: [Int] = []
        await #expect(throws: Oops.self) {
            for try await element in Observable.of(1, 2).concat(Observable.error(Oops())).values {
                received.append(element)
            }
        }
        #expect(received == [1, 2])
    }

    @Test("Leaving the loop over values disposes the subscription") func leaving() async throws {
        let subject = ReplaySubject<Int>.create(bufferSize: 2)
        subject.onNext(1)
        for try await _ in subject.values { break }
        #expect(await eventually { !subject.hasObservers })
    }

    @Test("Releasing the values without iterating disposes the subscription") func dropping() async {
        let subject = PublishSubject<Int>()
        _ = subject.values
        #expect(await eventually { !subject.hasObservers })
    }

    static let policies: [ValuesBuffering] = [.unbounded, .newest(2), .oldest(2), .suspending(2)]

    @Test(
        "Canceling the task before the first element disposes the subscription and throws CancellationError",
        arguments: policies.indices)
    func cancelling(_ policy: Int) async {
        let (subject, iterates) = (PublishSubject<Int>(), Count())
        let task = Task {
            let values = subject.values(buffering: Self.policies[policy])
            iterates.up()
            for try await _ in values {}
        }
        #expect(await eventually { iterates.value == 1 })
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(await eventually { !subject.hasObservers })
    }

    @Test(
        "Iterating in a canceled task disposes the subscription and throws CancellationError",
        arguments: policies.indices)
    func cancelledBefore(_ policy: Int) async {
        let subject = PublishSubject<Int>()
        let task = Task {
            let values = subject.values(buffering: Self.policies[policy])
            while !Task.isCancelled { await Task.yield() }
            for try await _ in values {}
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(await eventually { !subject.hasObservers })
    }

    @Test("Either an end or a cancellation wins if they race, and the subscription is released")
    func race() async {
        var violations: Set<String> = []
        for round in 0..<1_000 {
            let (subject, subscribed) = (PublishSubject<Int>(), Count())
            let task = Task {
                let values = subject.values
                subscribed.up()
                for try await _ in values {}
            }
            #expect(await eventually { subscribed.value == 1 })
            async let sent: Void = round % 2 == 0 ? subject.onCompleted() : subject.onError(Oops())
            task.cancel()
            await sent
            switch await task.result {
            case .success: if round % 2 == 1 { violations.insert("completed despite a failure or cancellation") }
            case .failure(let error):
                if !(error is CancellationError || error is Oops && round % 2 == 1) { violations.insert("\(error)") }
            }
            if subject.hasObservers { violations.insert("the subscription leaked") }
        }
        #expect(violations.isEmpty)
    }

    @Test("An element that races with disposal arrives at most once, and nothing leaks")
    func disposalRace() async {
        for _ in 0..<1_000 {
            let (cancelled, observer) = (Count(), Exclusive<Int>())
            let (numbers, continuation) = AsyncStream.makeStream(of: Int.self)
            continuation.onTermination = { _ in cancelled.up() }
            let subscription = numbers.asObservable().subscribe(observer)
            async let sent: Void = { _ = continuation.yield(1) }()
            subscription.dispose()
            await sent
            #expect(await eventually { cancelled.value == 1 })
            #expect(observer.elements.count <= 1 && observer.ends == 0 && observer.violations == 0)
        }
    }

    @Test("The buffering policy of values decides which elements are buffered", arguments: [0, 1, 2]) func buffers(
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

    @Test("An iterator of values throws once, then returns nil", arguments: [true, false])
    func throwsOnce(_ cancels: Bool) async {
        let task = Task { () -> [String] in
            let source: Observable<Int> = cancels ? .never() : Observable.error(Oops()).startWith(1)
            var (iterator, results) = (source.values.makeAsyncIterator(), [String]())
            for _ in 0..<4 {
                do {
                    results.append("\(try await iterator.next() ?? 0)")
                } catch {
                    results.append("\(type(of: error))")
                }
            }
            return results
        }
        if cancels { task.cancel() }
        #expect(await task.value == (cancels ? ["CancellationError", "0", "0", "0"] : ["1", "Oops", "0", "0"]))
    }

    @Test(
        "values throws CancellationError after the elements of a stream that is released", arguments: policies.indices)
    func released(_ policy: Int) async {
        let (observer, received) = (Box<AnyObserver<Int>?>(nil), Log<String>())
        let stream = Observable<Int>.create { given in
            observer.value = given
            return Disposables.create()
        }
        let values = stream.map { $0 }.values(buffering: Self.policies[policy])
        let task = Task {
            do {
                for try await number in values { received("\(number)") }
                received("end")
            } catch {
                received("\(type(of: error))")
            }
        }
        observer.value?.onNext(1)
        observer.value = nil
        #expect(await eventually { received.entries == ["1", "CancellationError"] })
        task.cancel()
    }

    /// Subjects, relays and streams of them, each with a function that releases it.
    private static let releasable: [@Sendable () -> (values: AsyncValues<Int>, release: @Sendable () -> Void)] = [
        { held(PublishSubject<Int>()) { $0.asObservable() } }, { held(BehaviorSubject(value: 0)) { $0.skip(1) } },
        { held(ReplaySubject<Int>.create(bufferSize: 1)) { $0.asObservable() } },
        { held(AsyncSubject<Int>()) { $0.asObservable() } }, { held(PublishRelay<Int>()) { $0.asObservable() } },
        { held(BehaviorRelay(value: 0)) { $0.asObservable().skip(1) } },
        { held(PublishSubject<Int>()) { $0.share(replay: 1).observe(on: pool) } },
        { held(PublishSubject<Int>()) { Observable.merge($0.map { $0 }, $0.debounce(.seconds(1), scheduler: pool)) } },
        {
            held(PublishSubject<Int>()) { subject in
                subject.flatMapLatest { Observable.just($0) }.concat(Observable.never())
            }
        },
    ]

    private static func held<Source: AnyObject & Sendable>(
        _ source: Source, _ stream: (Source) -> Observable<Int>
    ) -> (values: AsyncValues<Int>, release: @Sendable () -> Void) {
        let values = stream(source).values
        let box = Box<Source?>(source)
        return (values, { box.value = nil })
    }

    @Test("values throws CancellationError when the subject or relay is released", arguments: releasable.indices)
    func releasedSubject(_ number: Int) async {
        let (ends, started) = (Count(), Count())
        let (values, release) = Self.releasable[number]()
        let task = Task {
            started.up()
            do { for try await _ in values {} } catch is CancellationError { ends.up() }
        }
        #expect(await eventually { started.value == 1 })
        #expect(ends.value == 0)
        release()
        #expect(await eventually { ends.value == 1 })
        task.cancel()
    }

    /// An actor that counts how often a job is enqueued on it.
    private actor Counting {
        private final class Executor: SerialExecutor {
            let jobs = Count()
            private let queue = DispatchQueue(label: "counting")

            func enqueue(_ job: consuming ExecutorJob) {
                jobs.up()
                let job = UnownedJob(job)
                queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
            }
        }

        private let executor = Executor()
        nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

        /// The number of jobs that an iteration over buffered elements enqueues.
        func jobs(for values: AsyncValues<Int>) async throws -> Int {
            let before = executor.jobs.value
            for try await _ in values {}
            return executor.jobs.value - before
        }
    }

    @Test("An iteration on an actor takes buffered elements without leaving the actor") func isolation() async throws {
        let values = Observable.range(start: 0, count: 100).values
        #expect(try await Counting().jobs(for: values) == 0)
    }

    @Test("An operator that ends early requests no further element", arguments: 0..<7)
    func requests(_ number: Int) async {
        let made = Count()
        let source = Requested(made: made).asObservable()
        let ending: [Observable<Int>] = [
            source.take(2), source.element(at: 1), source.take(while: { $0 < 1 }),
            source.take(until: { $0 == 1 }, behavior: .inclusive),
            source.skip(1).first().asObservable().map { $0 ?? 0 },
            source.concatMap { Observable.just($0) }.take(2), source.take(2).delay(.nanoseconds(0), scheduler: pool),
        ]
        let ends = Count()
        let subscription = ending[number].subscribe(onCompleted: { ends.up() })
        #expect(await eventually { ends.value == 1 })
        for _ in 0..<100 { await Task.yield() }
        #expect(made.value == 2)
        subscription.dispose()
    }

    /// Streams that dispose a source after two elements: inside an observer, by a switch, by sharing, and on another
    /// scheduler.
    private static let disposing: [@Sendable (Observable<Int>, Box<(any Disposable)?>) -> Observable<Int>] = [
        { source, subscription in source.do(onNext: { if $0 == 1 { subscription.value?.dispose() } }) },
        { source, _ in
            let outer = ReplaySubject<Int>.create(bufferSize: 1)
            outer.onNext(0)
            return outer.flatMapLatest { $0 == 1 ? .never() : source.do(onNext: { if $0 == 1 { outer.onNext(1) } }) }
        },
        { source, _ in source.share().take(2) },
        { source, _ in source.share(replay: 1).map { $0 }.take(2) },
        { source, _ in source.observe(on: SerialDispatchQueueScheduler(qos: .default)).take(2) },
        { source, _ in source.map { $0 }.catchAndReturn(0).observe(on: pool).take(2) },
        { source, _ in source.startWith(-1).retry(2).observe(on: pool).take(3) },
        { source, _ in source.observe(on: ActorScheduler(Counting())).observe(on: pool).take(2) },
        { source, subscription in
            source.observe(on: pool).do(onNext: { if $0 == 1 { subscription.value?.dispose() } })
        },
    ]

    @Test("A stream that is disposed during a delivery requests no further element", arguments: disposing.indices)
    func disposes(_ number: Int) async {
        let (made, living, subscription) = (Count(), Count(), Box<(any Disposable)?>(nil))
        let starts = Count()
        let source = Requested(made: made, living: living, starts: starts).asObservable()
        subscription.value = Self.disposing[number](source, subscription).subscribe()
        starts.up()
        #expect(await eventually { made.value >= 2 && living.value == 0 })
        #expect(made.value == 2)
        subscription.value?.dispose()
    }

    @Test("An AsyncStream detects a disposal during a delivery, even through its operators", arguments: 0..<4)
    func termination(_ number: Int) async {
        let (terminated, subscription) = (Count(), Box<(any Disposable)?>(nil))
        let (numbers, continuation) = AsyncStream.makeStream(of: Int.self)
        continuation.onTermination = { _ in terminated.up() }
        let streams: [Observable<Int>] = [
            numbers.asObservable(), numbers.map { $0 }.asObservable(),
            numbers.filter { $0 > 0 }.map { $0 }.asObservable(),
            numbers.compactMap { $0 }.asObservable(),
        ]
        subscription.value = streams[number].subscribe(onNext: { _ in subscription.value?.dispose() })
        continuation.yield(1)
        #expect(await eventually { terminated.value == 1 })
    }

    @Test("An asynchronous sequence becomes a stream") func fromSequence() async {
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

    @Test("An error of an asynchronous sequence fails the stream") func sequenceFails() async {
        let log = Log<String>()
        let failing = AsyncThrowingStream<Int, any Error> { $0.finish(throwing: Oops()) }
        let subscription = Observable.from(failing).subscribe(onError: { log("\(type(of: $0))") })
        #expect(await eventually { log.entries == ["Oops"] })
        subscription.dispose()
    }

    @Test("Disposal cancels the asynchronous sequence's task and stops delivery") func disposal() async {
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
