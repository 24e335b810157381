import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Feeds

@Suite("A week of following") struct WeekTests {
    private typealias Scenario = SimulatedWeek.Scenario

    /// Waits after failures and refusals in the scenarios, in seconds: failed feeds are asked again within 15 minutes.
    private static let longestBackoff: TimeInterval = 900

    private static let scenarios = SimulatedUpstream.Behavior.allCases.flatMap { behavior in
        [false, true].flatMap { hasToken in
            [1, 10, 100, 500].map { Scenario(feeds: $0, hasToken: hasToken, behavior: behavior) }
        }
    }

    private static let outcomes = Task {
        await withTaskGroup(of: (Int, SimulatedWeek.Outcome).self) { group in
            for (index, scenario) in scenarios.enumerated() {
                group.addTask { (index, SimulatedWeek.run(scenario, seed: UInt64(index) + 1)) }
            }
            return await group.reduce(into: [Int: SimulatedWeek.Outcome]()) { $0[$1.0] = $1.1 }
        }
    }

    private func check(_ expectation: (Scenario, SimulatedWeek.Outcome) -> Bool) async {
        let outcomes = await Self.outcomes.value
        for (index, scenario) in Self.scenarios.enumerated() {
            guard let outcome = outcomes[index] else { continue }
            #expect(expectation(scenario, outcome), "\(scenario): \(outcome)")
        }
    }

    @Test("A week of following exceeds no limit, and has one poll in flight")
    func limits() async {
        await check { _, outcome in outcome.exceeded == 0 && outcome.mostAtOnce == 1 }
    }

    @Test("A week of following begins with at most two polls in the first second")
    func start() async {
        await check { _, outcome in outcome.atStart <= 2 }
    }

    @Test("A week of following polls each feed within twice its fair interval")
    func fairness() async {
        await check { _, outcome in outcome.longestWait <= 2 * outcome.fairInterval }
    }

    @Test("A week of following uses 90 % of a limit that is too small for the feeds")
    func usage() async {
        await check { _, outcome in !outcome.isShort || outcome.usage >= 0.9 }
    }

    @Test("A week of following neglects no feed after an outage")
    func recovery() async {
        await check { _, outcome in
            outcome.longestRecovery.map { $0 <= 2 * outcome.fairInterval + Self.longestBackoff } ?? true
        }
    }

    /// `FRESHET_WRITE_TABLES=1` writes it there.
    @Test("A week of following has the documented results", .enabled(if: runsFull, "part of make check"))
    func documented() async throws {
        let table = await Self.table()
        #expect(try documentedTable("a simulated week", in: "politeness.md", writing: table) == table)
    }

    private static func table() async -> String {
        let outcomes = await outcomes.value
        var lines = [
            "| The upstream … | Token | Feeds | Requests | Beyond the limit | Limit used | Fair interval | Longest wait | After an outage |",
            "|---|---|---|---|---|---|---|---|---|",
        ]
        for (index, scenario) in scenarios.enumerated() {
            guard let outcome = outcomes[index] else { continue }
            let cells = [
                scenario.behavior.rawValue, scenario.hasToken ? "yes" : "no", "\(scenario.feeds)",
                "\(outcome.requests)", "\(outcome.exceeded)", "\(Int((outcome.usage * 100).rounded())) %",
                duration(outcome.fairInterval), duration(outcome.longestWait),
                outcome.longestRecovery.map(duration) ?? "–",
            ]
            lines.append("| " + cells.joined(separator: " | ") + " |")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func duration(_ seconds: TimeInterval) -> String {
        switch seconds {
        case ..<180: "\(Int(seconds.rounded())) s"
        case ..<7200: "\(Int((seconds / 60).rounded())) min"
        default: "\((seconds / 360).rounded() / 10) h"
        }
    }
}
