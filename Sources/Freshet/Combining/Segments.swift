import Synchronization

/// What follows once one of several ``Segments`` has ended.
enum SegmentStep {
    /// The next stream: an `Observable` of the same elements.
    case start(AnyObject)
    /// What the subclass says; see ``Segments/step(after:)``.
    case next(after: Termination)
    case finish(Termination)
    /// The subclass calls ``Segments/start(_:)`` or ``Segments/finish(_:)`` later.
    case wait
}

// Sendable: the state changes only when a segment ends, one after another.
/// Delivers one stream after another, each with a lifetime of its own: the base of concat, catch and retry.
///
/// A stream that ends while it is being subscribed to does not start the next one on top of itself: the loop that subscribed to it does. So thousands of short
/// streams use no stack. A segment that has ended is disposed before the next one starts, and what it still sends is dropped.
class Segments<Element>: @unchecked Sendable {
    final let downstream: Sink<Element>
    final let lifetime: Lifetime
    private let slot = LifetimeSlot()
    /// How many steps are due; the thread that makes it 1 takes them all.
    private let due = Atomic<Int>(0)
    /// What the step that is due begins with.
    private var next: SegmentStep = .wait

    init(_ downstream: Sink<Element>, _ lifetime: Lifetime) {
        self.downstream = downstream
        self.lifetime = lifetime
        lifetime.add(slot)
    }

    /// What follows a segment that ended so.
    func step(after end: Termination) -> SegmentStep { .finish(end) }

    /// Delivers what `stream` begins with.
    func begin(_ stream: Observable<Element>) -> Beginning { stream.begin(downstream, lifetime, .part) }

    /// Starts `stream` in place of the segment before.
    final func start(_ stream: Observable<Element>) { take(.start(stream)) }

    final func take(_ step: SegmentStep) {
        next = step
        if due.add(1, ordering: .acquiringAndReleasing).oldValue > 0 { return }
        repeat { takeSteps() } while due.subtract(1, ordering: .acquiringAndReleasing).newValue > 0
    }

    /// Takes steps until a stream has been subscribed to or none is left.
    private func takeSteps() {
        var next = SegmentStep.wait
        swap(&next, &self.next)
        while !lifetime.isDisposed {
            switch next {
            case .wait: return
            case .next(let end): next = step(after: end)
            case .finish(let end): return downstream.finish(end)
            case .start(let stream):
                let stream = unsafeDowncast(stream, to: Observable<Element>.self)
                switch begin(stream) {
                case .continued(let rest): next = .start(rest)
                case .ended(let end): next = .next(after: end)
                case .none:
                    let segment = slot.renew()
                    return stream.start(SegmentSink(self, segment), segment)
                }
            }
        }
    }

    fileprivate final func segmentEnded(_ end: Termination) { take(.next(after: end)) }
}

// Sendable: see Sink.
/// Receives one segment. An end that comes in reaction to an element waits until that element has been delivered: the next stream may deliver on another thread.
private final class SegmentSink<Element>: Sink<Element>, @unchecked Sendable {
    private let segments: Segments<Element>
    private let downstream: Sink<Element>
    private let segment: Lifetime
    private var isDelivering = false
    private var end: Termination?

    init(_ segments: Segments<Element>, _ segment: Lifetime) {
        self.segments = segments
        downstream = segments.downstream
        self.segment = segment
    }

    override func next(_ element: Element) {
        if segment.isDisposed { return }
        if isDelivering { return downstream.next(element) }
        isDelivering = true
        downstream.next(element)
        isDelivering = false
        if let end { segments.segmentEnded(end) }
    }

    override func error(_ error: any Error) { ended(.error(error)) }
    override func completed() { ended(.completed) }

    private func ended(_ end: Termination) {
        guard segment.stop() else { return }
        segment.dispose()
        if isDelivering { self.end = end } else { segments.segmentEnded(end) }
    }
}
