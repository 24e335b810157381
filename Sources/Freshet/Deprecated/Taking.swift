// RxSwift's former names for what takes, skips and counts elements.

extension ObservableType {
    /// The former name of ``element(at:)``.
    @available(*, deprecated, renamed: "element(at:)")
    public func elementAt(_ index: Int) -> Observable<Element> { element(at: index) }

    /// The former name of ``take(for:scheduler:)``.
    @preconcurrency
    @available(*, deprecated, renamed: "take(for:scheduler:)")
    public func take(_ duration: RxTimeInterval, scheduler: any SchedulerType) -> Observable<Element>
    where Element: Sendable {
        take(for: duration, scheduler: scheduler)
    }

    /// The former name of ``take(until:)``.
    @preconcurrency
    @available(*, deprecated, renamed: "take(until:)")
    public func takeUntil(_ other: some ObservableType) -> Observable<Element> where Element: Sendable {
        take(until: other)
    }

    /// The former name of ``take(until:behavior:)``.
    @preconcurrency
    @available(*, deprecated, renamed: "take(until:behavior:)")
    public func takeUntil(
        _ behavior: TakeBehavior, predicate: @escaping @Sendable (Element) throws -> Bool
    ) -> Observable<Element> {
        take(until: predicate, behavior: behavior)
    }

    /// The former name of ``take(while:behavior:)``.
    @preconcurrency
    @available(*, deprecated, renamed: "take(while:)")
    public func takeWhile(_ predicate: @escaping @Sendable (Element) throws -> Bool) -> Observable<Element> {
        take(while: predicate)
    }

    /// The former name of ``skip(until:)``.
    @preconcurrency
    @available(*, deprecated, renamed: "skip(until:)")
    public func skipUntil(_ other: some ObservableType) -> Observable<Element> where Element: Sendable {
        skip(until: other)
    }

    /// The former name of ``skip(while:)``.
    @preconcurrency
    @available(*, deprecated, renamed: "skip(while:)")
    public func skipWhile(_ predicate: @escaping @Sendable (Element) throws -> Bool) -> Observable<Element> {
        skip(while: predicate)
    }

    /// What RxSwift 3 had for ``enumerated()`` and ``map(_:)``.
    @preconcurrency
    @available(*, deprecated, message: "Please use enumerated().map()")
    public func mapWithIndex<Result>(
        _ selector: @escaping @Sendable (Element, Int) throws -> Result
    ) -> Observable<Result> {
        enumerated().map { try selector($0.element, $0.index) }
    }

    /// What RxSwift 3 had for ``enumerated()`` and ``flatMap(_:)``.
    @preconcurrency
    @available(*, deprecated, message: "Please use enumerated().flatMap()")
    public func flatMapWithIndex<Source: ObservableConvertibleType>(
        _ selector: @escaping @Sendable (Element, Int) throws -> Source
    ) -> Observable<Source.Element> where Element: Sendable, Source.Element: Sendable {
        enumerated().flatMap { try selector($0.element, $0.index) }
    }

    /// What RxSwift 3 had for ``enumerated()`` and ``take(while:behavior:)``.
    @preconcurrency
    @available(*, deprecated, message: "Please use enumerated().take(while:).map()")
    public func takeWhileWithIndex(
        _ predicate: @escaping @Sendable (Element, Int) throws -> Bool
    ) -> Observable<Element> {
        enumerated().take(while: { try predicate($0.element, $0.index) }).map { $0.element }
    }

    /// What RxSwift 3 had for ``enumerated()`` and ``skip(while:)``.
    @preconcurrency
    @available(*, deprecated, message: "Please use enumerated().skip(while:).map()")
    public func skipWhileWithIndex(
        _ predicate: @escaping @Sendable (Element, Int) throws -> Bool
    ) -> Observable<Element> {
        enumerated().skip(while: { try predicate($0.element, $0.index) }).map { $0.element }
    }
}
