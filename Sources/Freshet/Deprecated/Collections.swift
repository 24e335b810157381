// What RxSwift 3 had on collections of streams.

extension Collection where Element: ObservableType {
    /// What RxSwift 3 had for ``ObservableType/combineLatest(_:resultSelector:)``.
    @preconcurrency
    @available(*, deprecated, message: "Please use Observable.combineLatest(_:resultSelector:)")
    public func combineLatest<Result>(
        _ resultSelector: @escaping @Sendable ([Element.Element]) throws -> Result
    ) -> Observable<Result> where Element.Element: Sendable {
        Observable<Result>.combineLatest(self, resultSelector: resultSelector)
    }

    /// What RxSwift 3 had for ``ObservableType/zip(_:resultSelector:)``.
    @preconcurrency
    @available(*, deprecated, message: "Please use Observable.zip(_:resultSelector:)")
    public func zip<Result>(
        _ resultSelector: @escaping @Sendable ([Element.Element]) throws -> Result
    ) -> Observable<Result> where Element.Element: Sendable {
        Observable<Result>.zip(self, resultSelector: resultSelector)
    }
}

extension Sequence where Element: ObservableConvertibleType {
    /// What RxSwift 3 had for ``ObservableType/concat(_:)-(Observable<Self.Element>...)``.
    @available(*, deprecated, message: "Please use Observable.concat(_:)")
    public func concat() -> Observable<Element.Element> { .concat(map { $0.asObservable() }) }

    /// What RxSwift 3 had for ``ObservableType/merge(_:)-(Streams)``.
    @preconcurrency
    @available(*, deprecated, message: "Please use Observable.merge(_:)")
    public func merge() -> Observable<Element.Element> where Element.Element: Sendable {
        .merge(map { $0.asObservable() })
    }
}
