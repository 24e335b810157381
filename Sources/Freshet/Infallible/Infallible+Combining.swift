// Written by Scripts/generate-wrappers.py. Edit Scripts/wrappers.txt, not this file.
// If an inner stream of flatMap and related operators fails, the subscription ends and the error goes to
// Hooks.defaultErrorHandler.

extension InfallibleType {
    /// Maps each element to a stream and merges these streams; see ``ObservableType/flatMap(_:)``.
    @preconcurrency
    public func flatMap<Source: ObservableConvertibleType>(
        _ selector: @escaping @Sendable (Element) -> Source
    ) -> Infallible<Source.Element> where Element: Sendable, Source.Element: Sendable {
        Infallible<Source.Element>(asObservable().flatMap(selector))
    }

    /// Maps each element to a stream and delivers only the newest stream; see
    /// ``ObservableType/flatMapLatest(_:)->Observable<Source.Element>``.
    @preconcurrency
    public func flatMapLatest<Source: ObservableConvertibleType>(
        _ selector: @escaping @Sendable (Element) -> Source
    ) -> Infallible<Source.Element> where Element: Sendable, Source.Element: Sendable {
        Infallible<Source.Element>(asObservable().flatMapLatest(selector) as Observable<Source.Element>)
    }

    /// Maps an element to a stream and ignores further elements until that stream completes; see
    /// ``ObservableType/flatMapFirst(_:)``.
    @preconcurrency
    public func flatMapFirst<Source: ObservableConvertibleType>(
        _ selector: @escaping @Sendable (Element) -> Source
    ) -> Infallible<Source.Element> where Element: Sendable, Source.Element: Sendable {
        Infallible<Source.Element>(asObservable().flatMapFirst(selector))
    }

    /// Maps each element to a stream and concatenates these streams; see ``ObservableType/concatMap(_:)``.
    @preconcurrency
    public func concatMap<Source: ObservableConvertibleType>(
        _ selector: @escaping @Sendable (Element) -> Source
    ) -> Infallible<Source.Element> where Element: Sendable, Source.Element: Sendable {
        Infallible<Source.Element>(asObservable().concatMap(selector))
    }

    /// Delivers this stream, then `second`; see ``ObservableType/concat(_:)-method``.
    public func concat<Source: ObservableConvertibleType>(
        _ second: Source
    ) -> Infallible<Element> where Source.Element == Element {
        Infallible<Element>(asObservable().concat(second))
    }

    /// Concatenates a possibly infinite sequence of streams; see
    /// ``ObservableType/concat(_:)-(Observable<Self.Element>...)``.
    public static func concat<Streams: Sequence>(
        _ sequence: Streams
    ) -> Infallible<Element> where Streams.Element == Infallible<Element> {
        Infallible<Element>(.concat(sequence.lazy.map(\.source)))
    }

    /// Concatenates the streams; see ``ObservableType/concat(_:)-(Observable<Self.Element>...)``.
    public static func concat<Streams: Collection>(
        _ collection: Streams
    ) -> Infallible<Element> where Streams.Element == Infallible<Element> {
        Infallible<Element>(.concat(collection) { $0.source })
    }

    /// Concatenates the streams; see ``ObservableType/concat(_:)-(Observable<Self.Element>...)``.
    public static func concat(_ sources: Infallible<Element>...) -> Infallible<Element> {
        Infallible<Element>(.concat(sources.map(\.source)))
    }

    /// Merges the streams; see ``ObservableType/merge(_:)-(Streams)``.
    @preconcurrency
    public static func merge<Streams: Collection>(
        _ sources: Streams
    ) -> Infallible<Element> where Streams.Element == Infallible<Element>, Element: Sendable {
        Infallible<Element>(.merge(sources.map(\.source)))
    }

    /// Merges the streams; see ``ObservableType/merge(_:)-(Streams)``.
    @preconcurrency
    public static func merge(_ sources: [Infallible<Element>]) -> Infallible<Element> where Element: Sendable {
        Infallible<Element>(.merge(sources.map(\.source)))
    }

    /// Merges the streams; see ``ObservableType/merge(_:)-(Streams)``.
    @preconcurrency
    public static func merge(_ sources: Infallible<Element>...) -> Infallible<Element> where Element: Sendable {
        Infallible<Element>(.merge(sources.map(\.source)))
    }

    /// Delivers the results of `resultSelector` for each element and the newest element of `second`; see
    /// ``ObservableType/withLatestFrom(_:resultSelector:)``.
    ///
    /// An error thrown by `resultSelector` ends the subscription and goes to ``Hooks/defaultErrorHandler``.
    @preconcurrency
    public func withLatestFrom<Source: InfallibleType, ResultType>(
        _ second: Source, resultSelector: @escaping @Sendable (Element, Source.Element) throws -> ResultType
    ) -> Infallible<ResultType> where Element: Sendable, Source.Element: Sendable {
        Infallible<ResultType>(asObservable().withLatestFrom(second, resultSelector: resultSelector))
    }

    /// Delivers the newest element of `second` for each element; see ``ObservableType/withLatestFrom(_:)``.
    @preconcurrency
    public func withLatestFrom<Source: InfallibleType>(
        _ second: Source
    ) -> Infallible<Source.Element> where Element: Sendable, Source.Element: Sendable {
        withLatestFrom(second) { $1 }
    }

    /// Delivers the results of `resultSelector` for the newest elements; see
    /// ``ObservableType/combineLatest(_:resultSelector:)``.
    ///
    /// An error thrown by `resultSelector` ends the subscription and goes to ``Hooks/defaultErrorHandler``.
    @preconcurrency
    public static func combineLatest<Streams: Collection>(
        _ collection: Streams, resultSelector: @escaping @Sendable ([Streams.Element.Element]) throws -> Element
    ) -> Infallible<Element> where Streams.Element: InfallibleType, Streams.Element.Element: Sendable {
        Infallible<Element>(.combineLatest(collection.map { $0.asObservable() }, resultSelector: resultSelector))
    }

    /// Delivers the newest element of every stream; see ``ObservableType/combineLatest(_:)``.
    @preconcurrency
    public static func combineLatest<Streams: Collection>(
        _ collection: Streams
    ) -> Infallible<[Element]>
    where Streams.Element: InfallibleType, Streams.Element.Element == Element, Streams.Element.Element: Sendable {
        Infallible<[Element]>(Observable<Element>.combineLatest(collection.map { $0.asObservable() }))
    }
}

extension ObservableType {
    /// Maps each element to an infallible stream and delivers only the newest stream; see
    /// ``flatMapLatest(_:)->Observable<Source.Element>``.
    ///
    /// The source can still fail, and `selector` can throw: the subscription ends, and the error goes to
    /// ``Hooks/defaultErrorHandler``.
    @preconcurrency
    public func flatMapLatest<Source: InfallibleType>(
        _ selector: @escaping @Sendable (Element) throws -> Source
    ) -> Infallible<Source.Element> where Element: Sendable, Source.Element: Sendable {
        Infallible<Source.Element>(Switch(asObservable(), selector))
    }
}
