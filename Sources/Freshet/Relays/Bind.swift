extension ObservableType {
    /// Sends each event to all `observers`, terminal events included.
    /// - Ends: with the source, or when the returned disposable is disposed.
    /// - Runs on: the source's thread.
    /// - Keeps: the observers.
    public func bind<Observer: ObserverType & Sendable>(
        to observers: Observer...
    ) -> any Disposable where Observer.Element == Element {
        subscribe { event in for observer in observers { observer.on(event) } }
    }

    /// Sends each event to all `observers` of an optional type, terminal events included.
    /// - Ends: with the source, or when the returned disposable is disposed.
    /// - Runs on: the source's thread.
    /// - Keeps: the observers.
    public func bind<Observer: ObserverType & Sendable>(
        to observers: Observer...
    ) -> any Disposable where Observer.Element == Element? {
        map { Optional($0) }.subscribe { event in for observer in observers { observer.on(event) } }
    }

    /// Calls `onNext` with each element.
    ///
    /// An error goes to ``Hooks/defaultErrorHandler``; completion has no effect.
    /// - Ends: with the source, or when the returned disposable is disposed.
    /// - Runs on: the source's thread.
    /// - Keeps: `onNext`.
    @preconcurrency
    public func bind(onNext: @escaping @Sendable (Element) -> Void) -> any Disposable { subscribe(onNext: onNext) }

    /// Calls `onNext` with `object`, which isn't retained, and each element; see ``bind(onNext:)``.
    @preconcurrency
    public func bind<Object: AnyObject & Sendable>(
        with object: Object, onNext: @escaping @Sendable (Object, Element) -> Void
    ) -> any Disposable {
        subscribe(with: object, onNext: onNext)
    }

    /// Passes the stream to a function that subscribes to it.
    public func bind<Result>(to binder: (Self) -> Result) -> Result { binder(self) }

    /// Passes the stream to a function that takes one more argument and subscribes to it.
    public func bind<Argument, Result>(
        to binder: (Self) -> (Argument) -> Result, curriedArgument: Argument
    ) -> Result {
        binder(self)(curriedArgument)
    }
}
