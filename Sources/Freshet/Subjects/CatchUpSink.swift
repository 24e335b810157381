// Sendable: state is accessed only inside the multicaster's serializer.
/// Buffers events for a subscriber that joins while another thread is delivering, or that receives several elements
/// first.
///
/// The joining thread delivers the replayed elements, then submits ``catchUp()`` to the serializer.
final class CatchUpSink<Element>: Sink<Element>, @unchecked Sendable {
    private let sink: Sink<Element>
    private let lifetime: Lifetime
    private var waiting = Queue<Event<Element>>()
    private var hasCaughtUp = false
    /// The number of elements to drop: the subscriber has received a newer one.
    private var skipped = 0

    init(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        self.sink = sink
        self.lifetime = lifetime
    }

    /// True if the next element is dropped.
    var isSkipping: Bool { skipped > 0 }

    /// Drops the next `count` elements.
    func skip(_ count: Int) { skipped = count }

    override func next(_ element: Element) {
        if isSkipping {
            skipped -= 1
        } else if hasCaughtUp {
            sink.next(element)
        } else {
            waiting.append(.next(element))
        }
    }

    override func error(_ error: any Error) {
        if hasCaughtUp { sink.error(error) } else { waiting.append(.error(error)) }
    }

    override func completed() {
        if hasCaughtUp { sink.completed() } else { waiting.append(.completed) }
    }

    /// Delivers the buffered events, including those that arrive meanwhile. Later events pass through.
    ///
    /// Called inside the serializer.
    func catchUp() {
        while let event = waiting.popFirst() {
            if !lifetime.hasEnded { sink.on(event) }
        }
        hasCaughtUp = true
    }
}
