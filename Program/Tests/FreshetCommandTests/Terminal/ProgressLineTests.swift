import Foundation
import Synchronization
import Testing

@testable import FreshetCommand

@Suite("A line of progress")
struct ProgressLineTests {
    @Test(
        "A line of progress has a bar with a cell for each step, if there is room",
        arguments: [
            (ProgressReport.counted(7, of: 13, "categories"), 80, "━━━━━━━────── 7 of 13 categories"),
            (.counted(0, of: 5, "pages"), 80, "───── 0 of 5 pages"),
            (.counted(250, of: 500, "stories"), 80, "━━━━━━━━━━────────── 250 of 500 stories"),
            (.counted(499, of: 500, "stories"), 80, "━━━━━━━━━━━━━━━━━━━─ 499 of 500 stories"),
            (.counted(13, of: 13, "categories"), 25, "━━━━━ 13 of 13 categories"),
            (.counted(13, of: 13, "categories"), 20, "13 of 13 categories"),
            (.counted(13, of: 13, "categories"), 10, "13 of 13…"),
            (.counted(1, of: 2, "pages"), 80, "1 of 2 pages"), (.counted(0, of: 0, "pages"), 80, "0 of 0 pages"),
            (.message("asking api.github.com"), 80, "asking api.github.com"),
            (.message("asking api.github.com"), 10, "asking ap…"),
        ] as [(ProgressReport, Int, String)])
    func line(progress: ProgressReport, width: Int, expected: String) {
        #expect(progress.line(width: width).string == expected)
    }

    /// Time that the test advances.
    private final class Hand: Sendable {
        private let state = Mutex((now: ContinuousClock().now, work: [@Sendable () -> Void]()))

        var clock: ProgressLine.Clock {
            ProgressLine.Clock(
                now: { [self] in state.withLock { $0.now } },
                schedule: { [self] _, work in state.withLock { $0.work.append(work) } })
        }

        func pass(_ duration: Duration) {
            let work = state.withLock { state in
                state.now += duration
                defer { state.work = [] }
                return state.work
            }
            work.forEach { $0() }
        }
    }

    @Test("A line of progress is rewritten in place at most ten times a second, and erased at the end")
    func rewritten() throws {
        let terminal = try PseudoTerminal(columns: 40, rows: 6)
        let hand = Hand()
        let line = ProgressLine(descriptor: terminal.device, environment: [:], rendering: .plain, clock: hand.clock)
        line.show(.counted(1, of: 3, "pages"))
        line.show(.counted(2, of: 3, "pages"))
        line.show(.counted(3, of: 3, "pages"))
        hand.pass(.milliseconds(100))
        line.clear()
        line.clear()
        #expect(terminal.output(until: "\r\u{1B}[K") == "\r1 of 3 pages\u{1B}[K\r3 of 3 pages\u{1B}[K\r\u{1B}[K")
    }

    @Test("A line of progress doesn't reappear by itself after it was cleared")
    func cleared() throws {
        let terminal = try PseudoTerminal(columns: 40, rows: 6)
        let hand = Hand()
        let line = ProgressLine(descriptor: terminal.device, environment: [:], rendering: .plain, clock: hand.clock)
        line.show(.message("first"))
        line.show(.message("late"))
        line.clear()
        hand.pass(.seconds(1))
        line.show(.message("again"))
        #expect(terminal.output(until: "again\u{1B}[K") == "\rfirst\u{1B}[K\r\u{1B}[K\ragain\u{1B}[K")
    }

    @Test("A line of progress is cut to the terminal, whose last column stays free")
    func narrow() throws {
        let terminal = try PseudoTerminal(columns: 10, rows: 6)
        let line = ProgressLine(descriptor: terminal.device, environment: [:], rendering: .plain)
        line.show(.message("asking api.github.com"))
        #expect(terminal.output(until: "\u{1B}[K") == "\rasking a…\u{1B}[K")
    }

    @Test("A line of progress writes nothing without a terminal, or to a dumb one")
    func nothing() throws {
        let pipe = Pipe()
        let line = ProgressLine(
            descriptor: pipe.fileHandleForWriting.fileDescriptor, environment: [:], rendering: .plain)
        line.show(.message("asking"))
        line.clear()
        try pipe.fileHandleForWriting.close()
        #expect(try pipe.fileHandleForReading.readToEnd() == nil)

        let terminal = try PseudoTerminal(columns: 40, rows: 6)
        let dumb = ProgressLine(descriptor: terminal.device, environment: ["TERM": "dumb"], rendering: .plain)
        dumb.show(.message("asking"))
        dumb.clear()
        Output(descriptor: terminal.device, capacity: 0).write("end")
        #expect(terminal.output(until: "end") == "end")
    }
}
