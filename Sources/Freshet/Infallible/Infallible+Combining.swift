// The operators of several streams that never fail: each is the one of ObservableType, where its contract stands.
// An inner stream of flatMap and its kin that fails all the same ends the subscription; the error goes to Hooks.defaultErrorHandler.

extension InfallibleType {
    /// Turns each element into a stream and delivers what all of them deliver, as it comes. Ends when the source and all inner streams have.
    @preconcurrency
    public func flatMap<Source: ObservableConvertibleType>(
        _ selector: @escaping @Sendable (Element) -> Source
    ) -> Infallible<Source.Element> where Element: Sendable, Source.Element: Sendable {
        Infallible<Source.Element>(asObservable().flatMap(selector))
    }

    /// Turns each element into a stream and delivers the newest of these. Ends when the source and the newest inner stream have.
    @preconcurrency
    public func flatMapLatest<Source: ObservableConvertibleType>(
        _ selector: @escaping @Sendable (Element) -> Source
    ) -> Infallible<Source.Element> where Element: Sendable, Source.Element: Sendable {
        Infallible<Source.Element>(asObservable().flatMapLatest(selector) as Observable<Source.Element>)
    }

    /// Turns an element into a stream and ignores the elements that come until that one has completed.
    @preconcurrency
    public func flatMapFirst<Source: ObservableConvertibleType>(
        _ selector: @escaping @Sendable (Element) -> Source
    ) -> Infallible<Source.Element> where Element: Sendable, Source.Element: Sendable {
        Infallible<Source.Element>(asObservable().flatMapFirst(selector))
    }

    /// Turns each element into a stream and delivers these one after the other. Ends when the source and all inner streams have. Keeps those that wait, without a bound.
    @preconcurrency
    public func concatMap<Source: ObservableConvertibleType>(
        _ selector: @escaping @Sendable (Element) -> Source
    ) -> Infallible<Source.Element> where Element: Sendable, Source.Element: Sendable {
        Infallible<Source.Element>(asObservable().concatMap(selector))
    }

    /// Delivers this stream, and then `second`. Ends with `second`.
    public func concat<Source: ObservableConvertibleType>(
        _ second: Source
    ) -> Infallible<Element> where Source.Element == Element {
        Infallible(asObservable().concat(second))
    }

    /// Delivers the streams one after the other. The sequence may be infinite. Ends with the last of them.
    public static func concat<Streams: Sequence>(
        _ sequence: Streams
    ) -> Infallible<Element> where Streams.Element == Infallible<Element> {
        Infallible(.concat(sequence.lazy.map(\.source)))
    }

    /// Delivers the streams one after the other. Ends with the last of them.
    public static func concat<Streams: Collection>(
        _ collection: Streams
    ) -> Infallible<Element> where Streams.Element == Infallible<Element> {
        Infallible(.concat(collection.map(\.source)))
    }

    /// Delivers the streams one after the other. Ends with the last of them.
    public static func concat(_ sources: Infallible<Element>...) -> Infallible<Element> {
        Infallible(.concat(sources.map(\.source)))
    }

    /// Delivers what all of the streams deliver, as it comes. Ends when all have completed.
    @preconcurrency
    public static func merge<Streams: Collection>(
        _ sources: Streams
    ) -> Infallible<Element> where Streams.Element == Infallible<Element>, Element: Sendable {
        Infallible(.merge(sources.map(\.source)))
    }

    /// Delivers what all of the streams deliver, as it comes. Ends when all have completed.
    @preconcurrency
    public static func merge(_ sources: [Infallible<Element>]) -> Infallible<Element> where Element: Sendable {
        Infallible(.merge(sources.map(\.source)))
    }

    /// Delivers what all of the streams deliver, as it comes. Ends when all have completed.
    @preconcurrency
    public static func merge(_ sources: Infallible<Element>...) -> Infallible<Element> where Element: Sendable {
        Infallible(.merge(sources.map(\.source)))
    }

    /// Delivers, for each element, what `resultSelector` makes of it and of the newest element of `second`. Ends with the source. Keeps one element of `second`.
    ///
    /// An error that `resultSelector` throws ends the subscription and goes to ``Hooks/defaultErrorHandler``.
    @preconcurrency
    public func withLatestFrom<Source: InfallibleType, ResultType>(
        _ second: Source, resultSelector: @escaping @Sendable (Element, Source.Element) throws -> ResultType
    ) -> Infallible<ResultType> where Element: Sendable, Source.Element: Sendable {
        Infallible<ResultType>(asObservable().withLatestFrom(second, resultSelector: resultSelector))
    }

    /// Delivers, for each element, the newest element of `second`. Ends with the source. Keeps one element.
    @preconcurrency
    public func withLatestFrom<Source: InfallibleType>(_ second: Source) -> Infallible<Source.Element>
    where Element: Sendable, Source.Element: Sendable {
        withLatestFrom(second) { $1 }
    }

    /// Delivers what `resultSelector` makes of the newest elements of all streams. Ends when all have, or when no combination can come any more. Keeps one element of each.
    ///
    /// An error that `resultSelector` throws ends the subscription and goes to ``Hooks/defaultErrorHandler``.
    @preconcurrency
    public static func combineLatest<Streams: Collection>(
        _ collection: Streams, resultSelector: @escaping @Sendable ([Streams.Element.Element]) throws -> Element
    ) -> Infallible<Element> where Streams.Element: InfallibleType, Streams.Element.Element: Sendable {
        Infallible(.combineLatest(collection.map { $0.asObservable() }, resultSelector: resultSelector))
    }

    /// Delivers the newest elements of all streams. Ends when all have, or when no combination can come any more. Keeps one element of each.
    @preconcurrency
    public static func combineLatest<Streams: Collection>(
        _ collection: Streams
    ) -> Infallible<[Element]>
    where Streams.Element: InfallibleType, Streams.Element.Element == Element, Streams.Element.Element: Sendable {
        Infallible<[Element]>(Observable<Element>.combineLatest(collection.map { $0.asObservable() }))
    }
}

extension ObservableType {
    /// Turns each element into a stream that never fails and delivers the newest of these.
    ///
    /// What is returned fails all the same if the source does: the subscription ends, and the error goes to ``Hooks/defaultErrorHandler``.
    @preconcurrency
    public func flatMapLatest<Source: InfallibleType>(
        _ selector: @escaping @Sendable (Element) throws -> Source
    ) -> Infallible<Source.Element> where Element: Sendable, Source.Element: Sendable {
        Infallible<Source.Element>(Switch(asObservable(), selector))
    }
}
