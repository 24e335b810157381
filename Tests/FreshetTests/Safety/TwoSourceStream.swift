import Dispatch
import Freshet
import Testing

/// An element that counts live instances and may call a closure when it is released.
final class Item: Sendable {
    let number: Int
    private let living: Count
    private let released: (@Sendable () -> Void)?

    init(_ number: Int, _ living: Count, released: (@Sendable () -> Void)? = nil) {
        self.number = number
        self.living = living
        self.released = released
        living.up()
    }

    deinit {
        released?()
        living.down()
    }
}

/// The resources for the stream of a two-source stream.
struct TwoSourceContext: Sendable {
    var queue: any SchedulerType = SerialDispatchQueueScheduler(internalSerialQueueName: "two-source stream")
    var pool: any SchedulerType = ConcurrentDispatchQueueScheduler(qos: .default)
    /// The subscriptions that feed subjects; disposed at the end of the test.
    let feeds = CompositeDisposable()
    /// The number of live elements.
    let living: Count
    /// Represents the user's closure; operators with a closure call it.
    let userClosure: @Sendable () -> Void

    /// Forwards the events of both streams to `observer`.
    func feed<Observer: ObserverType & Sendable>(
        _ left: Observable<Item>, _ right: Observable<Item>, into observer: Observer
    ) where Observer.Element == Item {
        for source in [left, right] { _ = feeds.insert(source.subscribe { observer.on($0) }) }
    }
}

/// A stream under test with two sources that several threads can send to.
struct TwoSourceStream: Sendable, CustomTestStringConvertible {
    enum Trait {
        /// Delivers its element when a source completes.
        case onlyAtEnd
        /// Does not fail when the left source does.
        case recovers
        /// Ignores the sources' terminal events.
        case endless
        /// Stays subscribed to its sources without a subscriber.
        case fed
        /// Calls `TwoSourceContext.userClosure`.
        case closure
        /// Runs timers until the subscription ends.
        case timed
        /// May not end when its sources end.
        case mayNotEnd
        /// Retains a source that retains it, so the subscription must be disposed.
        case keepsSources
        /// Retains every element.
        case keeps
        /// Delivers elements in tasks, on the limited threads of the shared pool.
        case tasks
        /// Also delivers the terminal event in a task.
        case endsInTask
        /// Delivers at most one element.
        case single
        /// Subscribes to the right source for an element of the left one.
        case subscribesOnElement
        /// A re-entrant error overtakes pending effects of the current element: a completion, a task, or an inner
        /// stream that waits for its turn on the current thread.
        case failsAtOnce
        /// Delivers each element on its scheduler.
        case hops
    }

    let testDescription: String
    let traits: Set<Trait>
    let make:
        @Sendable (_ left: Observable<Item>, _ right: Observable<Item>, _ context: TwoSourceContext) -> Observable<Item>

    init(
        _ name: String, _ traits: Set<Trait> = [],
        _ make: @escaping @Sendable (Observable<Item>, Observable<Item>, TwoSourceContext) -> Observable<Item>
    ) {
        testDescription = name
        self.traits = traits
        self.make = make
    }

    static let all = combining + sharing + subjects + time
}
