import Dispatch
import Freshet
import Testing

/// An element that is counted as long as it lives, and may say when it goes.
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

/// What the streams of one trial may use.
struct Site: Sendable {
    var queue: any SchedulerType = SerialDispatchQueueScheduler(internalSerialQueueName: "junction")
    var pool: any SchedulerType = ConcurrentDispatchQueueScheduler(qos: .default)
    /// What feeds subjects; disposed at the end of the trial.
    let feeds = CompositeDisposable()
    /// How many elements live.
    let living: Count
    /// Stands for a user's closure: each operator that takes one calls it.
    let inside: @Sendable () -> Void

    /// Sends the events of both streams into `observer`.
    func feed<Observer: ObserverType & Sendable>(
        _ left: Observable<Item>, _ right: Observable<Item>, into observer: Observer
    ) where Observer.Element == Item {
        for source in [left, right] { _ = feeds.insert(source.subscribe { observer.on($0) }) }
    }
}

/// A stream in which threads meet: two sources, each of which may be sent into from several threads.
struct Junction: Sendable, CustomTestStringConvertible {
    enum Trait {
        /// Delivers its element when a source completes.
        case onlyAtEnd
        /// Does not fail when the left source does.
        case recovers
        /// Hears nothing of the sources' ends.
        case endless
        /// Is subscribed to its sources whether somebody listens or not.
        case fed
        /// Calls `Site.inside`.
        case closure
        /// Runs timers that end with the subscription only.
        case timed
        /// Does not end with its sources in each case.
        case endsAtTimes
        /// Keeps a source that keeps it: nobody may forget to dispose a subscription.
        case keepsSources
        /// Keeps each element for good.
        case keeps
        /// Delivers elements from tasks, of whose threads there are few.
        case tasks
        /// The terminal event too.
        case endsInTask
        /// Delivers one element at the most.
        case single
        /// Subscribes to the right source in reaction to an element of the left one.
        case opens
        /// Fails at once when an error comes in reaction to an element, before what that element still brings about:
        /// a completion, a task, or an inner stream that waits for its turn on the current thread.
        case failsAtOnce
        /// Delivers each element on a thread of the scheduler, whichever scheduler it is.
        case hops
    }

    let testDescription: String
    let traits: Set<Trait>
    let make: @Sendable (_ left: Observable<Item>, _ right: Observable<Item>, _ site: Site) -> Observable<Item>

    init(
        _ name: String, _ traits: Set<Trait> = [],
        _ make: @escaping @Sendable (Observable<Item>, Observable<Item>, Site) -> Observable<Item>
    ) {
        testDescription = name
        self.traits = traits
        self.make = make
    }

    static let all = combining + sharing + subjects + time
}
