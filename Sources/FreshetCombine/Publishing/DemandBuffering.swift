/// A policy for elements that arrive before a subscriber requests them.
///
/// Producers that support backpressure pause instead: they are at most one element ahead, and no element is lost. These
/// are `from`, `of`, `range`, `generate`, `repeatElement`, and streams of an `AsyncSequence` or a publisher, through
/// all operators except those that share or split a stream; Freshet's article “From and to async/await” lists them. The
/// policy applies to all others: subjects, relays, timers, requests, shared streams.
///
/// Requested elements are buffered regardless of the bound: during the delivery of one element, others can arrive from
/// another thread or from the subscriber itself.
public struct DemandBuffering<Failure: Error>: Sendable {
    enum WhenFull: Sendable {
        case dropOldest, dropNewest
        /// If nil, the error is ``BufferOverflow``.
        case fail((any Error)?)
    }

    let count: Int
    let whenFull: WhenFull

    init(_ count: Int, _ whenFull: WhenFull) {
        precondition(count > 0, "`count` must be positive.")
        self.count = count
        self.whenFull = whenFull
    }

    /// Keeps the newest `count` elements and drops older ones.
    /// - Precondition: `count` is positive.
    public static func newest(_ count: Int) -> DemandBuffering { DemandBuffering(count, .dropOldest) }

    /// Keeps the oldest `count` elements and drops newer ones.
    /// - Precondition: `count` is positive.
    public static func oldest(_ count: Int) -> DemandBuffering { DemandBuffering(count, .dropNewest) }

    /// Keeps `count` elements; another element fails the publisher with `failure`.
    ///
    /// The overflow disposes the source. The failure follows the buffered elements.
    /// - Precondition: `count` is positive.
    public static func failing(_ count: Int, with failure: Failure) -> DemandBuffering {
        DemandBuffering(count, .fail(failure))
    }
}

extension DemandBuffering where Failure == any Error {
    /// Keeps `count` elements; another element fails the publisher with ``BufferOverflow``.
    ///
    /// The overflow disposes the source. The failure follows the buffered elements.
    /// - Precondition: `count` is positive.
    public static func failing(_ count: Int) -> DemandBuffering { DemandBuffering(count, .fail(nil)) }
}
