extension ObservableType {
    /// Subscribes with one closure for all events. Called on the thread that they come on, until the stream ends or what is returned is disposed.
    @preconcurrency
    public func subscribe(_ on: @escaping @Sendable (Event<Element>) -> Void) -> any Disposable {
        asObservable().subscribe(AnyObserver(eventHandler: on))
    }

    /// Subscribes with a closure for each kind of event, called on the thread that it comes on.
    ///
    /// An error for which there is no `onError` goes to ``Hooks/defaultErrorHandler``. `onDisposed` runs once, at the end, whichever end it is: after
    /// a terminal event right behind its closure, after disposal when the resources of the stream have been given back.
    @preconcurrency
    public func subscribe(
        onNext: (@Sendable (Element) -> Void)? = nil,
        onError: (@Sendable (any Error) -> Void)? = nil,
        onCompleted: (@Sendable () -> Void)? = nil,
        onDisposed: (@Sendable () -> Void)? = nil
    ) -> any Disposable {
        let lifetime = Lifetime()
        let disposed = onDisposed.map { Disposables.create(with: $0) }
        if let disposed { lifetime.add(disposed) }
        let sink = ClosureSink(
            lifetime, disposed, onNext: onNext, onError: onError ?? Hooks.errorHandlerWithCallStack(),
            onCompleted: onCompleted)
        asObservable().start(sink, lifetime)
        return lifetime
    }

    /// Subscribes with closures that are given `object`, which is not retained; events that come after its end are dropped.
    ///
    /// An error for which there is no `onError` goes to ``Hooks/defaultErrorHandler``.
    @preconcurrency
    public func subscribe<Object: AnyObject & Sendable>(
        with object: Object,
        onNext: (@Sendable (Object, Element) -> Void)? = nil,
        onError: (@Sendable (Object, any Error) -> Void)? = nil,
        onCompleted: (@Sendable (Object) -> Void)? = nil,
        onDisposed: (@Sendable (Object) -> Void)? = nil
    ) -> any Disposable {
        subscribe(
            onNext: { [weak object] element in if let object { onNext?(object, element) } },
            onError: onError.map { onError in
                { @Sendable [weak object] error in if let object { onError(object, error) } }
            },
            onCompleted: { [weak object] in if let object { onCompleted?(object) } },
            onDisposed: { [weak object] in if let object { onDisposed?(object) } })
    }
}

// Safe to hand between threads: see Sink.
/// The end of a chain made of closures. Guards the Rx contract: nothing after a terminal event or disposal.
private final class ClosureSink<Element>: Sink<Element>, @unchecked Sendable {
    private let lifetime: Lifetime
    private let disposed: (any Disposable)?
    // Not an optional: it would be retained for each call.
    private let onNext: @Sendable (Element) -> Void
    private let onError: (@Sendable (any Error) -> Void)?
    private let onCompleted: (@Sendable () -> Void)?

    init(
        _ lifetime: Lifetime, _ disposed: (any Disposable)?, onNext: (@Sendable (Element) -> Void)?,
        onError: (@Sendable (any Error) -> Void)?, onCompleted: (@Sendable () -> Void)?
    ) {
        self.lifetime = lifetime
        self.disposed = disposed
        self.onNext = onNext ?? { _ in }
        self.onError = onError
        self.onCompleted = onCompleted
    }

    override func next(_ element: Element) {
        if !lifetime.isDisposed { onNext(element) }
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
