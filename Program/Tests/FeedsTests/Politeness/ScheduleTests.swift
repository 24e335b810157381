import Foundation
import Testing

@testable import Feeds

@Suite("The schedule of polls") struct ScheduleTests {
    private static let start = Date(timeIntervalSinceReferenceDate: 0)

    private func date(_ seconds: TimeInterval) -> Date { Self.start + seconds }

    /// The times at which these polls begin if each takes a second, with the random number 0.5.
    private func begins(
        _ polls: [PollSchedule.Poll], _ allowance: RequestAllowance = RequestAllowance(),
        until end: TimeInterval = 10_000
    ) -> [Int: TimeInterval] {
        var schedule = PollSchedule(allowance)
        for poll in polls { schedule.add(poll) }
        var begins: [Int: TimeInterval] = [:]
        var time: TimeInterval = 0
        while time < end {
            switch schedule.next(at: date(time), random: { 0.5 }) {
            case .begin(let poll):
                begins[poll.id] = time
                time += 1
                schedule.remove(poll.id)
            case .wait(let until): time = until.timeIntervalSince(Self.start)
            case .idle: return begins
            }
        }
        return begins
    }

    private func poll(_ id: Int, due: TimeInterval = 0, interval: TimeInterval = 60, cost: Int = 1) -> PollSchedule.Poll
    {
        .init(id: id, due: date(due), interval: interval, cost: cost)
    }

    @Test("The schedule begins the poll that is overdue longest")
    func order() {
        let begins = begins([poll(1, due: 3), poll(2, due: 1), poll(3, due: 2)])
        #expect(begins.sorted { $0.value < $1.value }.map(\.key) == [2, 3, 1])
    }

    @Test("The schedule spreads polls that are due at the same time over their interval")
    func spread() {
        let times = begins((0..<10).map { poll($0) }).values.sorted()
        #expect(times.first == 0 && times.count == 10)
        #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 > 5 })
    }

    @Test("The schedule starts polls of new feeds a second apart until half of the limit is used")
    func new() {
        var allowance = RequestAllowance(limit: 60, period: 3600)
        allowance.known = .init(remaining: 33, resetAt: date(3600))
        let polls = (0..<5).map { PollSchedule.Poll(id: $0, due: date(0), interval: 60, cost: 1, isNew: true) }
        let times = begins(polls, allowance).values.sorted()
        #expect(times.prefix(3) == [0, 1, 2] && times[3] > 60 && times[4] > 120)
    }

    @Test("The schedule pauses as the limit requires, longer after a poll of several requests")
    func limit() {
        let allowance = RequestAllowance(limit: 60, period: 3600)
        let times = begins([poll(0, cost: 5), poll(1), poll(2)], allowance).values.sorted()
        // 55 requests are left for the rest of the hour.
        #expect(times.count == 3 && times[0] == 0 && abs(times[1] - 5 * 3600 / 55) < 0.1)
        #expect((55...65).contains(times[2] - times[1]))
    }

    @Test("The schedule waits for the end of the period if fewer requests are left than the poll takes")
    func usedUp() {
        var allowance = RequestAllowance(limit: 60, period: 3600)
        allowance.known = .init(remaining: 0, resetAt: date(500))
        #expect(begins([poll(0)], allowance) == [0: 500])
        allowance.known = .init(remaining: 4, resetAt: date(500))
        #expect(begins([poll(0, cost: 5)], allowance) == [0: 500])
        #expect(begins([poll(0, cost: 4)], allowance) == [0: 0])
    }

    @Test("The schedule waits for the end of a refusal")
    func refused() {
        #expect(begins([poll(0)], RequestAllowance(refusedUntil: date(60))) == [0: 60])
    }

    @Test("The schedule keeps the remaining waits after a clock that was ahead is corrected")
    func clockCorrected() {
        var schedule = PollSchedule(RequestAllowance(limit: 60, period: 3600))
        schedule.add(poll(0, due: 86_400))
        schedule.add(poll(1, due: 86_460))
        #expect(schedule.next(at: date(86_400), random: { 0.5 }) == .begin(poll(0, due: 86_400)))
        schedule.remove(0)
        guard case .wait(let planned) = schedule.next(at: date(86_400), random: { 0.5 }),
            case .wait(let corrected) = schedule.next(at: date(0), random: { 0.5 })
        else {
            Issue.record("The second poll begins at once.")
            return
        }
        let (before, after) = (planned.timeIntervalSince(date(86_400)), corrected.timeIntervalSince(date(0)))
        #expect(abs(before - after) < 0.001 && (60...63).contains(after))
    }

    @Test("The schedule begins no poll early because a clock was set back")
    func clockSetBack() {
        var schedule = PollSchedule(RequestAllowance())
        schedule.add(poll(0, due: 1_800, interval: 1_800))
        #expect(schedule.next(at: date(100), random: { 0.5 }) == .wait(until: date(1_800)))
        #expect(schedule.next(at: date(10), random: { 0.5 }) == .wait(until: date(1_800)))
    }

    @Test("The schedule begins the poll that is due first, after a clock that was ahead is corrected")
    func orderAfterCorrection() {
        var schedule = PollSchedule(RequestAllowance())
        schedule.add(poll(0, due: 86_400 + 900, interval: 1_800))
        #expect(schedule.next(at: date(86_400), random: { 0.5 }) == .wait(until: date(86_400 + 900)))
        schedule.add(poll(1, due: 1_000, interval: 1_800))
        #expect(schedule.next(at: date(0), random: { 0.5 }) == .wait(until: date(900)))
    }

    @Test("The schedule keeps one poll in flight")
    func inFlight() {
        var schedule = PollSchedule(RequestAllowance())
        schedule.add(poll(0, interval: 1))
        schedule.add(poll(1, interval: 1))
        #expect(schedule.next(at: date(0), random: { 0 }) == .begin(poll(0, interval: 1)))
        #expect(schedule.next(at: date(100), random: { 0 }) == .idle)
        schedule.remove(0)
        #expect(schedule.next(at: date(100), random: { 0 }) == .begin(poll(1, interval: 1)))
    }

    @Test("The schedule varies pauses by a tenth")
    func jitter() {
        func pause(_ random: Double) -> TimeInterval {
            var schedule = PollSchedule(RequestAllowance())
            schedule.add(poll(0))
            schedule.add(poll(1))
            _ = schedule.next(at: date(0), random: { random })
            schedule.remove(0)
            guard case .wait(let until) = schedule.next(at: date(0), random: { random }) else { return 0 }
            return until.timeIntervalSince(Self.start)
        }
        let (short, usual, long) = (pause(0), pause(0.5), pause(1))
        #expect(abs(short / usual - 0.9) < 0.001 && abs(long / usual - 1.1) < 0.001)
    }

    @Test("The schedule forgets a poll that isn't wanted")
    func removal() {
        var schedule = PollSchedule(RequestAllowance())
        schedule.add(poll(0))
        schedule.remove(0)
        #expect(schedule.next(at: date(0), random: { 0 }) == .idle)
    }
}
