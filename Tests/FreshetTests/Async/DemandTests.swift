import Dispatch
import Freshet
import FreshetTest
import Testing

/// An operator between a source that can pause and a consumer with a bounded buffer.
struct PausableOperator: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let apply: @Sendable (Observable<Int>) -> Observable<Int>

    init(_ name: String, _ apply: @escaping @Sendable (Observable<Int>) -> Observable<Int>) {
        testDescription = name
        self.apply = apply
    }

    private static let queue = SerialDispatchQueueScheduler(internalSerialQueueName: "demand")
    private static let pool = ConcurrentDispatchQueueScheduler(qos: .default)

    static let all: [PausableOperator] = [
        PausableOperator("map") { $0.map { $0 } },
        PausableOperator("observe(on:)") { $0.observe(on: queue) },
        PausableOperator("observe(on:), concurrent") { $0.observe(on: pool) },
        PausableOperator("observe(on:buffering:)") { $0.observe(on: queue, buffering: .suspending(8)) },
        PausableOperator("observe(on:) twice") { $0.observe(on: queue).observe(on: pool) },
        PausableOperator("delay") { $0.delay(.nanoseconds(0), scheduler: queue) },
        PausableOperator("mapAsync") { $0.mapAsync(maxConcurrent: 3) { $0 } },
        PausableOperator("concatMapAsync") { $0.concatMapAsync { $0 } },
        PausableOperator("flatMap") { $0.flatMap { Observable.just($0) } },
        PausableOperator("flatMap, inner") { source in Observable.just(0).flatMap { _ in source } },
        PausableOperator("flatMapLatest") { $0.flatMapLatest { Observable.just($0) } },
        PausableOperator("flatMapFirst") { $0.flatMapFirst { Observable.just($0) } },
        PausableOperator("flatMapFirst, inner") { source in Observable.just(0).flatMapFirst { _ in source } },
        PausableOperator("create") { source in .create { source.subscribe($0) } },
        PausableOperator("create, mapped") { source in .create { source.subscribe($0.mapObserver { $0 }) } },
        PausableOperator("create, wrapped") { source in .create { source.subscribe(AnyObserver($0)) } },
        PausableOperator("create twice") { source in
            .create { observer in Observable.create { source.subscribe($0) }.filter { $0 >= 0 }.subscribe(observer) }
        },
        PausableOperator("a type of a user") { Forwarding(source: $0).map { $0 } },
        PausableOperator("flatMapLatest, inner") { source in Observable.just(0).flatMapLatest { _ in source } },
        PausableOperator("concatMap") { $0.concatMap { Observable.just($0) } },
        PausableOperator("concatMap, asynchronous") { $0.concatMap { Observable.just($0, scheduler: pool) } },
        PausableOperator("merge") { Observable.merge($0, Observable.empty()) },
        PausableOperator("concat") { Observable.concat(.empty(), $0) },
        PausableOperator("amb") { $0.amb(Observable.never()) },
        PausableOperator("zip") { Observable.zip($0, Observable.repeatElement(0)) { a, _ in a } },
        PausableOperator("zip with a slower source") {
            Observable.zip($0, Observable.range(start: 0, count: 100_000, scheduler: queue)) { a, _ in a }
        },
        PausableOperator("combineLatest") { Observable.combineLatest(Observable.just(0), $0) { $1 } },
        PausableOperator("withLatestFrom") { $0.withLatestFrom(Observable.just(0)) { a, _ in a } },
        PausableOperator("take(until:)") { $0.take(until: Observable<Int>.never()) },
        PausableOperator("timeout") { $0.timeout(.seconds(3_600), scheduler: queue) },
        PausableOperator("retry") { $0.retry(2) },
        PausableOperator("subscribe(on:)") { $0.subscribe(on: queue) },
    ]
}

/// A user's type that subscribes to a stream.
private struct Forwarding: ObservableType {
    typealias Element = Int
    let source: Observable<Int>

    func subscribe<Observer: ObserverType & Sendable>(_ observer: Observer) -> any Disposable
    where Observer.Element == Int {
        source.subscribe(observer)
    }
}

