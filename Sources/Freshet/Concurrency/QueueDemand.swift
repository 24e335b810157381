/// Pauses the source of an operator that queues its elements, if the operator's consumer has a bounded buffer.
///
/// Without it, the elements of a paused consumer would queue in the operator instead, without a bound.
struct QueueDemand: Sendable {
    /// The number of waiting elements at which the source pauses. It continues when half of them are delivered.
    static let defaultBound = 8

    private let demand: Demand?
    private let bound: Int

    /// - Parameters:
    ///   - consumer: The lifetime of the operator's own chain.
    ///   - holdsBack: Whether the operator delivers only while the consumer has room.
    init(_ consumer: Lifetime, bound: Int = defaultBound, holdsBack: Bool = false) {
        demand = consumer.demand.map { Demand(queueingFor: $0, holdsBack: holdsBack) }
        self.bound = bound
    }

    /// True if the consumer can pause the source.
    var isPacing: Bool { demand != nil }

    /// Returns a lifetime for the source, which ends no later than `consumer`.
    func makeSourceLifetime(in consumer: Lifetime) -> Lifetime { consumer.makeChild(demand: demand) }

    /// Sets whether an inner stream is running, during which the source isn't paused: its next element may replace the
    /// inner stream, even if that is paused.
    func setInnerRunning(_ isRunning: Bool) { demand?.ignoreDownstream(isRunning) }

    /// Returns a token for the work that makes room; nil if the source can't be paused.
    func makeRenewal() -> PendingRenewal? { demand.map { PendingRenewal(of: $0) } }

    /// Disposes the source if it is paused, or once it pauses: nothing is left that could make room.
    func abandon() { demand?.abandon() }

    /// Pauses or resumes the source. Called after each change of the number of waiting elements.
    func update(waiting count: Int) {
        guard let demand else { return }
        if count >= bound {
            demand.exhaust()
        } else if count <= bound / 2 {
            demand.renew()
        }
    }
}
