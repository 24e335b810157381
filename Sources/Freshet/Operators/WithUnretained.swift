extension ObservableType {
    /// Combines each element with `obj`, without retaining `obj`.
    /// - Ends: with the source, or at the first element after `obj` is deallocated.
    /// - Runs on: the source's thread.
    /// - Keeps: a weak reference to `obj`.
    @preconcurrency
    public func withUnretained<Object: AnyObject & Sendable, Out>(
        _ obj: Object, resultSelector: @escaping @Sendable (Object, Element) -> Out
    ) -> Observable<Out> {
        let object = WeakObject(obj)
        return Linear(asObservable()) { WithUnretainedSink($0, $1, object, resultSelector) }
    }

    /// Delivers each element paired with `obj`; see ``withUnretained(_:resultSelector:)``.
    @preconcurrency
    public func withUnretained<Object: AnyObject & Sendable>(_ obj: Object) -> Observable<(Object, Element)> {
        withUnretained(obj) { ($0, $1) }
    }
}

// Sendable: immutable after init; the runtime clears the weak reference atomically.
private final class WeakObject<Object: AnyObject & Sendable>: @unchecked Sendable {
    private(set) weak var object: Object?

    init(_ object: Object) { self.object = object }
}

private final class WithUnretainedSink<Object: AnyObject & Sendable, Input, Output>: LinearSink<Input, Output>,
    @unchecked Sendable
{
    private let reference: WeakObject<Object>
    private let resultSelector: @Sendable (Object, Input) -> Output

    init(
        _ downstream: Sink<Output>, _ lifetime: Lifetime, _ reference: WeakObject<Object>,
        _ resultSelector: @escaping @Sendable (Object, Input) -> Output
    ) {
        self.reference = reference
        self.resultSelector = resultSelector
        super.init(downstream, lifetime)
    }

    override func next(_ element: Input) {
        if isOver { return }
        guard let object = reference.object else { return complete() }
        downstream.next(resultSelector(object, element))
    }
}
