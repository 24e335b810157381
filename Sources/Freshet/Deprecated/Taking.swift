// Written by Scripts/generate-wrappers.py. Edit Scripts/wrappers.txt, not this file.
// RxSwift's earlier names of operators that take and skip elements.

extension ObservableType {
    /// RxSwift's earlier name; see ``element(at:)``.
    @available(*, deprecated, renamed: "element(at:)")
    public func elementAt(_ index: Int) -> Observable<Element> {
        element(at: index)
    }

    /// RxSwift's earlier name; see ``take(for:scheduler:)``.
    @preconcurrency
    @available(*, deprecated, renamed: "take(for:scheduler:)")
    public func take(
        _ duration: RxTimeInterval, scheduler: any SchedulerType
    ) -> Observable<Element> where Element: Sendable {
        take(for: duration, scheduler: scheduler)
    }

    /// RxSwift's earlier name; see ``take(until:)``.
    @preconcurrency
    @available(*, deprecated, renamed: "take(until:)")
    public func takeUntil(_ other: some ObservableType) -> Observable<Element> where Element: Sendable {
        take(until: other)
    }

    /// RxSwift's earlier name; see ``take(until:behavior:)``.
    @preconcurrency
    @available(*, deprecated, renamed: "take(until:behavior:)")
    public func takeUntil(
        _ behavior: TakeBehavior, predicate: @escaping @Sendable (Element) throws -> Bool
    ) -> Observable<Element> {
        take(until: predicate, behavior: behavior)
    }

    /// RxSwift's earlier name; see ``take(while:behavior:)``.
    @preconcurrency
    @available(*, deprecated, renamed: "take(while:)")
    public func takeWhile(_ predicate: @escaping @Sendable (Element) throws -> Bool) -> Observable<Element> {
        take(while: predicate)
    }

    /// RxSwift's earlier name; see ``skip(until:)``.
    @preconcurrency
    @available(*, deprecated, renamed: "skip(until:)")
    public func skipUntil(_ other: some ObservableType) -> Observable<Element> where Element: Sendable {
        skip(until: other)
    }

    /// RxSwift's earlier name; see ``skip(while:)``.
    @preconcurrency
    @available(*, deprecated, renamed: "skip(while:)")
    public func skipWhile(_ predicate: @escaping @Sendable (Element) throws -> Bool) -> Observable<Element> {
        skip(while: predicate)
    }
}
