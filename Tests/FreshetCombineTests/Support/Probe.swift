import FreshetCombine
import FreshetPlatform

/// A subscriber that records events and violations of Combine's contract.
///
/// It never releases its subscription, so the tests detect a subscription that retains its subscriber.
final class Probe<Input: Sendable, Failure: Error>: Subscriber, Sendable {
    // Sendable: Combine's subscriptions can be used on any thread.
    private struct Held: @unchecked Sendable {
        let subscription: any Subscription
    }

    private struct State: Sendable {
        var held: Held?
        var values: [Input] = []
        var events: [String] = []
        var isInside = false
        var hasEnded = false
        var violations: [String] = []
    }

    private let first: Subscribers.Demand
    private let reaction: @Sendable (Input, Probe) -> Subscribers.Demand
    private let state = Mutex(State())

    /// - Parameters:
    ///   - first: The demand requested upon subscription.
    ///   - reaction: Called with each value; returns the additional demand.
    init(
        _ first: Subscribers.Demand = .none,
        _ reaction: @escaping @Sendable (Input, Probe) -> Subscribers.Demand = { _, _ in .none }
    ) {
        self.first = first
        self.reaction = reaction
    }

    var values: [Input] { state.withLock { $0.values } }
    /// All received events, as text.
    var events: [String] { state.withLock { $0.events } }
    var hasEnded: Bool { state.withLock { $0.hasEnded } }
    /// The detected contract violations.
    var violations: [String] { state.withLock { $0.violations } }

    func request(_ demand: Subscribers.Demand) { state.withLock { $0.held }?.subscription.request(demand) }
    func cancel() { state.withLock { $0.held }?.subscription.cancel() }

    func receive(subscription: any Subscription) {
        let held = Held(subscription: subscription)
        state.withLock { state in
            if state.held != nil { state.violations.append("a second subscription") }
            state.held = held
            state.events.append("subscription")
        }
        if first > .none { subscription.request(first) }
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        enter("\(input)")
        state.withLock { $0.values.append(input) }
        let more = reaction(input, self)
        state.withLock { $0.isInside = false }
        return more
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        switch completion {
        case .finished: enter("finished")
        case .failure(let error): enter("\(error)")
        }
        state.withLock { state in
            (state.isInside, state.hasEnded) = (false, true)
        }
    }

    private func enter(_ event: String) {
        state.withLock { state in
            if state.isInside { state.violations.append("\(event) during another delivery") }
            if state.hasEnded { state.violations.append("\(event) after the end") }
            if !state.events.contains("subscription") { state.violations.append("\(event) before the subscription") }
            state.isInside = true
            state.events.append(event)
        }
    }
}

extension Publisher where Output: Sendable {
    /// Subscribes with a probe.
    func probed(
        _ first: Subscribers.Demand = .none,
        _ reaction: @escaping @Sendable (Output, Probe<Output, Failure>) -> Subscribers.Demand = { _, _ in .none }
    ) -> Probe<Output, Failure> {
        let probe = Probe(first, reaction)
        subscribe(probe)
        return probe
    }
}