/// An endless chain of streams that end during their subscriptions.
struct Endless: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let stream: @Sendable () -> Observable<Int>

    init(_ name: String, _ stream: @escaping @Sendable () -> Observable<Int>) {
        testDescription = name
        self.stream = stream
    }

    private static func polled() -> Observable<Int> { .deferred { Observable.just(1).concat(polled()) } }

    private static let failure = Observable<Int>.error(Oops())
    private static let created = Observable<Int>.create { observer in
        observer.onNext(1)
        observer.onCompleted()
        return Disposables.create()
    }

    static let all: [Endless] = [
        Endless("retry") { .just(1).concat(failure).retry() },
        Endless("retry, startWith") { failure.startWith(1, 2).retry() },
        Endless("retry, ifEmpty") { Observable.empty().ifEmpty(default: 1).concat(failure).retry() },
        Endless("retry, create") { created.concat(failure).retry(.max) },
        Endless("retry(when:)") { .just(1).concat(failure).retry { (errors: Observable<any Error>) in errors } },
        Endless("concat of a sequence") { .concat(repeatElement(Observable.just(1), count: .max)) },
        Endless("concat of an endless sequence") { .concat(sequence(first: created) { $0 }) },
        Endless("concat by recursion") { polled() },
        Endless("catch") { .catch(sequence: sequence(first: created.concat(failure)) { $0 }) },
    ]
}

/// A stream in which a trigger decides what happens to the elements of others.
struct Triggering: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let apply: @Sendable (Observable<Int>) -> Observable<Int>

    init(_ name: String, _ apply: @escaping @Sendable (Observable<Int>) -> Observable<Int>) {
        testDescription = name
        self.apply = apply
    }

    static let all: [Triggering] = [
        Triggering("take(until:)") { trigger in Observable.never().take(until: trigger.filter { $0 == 9 }) },
        Triggering("skip(until:)") { trigger in Observable.never().skip(until: trigger.filter { $0 == 9 }) },
        Triggering("sample, sampler") { trigger in Observable.never().sample(trigger) },
        Triggering("sample, source") { trigger in trigger.sample(Observable<Int>.never()) },
        Triggering("withLatestFrom") { trigger in Observable.never().withLatestFrom(trigger) { (a: Int, _) in a } },
        Triggering("flatMapLatest") { trigger in trigger.flatMapLatest { _ in Observable.never() } },
        Triggering("flatMapFirst") { trigger in trigger.flatMapFirst { _ in Observable.never() } },
        Triggering("retry(when:)") { trigger in Observable.never().retry { (_: Observable<any Error>) in trigger } },
    ]
}

@Suite("Demand of a consumer", .blocking) struct DemandTests {
    @Test("A source pauses behind every operator while nothing is consumed", arguments: PausableOperator.all)
    func composes(_ between: PausableOperator) async throws {
        let made = Count()
        let source = Observable.from(0..<100_000).do(onNext: { _ in made.up() })
        var iterator = between.apply(source).values(buffering: .suspending(2)).makeAsyncIterator()
        var (received, ahead) = ([Int?](), 0)
        for number in 0..<50 {
            received.append(try await iterator.next())
            ahead = max(ahead, made.value - number)
        }
        #expect(received == Array(0..<50))
        #expect(ahead < 60)
    }

    @Test("An endless chain of streams that end immediately pauses", arguments: Endless.all)
    func endless(_ endless: Endless) async throws {
        let made = Count()
        let stream = endless.stream().do(onNext: { _ in made.up() })
        // Without a pause, the subscription never returns.
        var iterator = stream.values(buffering: .suspending(2)).makeAsyncIterator()
        for number in 0..<20 {
            #expect(try await iterator.next() != nil)
            #expect(made.value <= number + 6)
        }
    }

    @Test("concat of elements and takeLast pause", arguments: [true, false]) func kept(_ concatenates: Bool)
        async throws
    {
        let (made, numbers) = (Count(), Array(0..<1_000))
        let stream =
            concatenates
            ? Observable.concat(numbers.map { Observable.just($0).map { $0 } })
            : Observable.from(numbers).takeLast(1_000)
        let values = stream.do(onNext: { _ in made.up() }).values(buffering: .suspending(2))
        var received: [Int] = []
        for try await number in values {
            received.append(number)
            #expect(made.value <= received.count + 3)
        }
        #expect(received == numbers)
    }

