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
}
