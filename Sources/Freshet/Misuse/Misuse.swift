/// A programming error found in a debug build; see ``Hooks/misuseHandler``.
public struct Misuse: Sendable, CustomStringConvertible {
    /// The kind of a misuse.
    public enum Kind: Sendable, Equatable {
        /// An observer sends events to the source that is calling it, nested `depth` calls deep.
        case reentrancy(depth: Int)
        /// A source sent an event after its terminal event; the event was dropped.
        case eventAfterEnd
        /// A type that conforms to ``ObservableType`` sent an event while another thread was sending one; the events
        /// were delivered one at a time.
        case concurrentEvent
        /// An unbounded buffer holds `count` waiting events.
        case growingBuffer(count: Int)

        var name: String {
            switch self {
            case .reentrancy: "reentrancy"
            case .eventAfterEnd: "event after the end"
            case .concurrentEvent: "concurrent event"
            case .growingBuffer: "growing buffer"
            }
        }
    }

    /// The kind of misuse.
    public let kind: Kind
    /// The operator or source, such as `flatMap` or `PublishSubject`; nil if unknown.
    public let name: String?
    /// The place of its creation or subscription, as `file:line`; nil if unknown.
    public let location: String?

    /// A message that says what happened, why it is wrong and how to fix it.
    public var description: String {
        let subject = (name ?? "A stream") + (location.map { " (\($0))" } ?? "")
        switch kind {
        case .reentrancy(let depth):
            return """
                \(subject) is receiving events from its own observers, \(depth) calls deep: each event causes the \
                next one before it has been delivered, and the stack overflows if the loop doesn't end. Schedule the \
                events (observe(on:)), or send only changes (distinctUntilChanged()).
                """
        case .eventAfterEnd:
            return """
                \(subject) has sent an event after its terminal event; the event was dropped. A stream ends once: \
                stop the work when the stream has completed or failed, for example in the disposable that create \
                returns, or use one stream for each piece of work.
                """
        case .concurrentEvent:
            return """
                \(subject) has sent an event while another thread was sending one; the events were delivered one at a \
                time. Send one event at a time, or use a source that serializes them: create, a subject or a relay.
                """
        case .growingBuffer(let count):
            return """
                \(subject) buffers \(count) waiting events without a bound: they arrive faster than they are \
                consumed, and memory will run out. Reduce the events (throttle, sample, take), bound the buffer \
                (observe(on:buffering:), values(buffering:)), or speed up the consumer.
                """
        }
    }
}
