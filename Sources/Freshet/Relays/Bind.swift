extension ObservableType {
    /// Sends each event to all of the observers, until what is returned is disposed.
    public func bind<Observer: ObserverType & Sendable>(
        to observers: Observer...
    ) -> any Disposable where Observer.Element == Element {
        subscribe { event in for observer in observers { observer.on(event) } }
    }

    /// Sends each event to all of the observers of the optional. Terminal events too; what is returned ends it.
    public func bind<Observer: ObserverType & Sendable>(
        to observers: Observer...
    ) -> any Disposable where Observer.Element == Element? {
        map { Optional($0) }.subscribe { event in for observer in observers { observer.on(event) } }
    }

    /// Calls `onNext` with each element. The stream must not fail: an error goes to ``Hooks/defaultErrorHandler``.
    @preconcurrency
    public func bind(onNext: @escaping @Sendable (Element) -> Void) -> any Disposable { subscribe(onNext: onNext) }

    /// Has the relays accept each element; an error goes to ``Hooks/defaultErrorHandler``, completion changes nothing.
    @preconcurrency
    public func bind(to relays: PublishRelay<Element>...) -> any Disposable where Element: Sendable {
        subscribe(onNext: { element in for relay in relays { relay.accept(element) } })
    }

    /// Has the relays of the optional accept each element. An error goes to ``Hooks/defaultErrorHandler``.
    @preconcurrency
    public func bind(to relays: PublishRelay<Element?>...) -> any Disposable where Element: Sendable {
        subscribe(onNext: { element in for relay in relays { relay.accept(element) } })
    }

    /// Has the relays accept each element; an error goes to ``Hooks/defaultErrorHandler``, completion changes nothing.
    @preconcurrency
    public func bind(to relays: BehaviorRelay<Element>...) -> any Disposable where Element: Sendable {
        subscribe(onNext: { element in for relay in relays { relay.accept(element) } })
    }

    /// Has the relays of the optional accept each element. An error goes to ``Hooks/defaultErrorHandler``.
    @preconcurrency
    public func bind(to relays: BehaviorRelay<Element?>...) -> any Disposable where Element: Sendable {
        subscribe(onNext: { element in for relay in relays { relay.accept(element) } })
    }

    /// Has the relays accept each element; an error goes to ``Hooks/defaultErrorHandler``, completion changes nothing.
    @preconcurrency
    public func bind(to relays: ReplayRelay<Element>...) -> any Disposable where Element: Sendable {
        subscribe(onNext: { element in for relay in relays { relay.accept(element) } })
    }

    /// Has the relays of the optional accept each element. An error goes to ``Hooks/defaultErrorHandler``.
    @preconcurrency
    public func bind(to relays: ReplayRelay<Element?>...) -> any Disposable where Element: Sendable {
        subscribe(onNext: { element in for relay in relays { relay.accept(element) } })
    }

    /// Calls `onNext` with `object`, which is not retained, and each element. An error goes to ``Hooks/defaultErrorHandler``.
    @preconcurrency
    public func bind<Object: AnyObject & Sendable>(
        with object: Object, onNext: @escaping @Sendable (Object, Element) -> Void
    ) -> any Disposable {
        subscribe(with: object, onNext: onNext)
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
