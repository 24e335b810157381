/// Which thread delivers, and whether work is queued: the state of a ``Serializer``, in one word.
///
/// A value, so that one atomic instruction makes a transition.
struct SerializerState: RawRepresentable, Equatable, Sendable {
    /// The thread's identifier, which is even; the lowest bit says whether work is queued.
    let rawValue: UInt

    private static let queued: UInt = 1

    /// No thread delivers and nothing is queued.
    static let idle = SerializerState(rawValue: 0)

    /// `thread` delivers and nothing is queued.
    static func delivering(_ thread: UInt) -> SerializerState { SerializerState(rawValue: thread) }

    var isIdle: Bool { rawValue == 0 }
    var hasQueuedWork: Bool { rawValue & Self.queued != 0 }

    /// The delivering thread; 0 if there is none.
    var thread: UInt { rawValue & ~Self.queued }

    /// The state once `caller` has queued work: a caller that finds no thread delivering takes over.
    func queueing(by caller: UInt) -> SerializerState {
        SerializerState(rawValue: (isIdle ? caller : rawValue) | Self.queued)
    }

    /// The state once the last queued work has been taken.
    var drained: SerializerState { SerializerState(rawValue: thread) }

    /// What a thread that enters finds.
    func entry(of caller: UInt) -> SerializerEntry {
        if isIdle { return .entered }
        return thread == caller ? .reentered : .busy
    }
}

/// What a thread finds when it enters a ``Serializer``.
enum SerializerEntry {
    /// No thread was delivering: the caller delivers and then leaves.
    case entered
    /// The caller delivers already, further up its stack: it delivers, and does not leave.
    case reentered
    /// Another thread delivers: the caller queues its work.
    case busy
}
