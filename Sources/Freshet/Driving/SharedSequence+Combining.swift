// Several shared sequences of one strategy: each operator is the one of ObservableType, shared as the strategy says.

extension SharedSequence {
    /// Delivers what all of the sequences deliver, as it comes.
    public static func merge<Sequences: Collection>(
        _ sources: Sequences
    ) -> SharedSequence<SharingStrategy, Element> where Sequences.Element == SharedSequence<SharingStrategy, Element> {
        SharedSequence(.merge(sources.map(\.source)))
    }

    /// Delivers what all of the sequences deliver, as it comes.
    public static func merge(
        _ sources: [SharedSequence<SharingStrategy, Element>]
    ) -> SharedSequence<SharingStrategy, Element> {
        SharedSequence(.merge(sources.map(\.source)))
    }

    /// Delivers what all of the sequences deliver, as it comes.
    public static func merge(
        _ sources: SharedSequence<SharingStrategy, Element>...
    ) -> SharedSequence<SharingStrategy, Element> {
        SharedSequence(.merge(sources.map(\.source)))
    }

    /// Delivers the sequences one after the other. The sequence of them may be infinite.
    public static func concat<Sequences: Sequence>(
        _ sequence: Sequences
    ) -> SharedSequence<SharingStrategy, Element> where Sequences.Element == SharedSequence<SharingStrategy, Element> {
        SharedSequence(.concat(sequence.lazy.map(\.source)))
    }

    /// Delivers the sequences one after the other.
    public static func concat<Sequences: Collection>(
        _ collection: Sequences
    ) -> SharedSequence<SharingStrategy, Element> where Sequences.Element == SharedSequence<SharingStrategy, Element> {
        SharedSequence(.concat(collection.map(\.source)))
    }

    /// Delivers this sequence, and then `second`.
    public func concat(
        _ second: SharedSequence<SharingStrategy, Element>
    ) -> SharedSequence<SharingStrategy, Element> {
        SharedSequence(source.concat(second.source))
    }

    /// Delivers the elements of all sequences, paired off.
    public static func zip<Sequences: Collection>(
        _ collection: Sequences
    ) -> SharedSequence<SharingStrategy, [Element]>
    where Sequences.Element == SharedSequence<SharingStrategy, Element> {
        SharedSequence<SharingStrategy, [Element]>(Observable<Element>.zip(collection.map(\.source)))
    }

    /// Delivers what `resultSelector` makes of the elements of all sequences, paired off.
    @preconcurrency
    public static func zip<Sequences: Collection, Result>(
        _ collection: Sequences, resultSelector: @escaping @Sendable ([Element]) throws -> Result
    ) -> SharedSequence<SharingStrategy, Result> where Sequences.Element == SharedSequence<SharingStrategy, Element> {
        SharedSequence<SharingStrategy, Result>(.zip(collection.map(\.source), resultSelector: resultSelector))
    }

    /// Delivers the newest elements of all sequences.
    public static func combineLatest<Sequences: Collection>(
        _ collection: Sequences
    ) -> SharedSequence<SharingStrategy, [Element]>
    where Sequences.Element == SharedSequence<SharingStrategy, Element> {
        SharedSequence<SharingStrategy, [Element]>(Observable<Element>.combineLatest(collection.map(\.source)))
    }

    /// Delivers what `resultSelector` makes of the newest elements of all sequences.
    @preconcurrency
    public static func combineLatest<Sequences: Collection, Result>(
        _ collection: Sequences, resultSelector: @escaping @Sendable ([Element]) throws -> Result
    ) -> SharedSequence<SharingStrategy, Result> where Sequences.Element == SharedSequence<SharingStrategy, Element> {
        SharedSequence<SharingStrategy, Result>(
            .combineLatest(collection.map(\.source), resultSelector: resultSelector))
    }
}
