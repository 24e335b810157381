import Synchronization

/// The state of a ``TurnSink`` except its elements.
///
/// Not generic: a generic mutex would look up its own metadata at each use.
private struct Turns {
    var end: Termination?
    var isScheduled = false
}

// Sendable: `waiting` is guarded by `turns`; `batch` is accessed only in a turn, one turn at a time.
/// Buffers events and delivers them in turns on a scheduler.
class TurnSink<Element>: Sink<Element>, @unchecked Sendable {
    private let downstream: Sink<Element>
    private let takesAll: Bool
    private let origin = Origin.ofStage()
    private let lifetime: Lifetime
    private let upstream: Lifetime
    private let turns = Mutex(Turns())
    private let waiting = Ring<Element>()
    private let batch = Ring<Element>()

    /// - Parameter takesAll: Whether a turn delivers all waiting events, or one.
    init(_ downstream: Sink<Element>, _ lifetime: Lifetime, _ upstream: Lifetime, takesAll: Bool) {
        self.downstream = downstream
        self.lifetime = lifetime
        self.upstream = upstream
        self.takesAll = takesAll
    }

    /// Calls ``takeTurn()`` on the scheduler until it returns false.
    func scheduleTurn() {}

    override final func next(_ element: Element) {
        let (isIdle, count) = turns.withLock { turns in
            waiting.append(element)
            defer { turns.isScheduled = true }
            return (!turns.isScheduled, waiting.count)
        }
        origin.keeps(count)
        if isIdle { scheduleTurn() }
    }

    override final func error(_ error: any Error) { sourceEnded(.error(error)) }
    override final func completed() { sourceEnded(.completed) }

    private func sourceEnded(_ end: Termination) {
        guard upstream.stop() else { return }
        let isIdle = turns.withLock { turns in
            turns.end = end
            defer { turns.isScheduled = true }
            return !turns.isScheduled
        }
        if isIdle { scheduleTurn() }
        upstream.dispose()
    }

    /// Delivers waiting events. Returns whether more are waiting.
    final func takeTurn() -> Bool {
        let end = turns.withLock { turns in
            if takesAll {
                batch.exchange(with: waiting)
            } else if waiting.count > 0 {
                batch.append(waiting.removeFirst())
            }
            return waiting.count == 0 && (takesAll || batch.count == 0) ? turns.end.take() : nil
        }
        while batch.count > 0 {
            if lifetime.isDisposed {
                batch.removeAll()
                return false
            }
            downstream.next(batch.removeFirst())
        }
        if let end, !lifetime.isDisposed { downstream.finish(end) }
        return turns.withLock { turns in
            turns.isScheduled = waiting.count > 0 || turns.end != nil
            return turns.isScheduled
        }
    }
}
