extension SharedSequenceConvertibleType where SharingStrategy == SignalSharingStrategy {
    /// Returns this signal.
    /// - Ends: with the source.
    /// - Runs on: the main thread.
    /// - Keeps: nothing.
    @preconcurrency
    public func asSignal() -> Signal<Element> where Element: Sendable { asSharedSequence() }

    /// Subscribes the observers: each receives every event on the main thread; see
    /// ``emit(onNext:onCompleted:onDisposed:)``.
    public func emit<Observer: ObserverType & Sendable>(
        to observers: Observer...
    ) -> any Disposable where Observer.Element == Element {
        asObservable().subscribe { event in for observer in observers { observer.on(event) } }
    }

    /// Subscribes observers of an optional type: each receives every event on the main thread; see
    /// ``emit(onNext:onCompleted:onDisposed:)``.
    public func emit<Observer: ObserverType & Sendable>(
        to observers: Observer...
    ) -> any Disposable where Observer.Element == Element? {
        asObservable().subscribe { event in for observer in observers { observer.on(event.map { $0 }) } }
    }

    /// Subscribes with closures that run on the main actor.
    /// - Ends: with the source, or when the returned disposable is disposed.
    /// - Runs on: the main actor.
    /// - Keeps: nothing.
    @preconcurrency
    public func emit(
        onNext: (@MainActor @Sendable (Element) -> Void)? = nil, onCompleted: (@MainActor @Sendable () -> Void)? = nil,
        onDisposed: (@MainActor @Sendable () -> Void)? = nil
    ) -> any Disposable {
        onMain.subscribeOnMain(onNext: onNext, onCompleted: onCompleted, onDisposed: onDisposed)
    }

    /// Subscribes with main-actor closures that receive `object`, without retaining it; see
    /// ``emit(onNext:onCompleted:onDisposed:)``.
    @preconcurrency
    public func emit<Object: AnyObject & Sendable>(
        with object: Object, onNext: (@MainActor @Sendable (Object, Element) -> Void)? = nil,
        onCompleted: (@MainActor @Sendable (Object) -> Void)? = nil,
        onDisposed: (@MainActor @Sendable (Object) -> Void)? = nil
    ) -> any Disposable {
        emit(
            onNext: onNext.map { MainIsolation.weakly(object, $0) },
            onCompleted: onCompleted.map { MainIsolation.weakly(object, $0) },
            onDisposed: onDisposed.map { MainIsolation.weakly(object, $0) })
    }

    /// Subscribes without an observer, to keep the source running; see ``emit(onNext:onCompleted:onDisposed:)``.
    public func emit() -> any Disposable { asObservable().subscribe() }
}

extension ObservableConvertibleType {
    /// Converts the stream to a signal that replaces an error with `element` and completes.
    /// - Ends: with the source.
    /// - Runs on: the main thread.
    /// - Keeps: events that wait for the main thread, without a bound.
    @preconcurrency
    public func asSignal(onErrorJustReturn element: Element) -> Signal<Element> where Element: Sendable {
        asSharedSequence(onErrorJustReturn: element)
    }

    /// Converts the stream to a signal that switches to another signal if the source fails.
    /// - Ends: with the source, or with `signal` after an error.
    /// - Runs on: the main thread.
    /// - Keeps: events that wait for the main thread, without a bound.
    @preconcurrency
    public func asSignal(onErrorSignalWith signal: Signal<Element>) -> Signal<Element> where Element: Sendable {
        asSharedSequence(onErrorDriveWith: signal)
    }

    /// Converts the stream to a signal that switches to the signal that `onErrorRecover` returns for an error.
    /// - Ends: with the source, or with the returned signal after an error.
    /// - Runs on: the main thread.
    /// - Keeps: events that wait for the main thread, without a bound.
    @preconcurrency
    public func asSignal(
        onErrorRecover: @escaping @MainActor @Sendable (any Error) -> Signal<Element>
    ) -> Signal<Element> where Element: Sendable {
        let onErrorRecover = MainIsolation.unchecked(
            onErrorRecover, as: (@Sendable (any Error) -> Signal<Element>).self)
        return asSharedSequence(onErrorRecover: onErrorRecover)
    }
}

extension PublishRelay {
    /// Returns a signal of the elements that the relay accepts.
    /// - Ends: never.
    /// - Runs on: the main thread.
    /// - Keeps: elements that wait for the main thread, without a bound.
    @preconcurrency
    public func asSignal() -> Signal<Element> where Element: Sendable {
        Signal(asObservable().observe(on: SignalSharingStrategy.scheduler))
    }
}
