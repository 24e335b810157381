// Binding of infallible streams. Each function corresponds to the ObservableType function of the same name.

extension InfallibleType {
    /// Sends each event to the observers until the returned disposable is disposed.
    /// - Ends: with the source, or when the returned disposable is disposed.
    /// - Runs on: the source's thread.
    /// - Keeps: the observers.
    public func bind<Observer: ObserverType & Sendable>(
        to observers: Observer...
    ) -> any Disposable where Observer.Element == Element {
        subscribe { event in for observer in observers { observer.on(event.event) } }
    }

    /// Sends each event to observers of an optional type; see ``subscribe(onNext:onCompleted:onDisposed:)``.
    public func bind<Observer: ObserverType & Sendable>(
        to observers: Observer...
    ) -> any Disposable where Observer.Element == Element? {
        subscribe { event in for observer in observers { observer.on(event.event.map { Optional($0) }) } }
    }

    /// Calls `onNext` with each element; see ``subscribe(onNext:onCompleted:onDisposed:)``.
    @preconcurrency
    public func bind(onNext: @escaping @Sendable (Element) -> Void) -> any Disposable { subscribe(onNext: onNext) }

    /// Calls `onNext` with `object` and each element, without retaining `object`; see
    /// ``subscribe(with:onNext:onCompleted:onDisposed:)``.
    @preconcurrency
    public func bind<Object: AnyObject & Sendable>(
        with object: Object, onNext: @escaping @Sendable (Object, Element) -> Void
    ) -> any Disposable {
        subscribe(with: object, onNext: onNext)
    }

    /// Calls `onMain` on the main actor with each element; see ``ObservableType/bind(onMain:)``.
    @_disfavoredOverload
    @preconcurrency
    public func bind(onMain: @escaping @MainActor @Sendable (Element) -> Void) -> any Disposable
    where Element: Sendable {
        asObservable().bind(onMain: onMain)
    }

    /// Calls a function with the stream, and returns its result.
    public func bind<Result>(to binder: (Self) -> Result) -> Result { binder(self) }

    /// Calls a curried function with the stream and an argument, and returns its result.
    public func bind<Argument, Result>(
        to binder: (Self) -> (Argument) -> Result, curriedArgument: Argument
    ) -> Result {
        binder(self)(curriedArgument)
    }
}
