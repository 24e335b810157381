// Binding a stream that never fails: each function is the one of ObservableType.

extension InfallibleType {
    /// Sends each event to all of the observers, until what is returned is disposed.
    public func bind<Observer: ObserverType & Sendable>(
        to observers: Observer...
    ) -> any Disposable where Observer.Element == Element {
        subscribe { event in for observer in observers { observer.on(event.event) } }
    }

    /// Sends each event to all of the observers of the optional. The completion ends them.
    public func bind<Observer: ObserverType & Sendable>(
        to observers: Observer...
    ) -> any Disposable where Observer.Element == Element? {
        subscribe { event in for observer in observers { observer.on(event.event.map { Optional($0) }) } }
    }

    /// Has the relays accept each element. The completion changes nothing; disposing what is returned ends it.
    @preconcurrency
    public func bind(to relays: PublishRelay<Element>...) -> any Disposable where Element: Sendable {
        subscribe(onNext: { element in for relay in relays { relay.accept(element) } })
    }

    /// Has the relays of the optional accept each element. The completion changes nothing; disposing what is returned ends it.
    @preconcurrency
    public func bind(to relays: PublishRelay<Element?>...) -> any Disposable where Element: Sendable {
        subscribe(onNext: { element in for relay in relays { relay.accept(element) } })
    }

    /// Has the relays accept each element. The completion changes nothing; disposing what is returned ends it.
    @preconcurrency
    public func bind(to relays: BehaviorRelay<Element>...) -> any Disposable where Element: Sendable {
        subscribe(onNext: { element in for relay in relays { relay.accept(element) } })
    }

    /// Has the relays of the optional accept each element. The completion changes nothing; disposing what is returned ends it.
    @preconcurrency
    public func bind(to relays: BehaviorRelay<Element?>...) -> any Disposable where Element: Sendable {
        subscribe(onNext: { element in for relay in relays { relay.accept(element) } })
    }

    /// Has the relays accept each element. The completion changes nothing; disposing what is returned ends it.
    @preconcurrency
    public func bind(to relays: ReplayRelay<Element>...) -> any Disposable where Element: Sendable {
        subscribe(onNext: { element in for relay in relays { relay.accept(element) } })
    }

    /// Has the relays of the optional accept each element. The completion changes nothing; disposing what is returned ends it.
    @preconcurrency
    public func bind(to relays: ReplayRelay<Element?>...) -> any Disposable where Element: Sendable {
        subscribe(onNext: { element in for relay in relays { relay.accept(element) } })
    }

    /// Calls `onNext` with each element. On the thread that it comes on, until the stream ends or what is returned is disposed.
    @preconcurrency
    public func bind(onNext: @escaping @Sendable (Element) -> Void) -> any Disposable { subscribe(onNext: onNext) }

    /// Calls `onNext` with `object`, which is not retained, and each element.
    @preconcurrency
    public func bind<Object: AnyObject & Sendable>(
        with object: Object, onNext: @escaping @Sendable (Object, Element) -> Void
    ) -> any Disposable {
        subscribe(with: object, onNext: onNext)
    }

    /// Calls `onMain` with each element, isolated to the main actor: what comes on another thread is handed over.
    @preconcurrency
    public func bind(onMain: @escaping @MainActor @Sendable (Element) -> Void) -> any Disposable
    where Element: Sendable {
        asObservable().bind(onMain: onMain)
    }

    /// Hands the stream to a function that subscribes to it.
    public func bind<Result>(to binder: (Self) -> Result) -> Result { binder(self) }

    /// Hands the stream to a function that takes one more argument and subscribes to it.
    public func bind<Argument, Result>(
        to binder: (Self) -> (Argument) -> Result, curriedArgument: Argument
    ) -> Result {
        binder(self)(curriedArgument)
    }
}
