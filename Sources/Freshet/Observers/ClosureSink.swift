/// The end of a chain with only an `onNext` closure, the most common case.
///
/// Enforces the Rx contract: no event follows a terminal event or disposal.
final class NextSink<Element>: Sink<Element>, @unchecked Sendable {
    private let lifetime: Lifetime
    private let onNext: @Sendable (Element) -> Void

    init(_ lifetime: Lifetime, _ onNext: @escaping @Sendable (Element) -> Void) {
        self.lifetime = lifetime
        self.onNext = onNext
    }

    override func next(_ element: Element) {
        if !lifetime.hasEnded { onNext(element) }
    }

    override func error(_ error: any Error) {
        guard lifetime.stop() else { return }
        Hooks.defaultErrorHandler([], error)
        lifetime.dispose()
    }

    override func completed() {
        if lifetime.stop() { lifetime.dispose() }
    }
}

/// The end of a chain with closures for several kinds of events.
///
/// Enforces the Rx contract: no event follows a terminal event or disposal.
final class ClosureSink<Element>: Sink<Element>, @unchecked Sendable {
    private let lifetime: Lifetime
    private let disposed: AnonymousDisposable?
    // Not an optional: it would be retained for each call.
    private let onNext: @Sendable (Element) -> Void
    private let onError: (@Sendable (any Error) -> Void)?
    private let onCompleted: (@Sendable () -> Void)?

    init(
        _ lifetime: Lifetime, _ disposed: AnonymousDisposable?, onNext: (@Sendable (Element) -> Void)?,
        onError: (@Sendable (any Error) -> Void)?, onCompleted: (@Sendable () -> Void)?
    ) {
        self.lifetime = lifetime
        self.disposed = disposed
        if let onNext { self.onNext = onNext } else { self.onNext = { _ in } }
        self.onError = onError
        self.onCompleted = onCompleted
    }

    override func next(_ element: Element) {
        if !lifetime.hasEnded { onNext(element) }
    }

    override func error(_ error: any Error) {
        guard lifetime.stop() else { return }
        if let onError { onError(error) } else { Hooks.defaultErrorHandler([], error) }
        disposed?.dispose()
        lifetime.dispose()
    }

    override func completed() {
        guard lifetime.stop() else { return }
        onCompleted?()
        disposed?.dispose()
        lifetime.dispose()
    }
}
