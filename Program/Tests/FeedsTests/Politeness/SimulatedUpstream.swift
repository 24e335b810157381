import FeedStore
import Foundation
import FreshetHTTP

@testable import Feeds

/// An upstream in simulated time: counts requests as GitHub does, and misbehaves on request.
struct SimulatedUpstream {
    /// The kind of misbehavior.
    enum Behavior: String, CaseIterable {
        case steady = "answers"
        case failing = "fails one request in ten"
        case outage = "is down for 6 hours each day"
        case limiting = "refuses for 10 minutes each 6 hours, without saying for how long"
        case slow = "takes 2 s to answer"
    }

    enum Answer {
        case success
        case failure
        /// Neither now, nor until it answers again; it doesn't say when.
        case refusal
    }

    static let period: TimeInterval = 3600

    let limit: Int
    let behavior: Behavior
    private(set) var requests = 0
    /// Requests beyond the limit.
    private(set) var exceeded = 0
    private(set) var refusals = 0
    private(set) var mostAtOnce = 0
    private var inFlight = 0
    private var window: (used: Int, end: TimeInterval) = (0, 0)
    private var chance: SeededRandom

    init(limit: Int, _ behavior: Behavior, seed: UInt64) {
        self.limit = limit
        self.behavior = behavior
        chance = SeededRandom(seed)
    }

    /// True if it answers nothing at that second.
    func isDown(at time: TimeInterval) -> Bool {
        switch behavior {
        case .outage: time.truncatingRemainder(dividingBy: 86_400) < 21_600
        case .limiting: time.truncatingRemainder(dividingBy: 21_600) < 600
        case .steady, .failing, .slow: false
        }
    }

    /// The time of its last return; nil if it is never down, or is down now.
    func lastOutage(before time: TimeInterval) -> TimeInterval? {
        if isDown(at: time) { return nil }
        return switch behavior {
        case .outage: (time / 86_400).rounded(.down) * 86_400 + 21_600
        case .limiting: (time / 21_600).rounded(.down) * 21_600 + 600
        case .steady, .failing, .slow: nil
        }
    }

    /// The part of the time in which it answers.
    var uptime: Double {
        switch behavior {
        case .outage: 0.75
        case .limiting: 1 - 600.0 / 21_600
        case .steady, .failing, .slow: 1
        }
    }

    /// Takes a request; the answer comes after `latency`.
    mutating func begin(at time: TimeInterval) -> (answer: Answer, latency: TimeInterval) {
        requests += 1
        inFlight += 1
        mostAtOnce = max(mostAtOnce, inFlight)
        if time >= window.end { window = (0, time + Self.period) }
        window.used += 1
        if window.used > limit { exceeded += 1 }
        let latency = behavior == .slow ? 2 : 0.1 + 0.2 * chance.next()
        if isDown(at: time) {
            if behavior == .limiting { refusals += 1 }
            return (behavior == .limiting ? .refusal : .failure, latency)
        }
        return (behavior == .failing && chance.next() < 0.1 ? .failure : .success, latency)
    }

    mutating func end() { inFlight -= 1 }

    /// The values in the headers of an answer, which a failure doesn't have.
    var known: (remaining: Int, resetAt: TimeInterval) { (max(0, limit - window.used), window.end) }
}

/// Numbers from 0 to 1 that a seed repeats (SplitMix64).
struct SeededRandom {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> Double {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return Double((bits ^ (bits >> 31)) >> 11) * 0x1p-53
    }
}
