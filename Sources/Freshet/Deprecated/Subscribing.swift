// The names of RxSwift 2 and 3 for subscribing, binding and disposing.

extension Disposable {
    /// The former name of ``disposed(by:)``.
    @available(*, deprecated, renamed: "disposed(by:)")
    public func addDisposableTo(_ bag: DisposeBag) { disposed(by: bag) }
}

extension ObservableType {
    /// The former name of `bind(to:)` for observers, which are sent errors and completions too.
    @available(*, deprecated, renamed: "bind(to:)")
    public func bindTo<Observer: ObserverType & Sendable>(
        _ observer: Observer
    ) -> any Disposable where Observer.Element == Element {
        bind(to: observer)
    }

    /// The former name of `bind(to:)` for observers, which are sent errors and completions too.
    @available(*, deprecated, renamed: "bind(to:)")
    public func bindTo<Observer: ObserverType & Sendable>(
        _ observer: Observer
    ) -> any Disposable where Observer.Element == Element? {
        bind(to: observer)
    }

    /// The former name of ``bind(to:)-(PublishRelay<Self.Element>...)``.
    @preconcurrency
    @available(*, deprecated, renamed: "bind(to:)")
    public func bindTo(_ relay: PublishRelay<Element>) -> any Disposable where Element: Sendable { bind(to: relay) }

    /// The former name of ``bind(to:)-(BehaviorRelay<Self.Element>...)``.
    @preconcurrency
    @available(*, deprecated, renamed: "bind(to:)")
    public func bindTo(_ relay: BehaviorRelay<Element>) -> any Disposable where Element: Sendable { bind(to: relay) }

    /// The former name of ``bind(onNext:)``.
    @preconcurrency
    @available(*, deprecated, renamed: "bind(onNext:)")
    public func bindNext(_ onNext: @escaping @Sendable (Element) -> Void) -> any Disposable { bind(onNext: onNext) }

    /// The former name of ``subscribe(onNext:onError:onCompleted:onDisposed:)``.
    @preconcurrency
    @available(*, deprecated, renamed: "subscribe(onNext:)")
    public func subscribeNext(_ onNext: @escaping @Sendable (Element) -> Void) -> any Disposable {
        subscribe(onNext: onNext)
    }

    /// The former name of ``subscribe(onNext:onError:onCompleted:onDisposed:)``.
    @preconcurrency
    @available(*, deprecated, renamed: "subscribe(onError:)")
    public func subscribeError(_ onError: @escaping @Sendable (any Error) -> Void) -> any Disposable {
        subscribe(onError: onError)
    }

    /// The former name of ``subscribe(onNext:onError:onCompleted:onDisposed:)``.
    @preconcurrency
    @available(*, deprecated, renamed: "subscribe(onCompleted:)")
    public func subscribeCompleted(_ onCompleted: @escaping @Sendable () -> Void) -> any Disposable {
        subscribe(onCompleted: onCompleted)
    }

    /// The former name of ``do(onNext:afterNext:onError:afterError:onCompleted:afterCompleted:onSubscribe:onSubscribed:onDispose:)``.
    @preconcurrency
    @available(*, deprecated, renamed: "do(onNext:)")
    public func doOnNext(_ onNext: @escaping @Sendable (Element) throws -> Void) -> Observable<Element> {
        `do`(onNext: onNext)
    }

    /// The former name of ``do(onNext:afterNext:onError:afterError:onCompleted:afterCompleted:onSubscribe:onSubscribed:onDispose:)``.
    @preconcurrency
    @available(*, deprecated, renamed: "do(onError:)")
    public func doOnError(_ onError: @escaping @Sendable (any Error) throws -> Void) -> Observable<Element> {
        `do`(onError: onError)
    }

    /// The former name of ``do(onNext:afterNext:onError:afterError:onCompleted:afterCompleted:onSubscribe:onSubscribed:onDispose:)``.
    @preconcurrency
    @available(*, deprecated, renamed: "do(onCompleted:)")
    public func doOnCompleted(_ onCompleted: @escaping @Sendable () throws -> Void) -> Observable<Element> {
        `do`(onCompleted: onCompleted)
    }
}

extension SharedSequenceConvertibleType where SharingStrategy == DriverSharingStrategy {
    /// The former name of ``drive(onNext:onCompleted:onDisposed:)``.
    @preconcurrency
    @available(*, deprecated, renamed: "drive(onNext:)")
    public func driveNext(_ onNext: @escaping @MainActor @Sendable (Element) -> Void) -> any Disposable {
        drive(onNext: onNext)
    }
}
