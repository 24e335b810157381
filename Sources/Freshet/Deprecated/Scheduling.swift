// Written by Scripts/generate-wrappers.py. Edit Scripts/wrappers.txt, not this file.
// RxSwift's earlier names of scheduling operators.

extension ObservableType {
    /// RxSwift's earlier name; see ``observe(on:)-(ImmediateSchedulerType)``.
    @available(*, deprecated, renamed: "observe(on:)")
    public func observeOn(_ scheduler: any ImmediateSchedulerType) -> Observable<Element> where Element: Sendable {
        observe(on: scheduler)
    }

    /// RxSwift's earlier name; see ``subscribe(on:)``.
    @preconcurrency
    @available(*, deprecated, renamed: "subscribe(on:)")
    public func subscribeOn(_ scheduler: any ImmediateSchedulerType) -> Observable<Element> where Element: Sendable {
        subscribe(on: scheduler)
    }
}

extension PrimitiveSequence {
    /// RxSwift's earlier name; see ``observe(on:)-(ImmediateSchedulerType)``.
    @available(*, deprecated, renamed: "observe(on:)")
    public func observeOn(
        _ scheduler: any ImmediateSchedulerType
    ) -> PrimitiveSequence<Trait, Element> where Element: Sendable {
        observe(on: scheduler)
    }

    /// RxSwift's earlier name; see ``subscribe(on:)``.
    @preconcurrency
    @available(*, deprecated, renamed: "subscribe(on:)")
    public func subscribeOn(
        _ scheduler: any ImmediateSchedulerType
    ) -> PrimitiveSequence<Trait, Element> where Element: Sendable {
        subscribe(on: scheduler)
    }
}
