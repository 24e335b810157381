import Synchronization

/// What waits for its turn, but for the elements: a lock that knew their type would look up its own type at each use.
private struct Turns {
    var end: Termination?
    var isScheduled = false
}

// Safe to share: what waits is touched with the lock held, what is being delivered in a turn only; one turn is taken at a time.
/// Keeps events until they are delivered in a turn on a scheduler.
class TurnSink<Element>: Sink<Element>, @unchecked Sendable {
    private let downstream: Sink<Element>
    private let takesAll: Bool
    private let origin = Origin.ofStage()
    private let lifetime: Lifetime
    private let upstream: Lifetime
    private let turns = Mutex(Turns())
    private let waiting = Ring<Element>()
    private let batch = Ring<Element>()

    /// If it `takesAll`, a turn delivers all that waits; else one event.
    init(_ downstream: Sink<Element>, _ lifetime: Lifetime, _ upstream: Lifetime, takesAll: Bool) {
        self.downstream = downstream
        self.lifetime = lifetime
        self.upstream = upstream
        self.takesAll = takesAll
    }

    /// Has ``takeTurn()`` called on the scheduler until nothing waits.
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

    /// Delivers what waits; whether there is more.
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
