import Foundation
import Freshet
import Synchronization

/// An observer that notices when the Rx contract is broken: two threads at once, something after the end, or after it has disposed its subscription.
final class Watcher: ObserverType, Sendable {
    /// What it does with the element of a number, counted from 1.
    struct Plan: Sendable {
        var disposesAt: Int?
        var reactsAt: Int?
        let reaction: @Sendable () -> Void
    }

    private struct Record {
        var elements = 0
        var ends = 0
        var isDisposed = false
        var offences: Set<String> = []
    }

    private let plan: Plan
    private let token: Token
    private let thread = Atomic<UInt>(0)
    private let record = Mutex(Record())
    private let isSubscribed = Atomic<Bool>(false)
    private let subscription = SingleAssignmentDisposable()

    init(_ plan: Plan, _ token: Token) {
        self.plan = plan
        self.token = token
    }

    /// What was wrong.
    var offences: Set<String> { record.withLock { $0.offences } }
    var elements: Int { record.withLock { $0.elements } }
    var hasEnded: Bool { record.withLock { $0.ends > 0 } }
    /// Whether the subscription has been disposed, by itself or another.
    var isDisposed: Bool { subscription.isDisposed }

    func watch(_ stream: Observable<Item>) {
        subscription.setDisposable(stream.subscribe(self))
        isSubscribed.store(true, ordering: .releasing)
    }

    func dispose() { subscription.dispose() }

    func on(_ event: Event<Item>) {
        token.touch()
        let me = currentThread()
        let (isFirst, other) = thread.compareExchange(expected: 0, desired: me, ordering: .acquiringAndReleasing)
        defer { if isFirst { thread.store(0, ordering: .releasing) } }
        let number = record.withLock { record in
            if !isFirst, other != me { record.offences.insert("two threads at once") }
            if record.ends > 0 { record.offences.insert("an event after the end") }
            if record.isDisposed { record.offences.insert("an event after its disposal") }
            if event.isStopEvent { record.ends += 1 } else { record.elements += 1 }
            return event.isStopEvent ? 0 : record.elements
        }
        if number == plan.reactsAt { plan.reaction() }
        // What comes before the subscription is known cannot dispose it.
        if let last = plan.disposesAt, number >= last, isSubscribed.load(ordering: .acquiring) {
            subscription.dispose()
            record.withLock { $0.isDisposed = true }
        }
    }
}
