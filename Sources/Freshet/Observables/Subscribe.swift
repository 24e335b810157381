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
        // Not by `??` and `map`, which hold closures in another form: each would cost an allocation.
        var onError = onError
        if onError == nil { onError = Hooks.errorHandlerWithCallStack() }
        if let onNext, onError == nil, onCompleted == nil, onDisposed == nil {
            asObservable().start(NextSink(lifetime, onNext), lifetime)
        } else {
            var disposed: DisposedClosure?
            if let onDisposed {
                let closure = DisposedClosure(onDisposed)
                lifetime.add(closure)
                disposed = closure
            }
            let sink = ClosureSink(lifetime, disposed, onNext: onNext, onError: onError, onCompleted: onCompleted)
            asObservable().start(sink, lifetime)
        }
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
