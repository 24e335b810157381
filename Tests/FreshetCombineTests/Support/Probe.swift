import FreshetCombine
import Synchronization

/// A subscriber that asks for what it is told to, writes down what it hears, and notices when Combine's contract is broken.
///
/// It keeps its subscription to the last, so that one which keeps it in turn is seen.
final class Probe<Input: Sendable, Failure: Error>: Subscriber, Sendable {
    // Combine's subscriptions may be used from any thread.
    private struct Held: @unchecked Sendable {
        let subscription: any Subscription
    }

    private struct State: Sendable {
        var held: Held?
        var values: [Input] = []
        var words: [String] = []
        var isInside = false
        var hasEnded = false
        var offences: [String] = []
    }

    private let first: Subscribers.Demand
    private let reaction: @Sendable (Input, Probe) -> Subscribers.Demand
    private let state = Mutex(State())

    /// - Parameters:
    ///   - first: what is asked for as soon as there is a subscription.
    ///   - reaction: runs for each value and says how many more are wanted.
    init(
        _ first: Subscribers.Demand = .none,
        _ reaction: @escaping @Sendable (Input, Probe) -> Subscribers.Demand = { _, _ in .none }
    ) {
        self.first = first
        self.reaction = reaction
    }

    var values: [Input] { state.withLock { $0.values } }
    /// All that was heard, in words.
    var words: [String] { state.withLock { $0.words } }
    var hasEnded: Bool { state.withLock { $0.hasEnded } }
    /// How the contract was broken.
    var offences: [String] { state.withLock { $0.offences } }

    func request(_ demand: Subscribers.Demand) { state.withLock { $0.held }?.subscription.request(demand) }
    func cancel() { state.withLock { $0.held }?.subscription.cancel() }

    func receive(subscription: any Subscription) {
        let held = Held(subscription: subscription)
        state.withLock { state in
            if state.held != nil { state.offences.append("a second subscription") }
            state.held = held
            state.words.append("subscription")
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

    private func enter(_ word: String) {
        state.withLock { state in
            if state.isInside { state.offences.append("\(word) while another was being received") }
            if state.hasEnded { state.offences.append("\(word) after the end") }
            if !state.words.contains("subscription") { state.offences.append("\(word) before the subscription") }
            state.isInside = true
            state.words.append(word)
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
