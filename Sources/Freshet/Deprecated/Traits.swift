// Written by Scripts/generate-wrappers.py. Edit Scripts/wrappers.txt, not this file.
// RxSwift's earlier names for singles and completables.

extension PrimitiveSequenceType where Trait == SingleTrait {
    /// RxSwift's earlier name; see ``subscribe(onSuccess:onFailure:onDisposed:)``.
    @preconcurrency
    @available(*, deprecated, renamed: "subscribe(onSuccess:onFailure:onDisposed:)")
    public func subscribe(
        onSuccess: (@Sendable (Element) -> Void)? = nil, onError: @escaping @Sendable (any Error) -> Void,
        onDisposed: (@Sendable () -> Void)? = nil
    ) -> any Disposable {
        subscribe(onSuccess: onSuccess, onFailure: onError, onDisposed: onDisposed)
    }

    /// RxSwift's earlier name; see
    /// ``do(onSuccess:afterSuccess:onError:afterError:onSubscribe:onSubscribed:onDispose:)``.
    @preconcurrency
    @available(*, deprecated, renamed: "do(onSuccess:onError:onSubscribe:onSubscribed:onDispose:)")
    public func `do`(
        onNext: @escaping @Sendable (Element) throws -> Void, onError: (@Sendable (any Error) throws -> Void)? = nil,
        onSubscribe: (@Sendable () -> Void)? = nil, onSubscribed: (@Sendable () -> Void)? = nil,
        onDispose: (@Sendable () -> Void)? = nil
    ) -> Single<Element> {
        `do`(
            onSuccess: onNext, onError: onError, onSubscribe: onSubscribe, onSubscribed: onSubscribed,
            onDispose: onDispose)
    }
}

extension PrimitiveSequenceType where Trait == CompletableTrait, Element == Never {
    /// RxSwift's earlier name; see ``zip(_:)-(Completable...)``.
    @available(*, deprecated, renamed: "zip(_:)")
    public static func merge(_ sources: Completable...) -> Completable {
        zip(sources)
    }

    /// RxSwift's earlier name; see ``zip(_:)-([Completable])``.
    @available(*, deprecated, renamed: "zip(_:)")
    public static func merge(_ sources: [Completable]) -> Completable {
        zip(sources)
    }

    /// RxSwift's earlier name; see ``zip(_:)-(Completables)``.
    @available(*, deprecated, renamed: "zip(_:)")
    public static func merge<Completables: Collection>(
        _ sources: Completables
    ) -> Completable where Completables.Element == Completable {
        zip(sources)
    }
}
