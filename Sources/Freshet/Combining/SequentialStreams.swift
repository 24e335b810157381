import FreshetPlatform

/// The next step of ``SequentialStreams`` after one stream has ended.
enum SequentialStep {
    /// Subscribe to the next stream, an `Observable` with the same element type.
    case start(AnyObject)
    /// Ask the subclass; see ``SequentialStreams/step(after:)``.
    case next(after: Termination)
    /// Deliver the terminal event.
    case finish(Termination)
    /// Wait until the subclass calls ``SequentialStreams/start(_:)`` or ``SequentialStreams/take(_:)``.
    case wait
}

// Sendable: `due` lets one thread at a time take steps.
/// Delivers one stream after another, each with its own lifetime. The base class of `concat`, `catch` and `retry`.
///
/// If a stream ends during its subscription, the loop that subscribed to it starts the next one, so thousands of short
/// streams don't grow the stack. A stream is disposed before the next one starts; its later events are dropped.
class SequentialStreams<Element>: @unchecked Sendable {
    final let downstream: Sink<Element>
    final let lifetime: Lifetime
    private let current = SerialLifetime()
    /// The number of steps due. The thread that raises it to 1 takes all of them.
    private let due = Atomic<Int>(0)
    /// The step that is due.
    private var next: SequentialStep = .wait

    init(_ downstream: Sink<Element>, _ lifetime: Lifetime) {
        self.downstream = downstream
        self.lifetime = lifetime
        lifetime.add(current)
    }

    /// True if the number of streams may be infinite.
    ///
    /// If so, and a stream ends during its subscription, the next one starts once the consumer has room: such streams
    /// would fill its buffer. Other streams start immediately, because a subject could send elements in the meantime.
    var isEndless: Bool { false }

    /// Returns the step that follows a stream that ended with `end`.
    func step(after end: Termination) -> SequentialStep { .finish(end) }

    /// Delivers the part of `stream` that needs no subscription.
    func begin(_ stream: Observable<Element>) -> EagerDelivery { stream.begin(downstream, lifetime, .part) }

    /// Replaces the current stream with `stream`.
    final func start(_ stream: Observable<Element>) { take(.start(stream)) }

    /// Takes `step` and the steps that follow.
    ///
    /// If a loop is already taking steps, on this or another thread, that loop takes `step`.
    final func take(_ step: SequentialStep) {
        next = step
        if due.add(1, ordering: .acquiringAndReleasing).oldValue > 0 { return }
        var isAfterStart = false
        repeat {
            takeSteps(isAfterStart: isAfterStart)
            isAfterStart = true
        } while due.subtract(1, ordering: .acquiringAndReleasing).newValue > 0
    }

    /// Takes steps until a stream is subscribed to, a terminal event is delivered or the subclass must continue.
    /// - Parameter isAfterStart: true if the previous stream ended during its subscription.
    private func takeSteps(isAfterStart: Bool) {
        var isAfterStart = isAfterStart
        var next = SequentialStep.wait
        swap(&next, &self.next)
        while !lifetime.hasEnded {
            switch next {
            case .wait: return
            case .next(let end): next = step(after: end)
            case .finish(let end): return downstream.finish(end)
            case .start(let stream):
                let stream = unsafeDowncast(stream, to: Observable<Element>.self)
                if lifetime.isPaused, stream.production != .sent || isEndless && isAfterStart {
                    return lifetime.whenRenewed { self.start(stream) }
                }
                isAfterStart = true
                switch begin(stream) {
                case .continued(let rest): next = .start(rest)
                case .ended(let end): next = .next(after: end)
                case .none:
                    let streamLifetime = current.renew(demand: lifetime.demand)
                    // Another thread may have disposed the lifetime.
                    if streamLifetime.hasEnded { return }
                    return stream.start(SequentialStreamSink(self, streamLifetime), streamLifetime)
                }
            }
        }
    }

    fileprivate final func streamEnded(_ end: Termination) { take(.next(after: end)) }
}

/// Receives the events of one stream.
///
/// A terminal event that arrives while an element is being delivered waits until that delivery returns: the next stream
/// may deliver on another thread.
private final class SequentialStreamSink<Element>: Sink<Element>, @unchecked Sendable {
    private let streams: SequentialStreams<Element>
    private let downstream: Sink<Element>
    private let lifetime: Lifetime
    private var isDelivering = false
    private var end: Termination?

    init(_ streams: SequentialStreams<Element>, _ lifetime: Lifetime) {
        self.streams = streams
        downstream = streams.downstream
        self.lifetime = lifetime
    }

    override func next(_ element: Element) {
        if lifetime.hasEnded { return }
        if isDelivering { return downstream.next(element) }
        isDelivering = true
        downstream.next(element)
        isDelivering = false
        if let end { streams.streamEnded(end) }
    }

    override func error(_ error: any Error) { ended(.error(error)) }
    override func completed() { ended(.completed) }

    private func ended(_ end: Termination) {
        guard lifetime.stop() else { return }
        lifetime.dispose()
        if isDelivering { self.end = end } else { streams.streamEnded(end) }
    }
}
