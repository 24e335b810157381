extension ObservableType {
    /// The one element of the stream; fails with ``RxError/noElements`` or ``RxError/moreThanOneElement`` if there is not exactly one.
    public func asSingle() -> Single<Element> {
        Single(Linear(asObservable()) { ExactlyOneStage($0, isEmptyAllowed: false) })
    }

    /// The one element of the stream or none; fails with ``RxError/moreThanOneElement`` if there are more.
    public func asMaybe() -> Maybe<Element> {
        Maybe(Linear(asObservable()) { ExactlyOneStage($0, isEmptyAllowed: true) })
    }

    /// The first element, or nil if the stream completes without one; the source is disposed then.
    public func first() -> Single<Element?> {
        Single(map { Optional($0) }.take(1).ifEmpty(default: nil))
    }
}

extension ObservableType where Element == Never {
    /// The stream as one that only ends. Elements are left out; it completes and fails with the source.
    public func asCompletable() -> Completable { Completable(asObservable()) }
}

// Safe to hand between threads: see Sink.
private final class ExactlyOneStage<Element>: Stage<Element, Element>, @unchecked Sendable {
    private let isEmptyAllowed: Bool
    private var element: Element?

    init(_ downstream: Sink<Element>, isEmptyAllowed: Bool) {
        self.isEmptyAllowed = isEmptyAllowed
        super.init(downstream)
    }

    override func next(_ element: Element) {
        guard self.element != nil else {
            self.element = element
            return
        }
        fail(RxError.moreThanOneElement)
    }

    override func completed() {
        guard end() else { return }
        if let element {
            downstream.next(element)
            downstream.completed()
        } else if isEmptyAllowed {
            downstream.completed()
        } else {
            downstream.error(RxError.noElements)
        }
    }
}