    @Test("A subject that follows elements is subscribed to although the consumer has no room") func hot() async throws
    {
        let subject = PublishSubject<Int>()
        var iterator = Observable.of(1, 2).concat(Observable.just(3)).concat(subject).startWith(0)
            .values(buffering: .suspending(9)).makeAsyncIterator()
        let full = Observable.just(1).concat(subject).values(buffering: .suspending(1))
        subject.onNext(4)
        subject.onCompleted()
        for number in 0...4 { #expect(try await iterator.next() == number) }
        #expect(try await iterator.next() == nil)
        var received: [Int] = []
        for try await number in full { received.append(number) }
        #expect(received == [1, 4])
    }

    @Test("flatMapFirst drops elements while its inner stream is paused") func paused() async throws {
        let (outer, made) = (PublishSubject<Int>(), Count())
        let stream = outer.flatMapFirst { number in
            made.up()
            return Observable.range(start: number, count: 3)
        }
        var iterator = stream.values(buffering: .suspending(2)).makeAsyncIterator()
        for number in [10, 20, 30] { outer.onNext(number) }
        for number in 10...12 { #expect(try await iterator.next() == number) }
        outer.onNext(40)
        #expect(try await iterator.next() == 40)
        #expect(made.value == 2)
    }

    @Test("The cost of merge grows with the number of its streams") func mergesMany() async throws {
        let count = 20_000
        // Takes minutes if each stream costs as much as all streams before it.
        let silent = Observable.merge((0..<count).map { _ in Observable<Int>.never() })
        withExtendedLifetime(silent.values(buffering: .suspending(1))) {}
        let sources = (0..<count).map { Observable.range(start: $0 * 3, count: 3) }
        var received = 0
        for try await _ in Observable.merge(sources).values(buffering: .suspending(1)) { received += 1 }
        #expect(received == 3 * count)
    }

    @Test("The cost of zip grows with the number of its streams") func zipsMany() async throws {
        let sources = (0..<100_000).map { Observable.just($0) }
        for try await numbers in Observable.zip(sources).values(buffering: .suspending(1)) {
            #expect(numbers.count == 100_000)
        }
    }

    @Test("A source that pauses loses nothing and keeps the order", arguments: PausableOperator.all)
    func loses(_ between: PausableOperator) async throws {
        let stream = between.apply(Observable.from(0..<3_000))
        var received: [Int] = []
        for try await number in stream.values(buffering: .suspending(2)) { received.append(number) }
        #expect(received == Array(0..<3_000))
    }

    @Test("A source pauses behind a busy queue", arguments: [true, false]) func busy(_ isBounded: Bool) async throws {
        let (made, gate, queue) = (Count(), Gate(), DispatchQueue(label: "busy"))
        let scheduler = SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "busy")
        _ = scheduler.schedule(()) {
            gate.wait()
            return Disposables.create()
        }
        let source = Observable.from(0..<100_000).do(onNext: { _ in made.up() })
        let hop = isBounded ? source.observe(on: scheduler, buffering: .suspending(8)) : source.observe(on: scheduler)
        var iterator = hop.values(buffering: .suspending(2)).makeAsyncIterator()
        #expect((1...20).contains(made.value))
        gate.open()
        for number in 0..<100 { #expect(try await iterator.next() == number) }
    }

    @Test("A trigger is never paused", arguments: Triggering.all) func triggers(_ triggering: Triggering) async {
        let (subject, heard) = (PublishSubject<Int>(), Count())
        let (ticks, continuation) = AsyncStream.makeStream(of: Int.self)
        let trigger = ticks.asObservable().do(onNext: { _ in heard.up() })
        let values = Observable.merge(subject, triggering.apply(trigger)).values(buffering: .suspending(1))
        subject.onNext(1)
        for tick in 1...3 { continuation.yield(tick) }
        #expect(await eventually { heard.value == 3 })
        withExtendedLifetime(values) {}
    }

    @Test("zip resumes a paused source once another has completed, so that it completes") func zipCompletes()
        async throws
    {
        let other = PublishSubject<Int>()
        let values = Observable.zip(Observable.from(0..<100), other) { $0 + $1 }.values(buffering: .suspending(2))
        other.onNext(1)
        other.onCompleted()
        let received = Log<Int>()
        let task = Task { for try await number in values { received(number) } }
        let completion = Count()
        Task {
            try await task.value
            completion.up()
        }
        #expect(await eventually { completion.value == 1 })
        #expect(received.entries == [1])
        task.cancel()
    }

    @Test("A paused source without a reader is released when a trigger stops it") func release() async {
        let (stop, living) = (PublishSubject<Int>(), Count())
        let source = Observable<Int>.deferred {
            let item = Item(0, living)
            return Observable.from(0..<100).do(onNext: { _ in withExtendedLifetime(item) {} })
        }
        let values = source.take(until: stop).values(buffering: .suspending(2))
        #expect(living.value == 1)
        stop.onNext(1)
        #expect(living.value == 0)
        withExtendedLifetime(values) {}
    }
}
