/// A use of a stream that cannot be meant, found in a debug build; see ``Hooks/misuseHandler``.
public struct Misuse: Sendable, CustomStringConvertible {
    /// What was wrong.
    public enum Kind: Sendable, Equatable {
        /// An observer sends into the source that is calling it, so many calls deep.
        case reentrancy(depth: Int)
        /// A source made by hand has sent an event after its terminal one; the event was dropped.
        case eventAfterEnd
        /// So many events wait in a buffer that has no bound.
        case growingBuffer(count: Int)

        var name: String {
            switch self {
            case .reentrancy: "reentrancy"
            case .eventAfterEnd: "event after the end"
            case .growingBuffer: "growing buffer"
            }
        }
    }

    /// What was wrong.
    public let kind: Kind
    /// The operator or the source, such as `flatMap` or `PublishSubject`; nil where the system cannot name the calls of a thread.
    public let name: String?
    /// Where it was made, or subscribed to, as `file:line`; nil where that is not to be had.
    public let place: String?

    /// What happened, why it is wrong and what to do.
    public var description: String {
        let subject = (name ?? "A stream") + (place.map { ", made at \($0)," } ?? "")
        switch kind {
        case .reentrancy(let depth):
            return """
                \(subject) is being sent into by its own observers, \(depth) calls deep: each event brings about the next one before it has been dealt \
                with, and the stack overflows if nothing ends that. Let what is sent wait for its turn (observe(on:)), or send it only when it \
                differs (distinctUntilChanged()).
                """
        case .eventAfterEnd:
            return """
                \(subject) has sent an event after its terminal one; it was dropped. A stream ends once: stop the work when it has completed or \
                failed, in the disposable that create returns for instance, or make one stream for each piece of work.
                """
        case .growingBuffer(let count):
            return """
                \(subject) keeps \(count) events that wait, and has no bound: they come faster than they are taken, until memory ends. Let fewer \
                come (throttle, sample, take), bound what waits (observe(on:buffering:), values(buffering:)), or make who takes them faster.
                """
        }
    }
}
