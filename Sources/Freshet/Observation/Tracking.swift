import FreshetPlatform
import Observation

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension ObservableType where Element: Sendable {
    /// Emits the value that a closure reads from `@Observable` models, now and after each change.
    ///
    /// ```swift
    /// Observable.tracking { model.count }
    /// ```
    /// Changes made before the main actor is free are coalesced into one element, the newest value. Setting a property
    /// to an equal value may emit that value again. On the main thread, the first value is emitted during the
    /// subscription. Each subscription reads independently, and tracks the properties that the closure read last.
    /// Capture the model weakly if it owns the subscription: `{ [weak model] in model?.count ?? 0 }`.
    ///
    /// Observation announces a change before it takes effect, so the value is read later, once the main actor is free.
    /// A change made on another thread may therefore be missed: isolate the properties to the main actor, or change
    /// them there.
    /// - Ends: never; dispose the subscription to stop it.
    /// - Runs on: the main actor.
    /// - Keeps: `value` and its captures while subscribed. The model keeps a few bytes for each past subscription until
    ///   its next change.
    @_disfavoredOverload
    @preconcurrency
    public static func tracking(_ value: @escaping @MainActor @Sendable () -> Element) -> Observable<Element> {
        tracking(isolatedTo: MainActor.shared) { _ in MainActor.assumeIsolated(value) }
    }

    /// Emits the value that a closure reads from models on an actor, now and after each change.
    ///
    /// ```swift
    /// Observable.tracking(isolatedTo: store) { store in store.model.count }
    /// ```
    /// Like ``tracking(_:)``, for `@Observable` models isolated to `actor`. The first value is emitted after the
    /// subscription, or during it if `actor` is the main actor and the subscription is made on the main thread.
    /// - Ends: never; dispose the subscription to stop it.
    /// - Runs on: `actor`.
    /// - Keeps: `actor`, `value` and its captures while subscribed.
    @_disfavoredOverload
    public static func tracking<A: Actor>(
        isolatedTo actor: A, _ value: @escaping @Sendable (isolated A) -> Element
    ) -> Observable<Element> {
        ClosureStream { sink, lifetime in
            let subscription = TrackingSubscription(actor, value, sink, lifetime)
            if actor === MainActor.shared, MainScheduler.isMainThread {
                actor.assumeIsolated { subscription.emit(isolatedTo: $0) }
            } else {
                subscription.emitLater()
            }
        }
    }
}

/// Emits the value, then waits for a change of a property that was read.
///
/// Only the tracked models and the task of the next emission retain it, so that an abandoned subscription is released
/// with them.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
private final class TrackingSubscription<A: Actor, Element: Sendable>: Sendable {
    private struct Target: Sendable {
        let actor: A
        let value: @Sendable (isolated A) -> Element
        let sink: Sink<Element>
        let lifetime: Lifetime
    }

    /// Nil after disposal, because a model retains its observers until the next change.
    private let target: Mutex<Target?>

    init(
        _ actor: A, _ value: @escaping @Sendable (isolated A) -> Element, _ sink: Sink<Element>, _ lifetime: Lifetime
    ) {
        target = Mutex(Target(actor: actor, value: value, sink: sink, lifetime: lifetime))
        lifetime.add(Disposables.create { [weak self] in self?.release() })
    }

    /// Reads the value and registers for the next change in one step.
    ///
    /// The models are isolated to the actor, so no change can happen in between.
    func emit(isolatedTo actor: isolated A) {
        guard let target = target.withLock({ $0 }), !target.lifetime.hasEnded else { return }
        let element = withObservationTracking {
            target.value(actor)
        } onChange: { [self] in
            emitLater()
        }
        if !target.lifetime.hasEnded { target.sink.next(element) }
    }

    /// Emits later, once the actor is free. Observation announces a change before it takes effect.
    func emitLater() {
        guard let actor = target.withLock({ $0?.actor }) else { return }
        Task { await emit(isolatedTo: actor) }
    }

    private func release() {
        let target = target.withLock { $0.take() }
        withExtendedLifetime(target) {}
    }
}
