// Written by Scripts/generate-wrappers.py. Edit Scripts/wrappers.txt, not this file.

extension ObservableType {
    /// Sends each element to all `relays`; see ``bind(onNext:)``.
    @preconcurrency
    public func bind(to relays: PublishRelay<Element>...) -> any Disposable where Element: Sendable {
        subscribe(onNext: { element in for relay in relays { relay.accept(element) } })
    }

    /// Sends each element to all `relays`; see ``bind(onNext:)``.
    @preconcurrency
    public func bind(to relays: BehaviorRelay<Element>...) -> any Disposable where Element: Sendable {
        subscribe(onNext: { element in for relay in relays { relay.accept(element) } })
    }

    /// Sends each element to all `relays`; see ``bind(onNext:)``.
    @preconcurrency
    public func bind(to relays: ReplayRelay<Element>...) -> any Disposable where Element: Sendable {
        subscribe(onNext: { element in for relay in relays { relay.accept(element) } })
    }

    /// Sends each element to all `relays` of an optional type; see ``bind(onNext:)``.
    @preconcurrency
    public func bind(to relays: PublishRelay<Element?>...) -> any Disposable where Element: Sendable {
        subscribe(onNext: { element in for relay in relays { relay.accept(element) } })
    }

    /// Sends each element to all `relays` of an optional type; see ``bind(onNext:)``.
    @preconcurrency
    public func bind(to relays: BehaviorRelay<Element?>...) -> any Disposable where Element: Sendable {
        subscribe(onNext: { element in for relay in relays { relay.accept(element) } })
    }

    /// Sends each element to all `relays` of an optional type; see ``bind(onNext:)``.
    @preconcurrency
    public func bind(to relays: ReplayRelay<Element?>...) -> any Disposable where Element: Sendable {
        subscribe(onNext: { element in for relay in relays { relay.accept(element) } })
    }
}

extension InfallibleType {
    /// Sends each element to the relays, and ignores the completion; see ``subscribe(onNext:onCompleted:onDisposed:)``.
    @preconcurrency
    public func bind(to relays: PublishRelay<Element>...) -> any Disposable where Element: Sendable {
        subscribe(onNext: { element in for relay in relays { relay.accept(element) } })
    }

    /// Sends each element to the relays, and ignores the completion; see ``subscribe(onNext:onCompleted:onDisposed:)``.
    @preconcurrency
    public func bind(to relays: BehaviorRelay<Element>...) -> any Disposable where Element: Sendable {
        subscribe(onNext: { element in for relay in relays { relay.accept(element) } })
    }

    /// Sends each element to the relays, and ignores the completion; see ``subscribe(onNext:onCompleted:onDisposed:)``.
    @preconcurrency
    public func bind(to relays: ReplayRelay<Element>...) -> any Disposable where Element: Sendable {
        subscribe(onNext: { element in for relay in relays { relay.accept(element) } })
    }

    /// Sends each element to relays of an optional type, and ignores the completion; see
    /// ``subscribe(onNext:onCompleted:onDisposed:)``.
    @preconcurrency
    public func bind(to relays: PublishRelay<Element?>...) -> any Disposable where Element: Sendable {
        subscribe(onNext: { element in for relay in relays { relay.accept(element) } })
    }

    /// Sends each element to relays of an optional type, and ignores the completion; see
    /// ``subscribe(onNext:onCompleted:onDisposed:)``.
    @preconcurrency
    public func bind(to relays: BehaviorRelay<Element?>...) -> any Disposable where Element: Sendable {
        subscribe(onNext: { element in for relay in relays { relay.accept(element) } })
    }

    /// Sends each element to relays of an optional type, and ignores the completion; see
    /// ``subscribe(onNext:onCompleted:onDisposed:)``.
    @preconcurrency
    public func bind(to relays: ReplayRelay<Element?>...) -> any Disposable where Element: Sendable {
        subscribe(onNext: { element in for relay in relays { relay.accept(element) } })
    }
}

extension SharedSequenceConvertibleType where SharingStrategy == DriverSharingStrategy {
    /// Sends each element to the relays on the main thread; see ``drive(onNext:onCompleted:onDisposed:)``.
    public func drive(_ relays: BehaviorRelay<Element>...) -> any Disposable {
        drive(onNext: { element in for relay in relays { relay.accept(element) } })
    }

    /// Sends each element to the relays on the main thread; see ``drive(onNext:onCompleted:onDisposed:)``.
    public func drive(_ relays: ReplayRelay<Element>...) -> any Disposable {
        drive(onNext: { element in for relay in relays { relay.accept(element) } })
    }

    /// Sends each element to the relays of an optional type on the main thread; see
    /// ``drive(onNext:onCompleted:onDisposed:)``.
    public func drive(_ relays: BehaviorRelay<Element?>...) -> any Disposable {
        drive(onNext: { element in for relay in relays { relay.accept(element) } })
    }

    /// Sends each element to the relays of an optional type on the main thread; see
    /// ``drive(onNext:onCompleted:onDisposed:)``.
    public func drive(_ relays: ReplayRelay<Element?>...) -> any Disposable {
        drive(onNext: { element in for relay in relays { relay.accept(element) } })
    }
}

extension SharedSequenceConvertibleType where SharingStrategy == SignalSharingStrategy {
    /// Sends each element to the relays on the main thread; see ``emit(onNext:onCompleted:onDisposed:)``.
    public func emit(to relays: BehaviorRelay<Element>...) -> any Disposable {
        emit(onNext: { element in for relay in relays { relay.accept(element) } })
    }

    /// Sends each element to the relays on the main thread; see ``emit(onNext:onCompleted:onDisposed:)``.
    public func emit(to relays: PublishRelay<Element>...) -> any Disposable {
        emit(onNext: { element in for relay in relays { relay.accept(element) } })
    }

    /// Sends each element to the relays on the main thread; see ``emit(onNext:onCompleted:onDisposed:)``.
    public func emit(to relays: ReplayRelay<Element>...) -> any Disposable {
        emit(onNext: { element in for relay in relays { relay.accept(element) } })
    }

    /// Sends each element to the relays of an optional type on the main thread; see
    /// ``emit(onNext:onCompleted:onDisposed:)``.
    public func emit(to relays: BehaviorRelay<Element?>...) -> any Disposable {
        emit(onNext: { element in for relay in relays { relay.accept(element) } })
    }

    /// Sends each element to the relays of an optional type on the main thread; see
    /// ``emit(onNext:onCompleted:onDisposed:)``.
    public func emit(to relays: PublishRelay<Element?>...) -> any Disposable {
        emit(onNext: { element in for relay in relays { relay.accept(element) } })
    }

    /// Sends each element to the relays of an optional type on the main thread; see
    /// ``emit(onNext:onCompleted:onDisposed:)``.
    public func emit(to relays: ReplayRelay<Element?>...) -> any Disposable {
        emit(onNext: { element in for relay in relays { relay.accept(element) } })
    }
}
