// RxSwift 3's operators with an index.

extension ObservableType {
    /// RxSwift 3's combination of two operators; see ``enumerated()`` and ``map(_:)``.
    @preconcurrency
    @available(*, deprecated, message: "Use enumerated().map() instead.")
    public func mapWithIndex<Result>(
        _ selector: @escaping @Sendable (Element, Int) throws -> Result
    ) -> Observable<Result> {
        enumerated().map { try selector($0.element, $0.index) }
    }

    /// RxSwift 3's combination of two operators; see ``enumerated()`` and ``flatMap(_:)``.
    @preconcurrency
    @available(*, deprecated, message: "Use enumerated().flatMap() instead.")
    public func flatMapWithIndex<Source: ObservableConvertibleType>(
        _ selector: @escaping @Sendable (Element, Int) throws -> Source
    ) -> Observable<Source.Element> where Element: Sendable, Source.Element: Sendable {
        enumerated().flatMap { try selector($0.element, $0.index) }
    }

    /// RxSwift 3's combination of two operators; see ``enumerated()`` and ``take(while:behavior:)``.
    @preconcurrency
    @available(*, deprecated, message: "Use enumerated().take(while:).map() instead.")
    public func takeWhileWithIndex(
        _ predicate: @escaping @Sendable (Element, Int) throws -> Bool
    ) -> Observable<Element> {
        enumerated().take(while: { try predicate($0.element, $0.index) }).map { $0.element }
    }

    /// RxSwift 3's combination of two operators; see ``enumerated()`` and ``skip(while:)``.
    @preconcurrency
    @available(*, deprecated, message: "Use enumerated().skip(while:).map() instead.")
    public func skipWhileWithIndex(
        _ predicate: @escaping @Sendable (Element, Int) throws -> Bool
    ) -> Observable<Element> {
        enumerated().skip(while: { try predicate($0.element, $0.index) }).map { $0.element }
    }
}
