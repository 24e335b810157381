// Written by Scripts/generate-wrappers.py. Edit Scripts/wrappers.txt, not this file.

extension PrimitiveSequenceType where Trait == CompletableTrait, Element == Never {
    /// Creates a completable that fails; see ``ObservableType/error(_:)``.
    public static func error(_ error: any Error) -> Completable {
        Completable(.error(error))
    }

    /// Creates a completable that never completes or fails; see ``ObservableType/never()``.
    public static func never() -> Completable {
        Completable(.never())
    }

    /// Creates a completable that completes; see ``ObservableType/empty()``.
    public static func empty() -> Completable {
        Completable(.empty())
    }
}

extension PrimitiveSequenceType where Trait == CompletableTrait, Element == Never {
    /// Runs `second` after this completable completes.
    /// - Ends: with `second`; fails with the first error of either.
    /// - Runs on: the source's thread, then the thread of `second`.
    /// - Keeps: nothing.
    public func concat(_ second: Completable) -> Completable {
        andThen(second)
    }

    /// Runs the completables one after another; the first error skips the rest; see
    /// ``ObservableType/concat(_:)-(Observable<Self.Element>...)``.
    public static func concat(_ sources: Completable...) -> Completable {
        Completable(.concat(sources.map(\.source)))
    }

    /// Runs a possibly infinite sequence of completables one after another; see
    /// ``ObservableType/concat(_:)-(Observable<Self.Element>...)``.
    public static func concat<Completables: Sequence>(
        _ sequence: Completables
    ) -> Completable where Completables.Element == Completable {
        Completable(.concat(sequence.lazy.map(\.source)))
    }

    /// Runs the completables one after another; the first error skips the rest; see
    /// ``ObservableType/concat(_:)-(Observable<Self.Element>...)``.
    public static func concat<Completables: Collection>(
        _ collection: Completables
    ) -> Completable where Completables.Element == Completable {
        Completable(.concat(collection) { $0.source })
    }

    /// Subscribes to all completables and completes when all have completed.
    /// - Ends: when all completables have completed; fails with the first error.
    /// - Runs on: the thread of the completable that ends last or fails.
    /// - Keeps: nothing.
    public static func zip<Completables: Collection>(
        _ sources: Completables
    ) -> Completable where Completables.Element == Completable {
        zip(Array(sources))
    }

    /// Subscribes to all completables and completes when all have completed.
    /// - Ends: when all completables have completed; fails with the first error.
    /// - Runs on: the thread of the completable that ends last or fails.
    /// - Keeps: nothing.
    public static func zip(_ sources: [Completable]) -> Completable {
        Completable(.merge(sources.map(\.source)))
    }

    /// Subscribes to all completables and completes when all have completed.
    /// - Ends: when all completables have completed; fails with the first error.
    /// - Runs on: the thread of the completable that ends last or fails.
    /// - Keeps: nothing.
    public static func zip(_ sources: Completable...) -> Completable {
        zip(sources)
    }
}

extension PrimitiveSequenceType where Trait == CompletableTrait, Element == Never {
    /// Calls the closures for side effects; see
    /// ``ObservableType/do(onNext:afterNext:onError:afterError:onCompleted:afterCompleted:onSubscribe:onSubscribed:onDispose:)``.
    @preconcurrency
    public func `do`(
        onError: (@Sendable (any Error) throws -> Void)? = nil,
        afterError: (@Sendable (any Error) throws -> Void)? = nil, onCompleted: (@Sendable () throws -> Void)? = nil,
        afterCompleted: (@Sendable () throws -> Void)? = nil, onSubscribe: (@Sendable () -> Void)? = nil,
        onSubscribed: (@Sendable () -> Void)? = nil, onDispose: (@Sendable () -> Void)? = nil
    ) -> Completable {
        Completable(
            primitiveSequence.source.do(
                onError: onError, afterError: afterError, onCompleted: onCompleted, afterCompleted: afterCompleted,
                onSubscribe: onSubscribe, onSubscribed: onSubscribed, onDispose: onDispose))
    }
}
