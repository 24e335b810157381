import Foundation
import Freshet
import Testing

/// The events that a source sends on a thread of its own.
private struct Script: CustomStringConvertible {
    let elements: Int
    let fails: Bool

    static let all = [0, 2].flatMap { elements in
        [false, true].map { Script(elements: elements, fails: $0) }
    }

    var description: String { "\(elements) elements and \(fails ? "an error" : "the completion")" }

    /// Returns a source whose thread already runs when the subscription returns, so that it sends while the subscribing
    /// thread connects further sources.
    ///
    /// It fails only once, so that streams that resubscribe end.
    func source(_ living: Count) -> Observable<Item> {
        let subscriptions = Count()
        return .create { observer in
            let (running, isFirst) = (Count(), subscriptions.up() == 1)
            Thread.detachNewThread {
                running.up()
                for number in 0..<elements { observer.onNext(Item(number, living)) }
                if fails, isFirst { observer.onError(Oops()) } else { observer.onCompleted() }
            }
            while running.value == 0 { sched_yield() }
            return Disposables.create()
        }
    }
}

/// A stage that follows the stream.
private enum Consumer {
    case observer
    /// Ends the stream at its first element, on the thread of a source, and so disposes sources that are being connected.
    case take
    /// Pauses sources that can pause.
    case boundedBuffer

    func stream(_ source: Observable<Item>, _ context: TwoSourceContext) -> Observable<Item> {
        switch self {
        case .observer: source
        case .take: source.take(1)
        case .boundedBuffer: source.observe(on: context.queue, buffering: .suspending(2))
        }
    }
}

/// One subscription to a two-source stream, whose sources send on threads of their own.
private struct Round {
    let candidate: TwoSourceStream
    let consumer: Consumer
    let left: Script
    let right: Script

    /// All pairs of scripts with an observer, and each script once with the other consumers.
    static func all(_ candidate: TwoSourceStream) -> [Round] {
        let pairs = Script.all.flatMap { left in
            Script.all.map { Round(candidate: candidate, consumer: .observer, left: left, right: $0) }
        }
        let others = [Consumer.take, .boundedBuffer].flatMap { consumer in
            Swift.zip(Script.all, Script.all.reversed()).map { left, right in
                Round(candidate: candidate, consumer: consumer, left: left, right: right)
            }
        }
        return pairs + others
    }

    func violations() -> Set<String> {
        let (living, tokens) = (Count(), Count())
        var violations = run(living, tokens)
        if !eventually({ tokens.value == 0 }) { violations.insert("captures are not released") }
        if !eventually({ living.value == 0 }) { violations.insert("elements are not released") }
        return violations
    }

    private func run(_ living: Count, _ tokens: Count) -> Set<String> {
        let token = Token(tokens)
        let context = TwoSourceContext(living: living) { token.touch() }
        let stream = consumer.stream(candidate.make(left.source(living), right.source(living), context), context)
        let watcher = Watcher(Watcher.Plan(reaction: {}), Token(tokens))
        watcher.watch(stream)
        var violations: Set<String> = []
        if candidate.traits.isDisjoint(with: [.endless, .mayNotEnd]), !eventually({ watcher.hasEnded }) {
            violations.insert("the end is lost")
        }
        watcher.dispose()
        context.feeds.dispose()
        if candidate.traits.contains(.single), watcher.elements > 1 { violations.insert("a second element") }
        return violations.union(watcher.violations)
    }
}

/// A stream of a thousand sources, each of which emits its index on a concurrent queue and completes.
struct ManySources: CustomTestStringConvertible {
    static let count = 1_000

    let testDescription: String
    let make: @Sendable ([Observable<Int>]) -> Observable<[Int]>
    /// Returns true if the events are those that the stream must deliver.
    let isExpected: @Sendable ([Event<[Int]>]) -> Bool

    static let all: [ManySources] = [
        ManySources(
            testDescription: "zip", make: { Observable.zip($0) },
            isExpected: { $0 == [.next(indices), .completed] }),
        ManySources(
            testDescription: "combineLatest", make: { Observable.combineLatest($0) },
            isExpected: { $0 == [.next(indices), .completed] }),
        ManySources(
            testDescription: "merge", make: { Observable.merge($0).toArray().asObservable() },
            isExpected: { $0.first?.element?.sorted() == indices && $0.dropFirst() == [.completed] }),
        ManySources(
            testDescription: "amb", make: { Observable.amb($0).toArray().asObservable() },
            isExpected: { $0.first?.element?.count == 1 && $0.dropFirst() == [.completed] }),
        ManySources(
            testDescription: "concat", make: { Observable.concat($0).toArray().asObservable() },
            isExpected: { $0 == [.next(indices), .completed] }),
    ]
    private static let indices = Array(0..<count)
}

@Suite("Sources on other threads while later sources are being connected", .blocking)
struct ConnectionTests {
    @Test(
        "A stream serializes its sources' events, delivers one end, and releases everything",
        arguments: TwoSourceStream.all)
    func holds(_ candidate: TwoSourceStream) {
        for round in Round.all(candidate) {
            let violations = round.violations()
            #expect(violations.isEmpty, "left sends \(round.left), right \(round.right), to \(round.consumer)")
            if !violations.isEmpty { return }
        }
    }

    @Test("A stream of a thousand sources delivers their elements and one end", arguments: ManySources.all)
    func manySources(_ many: ManySources) {
        let pool = ConcurrentDispatchQueueScheduler(qos: .default)
        let sources = (0..<ManySources.count).map { Observable.just($0).observe(on: pool).take(1) }
        for _ in 0..<5 {
            let (log, ended) = (Log<Event<[Int]>>(), Gate())
            let subscription = many.make(sources).subscribe { event in
                log(event)
                if event.isStopEvent { ended.open() }
            }
            #expect(ended.wait(), "\(many.testDescription)")
            #expect(many.isExpected(log.entries), "\(many.testDescription)")
            subscription.dispose()
        }
    }
}
