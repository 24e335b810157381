// Written by Scripts/generate-wrappers.py. Edit Scripts/wrappers.txt, not this file.

extension SharedSequence {
    /// Merges the sequences; see ``ObservableType/merge(_:)-(Streams)``.
    public static func merge<Sequences: Collection>(
        _ sources: Sequences
    ) -> SharedSequence<SharingStrategy, Element> where Sequences.Element == SharedSequence<SharingStrategy, Element> {
        SharedSequence<SharingStrategy, Element>(.merge(sources.map(\.source)))
    }

    /// Merges the sequences; see ``ObservableType/merge(_:)-(Streams)``.
    public static func merge(
        _ sources: [SharedSequence<SharingStrategy, Element>]
    ) -> SharedSequence<SharingStrategy, Element> {
        SharedSequence<SharingStrategy, Element>(.merge(sources.map(\.source)))
    }

    /// Merges the sequences; see ``ObservableType/merge(_:)-(Streams)``.
    public static func merge(
        _ sources: SharedSequence<SharingStrategy, Element>...
    ) -> SharedSequence<SharingStrategy, Element> {
        SharedSequence<SharingStrategy, Element>(.merge(sources.map(\.source)))
    }

    /// Concatenates a possibly infinite series of sequences; see
    /// ``ObservableType/concat(_:)-(Observable<Self.Element>...)``.
    public static func concat<Sequences: Sequence>(
        _ sequence: Sequences
    ) -> SharedSequence<SharingStrategy, Element> where Sequences.Element == SharedSequence<SharingStrategy, Element> {
        SharedSequence<SharingStrategy, Element>(.concat(sequence.lazy.map(\.source)))
    }

    /// Concatenates the sequences; see ``ObservableType/concat(_:)-(Observable<Self.Element>...)``.
    public static func concat<Sequences: Collection>(
        _ collection: Sequences
    ) -> SharedSequence<SharingStrategy, Element> where Sequences.Element == SharedSequence<SharingStrategy, Element> {
        SharedSequence<SharingStrategy, Element>(.concat(collection) { $0.source })
    }

    /// Delivers this sequence, then `second`; see ``ObservableType/concat(_:)-method``.
    public func concat(_ second: SharedSequence<SharingStrategy, Element>) -> SharedSequence<SharingStrategy, Element> {
        SharedSequence<SharingStrategy, Element>(source.concat(second.source))
    }

    /// Pairs the elements of the sequences by index; see ``ObservableType/zip(_:)``.
    public static func zip<Sequences: Collection>(
        _ collection: Sequences
    ) -> SharedSequence<SharingStrategy, [Element]>
    where Sequences.Element == SharedSequence<SharingStrategy, Element> {
        SharedSequence<SharingStrategy, [Element]>(Observable<Element>.zip(collection.map(\.source)))
    }

    /// Pairs the elements by index and delivers the results of `resultSelector`; see
    /// ``ObservableType/zip(_:resultSelector:)``.
    ///
    /// An error thrown by `resultSelector` ends the subscription and goes to ``Hooks/defaultErrorHandler``.
    @_disfavoredOverload
    @preconcurrency
    public static func zip<Sequences: Collection, Result: Sendable>(
        _ collection: Sequences, resultSelector: @escaping @Sendable ([Element]) throws -> Result
    ) -> SharedSequence<SharingStrategy, Result> where Sequences.Element == SharedSequence<SharingStrategy, Element> {
        SharedSequence<SharingStrategy, Result>(.zip(collection.map(\.source), resultSelector: resultSelector))
    }

    /// Delivers the newest element of every sequence; see ``ObservableType/combineLatest(_:)``.
    public static func combineLatest<Sequences: Collection>(
        _ collection: Sequences
    ) -> SharedSequence<SharingStrategy, [Element]>
    where Sequences.Element == SharedSequence<SharingStrategy, Element> {
        SharedSequence<SharingStrategy, [Element]>(Observable<Element>.combineLatest(collection.map(\.source)))
    }

    /// Delivers the results of `resultSelector` for the newest elements; see
    /// ``ObservableType/combineLatest(_:resultSelector:)``.
    ///
    /// An error thrown by `resultSelector` ends the subscription and goes to ``Hooks/defaultErrorHandler``.
    @_disfavoredOverload
    @preconcurrency
    public static func combineLatest<Sequences: Collection, Result: Sendable>(
        _ collection: Sequences, resultSelector: @escaping @Sendable ([Element]) throws -> Result
    ) -> SharedSequence<SharingStrategy, Result> where Sequences.Element == SharedSequence<SharingStrategy, Element> {
        SharedSequence<SharingStrategy, Result>(
            .combineLatest(collection.map(\.source), resultSelector: resultSelector))
    }
}

extension SharedSequence where SharingStrategy: MainSharingStrategyProtocol {
    /// Pairs the elements by index and delivers the results of `resultSelector`; see
    /// ``ObservableType/zip(_:resultSelector:)``.
    ///
    /// An error thrown by `resultSelector` ends the subscription and goes to ``Hooks/defaultErrorHandler``.
    @preconcurrency
    public static func zip<Sequences: Collection, Result: Sendable>(
        _ collection: Sequences, resultSelector: @escaping @MainActor @Sendable ([Element]) throws -> Result
    ) -> SharedSequence<SharingStrategy, Result> where Sequences.Element == SharedSequence<SharingStrategy, Element> {
        let resultSelector = MainIsolation.unchecked(resultSelector, as: (@Sendable ([Element]) throws -> Result).self)
        return SharedSequence<SharingStrategy, Result>(
            onMain: .zip(collection.map(\.source), resultSelector: resultSelector))
    }

    /// Delivers the results of `resultSelector` for the newest elements; see
    /// ``ObservableType/combineLatest(_:resultSelector:)``.
    ///
    /// An error thrown by `resultSelector` ends the subscription and goes to ``Hooks/defaultErrorHandler``.
    @preconcurrency
    public static func combineLatest<Sequences: Collection, Result: Sendable>(
        _ collection: Sequences, resultSelector: @escaping @MainActor @Sendable ([Element]) throws -> Result
    ) -> SharedSequence<SharingStrategy, Result> where Sequences.Element == SharedSequence<SharingStrategy, Element> {
        let resultSelector = MainIsolation.unchecked(resultSelector, as: (@Sendable ([Element]) throws -> Result).self)
        return SharedSequence<SharingStrategy, Result>(
            onMain: .combineLatest(collection.map(\.source), resultSelector: resultSelector))
    }
}
