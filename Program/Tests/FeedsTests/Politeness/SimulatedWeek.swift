import FeedStore
import Foundation
import FreshetHTTP
import TestSupport

@testable import Feeds

/// A week of following feeds of one upstream, in simulated time: the program's own schedule, allowance and backoff.
struct SimulatedWeek {
    /// The simulated situation.
    struct Scenario {
        let feeds: Int
        let hasToken: Bool
        let behavior: SimulatedUpstream.Behavior
        var limit: Int { hasToken ? 5000 : 60 }
    }

    /// The result for a person and for the upstream.
    struct Outcome {
        var requests = 0
        var exceeded = 0
        var refusals = 0
        var mostAtOnce = 0
        /// Seconds between two answers for one feed that the limit, the interval and the latency make fair.
        var fairInterval: TimeInterval = 0
        /// The longest between two polls of a feed, without backoff after failures and refusals, in seconds.
        var longestWait: TimeInterval = 0
        /// The longest from the end of an outage to the next poll of a feed, in seconds; nil where there was none.
        var longestRecovery: TimeInterval?
        /// The used share of the limit while the upstream answers.
        var usage = 0.0
        /// True if the feeds want more requests than the limit allows.
        var isShort = false
        /// Requests in the first second.
        var atStart = 0
    }

    private struct Answer {
        let id: Int
        let at: TimeInterval
        let answer: SimulatedUpstream.Answer
    }

    /// A day outside `make check-program`: the week takes half a minute.
    static let length: TimeInterval = runsFull ? 7 * 86_400 : 86_400
    private static let interval: TimeInterval = 60
    private static let key = Quota.Key(host: "api.example.org", resource: "*", requester: "someone")

    private let scenario: Scenario
    private var upstream: SimulatedUpstream
    private var schedule: PollSchedule
    private var random: SeededRandom
    private var refusal: Quota?
    private var failures: [Int]
    private var polled: [TimeInterval?]
    /// The time without requests after refusals: until now, and until each feed's poll was added.
    private var refusedTime: (all: TimeInterval, feeds: [TimeInterval])
    private var outcome = Outcome()
    private var requestsWhileUp = 0
    private var answers: [Answer] = []
    private var time: TimeInterval = 0

    init(_ scenario: Scenario, seed: UInt64) {
        self.scenario = scenario
        upstream = SimulatedUpstream(limit: scenario.limit, scenario.behavior, seed: seed)
        random = SeededRandom(seed ^ 0xFEED)
        schedule = PollSchedule(RequestAllowance(limit: scenario.limit, period: SimulatedUpstream.period))
        failures = Array(repeating: 0, count: scenario.feeds)
        polled = Array(repeating: nil, count: scenario.feeds)
        refusedTime = (0, Array(repeating: 0, count: scenario.feeds))
    }

    /// Runs the week.
    static func run(_ scenario: Scenario, seed: UInt64 = 1) -> Outcome {
        var week = SimulatedWeek(scenario, seed: seed)
        return week.run()
    }

    private mutating func run() -> Outcome {
        for feed in 0..<scenario.feeds { add(feed, due: 0) }
        while time < Self.length {
            switch schedule.next(at: date(time), random: { random.next() }) {
            case .begin(let poll):
                note(poll)
                let (answer, latency) = upstream.begin(at: time)
                answers.append(Answer(id: poll.id, at: time + latency, answer: answer))
            case .wait(let until): advance(to: until.timeIntervalSinceReferenceDate)
            case .idle: advance(to: .infinity)
            }
        }
        finish()
        return outcome
    }

    /// Goes on to that second, or to the next answer if it comes before.
    private mutating func advance(to end: TimeInterval) {
        guard let index = answers.indices.min(by: { answers[$0].at < answers[$1].at }), answers[index].at <= end else {
            // A date's steps are finer than the time's at most: no decision is made twice at one instant.
            time = max(end, time.nextUp)
            return
        }
        let answer = answers.remove(at: index)
        time = max(time, answer.at)
        upstream.end()
        schedule.remove(answer.id)
        handle(answer)
    }

    private mutating func handle(_ answer: Answer) {
        let feed = answer.id
        switch answer.answer {
        case .success:
            failures[feed] = 0
            let known = upstream.known
            var allowance = schedule.allowance
            allowance.known = .init(remaining: known.remaining, resetAt: date(known.resetAt))
            schedule.update(allowance)
            if let last = refusal, last.remaining <= 0 { refusal = last.overcome(at: date(time)) }
            add(feed, due: time + Self.interval)
        case .failure:
            failures[feed] += 1
            add(feed, due: time + min(900, 15 * Double(1 << min(failures[feed] - 1, 10))))
        case .refusal:
            let backoff = RefusalBackoff(after: refusal, at: date(time))
            refusedTime.all += backoff.until.timeIntervalSince(backoff.since)
            refusal = backoff.quota(Self.key, limit: nil)
            var refused = schedule.allowance
            refused.refusedUntil = backoff.until
            schedule.update(refused)
            add(feed, due: backoff.until.timeIntervalSinceReferenceDate)
        }
    }

    private mutating func add(_ feed: Int, due: TimeInterval) {
        refusedTime.feeds[feed] = refusedTime.all
        schedule.add(.init(id: feed, due: date(due), interval: Self.interval, cost: 1))
    }

    /// Notes how long the feed has waited.
    private mutating func note(_ poll: PollSchedule.Poll) {
        if time < 1 { outcome.atStart += 1 }
        if !upstream.isDown(at: time) { requestsWhileUp += 1 }
        let refused = refusedTime.all - refusedTime.feeds[poll.id]
        let overdue = max(0, date(time).timeIntervalSince(poll.due) - refused)
        let wait = polled[poll.id] == nil ? overdue : Self.interval + overdue
        outcome.longestWait = max(outcome.longestWait, wait)
        if let end = upstream.lastOutage(before: time), let last = polled[poll.id], last < end {
            outcome.longestRecovery = max(outcome.longestRecovery ?? 0, time - end)
        }
        polled[poll.id] = time
    }

    private mutating func finish() {
        outcome.requests = upstream.requests
        outcome.exceeded = upstream.exceeded
        outcome.refusals = upstream.refusals
        outcome.mostAtOnce = upstream.mostAtOnce
        let count = Double(scenario.feeds)
        let latency = scenario.behavior == .slow ? 2.0 : 0.3
        let pause = SimulatedUpstream.period / Double(scenario.limit)
        outcome.fairInterval = max(Self.interval, count * max(pause, latency))
        outcome.isShort = count / Self.interval > 1 / pause && pause > latency
        outcome.usage = Double(requestsWhileUp) * pause / (Self.length * upstream.uptime)
    }

    private func date(_ time: TimeInterval) -> Date { Date(timeIntervalSinceReferenceDate: time) }
}
