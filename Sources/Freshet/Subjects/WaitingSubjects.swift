import FreshetPlatform

/// The subjects with events that wait for a thread that is delivering an earlier event of theirs.
///
/// Before that thread sends to a stage further downstream, it delivers these events: they were sent earlier.
enum WaitingSubjects {
    private struct Entry {
        let subject: Subscribers
        var thread: UInt
        var events = 0
    }

    private static let count = Atomic<Int>(0)
    private static let entries = Mutex<[ObjectIdentifier: Entry]>([:])

    /// Records an event that waits for `thread`. The event calls ``remove(_:)`` when it is delivered.
    static func add(_ subject: Subscribers, thread: UInt) {
        entries.withLock { entries in
            entries[ObjectIdentifier(subject), default: Entry(subject: subject, thread: thread)].events += 1
            entries[ObjectIdentifier(subject)]?.thread = thread
            count.store(entries.count, ordering: .relaxed)
        }
    }

    static func remove(_ subject: Subscribers) {
        // Released outside the lock: a `deinit` may run foreign code.
        let released: Entry? = entries.withLock { entries in
            entries[ObjectIdentifier(subject)]?.events -= 1
            guard entries[ObjectIdentifier(subject)]?.events == 0 else { return nil }
            let entry = entries.removeValue(forKey: ObjectIdentifier(subject))
            count.store(entries.count, ordering: .relaxed)
            return entry
        }
        withExtendedLifetime(released) {}
    }

    /// Delivers the events that wait for this thread, at most ``Serializer/turn`` of each subject.
    static func deliver(on thread: UInt) {
        if count.load(ordering: .relaxed) == 0 { return }
        let subjects = entries.withLock { $0.values.filter { $0.thread == thread }.map(\.subject) }
        for subject in subjects { subject.serializer.runQueuedHere() }
    }
}
