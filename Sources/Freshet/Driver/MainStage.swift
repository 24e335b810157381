// Sendable: immutable; see Observable.
/// Subscribes to its source on the main thread: immediately if called there.
///
/// The closures of a driver's operators are isolated to the main actor. Elements arrive there, but another thread that
/// subscribes would run the closures for elements that arrive during the subscription, such as a replayed one.
final class MainStage<Element: Sendable>: Observable<Element>, @unchecked Sendable {
    private let source: Observable<Element>

    init(_ source: Observable<Element>) { self.source = source }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        if MainScheduler.isMainThread { return source.run(sink, lifetime) }
        ScheduledSubscription(source) { ConcurrentMainScheduler.instance.schedule((), action: $0) }.run(sink, lifetime)
    }
}
