/// What happens to elements that come before a subscriber has asked for them.
///
/// A producer that can wait is let wait, so that it is one element ahead at most and nothing is lost: `from`, `of`, `range`, `generate` and `repeatElement`, and streams of an
/// `AsyncSequence` or of a publisher, which are behind stages of one source (map, filter, take, …). What follows is for the others: subjects, relays, timers, requests.
///
/// What has been asked for is kept whatever the bound: while one element is being delivered, others may come from another thread or from the subscriber itself.
public struct DemandBuffering<Failure: Error>: Sendable {
    enum WhenFull: Sendable {
        case dropOldest, dropNewest
        /// Nil stands for ``BufferOverflow``.
        case fail((any Error)?)
    }

    let count: Int
    let whenFull: WhenFull

    init(_ count: Int, _ whenFull: WhenFull) {
        precondition(count > 0, "With room for \(count) elements a producer could never be a step ahead.")
        self.count = count
        self.whenFull = whenFull
    }

    /// The newest `count` are kept, older ones are dropped.
    /// - Precondition: `count` is positive.
    public static func newest(_ count: Int) -> DemandBuffering { DemandBuffering(count, .dropOldest) }

    /// The oldest `count` are kept, newer ones are dropped.
    /// - Precondition: `count` is positive.
    public static func oldest(_ count: Int) -> DemandBuffering { DemandBuffering(count, .dropNewest) }

    /// All are kept; when there is one more than `count`, the source is given back and `failure` follows what is kept.
    /// - Precondition: `count` is positive.
    public static func failing(_ count: Int, with failure: Failure) -> DemandBuffering {
        DemandBuffering(count, .fail(failure))
    }
}

extension DemandBuffering where Failure == any Error {
    /// All are kept; when there is one more than `count`, the source is given back and ``BufferOverflow`` follows what is kept.
    /// - Precondition: `count` is positive.
    public static func failing(_ count: Int) -> DemandBuffering { DemandBuffering(count, .fail(nil)) }
}
