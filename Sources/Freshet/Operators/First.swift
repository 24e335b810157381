extension ObservableType {
    /// Converts a stream of exactly one element to a single.
    ///
    /// Fails with ``RxError/noElements`` when an empty source completes, and with ``RxError/moreThanOneElement`` at the
    /// second element.
    /// - Ends: with the source; fails unless it has exactly one element.
    /// - Runs on: the source's thread.
    /// - Keeps: one element.
    public func asSingle() -> Single<Element> {
        Single(Linear(asObservable()) { ExactlyOneSink($0, $1, isEmptyAllowed: false) })
    }

    /// Converts a stream of at most one element to a maybe.
    /// - Ends: with the source; fails with ``RxError/moreThanOneElement`` at the second element.
    /// - Runs on: the source's thread.
    /// - Keeps: one element.
    public func asMaybe() -> Maybe<Element> {
        Maybe(Linear(asObservable()) { ExactlyOneSink($0, $1, isEmptyAllowed: true) })
    }

    /// Delivers the first element, or nil if the source completes without one.
    /// - Ends: with the first element, or with an empty source; fails with the source.
    /// - Runs on: the source's thread.
    /// - Keeps: nothing.
    public func first() -> Single<Element?> {
        Single(Linear(asObservable()) { FirstSink($0, $1) })
    }
}

extension ObservableType where Element == Never {
    /// Converts a stream without elements to a completable.
    /// - Ends: with the source.
    /// - Runs on: the source's thread.
    /// - Keeps: nothing.
    public func asCompletable() -> Completable { Completable(asObservable()) }
}

private final class FirstSink<Element>: LinearSink<Element, Element?>, @unchecked Sendable {
    override func next(_ element: Element) { deliver(element) }
    override func completed() { deliver(nil) }

    private func deliver(_ result: Element?) {
        // Ends before the delivery, during which the source may fail.
        guard end() else { return }
        downstream.next(result)
        downstream.completed()
    }
}

private final class ExactlyOneSink<Element>: LinearSink<Element, Element>, @unchecked Sendable {
    private let isEmptyAllowed: Bool
    private var element: Element?

    init(_ downstream: Sink<Element>, _ lifetime: Lifetime, isEmptyAllowed: Bool) {
        self.isEmptyAllowed = isEmptyAllowed
        super.init(downstream, lifetime)
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
