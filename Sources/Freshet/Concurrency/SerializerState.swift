/// The state of a ``Serializer`` in one word: the delivering thread, and whether work is queued.
///
/// One atomic instruction makes each transition.
struct SerializerState: RawRepresentable, Equatable, Sendable {
    /// The thread's identifier, which is even; the lowest bit is set if work is queued.
    let rawValue: UInt

    private static let queued: UInt = 1

    /// No thread is delivering, and no work is queued.
    static let idle = SerializerState(rawValue: 0)
    /// No thread is delivering; the next thread that sends an event runs the queued work.
    static let offered = SerializerState(rawValue: queued)

    var isIdle: Bool { self == .idle }
    var isOffered: Bool { self == .offered }
    var hasQueuedWork: Bool { rawValue & Self.queued != 0 }

    /// The delivering thread, or 0.
    var thread: UInt { rawValue & ~Self.queued }

    /// The state after `caller` queues work. If no thread was delivering, `caller` becomes the delivering thread.
    func queueing(by caller: UInt) -> SerializerState {
        SerializerState(rawValue: (thread == 0 ? caller : rawValue) | Self.queued)
    }

    /// The state after the last queued work is dequeued.
    var drained: SerializerState { SerializerState(rawValue: thread) }

    /// The result for a thread that enters in this state.
    func entry(of caller: UInt) -> SerializerEntry {
        if isIdle { return .entered }
        return thread == caller ? .reentered : .busy
    }
}

/// The result of entering a ``Serializer``.
enum SerializerEntry {
    /// No thread was delivering. The caller delivers, then leaves.
    case entered
    /// The caller is already delivering, further up its stack. It delivers, and doesn't leave.
    case reentered
    /// Another thread is delivering, or this thread is running queued work. The caller queues its work.
    case busy
}
