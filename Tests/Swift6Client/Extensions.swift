// Operators of another library under names that Freshet has and RxSwift doesn't. A deprecation warning shows that one is chosen.

import Freshet

extension ObservableType {
    @available(*, deprecated, message: "chosen")
    public func pairwise() -> Observable<(Element, Element)> { .empty() }

    @available(*, deprecated, message: "chosen")
    public func collect(_ count: Int) -> Observable<[Element]> { .empty() }

    @available(*, deprecated, message: "chosen")
    public func mapAsync<Result: Sendable>(
        maxConcurrent: Int = 1, _ transform: @escaping @Sendable (Element) async throws -> Result
    ) -> Observable<Result> { .empty() }

    @available(*, deprecated, message: "chosen")
    public func concatMapAsync<Result: Sendable>(
        _ transform: @escaping @Sendable (Element) async throws -> Result
    ) -> Observable<Result> { .empty() }

    @available(*, deprecated, message: "chosen")
    public func assign<Root: AnyObject>(
        to keyPath: ReferenceWritableKeyPath<Root, Element>, on root: Root
    ) -> any Disposable { Disposables.create() }

    @available(*, deprecated, message: "chosen")
    public func collect(every period: RxTimeInterval, scheduler: any SchedulerType) -> Observable<[Element]> {
        .empty()
    }

    @available(*, deprecated, message: "chosen")
    public func collect(every period: Duration) -> Observable<[Element]> { .empty() }

    @available(*, deprecated, message: "chosen")
    public func debounce(_ dueTime: Duration) -> Observable<Element> { .empty() }

    @available(*, deprecated, message: "chosen")
    public func take<C: Clock>(for duration: Duration, clock: C) -> Observable<Element> where C.Duration == Duration {
        .empty()
    }

    @available(*, deprecated, message: "chosen")
    public func share(
        replay: Int, disconnectingAfter grace: RxTimeInterval, scheduler: any SchedulerType
    ) -> Observable<Element> { .empty() }

    @available(*, deprecated, message: "chosen")
    public func retry(_ maxAttempts: Int, backoff: Backoff, scheduler: any SchedulerType) -> Observable<Element> {
        .empty()
    }

    @available(*, deprecated, message: "chosen")
    public func flatMap<Inner: ObservableConvertibleType>(
        maxConcurrent: Int, _ selector: @escaping @Sendable (Element) throws -> Inner
    ) -> Observable<Inner.Element> { .empty() }

    @available(*, deprecated, message: "chosen")
    public func observe<A: Actor>(on actor: A) -> Observable<Element> { .empty() }

    @available(*, deprecated, message: "chosen")
    public func observe(
        on scheduler: any ImmediateSchedulerType, buffering policy: ValuesBuffering
    ) -> Observable<Element> { .empty() }

    @available(*, deprecated, message: "chosen")
    public func subscribe(onMain onNext: @escaping @MainActor @Sendable (Element) -> Void) -> any Disposable {
        Disposables.create()
    }

    @available(*, deprecated, message: "chosen")
    public func bind(onMain: @escaping @MainActor @Sendable (Element) -> Void) -> any Disposable {
        Disposables.create()
    }

    @available(*, deprecated, message: "chosen")
    public func values(buffering policy: ValuesBuffering) -> AsyncStream<Element> { AsyncStream { nil } }

    @available(*, deprecated, message: "chosen")
    public func compactMap<Result>(_ keyPath: any KeyPath<Element, Result?> & Sendable) -> Observable<Result> {
        .empty()
    }

    @available(*, deprecated, message: "chosen")
    public static func tracking(_ value: @escaping @MainActor @Sendable () -> Element) -> Observable<Element> {
        .empty()
    }
}
