import Dispatch
import Freshet
import FreshetCombine
import Testing

@Suite("A publisher as a stream") struct ObservingTests {
    private func events<Element: Sendable>(of stream: Observable<Element>) -> [String] {
        let log = Log<String>()
        stream.subscribe { log("\($0.debugDescription)") }.dispose()
        return log.entries
    }

    @Test("A publisher's stream forwards its values and completion") func forwardsEvents() {
        #expect(events(of: (1...2).publisher.asObservable()) == ["next(1)", "next(2)", "completed"])
        #expect(events(of: Fail<Int, Oops>(error: .one).asObservable()) == ["error(one)"])
        #expect(events(of: Empty<Int, Oops>(completeImmediately: false).asObservable()) == [])
        #expect(events(of: Just(1).asInfallible().asObservable()) == ["next(1)", "completed"])
    }

    @Test("A publisher's stream subscribes once per subscription and cancels on disposal") func cold() {
        let log = Log<String>()
        let stream = Empty<Int, Never>(completeImmediately: false)
            .handleEvents(
                receiveSubscription: { _ in log("subscription") }, receiveCancel: { log("cancel") },
                receiveRequest: { log($0 == .unlimited ? "all" : "\($0)") }
            ).asObservable()
        #expect(log.entries == [])
        for _ in 1...2 { stream.subscribe().dispose() }
        #expect(log.entries == ["subscription", "all", "cancel", "subscription", "all", "cancel"])
    }

    @Test("An endless publisher can be disposed during the subscription") func endless() {
        let log = Log<Int>()
        let numbers = sequence(first: 0) { $0 + 1 }.publisher.asObservable()
        numbers.take(3).subscribe(onNext: { log($0) }, onCompleted: { log(-1) }).dispose()
        #expect(log.entries == [0, 1, 2, -1])
    }

    @Test("A publisher's stream pauses for a consumer with a full buffer") func suspending() async throws {
        let made = Count()
        // Not map: Combine's sequences map all their elements eagerly.
        let numbers = sequence(first: 0) { $0 + 1 }.publisher.handleEvents(receiveOutput: { _ in made.up() })
        var iterator = numbers.asObservable().filter { $0 % 2 == 1 }.values(buffering: .suspending(2))
            .makeAsyncIterator()
        var odd: [Int] = []
        for count in 1...50 {
            if let number = try await iterator.next() { odd.append(number) }
            #expect(made.value <= 2 * (count + 3))
        }
        #expect(odd == (0..<50).map { 2 * $0 + 1 })
    }

    @Test("A round trip through a publisher preserves downstream demand") func roundTrip() {
        let made = Count()
        let numbers = Observable.from(0..<100).do(onNext: { _ in made.up() })
        let probe = numbers.publisherFailingOnOverflow.asObservable().map { $0 + 1 }.publisherFailingOnOverflow.probed(
            .max(2))
        #expect(probe.values == [1, 2] && made.value <= 4)
        probe.request(.unlimited)
        #expect(probe.values == Array(1...100) && probe.hasEnded)
    }

    /// Main-actor state that the closures of publishers read.
    @MainActor private final class Screen {
        var numbers: [Int] = []
    }

    @Test("A publisher with closures of the main actor runs them on the main thread from any thread")
    @MainActor func mainActor() async throws {
        let (screen, received, cancelled) = (Screen(), Log<Int>(), Count())
        // Not map: OpenCombine's sequences map all their elements at once, when they are made.
        let stream = (1...3).publisher
            .append(Empty(completeImmediately: false))
            .handleEvents(
                receiveOutput: {
                    MainActor.assertIsolated()
                    screen.numbers.append($0)
                },
                receiveCancel: {
                    MainActor.assertIsolated()
                    cancelled.up()
                },
                receiveRequest: { _ in MainActor.assertIsolated() }
            )
            .asObservable()
        await Task.detached { _ = stream.subscribe(onNext: { received($0) }) }.value
        #expect(await eventually { received.entries.count == 3 })
        #expect(screen.numbers == [1, 2, 3] && received.entries == [1, 2, 3])
        let subscription = stream.subscribe(onNext: { received($0) })
        #expect(received.entries.count == 6)
        await Task.detached { subscription.dispose() }.value
        #expect(await eventually { cancelled.value == 1 })
        let endless = sequence(first: 0) { $0 + 1 }.publisher
            .handleEvents(receiveOutput: { _ in MainActor.assertIsolated() }).asObservable()
        var iterator = endless.observe(on: ConcurrentDispatchQueueScheduler(qos: .default))
            .values(buffering: .suspending(2)).makeAsyncIterator()
        for expected in 0..<20 { #expect(try await iterator.next() == expected) }
    }

    private actor Archive {
        private var numbers: [Int] = []
        var count: Int { numbers.count }

        func stream() -> Observable<Int> {
            (1...3).publisher
                .handleEvents(receiveOutput: {
                    self.assertIsolated()
                    self.numbers.append($0)
                })
                .asObservable()
        }
    }

    @Test("A publisher with closures of an actor runs them on that actor") func actor() async throws {
        let archive = Archive()
        let stream = await archive.stream()
        #expect(try await stream.toArray().value == [1, 2, 3])
        #expect(await archive.count == 3)
    }

    @Test("A publisher's stream ignores a second subscription and values sent after cancellation")
    func misbehavingPublisher() {
        let (cancelled, log) = (Count(), Log<String>())
        let stream = MisbehavingPublisher(cancelled: cancelled).asObservable()
        stream.take(1).subscribe { log($0.debugDescription) }.dispose()
        #expect(log.entries == ["next(1)", "completed"])
        #expect(cancelled.value == 2)
    }

    /// Sends two subscriptions, and ignores demand and cancellation.
    private struct MisbehavingPublisher: Publisher {
        typealias Output = Int
        typealias Failure = Never

        struct InertSubscription: Subscription {
            let combineIdentifier = CombineIdentifier()
            let cancelled: Count
            func request(_ demand: Subscribers.Demand) {}
            func cancel() { cancelled.up() }
        }

        let cancelled: Count

        func receive<Downstream: Subscriber>(subscriber: Downstream)
        where Downstream.Input == Int, Downstream.Failure == Never {
            for _ in 1...2 { subscriber.receive(subscription: InertSubscription(cancelled: cancelled)) }
            for number in 1...3 { _ = subscriber.receive(number) }
            subscriber.receive(completion: .finished)
        }
    }
}
