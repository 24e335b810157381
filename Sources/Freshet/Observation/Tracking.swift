import Observation
import Synchronization

extension ObservableType where Element: Sendable {
    /// Emits what `value` reads from `@Observable` models on the main actor, now and after each change.
    ///
    /// ```swift
    /// Observable.tracking { model.count }
    /// ```
    /// Several changes before the main actor is free are one element, the newest value; setting an equal value may emit it again. On the main thread the
    /// first value is delivered during the subscription. Each subscription reads by itself, and reads again what the closure reads then.
    /// Capture the model weakly if it owns the subscription: `{ [weak model] in model?.count ?? 0 }`.
    ///
    /// Observation announces a change before it is made, so the value is read in a later turn of the main actor. A change made on another thread may
    /// therefore be missed: the properties belong to the main actor, or change there.
    /// - Ends: never; only disposal ends it.
    /// - Runs on: the main actor.
    /// - Keeps: `value` and what it captures, while subscribed. The model keeps a few bytes for each past subscription until its next change.
    @preconcurrency
    public static func tracking(_ value: @escaping @MainActor @Sendable () -> Element) -> Observable<Element> {
        Tracked(MainActor.shared) { _ in MainActor.assumeIsolated(value) }
    }

    /// Emits what `value` reads from `@Observable` models on an actor, now and after each change.
    ///
    /// ```swift
    /// Observable.tracking(isolatedTo: store) { store in store.model.count }
    /// ```
    /// The same as ``tracking(_:)`` for models that belong to `actor`. The first value comes after the subscription, unless that is made on the
    /// main thread and `actor` is the main actor.
    /// - Ends: never; only disposal ends it.
    /// - Runs on: `actor`.
    /// - Keeps: `actor`, `value` and what it captures, while subscribed.
    public static func tracking<A: Actor>(
        isolatedTo actor: A, _ value: @escaping @Sendable (isolated A) -> Element
    ) -> Observable<Element> {
        Tracked(actor, value)
    }
}

// Sendable: immutable after init.
private final class Tracked<A: Actor, Element: Sendable>: Observable<Element>, @unchecked Sendable {
    private let actor: A
    private let value: @Sendable (isolated A) -> Element

    init(_ actor: A, _ value: @escaping @Sendable (isolated A) -> Element) {
        self.actor = actor
        self.value = value
    }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        let subscription = TrackingSubscription(actor, value, sink, lifetime)
        if actor === MainActor.shared, MainScheduler.isMainThread {
            actor.assumeIsolated { subscription.emit(isolatedTo: $0) }
        } else {
            subscription.emitLater()
        }
    }
}

/// Emits the value, then waits for the next change of what was read.
///
/// Only the models that were read and the task of the next emission refer to it, so that a forgotten subscription ends with them.
private final class TrackingSubscription<A: Actor, Element: Sendable>: Sendable {
    private struct Target: Sendable {
        let actor: A
        let value: @Sendable (isolated A) -> Element
        let sink: Sink<Element>
        let lifetime: Lifetime
    }

    /// Nil after disposal: a model keeps its observers until the next change.
    private let target: Mutex<Target?>

    init(
        _ actor: A, _ value: @escaping @Sendable (isolated A) -> Element, _ sink: Sink<Element>, _ lifetime: Lifetime
    ) {
        target = Mutex(Target(actor: actor, value: value, sink: sink, lifetime: lifetime))
        lifetime.add(Disposables.create { [weak self] in self?.release() })
    }

    /// Reads the value and registers for the next change in one step: the models belong to the actor, so none can come in between.
    func emit(isolatedTo actor: isolated A) {
        guard let target = target.withLock({ $0 }), !target.lifetime.isDisposed else { return }
        let element = withObservationTracking {
            target.value(actor)
        } onChange: { [self] in
            emitLater()
        }
        if !target.lifetime.isDisposed { target.sink.next(element) }
    }

    /// Emits in a later turn of the actor: a change is announced before it is made.
    func emitLater() {
        guard let actor = target.withLock({ $0?.actor }) else { return }
        Task { await emit(isolatedTo: actor) }
    }

    private func release() {
        let target = target.withLock { $0.take() }
        withExtendedLifetime(target) {}
    }
}
