// Several shared sequences of one strategy: each operator is the one of ObservableType, shared as the strategy says.

extension SharedSequence {
    /// Delivers what all of the sequences deliver, as it comes. Ends when all have completed.
    public static func merge<Sequences: Collection>(
        _ sources: Sequences
    ) -> SharedSequence<SharingStrategy, Element> where Sequences.Element == SharedSequence<SharingStrategy, Element> {
        SharedSequence(.merge(sources.map(\.source)))
    }

    /// Delivers what all of the sequences deliver, as it comes. Ends when all have completed.
    public static func merge(
        _ sources: [SharedSequence<SharingStrategy, Element>]
    ) -> SharedSequence<SharingStrategy, Element> {
        SharedSequence(.merge(sources.map(\.source)))
    }

    /// Delivers what all of the sequences deliver, as it comes. Ends when all have completed.
    public static func merge(
        _ sources: SharedSequence<SharingStrategy, Element>...
    ) -> SharedSequence<SharingStrategy, Element> {
        SharedSequence(.merge(sources.map(\.source)))
    }

    /// Delivers the sequences one after the other. The sequence of them may be infinite. Ends with the last of them.
    public static func concat<Sequences: Sequence>(
        _ sequence: Sequences
    ) -> SharedSequence<SharingStrategy, Element> where Sequences.Element == SharedSequence<SharingStrategy, Element> {
        SharedSequence(.concat(sequence.lazy.map(\.source)))
    }

    /// Delivers the sequences one after the other. Ends with the last of them.
    public static func concat<Sequences: Collection>(
        _ collection: Sequences
    ) -> SharedSequence<SharingStrategy, Element> where Sequences.Element == SharedSequence<SharingStrategy, Element> {
        SharedSequence(.concat(collection.map(\.source)))
    }

    /// Delivers this sequence, and then `second`. Ends with `second`.
    public func concat(
        _ second: SharedSequence<SharingStrategy, Element>
    ) -> SharedSequence<SharingStrategy, Element> {
        SharedSequence(source.concat(second.source))
    }

    /// Delivers the elements of all sequences, paired off. Ends when all have, or when an element can find no partner any more. Keeps those that wait, without a bound.
    public static func zip<Sequences: Collection>(
        _ collection: Sequences
    ) -> SharedSequence<SharingStrategy, [Element]>
    where Sequences.Element == SharedSequence<SharingStrategy, Element> {
        SharedSequence<SharingStrategy, [Element]>(Observable<Element>.zip(collection.map(\.source)))
    }

    /// Delivers what `resultSelector` makes of the elements of all sequences, paired off. Ends when all have, or when an element can find no partner any more. Keeps those that wait, without a bound.
    ///
    /// An error that `resultSelector` throws ends the subscription and goes to ``Hooks/defaultErrorHandler``.
    @preconcurrency
    public static func zip<Sequences: Collection, Result: Sendable>(
        _ collection: Sequences, resultSelector: @escaping @Sendable ([Element]) throws -> Result
    ) -> SharedSequence<SharingStrategy, Result> where Sequences.Element == SharedSequence<SharingStrategy, Element> {
        SharedSequence<SharingStrategy, Result>(.zip(collection.map(\.source), resultSelector: resultSelector))
    }

    /// Delivers the newest elements of all sequences. Ends when all have, or when no combination can come any more. Keeps one element of each.
    public static func combineLatest<Sequences: Collection>(
        _ collection: Sequences
    ) -> SharedSequence<SharingStrategy, [Element]>
    where Sequences.Element == SharedSequence<SharingStrategy, Element> {
        SharedSequence<SharingStrategy, [Element]>(Observable<Element>.combineLatest(collection.map(\.source)))
    }

    /// Delivers what `resultSelector` makes of the newest elements of all sequences. Ends when all have, or when no combination can come any more. Keeps one element of each.
    ///
    /// An error that `resultSelector` throws ends the subscription and goes to ``Hooks/defaultErrorHandler``.
    @preconcurrency
    public static func combineLatest<Sequences: Collection, Result: Sendable>(
        _ collection: Sequences, resultSelector: @escaping @Sendable ([Element]) throws -> Result
    ) -> SharedSequence<SharingStrategy, Result> where Sequences.Element == SharedSequence<SharingStrategy, Element> {
        SharedSequence<SharingStrategy, Result>(
            .combineLatest(collection.map(\.source), resultSelector: resultSelector))
    }
}
