extension ObservableType {
    /// Subscribes with one closure for all events; see ``subscribe(onNext:onError:onCompleted:onDisposed:)``.
    @preconcurrency
    public func subscribe(_ on: @escaping @Sendable (Event<Element>) -> Void) -> any Disposable {
        asObservable().subscribe(AnyObserver(eventHandler: on))
    }

    /// Subscribes with a closure for each kind of event.
    ///
    /// An error without `onError` goes to ``Hooks/defaultErrorHandler``. `onDisposed` runs once: directly after the
    /// closure of a terminal event, or, on disposal, after the stream's resources are released.
    /// - Ends: with the source, or when the returned disposable is disposed.
    /// - Runs on: the source's thread.
    /// - Keeps: nothing.
    @preconcurrency
    public func subscribe(
        onNext: (@Sendable (Element) -> Void)? = nil,
        onError: (@Sendable (any Error) -> Void)? = nil,
        onCompleted: (@Sendable () -> Void)? = nil,
        onDisposed: (@Sendable () -> Void)? = nil
    ) -> any Disposable {
        let lifetime = Lifetime()
        // Not `??` and `map`, which reabstract the closures: each would cost an allocation.
        var onError = onError
        if onError == nil { onError = Hooks.errorHandlerWithCallStack() }
        if let onNext, onError == nil, onCompleted == nil, onDisposed == nil {
            asObservable().start(NextSink(lifetime, onNext), lifetime)
        } else {
            var disposed: AnonymousDisposable?
            if let onDisposed {
                let closure = AnonymousDisposable(onDisposed)
                lifetime.add(closure)
                disposed = closure
            }
            let sink = ClosureSink(lifetime, disposed, onNext: onNext, onError: onError, onCompleted: onCompleted)
            asObservable().start(sink, lifetime)
        }
        return lifetime
    }

    /// Subscribes with closures that receive `object`, without retaining it; see
    /// ``subscribe(onNext:onError:onCompleted:onDisposed:)``.
    ///
    /// Events that arrive after `object` is released are dropped. An error without `onError` goes to
    /// ``Hooks/defaultErrorHandler``.
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
