import Foundation
import Testing

@testable import FreshetCommand

/// One after the other: signals belong to the whole process.
@Suite("A live screen on a real terminal", .serialized, .timeLimit(.minutes(1)))
struct LiveScreenTests {
    private let terminal: PseudoTerminal
    private let events: AsyncStream<LiveScreen.Event>
    private let report: AsyncStream<LiveScreen.Event>.Continuation
    private let untouched: [UInt32]

    init() throws {
        terminal = try PseudoTerminal(columns: 40, rows: 6)
        untouched = terminal.settings
        (events, report) = AsyncStream.makeStream()
    }

    private func open() throws -> LiveScreen {
        try LiveScreen(input: terminal.device, output: terminal.device, environment: [:], rendering: .plain) {
            [report] in report.yield($0)
        }
    }

    private func next() async -> LiveScreen.Event? {
        var iterator = events.makeAsyncIterator()
        return await iterator.next()
    }

    private func expectRestored(_ output: String, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(output.contains(ScreenPainter.leave), sourceLocation: sourceLocation)
        #expect(terminal.settings == untouched, sourceLocation: sourceLocation)
    }

    @Test("takes the terminal over: alternate screen, no cursor, no echo, each key at once")
    func enter() throws {
        let screen = try open()
        #expect(terminal.output(until: "\u{1B}[H").hasPrefix(ScreenPainter.enter))
        #expect(terminal.settings != untouched)
        screen.close()
        expectRestored(terminal.output(until: ScreenPainter.leave))
    }

    @Test("shows content, and after a key that scrolls only the rows that changed")
    func scrolling() throws {
        let screen = try open()
        screen.show { _ in LiveContent(lines: (1...9).map { StyledText(untrusted: "line \($0)") }, status: "status") }
        #expect(terminal.output(until: "of 9").contains("line 5"))
        terminal.type("\u{1B}[B")
        let output = terminal.output(until: "2–6 of 9")
        #expect(output.contains("line 6") && !output.contains("line 1"))
        screen.close()
        expectRestored(terminal.output(until: ScreenPainter.leave))
    }

    @Test("hands the other keys on, and is closed from where they arrive")
    func quit() async throws {
        let screen = try open()
        terminal.type("rq")
        #expect(await next() == .key(.character("r")))
        #expect(await next() == .key(.character("q")))
        screen.close()
        screen.close()
        expectRestored(terminal.output(until: ScreenPainter.leave))
    }

    @Test("knows a lone Escape from the beginning of an arrow")
    func escape() async throws {
        let screen = try open()
        terminal.type("\u{1B}")
        #expect(await next() == .key(.escape))
        terminal.type("\u{1B}[Ax")
        #expect(await next() == .key(.character("x")))
        screen.close()
    }

    @Test("gives the terminal back when the process is told to end", arguments: [SIGINT, SIGTERM, SIGHUP])
    func interrupted(number: Int32) async throws {
        let former = signal(number, SIG_DFL)  // who runs the tests may ignore it
        defer { _ = signal(number, former) }
        let screen = try open()
        kill(getpid(), number)
        #expect(await next() == .interrupted(number))
        expectRestored(terminal.output(until: ScreenPainter.leave))
        withExtendedLifetime(screen) {}
    }

    @Test("does not mind a signal that was ignored before, as SIGHUP is under nohup")
    func ignored() async throws {
        let former = signal(SIGHUP, SIG_IGN)
        defer { _ = signal(SIGHUP, former) }
        let screen = try open()
        kill(getpid(), SIGHUP)
        terminal.type("x")
        #expect(await next() == .key(.character("x")))
        screen.close()
    }

    @Test("lays its content out anew when the size changes")
    func resized() throws {
        let screen = try open()
        screen.show { size in LiveContent(lines: [StyledText(untrusted: "\(size.columns) columns")]) }
        #expect(terminal.output(until: "columns").contains("40 columns"))
        terminal.resize(columns: 72, rows: 12)
        kill(getpid(), SIGWINCH)
        #expect(terminal.output(until: "columns").contains("72 columns"))
        screen.close()
    }

    @Test("takes the terminal back and draws everything when the process goes on after a stop")
    func continued() throws {
        let screen = try open()
        screen.show { _ in LiveContent(lines: ["still here"]) }
        _ = terminal.output(until: "still here")
        kill(getpid(), SIGCONT)
        #expect(terminal.output(until: "still here").contains(ScreenPainter.enter))
        screen.close()
        expectRestored(terminal.output(until: ScreenPainter.leave))
    }

    @Test("lays out only the last of contents that come faster than a person sees")
    func flood() throws {
        let screen = try open()
        for number in 1...1000 {
            screen.show { _ in LiveContent(lines: [StyledText(untrusted: "state \(number)")]) }
        }
        let output = terminal.output(until: "state 1000")
        #expect(output.contains("state 1000"))
        #expect(output.components(separatedBy: "state").count < 100)
        screen.close()
    }

    @Test("gives the terminal back when it is released")
    func released() throws {
        var screen: LiveScreen? = try open()
        _ = terminal.output(until: "\u{1B}[H")
        screen?.show { _ in LiveContent() }
        screen = nil
        expectRestored(terminal.output(until: ScreenPainter.leave))
    }

    @Test("can be closed and opened again, but not twice at once")
    func again() throws {
        let first = try open()
        #expect(throws: LiveScreenError.signalsInUse) { try open() }
        first.close()
        let second = try open()
        second.close()
        expectRestored(terminal.output(until: ScreenPainter.leave))
    }

    @Test("needs a terminal that is not dumb")
    func notATerminal() throws {
        #expect(throws: LiveScreenError.notATerminal) {
            try LiveScreen(output: terminal.device, environment: ["TERM": "dumb"], rendering: .plain) { _ in }
        }
        let pipe = Pipe()
        #expect(throws: LiveScreenError.notATerminal) {
            try LiveScreen(output: pipe.fileHandleForWriting.fileDescriptor, environment: [:], rendering: .plain) { _ in
            }
        }
    }
}
