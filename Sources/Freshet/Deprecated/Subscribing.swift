// Written by Scripts/generate-wrappers.py. Edit Scripts/wrappers.txt, not this file.
// Names of RxSwift 2 and 3 for subscribing, binding and disposing.

extension Disposable {
    /// RxSwift's earlier name; see ``disposed(by:)``.
    @available(*, deprecated, renamed: "disposed(by:)")
    public func addDisposableTo(_ bag: DisposeBag) {
        disposed(by: bag)
    }
}

extension ObservableType {
    /// RxSwift's earlier name of `bind(to:)` for observers, which also receive errors and completions.
    @available(*, deprecated, renamed: "bind(to:)")
    public func bindTo<Observer: ObserverType & Sendable>(
        _ observer: Observer
    ) -> any Disposable where Observer.Element == Element {
        bind(to: observer)
    }

    /// RxSwift's earlier name of `bind(to:)` for observers, which also receive errors and completions.
    @available(*, deprecated, renamed: "bind(to:)")
    public func bindTo<Observer: ObserverType & Sendable>(
        _ observer: Observer
    ) -> any Disposable where Observer.Element == Element? {
        bind(to: observer)
    }

    /// RxSwift's earlier name; see ``bind(to:)-(PublishRelay<Self.Element>...)``.
    @preconcurrency
    @available(*, deprecated, renamed: "bind(to:)")
    public func bindTo(_ relay: PublishRelay<Element>) -> any Disposable where Element: Sendable {
        bind(to: relay)
    }

    /// RxSwift's earlier name; see ``bind(to:)-(BehaviorRelay<Self.Element>...)``.
    @preconcurrency
    @available(*, deprecated, renamed: "bind(to:)")
    public func bindTo(_ relay: BehaviorRelay<Element>) -> any Disposable where Element: Sendable {
        bind(to: relay)
    }

    /// RxSwift's earlier name; see ``bind(onNext:)``.
    @preconcurrency
    @available(*, deprecated, renamed: "bind(onNext:)")
    public func bindNext(_ onNext: @escaping @Sendable (Element) -> Void) -> any Disposable {
        bind(onNext: onNext)
    }

    /// RxSwift's earlier name; see ``subscribe(onNext:onError:onCompleted:onDisposed:)``.
    @preconcurrency
    @available(*, deprecated, renamed: "subscribe(onNext:)")
    public func subscribeNext(_ onNext: @escaping @Sendable (Element) -> Void) -> any Disposable {
        subscribe(onNext: onNext)
    }

    /// RxSwift's earlier name; see ``subscribe(onNext:onError:onCompleted:onDisposed:)``.
    @preconcurrency
    @available(*, deprecated, renamed: "subscribe(onError:)")
    public func subscribeError(_ onError: @escaping @Sendable (any Error) -> Void) -> any Disposable {
        subscribe(onError: onError)
    }

    /// RxSwift's earlier name; see ``subscribe(onNext:onError:onCompleted:onDisposed:)``.
    @preconcurrency
    @available(*, deprecated, renamed: "subscribe(onCompleted:)")
    public func subscribeCompleted(_ onCompleted: @escaping @Sendable () -> Void) -> any Disposable {
        subscribe(onCompleted: onCompleted)
    }

    /// RxSwift's earlier name; see
    /// ``do(onNext:afterNext:onError:afterError:onCompleted:afterCompleted:onSubscribe:onSubscribed:onDispose:)``.
    @preconcurrency
    @available(*, deprecated, renamed: "do(onNext:)")
    public func doOnNext(_ onNext: @escaping @Sendable (Element) throws -> Void) -> Observable<Element> {
        `do`(onNext: onNext)
    }

    /// RxSwift's earlier name; see
    /// ``do(onNext:afterNext:onError:afterError:onCompleted:afterCompleted:onSubscribe:onSubscribed:onDispose:)``.
    @preconcurrency
    @available(*, deprecated, renamed: "do(onError:)")
    public func doOnError(_ onError: @escaping @Sendable (any Error) throws -> Void) -> Observable<Element> {
        `do`(onError: onError)
    }

    /// RxSwift's earlier name; see
    /// ``do(onNext:afterNext:onError:afterError:onCompleted:afterCompleted:onSubscribe:onSubscribed:onDispose:)``.
    @preconcurrency
    @available(*, deprecated, renamed: "do(onCompleted:)")
    public func doOnCompleted(_ onCompleted: @escaping @Sendable () throws -> Void) -> Observable<Element> {
        `do`(onCompleted: onCompleted)
    }
}

extension SharedSequenceConvertibleType where SharingStrategy == DriverSharingStrategy {
    /// RxSwift's earlier name; see ``drive(onNext:onCompleted:onDisposed:)``.
    @preconcurrency
    @available(*, deprecated, renamed: "drive(onNext:)")
    public func driveNext(_ onNext: @escaping @MainActor @Sendable (Element) -> Void) -> any Disposable {
        drive(onNext: onNext)
    }
}
