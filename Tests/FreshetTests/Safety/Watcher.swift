import Foundation
import Freshet
import FreshetPlatform

/// An observer that detects violations of the Rx contract: concurrent events, and events after the end or its own disposal.
final class Watcher: ObserverType, Sendable {
    /// The elements, counted from 1, at which it reacts or disposes.
    struct Plan: Sendable {
        var disposesAt: Int?
        var reactsAt: Int?
        let reaction: @Sendable () -> Void
    }

    private struct Record {
        var elements = 0
        var ends = 0
        var subscription: (any Disposable)?
        var wasDisposed = false
        var isSilent = false
        var violations: Set<String> = []
    }

    private let plan: Plan
    private let token: Token
    private let thread = Atomic<UInt>(0)
    private let record = Mutex(Record())

    init(_ plan: Plan, _ token: Token) {
        self.plan = plan
        self.token = token
    }

    /// The detected violations.
    var violations: Set<String> { record.withLock { $0.violations } }
    var elements: Int { record.withLock { $0.elements } }
    var hasEnded: Bool { record.withLock { $0.ends > 0 } }
    /// True if the subscription has been disposed, by itself or by another thread.
    var isDisposed: Bool { record.withLock { $0.wasDisposed } }

    func watch(_ stream: Observable<Item>) {
        let subscription = stream.subscribe(self)
        record.withLock { $0.subscription = subscription }
    }

    /// Disposes the subscription if `subscribe` has returned it.
    func dispose() {
        guard let subscription = record.withLock({ $0.subscription }) else { return }
        subscription.dispose()
        record.withLock { $0.wasDisposed = true }
    }

    func on(_ event: Event<Item>) {
        token.touch()
        let me = currentThread()
        let (isFirst, other) = thread.compareExchange(expected: 0, desired: me, ordering: .acquiringAndReleasing)
        defer { if isFirst { thread.store(0, ordering: .releasing) } }
        let number = record.withLock { record in
            if !isFirst, other != me { record.violations.insert("two concurrent events") }
            if record.ends > 0 { record.violations.insert("an event after the end") }
            if record.isSilent { record.violations.insert("an event after its disposal") }
            if event.isStopEvent { record.ends += 1 } else { record.elements += 1 }
            return event.isStopEvent ? 0 : record.elements
        }
        if number == plan.reactsAt { plan.reaction() }
        if let last = plan.disposesAt, number >= last {
            dispose()
            // After a disposal on the delivering thread, no event may arrive.
            record.withLock { $0.isSilent = $0.wasDisposed }
        }
    }
}
