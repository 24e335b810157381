// Sendable: see SingleProducerQueue; `end` is set before the queue's end, and read after it.
/// Queues events and delivers them in turns on a scheduler.
class TurnSink<Element>: Sink<Element>, @unchecked Sendable {
    private let downstream: Sink<Element>
    private let takesAll: Bool
    private let origin = Origin.ofStage()
    private let lifetime: Lifetime
    private let upstream: Lifetime
    private let queue = SingleProducerQueue<Element>()
    private var end: Termination?

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
        let (waiting, isIdle) = queue.append(element)
        origin.checkBuffer(waiting + 1)
        if isIdle { scheduleTurn() }
    }

    override final func error(_ error: any Error) { sourceEnded(.error(error)) }
    override final func completed() { sourceEnded(.completed) }

    private func sourceEnded(_ end: Termination) {
        guard upstream.stop() else { return }
        self.end = end
        if queue.appendEnd() { scheduleTurn() }
        upstream.dispose()
    }

    /// Delivers waiting events. Returns whether more are waiting.
    final func takeTurn() -> Bool {
        let (waiting, hasEnded) = queue.waiting
        let count = takesAll ? waiting : min(waiting, 1)
        queue.take(count) { if !lifetime.isDisposed { downstream.next($0) } }
        let isOver = hasEnded && (takesAll || waiting == 0)
        if isOver, let end, !lifetime.isDisposed { downstream.finish(end) }
        return queue.subtract(count) && !isOver && !lifetime.isDisposed
    }
}
