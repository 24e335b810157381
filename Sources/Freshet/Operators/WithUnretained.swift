extension ObservableType {
    /// Delivers what `resultSelector` makes of `obj` and each element, as long as the object is alive, which this does not see to.
    ///
    /// *Ends* with the source, or with the first element that comes when the object has gone.
    @preconcurrency
    public func withUnretained<Object: AnyObject & Sendable, Out>(
        _ obj: Object, resultSelector: @escaping @Sendable (Object, Element) -> Out
    ) -> Observable<Out> {
        let object = WeakObject(obj)
        return Linear(asObservable()) { WithUnretainedStage($0, object, resultSelector) }
    }

    /// Delivers `obj` together with each element; see ``withUnretained(_:resultSelector:)``.
    @preconcurrency
    public func withUnretained<Object: AnyObject & Sendable>(_ obj: Object) -> Observable<(Object, Element)> {
        withUnretained(obj) { ($0, $1) }
    }
}

// Safe to share: the runtime clears a weak reference atomically, and nobody else changes it.
private final class WeakObject<Object: AnyObject & Sendable>: @unchecked Sendable {
    private(set) weak var object: Object?

    init(_ object: Object) { self.object = object }
}

// Safe to hand between threads: see Sink.
private final class WithUnretainedStage<Object: AnyObject & Sendable, Input, Output>: Stage<Input, Output>,
    @unchecked Sendable
{
    private let reference: WeakObject<Object>
    private let resultSelector: @Sendable (Object, Input) -> Output

    init(
        _ downstream: Sink<Output>, _ reference: WeakObject<Object>,
        _ resultSelector: @escaping @Sendable (Object, Input) -> Output
    ) {
        self.reference = reference
        self.resultSelector = resultSelector
        super.init(downstream)
    }

    override func next(_ element: Input) {
        guard let object = reference.object else { return complete() }
        downstream.next(resultSelector(object, element))
    }
}
