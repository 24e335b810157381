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
        downstream.next(.error(error))
        downstream.completed()
    }

    override func completed() {
        downstream.next(.completed)
        downstream.completed()
    }
}

// Safe to hand between threads: see Sink.
private final class DematerializeStage<Input: EventConvertible>: Stage<Input, Input.Element>, @unchecked Sendable {
    private var hasEnded = false

    override func next(_ element: Input) {
        guard !hasEnded else { return }
        let event = element.event
        hasEnded = event.isStopEvent
        downstream.on(event)
    }
}
