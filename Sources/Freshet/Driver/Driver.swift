extension SharedSequenceConvertibleType where SharingStrategy == DriverSharingStrategy {
    /// The same elements, of which whoever subscribes receives the newest at once. Ends with the source.
    @preconcurrency
    public func asDriver() -> Driver<Element> where Element: Sendable { asSharedSequence() }

    /// Sends each element to all of the observers, on the main thread.
    public func drive<Observer: ObserverType & Sendable>(
        _ observers: Observer...
    ) -> any Disposable where Observer.Element == Element {
        asObservable().subscribe { event in for observer in observers { observer.on(event) } }
    }

    /// Sends each element to all of the observers of the optional, on the main thread.
    public func drive<Observer: ObserverType & Sendable>(
        _ observers: Observer...
    ) -> any Disposable where Observer.Element == Element? {
        asObservable().subscribe { event in for observer in observers { observer.on(event.map { $0 }) } }
    }

    /// Has the relays accept each element, on the main thread.
    public func drive(_ relays: BehaviorRelay<Element>...) -> any Disposable {
        drive(onNext: { element in for relay in relays { relay.accept(element) } })
    }

    /// Has the relays of the optional accept each element, on the main thread.
    public func drive(_ relays: BehaviorRelay<Element?>...) -> any Disposable {
        drive(onNext: { element in for relay in relays { relay.accept(element) } })
    }

    /// Has the relays accept each element, on the main thread.
    public func drive(_ relays: ReplayRelay<Element>...) -> any Disposable {
        drive(onNext: { element in for relay in relays { relay.accept(element) } })
    }

    /// Has the relays of the optional accept each element, on the main thread.
    public func drive(_ relays: ReplayRelay<Element?>...) -> any Disposable {
        drive(onNext: { element in for relay in relays { relay.accept(element) } })
    }

    /// Hands the stream to a function that subscribes to it.
    public func drive<Result>(_ transformation: (Observable<Element>) -> Result) -> Result {
        transformation(asObservable())
    }

    /// Hands the stream to a function that takes one more argument and subscribes to it.
    public func drive<Argument, Result>(
        _ with: (Observable<Element>) -> (Argument) -> Result, curriedArgument: Argument
    ) -> Result {
        with(asObservable())(curriedArgument)
    }

    /// Subscribes with closures that are isolated to the main actor.
    @preconcurrency
    public func drive(
        onNext: (@MainActor @Sendable (Element) -> Void)? = nil, onCompleted: (@MainActor @Sendable () -> Void)? = nil,
        onDisposed: (@MainActor @Sendable () -> Void)? = nil
    ) -> any Disposable {
        asObservable().subscribeOnMain(onNext: onNext, onCompleted: onCompleted, onDisposed: onDisposed)
    }

    /// Subscribes with closures that are isolated to the main actor and given `object`, which is not retained.
    @preconcurrency
    public func drive<Object: AnyObject & Sendable>(
        with object: Object, onNext: (@MainActor @Sendable (Object, Element) -> Void)? = nil,
        onCompleted: (@MainActor @Sendable (Object) -> Void)? = nil,
        onDisposed: (@MainActor @Sendable (Object) -> Void)? = nil
    ) -> any Disposable {
        drive(
            onNext: { [weak object] element in if let object { onNext?(object, element) } },
            onCompleted: { [weak object] in if let object { onCompleted?(object) } },
            onDisposed: { [weak object] in if let object { onDisposed?(object) } })
    }

    /// Keeps the sequence running without listening to it.
    public func drive() -> any Disposable { asObservable().subscribe() }
}

extension ObservableConvertibleType {
    /// This stream as a driver, which delivers `element` in the place of an error and completes.
    @preconcurrency
    public func asDriver(onErrorJustReturn element: Element) -> Driver<Element> where Element: Sendable {
        Driver(asObservable().observe(on: DriverSharingStrategy.scheduler).catchAndReturn(element))
    }

    /// This stream as a driver, which continues with `driver` when it fails, and ends with that.
    @preconcurrency
    public func asDriver(onErrorDriveWith driver: Driver<Element>) -> Driver<Element> where Element: Sendable {
        Driver(asObservable().observe(on: DriverSharingStrategy.scheduler).catch { _ in driver.source })
    }

    /// This stream as a driver, which continues with what `onErrorRecover` makes of an error, and ends with that.
    @preconcurrency
    public func asDriver(
        onErrorRecover: @escaping @Sendable (any Error) -> Driver<Element>
    ) -> Driver<Element> where Element: Sendable {
        Driver(asObservable().observe(on: DriverSharingStrategy.scheduler).catch { onErrorRecover($0).source })
    }
}

extension BehaviorRelay {
    /// The relay's present value, then what it accepts, on the main thread. Never ends.
    @preconcurrency
    public func asDriver() -> Driver<Element> where Element: Sendable {
        Driver(asObservable().observe(on: DriverSharingStrategy.scheduler))
    }
}

extension InfallibleType {
    /// This stream on the main thread: it needs nothing in the place of an error. Ends with the source.
    @preconcurrency
    public func asDriver() -> Driver<Element> where Element: Sendable {
        Driver(asObservable().observe(on: DriverSharingStrategy.scheduler))
    }

    /// This stream on the main thread: it needs nothing in the place of an error. Ends with the source.
    @preconcurrency
    public func asSignal() -> Signal<Element> where Element: Sendable {
        Signal(asObservable().observe(on: SignalSharingStrategy.scheduler))
    }
}
