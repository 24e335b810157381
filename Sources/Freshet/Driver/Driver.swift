extension SharedSequenceConvertibleType where SharingStrategy == DriverSharingStrategy {
    /// Returns this driver.
    /// - Ends: with the source.
    /// - Runs on: the main thread.
    /// - Keeps: nothing.
    @preconcurrency
    public func asDriver() -> Driver<Element> where Element: Sendable { asSharedSequence() }

    /// Subscribes the observers: each receives every event on the main thread; see
    /// ``drive(onNext:onCompleted:onDisposed:)``.
    public func drive<Observer: ObserverType & Sendable>(
        _ observers: Observer...
    ) -> any Disposable where Observer.Element == Element {
        asObservable().subscribe { event in for observer in observers { observer.on(event) } }
    }

    /// Subscribes observers of an optional type: each receives every event on the main thread; see
    /// ``drive(onNext:onCompleted:onDisposed:)``.
    public func drive<Observer: ObserverType & Sendable>(
        _ observers: Observer...
    ) -> any Disposable where Observer.Element == Element? {
        asObservable().subscribe { event in for observer in observers { observer.on(event.map { $0 }) } }
    }

    /// Calls a function with the stream, and returns its result.
    public func drive<Result>(_ transformation: (Observable<Element>) -> Result) -> Result {
        transformation(asObservable())
    }

    /// Calls a curried function with the stream and an argument, and returns its result.
    public func drive<Argument, Result>(
        _ with: (Observable<Element>) -> (Argument) -> Result, curriedArgument: Argument
    ) -> Result {
        with(asObservable())(curriedArgument)
    }

    /// Subscribes with closures that run on the main actor.
    /// - Ends: with the source, or when the returned disposable is disposed.
    /// - Runs on: the main actor.
    /// - Keeps: nothing.
    @preconcurrency
    public func drive(
        onNext: (@MainActor @Sendable (Element) -> Void)? = nil, onCompleted: (@MainActor @Sendable () -> Void)? = nil,
        onDisposed: (@MainActor @Sendable () -> Void)? = nil
    ) -> any Disposable {
        onMain.subscribeOnMain(onNext: onNext, onCompleted: onCompleted, onDisposed: onDisposed)
    }

    /// Subscribes with main-actor closures that receive `object`, without retaining it; see
    /// ``drive(onNext:onCompleted:onDisposed:)``.
    @preconcurrency
    public func drive<Object: AnyObject & Sendable>(
        with object: Object, onNext: (@MainActor @Sendable (Object, Element) -> Void)? = nil,
        onCompleted: (@MainActor @Sendable (Object) -> Void)? = nil,
        onDisposed: (@MainActor @Sendable (Object) -> Void)? = nil
    ) -> any Disposable {
        drive(
            onNext: onNext.map { MainIsolation.weakly(object, $0) },
            onCompleted: onCompleted.map { MainIsolation.weakly(object, $0) },
            onDisposed: onDisposed.map { MainIsolation.weakly(object, $0) })
    }

    /// Subscribes without an observer, to keep the source running; see ``drive(onNext:onCompleted:onDisposed:)``.
    public func drive() -> any Disposable { asObservable().subscribe() }
}

extension ObservableConvertibleType {
    /// Converts the stream to a driver that replaces an error with `element` and completes.
    /// - Ends: with the source.
    /// - Runs on: the main thread.
    /// - Keeps: the newest element; events that wait for the main thread, without a bound.
    @preconcurrency
    public func asDriver(onErrorJustReturn element: Element) -> Driver<Element> where Element: Sendable {
        asSharedSequence(onErrorJustReturn: element)
    }

    /// Converts the stream to a driver that switches to another driver if the source fails.
    /// - Ends: with the source, or with `driver` after an error.
    /// - Runs on: the main thread.
    /// - Keeps: the newest element; events that wait for the main thread, without a bound.
    @preconcurrency
    public func asDriver(onErrorDriveWith driver: Driver<Element>) -> Driver<Element> where Element: Sendable {
        asSharedSequence(onErrorDriveWith: driver)
    }

    /// Converts the stream to a driver that switches to the driver that `onErrorRecover` returns for an error.
    /// - Ends: with the source, or with the returned driver after an error.
    /// - Runs on: the main thread.
    /// - Keeps: the newest element; events that wait for the main thread, without a bound.
    @preconcurrency
    public func asDriver(
        onErrorRecover: @escaping @MainActor @Sendable (any Error) -> Driver<Element>
    ) -> Driver<Element> where Element: Sendable {
        let onErrorRecover = MainIsolation.unchecked(
            onErrorRecover, as: (@Sendable (any Error) -> Driver<Element>).self)
        return asSharedSequence(onErrorRecover: onErrorRecover)
    }
}

extension BehaviorRelay {
    /// Returns a driver of the relay's current value and the elements it accepts.
    /// - Ends: never.
    /// - Runs on: the main thread.
    /// - Keeps: the newest element; elements that wait for the main thread, without a bound.
    @preconcurrency
    public func asDriver() -> Driver<Element> where Element: Sendable {
        Driver(asObservable().observe(on: DriverSharingStrategy.scheduler))
    }
}

extension InfallibleType {
    /// Converts the stream to a driver.
    /// - Ends: with the source.
    /// - Runs on: the main thread.
    /// - Keeps: the newest element; events that wait for the main thread, without a bound.
    @preconcurrency
    public func asDriver() -> Driver<Element> where Element: Sendable {
        Driver(asObservable().observe(on: DriverSharingStrategy.scheduler))
    }

    /// Converts the stream to a signal.
    /// - Ends: with the source.
    /// - Runs on: the main thread.
    /// - Keeps: events that wait for the main thread, without a bound.
    @preconcurrency
    public func asSignal() -> Signal<Element> where Element: Sendable {
        Signal(asObservable().observe(on: SignalSharingStrategy.scheduler))
    }
}
