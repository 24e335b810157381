extension SharedSequenceConvertibleType where SharingStrategy == SignalSharingStrategy {
    /// The same elements, of which none is kept for those who come later. Ends with the source.
    @preconcurrency
    public func asSignal() -> Signal<Element> where Element: Sendable { asSharedSequence() }

    /// Sends each element to all of the observers, on the main thread.
    public func emit<Observer: ObserverType & Sendable>(
        to observers: Observer...
    ) -> any Disposable where Observer.Element == Element {
        asObservable().subscribe { event in for observer in observers { observer.on(event) } }
    }

    /// Sends each element to all of the observers of the optional, on the main thread.
    public func emit<Observer: ObserverType & Sendable>(
        to observers: Observer...
    ) -> any Disposable where Observer.Element == Element? {
        asObservable().subscribe { event in for observer in observers { observer.on(event.map { $0 }) } }
    }

    /// Has the relays accept each element, on the main thread.
    public func emit(to relays: BehaviorRelay<Element>...) -> any Disposable {
        emit(onNext: { element in for relay in relays { relay.accept(element) } })
    }

    /// Has the relays of the optional accept each element, on the main thread.
    public func emit(to relays: BehaviorRelay<Element?>...) -> any Disposable {
        emit(onNext: { element in for relay in relays { relay.accept(element) } })
    }

    /// Has the relays accept each element, on the main thread.
    public func emit(to relays: PublishRelay<Element>...) -> any Disposable {
        emit(onNext: { element in for relay in relays { relay.accept(element) } })
    }

    /// Has the relays of the optional accept each element, on the main thread.
    public func emit(to relays: PublishRelay<Element?>...) -> any Disposable {
        emit(onNext: { element in for relay in relays { relay.accept(element) } })
    }

    /// Has the relays accept each element, on the main thread.
    public func emit(to relays: ReplayRelay<Element>...) -> any Disposable {
        emit(onNext: { element in for relay in relays { relay.accept(element) } })
    }

    /// Has the relays of the optional accept each element, on the main thread.
    public func emit(to relays: ReplayRelay<Element?>...) -> any Disposable {
        emit(onNext: { element in for relay in relays { relay.accept(element) } })
    }

    /// Subscribes with closures that are isolated to the main actor.
    @preconcurrency
    public func emit(
        onNext: (@MainActor @Sendable (Element) -> Void)? = nil, onCompleted: (@MainActor @Sendable () -> Void)? = nil,
        onDisposed: (@MainActor @Sendable () -> Void)? = nil
    ) -> any Disposable {
        asObservable().subscribeOnMain(onNext: onNext, onCompleted: onCompleted, onDisposed: onDisposed)
    }

    /// Subscribes with closures that are isolated to the main actor and given `object`, which is not retained.
    @preconcurrency
    public func emit<Object: AnyObject & Sendable>(
        with object: Object, onNext: (@MainActor @Sendable (Object, Element) -> Void)? = nil,
        onCompleted: (@MainActor @Sendable (Object) -> Void)? = nil,
        onDisposed: (@MainActor @Sendable (Object) -> Void)? = nil
    ) -> any Disposable {
        emit(
            onNext: { [weak object] element in if let object { onNext?(object, element) } },
            onCompleted: { [weak object] in if let object { onCompleted?(object) } },
            onDisposed: { [weak object] in if let object { onDisposed?(object) } })
    }

    /// Keeps the sequence running without listening to it.
    public func emit() -> any Disposable { asObservable().subscribe() }
}

extension ObservableConvertibleType {
    /// This stream as a signal, which delivers `element` in the place of an error and completes.
    @preconcurrency
    public func asSignal(onErrorJustReturn element: Element) -> Signal<Element> where Element: Sendable {
        Signal(asObservable().observe(on: SignalSharingStrategy.scheduler).catchAndReturn(element))
    }

    /// This stream as a signal, which continues with `signal` when it fails, and ends with that.
    @preconcurrency
    public func asSignal(onErrorSignalWith signal: Signal<Element>) -> Signal<Element> where Element: Sendable {
        Signal(asObservable().observe(on: SignalSharingStrategy.scheduler).catch { _ in signal.source })
    }

    /// This stream as a signal, which continues with what `onErrorRecover` makes of an error, and ends with that.
    @preconcurrency
    public func asSignal(
        onErrorRecover: @escaping @Sendable (any Error) -> Signal<Element>
    ) -> Signal<Element> where Element: Sendable {
        Signal(asObservable().observe(on: SignalSharingStrategy.scheduler).catch { onErrorRecover($0).source })
    }
}

extension PublishRelay {
    /// What the relay accepts from now on, on the main thread. Never ends.
    @preconcurrency
    public func asSignal() -> Signal<Element> where Element: Sendable {
        Signal(asObservable().observe(on: SignalSharingStrategy.scheduler))
    }
}
