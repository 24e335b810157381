// RxSwift's former names for what names a scheduler.

extension ObservableType {
    /// The former name of ``observe(on:)-(ImmediateSchedulerType)``.
    @available(*, deprecated, renamed: "observe(on:)")
    public func observeOn(_ scheduler: any ImmediateSchedulerType) -> Observable<Element> where Element: Sendable {
        observe(on: scheduler)
    }

    /// The former name of ``subscribe(on:)``.
    @preconcurrency
    @available(*, deprecated, renamed: "subscribe(on:)")
    public func subscribeOn(_ scheduler: any ImmediateSchedulerType) -> Observable<Element> where Element: Sendable {
        subscribe(on: scheduler)
    }
}

extension PrimitiveSequence {
    /// The former name of ``observe(on:)-(ImmediateSchedulerType)``.
    @available(*, deprecated, renamed: "observe(on:)")
    public func observeOn(_ scheduler: any ImmediateSchedulerType) -> PrimitiveSequence<Trait, Element>
    where Element: Sendable {
        observe(on: scheduler)
    }

    /// The former name of ``subscribe(on:)``.
    @preconcurrency
    @available(*, deprecated, renamed: "subscribe(on:)")
    public func subscribeOn(_ scheduler: any ImmediateSchedulerType) -> PrimitiveSequence<Trait, Element>
    where Element: Sendable {
        subscribe(on: scheduler)
    }
}
