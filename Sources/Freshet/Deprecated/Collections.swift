// RxSwift 3's operators on collections of streams.

extension Collection where Element: ObservableType {
    /// RxSwift 3's earlier form; see ``ObservableType/combineLatest(_:resultSelector:)``.
    @preconcurrency
    @available(*, deprecated, message: "Use Observable.combineLatest(_:resultSelector:) instead.")
    public func combineLatest<Result>(
        _ resultSelector: @escaping @Sendable ([Element.Element]) throws -> Result
    ) -> Observable<Result> where Element.Element: Sendable {
        Observable<Result>.combineLatest(self, resultSelector: resultSelector)
    }

    /// RxSwift 3's earlier form; see ``ObservableType/zip(_:resultSelector:)``.
    @preconcurrency
    @available(*, deprecated, message: "Use Observable.zip(_:resultSelector:) instead.")
    public func zip<Result>(
        _ resultSelector: @escaping @Sendable ([Element.Element]) throws -> Result
    ) -> Observable<Result> where Element.Element: Sendable {
        Observable<Result>.zip(self, resultSelector: resultSelector)
    }
}

extension Sequence where Element: ObservableConvertibleType {
    /// RxSwift 3's earlier form; see ``ObservableType/concat(_:)-(Observable<Self.Element>...)``.
    @available(*, deprecated, message: "Use Observable.concat(_:) instead.")
    public func concat() -> Observable<Element.Element> { .concat(map { $0.asObservable() }) }

    /// RxSwift 3's earlier form; see ``ObservableType/merge(_:)-(Streams)``.
    @preconcurrency
    @available(*, deprecated, message: "Use Observable.merge(_:) instead.")
    public func merge() -> Observable<Element.Element> where Element.Element: Sendable {
        .merge(map { $0.asObservable() })
    }
}
