extension ObservableType {
    /// Delivers each event as an element; after a terminal one it completes. Never fails.
    public func materialize() -> Observable<Event<Element>> {
        Linear(asObservable()) { MaterializeStage($0) }
    }
}

extension ObservableType where Element: EventConvertible {
    /// Delivers what the elements stand for; the first terminal event among them ends the stream.
    public func dematerialize() -> Observable<Element.Element> {
        Linear(asObservable()) { DematerializeStage<Element>($0) }
    }
}

// Safe to hand between threads: see Sink.
private final class MaterializeStage<Element>: Stage<Element, Event<Element>>, @unchecked Sendable {
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

// Safe to hand between threads: see Sink.
private final class DematerializeStage<Input: EventConvertible>: Stage<Input, Input.Element>, @unchecked Sendable {
    override func next(_ element: Input) {
        switch element.event {
        case .next(let element): downstream.next(element)
        case .error(let error): fail(error)
        case .completed: complete()
        }
    }
}
