extension ObservableType {
    /// Delivers each event of the source as an element.
    /// - Ends: after delivering the source's terminal event as an element; never fails.
    /// - Runs on: the source's thread.
    /// - Keeps: nothing.
    public func materialize() -> Observable<Event<Element>> {
        Linear(asObservable()) { MaterializeSink($0, $1) }
    }
}

extension ObservableType where Element: EventConvertible {
    /// Converts elements that represent events back to events.
    /// - Ends: at the first element that represents a terminal event, or with the source.
    /// - Runs on: the source's thread.
    /// - Keeps: nothing.
    public func dematerialize() -> Observable<Element.Element> {
        Linear(asObservable()) { DematerializeSink<Element>($0, $1) }
    }
}

private final class MaterializeSink<Element>: LinearSink<Element, Event<Element>>, @unchecked Sendable {
    override func next(_ element: Element) { downstream.next(.next(element)) }

    override func error(_ error: any Error) {
        guard end() else { return }
        downstream.next(.error(error))
        downstream.completed()
    }

    override func completed() {
        guard end() else { return }
        downstream.next(.completed)
        downstream.completed()
    }
}

private final class DematerializeSink<Input: EventConvertible>: LinearSink<Input, Input.Element>, @unchecked Sendable {
    override func next(_ element: Input) {
        if isOver { return }
        switch element.event {
        case .next(let element): downstream.next(element)
        case .error(let error): fail(error)
        case .completed: complete()
        }
    }
}
