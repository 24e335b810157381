import Foundation
import Testing

@testable import FreshetCommand

/// One after the other: signals belong to the whole process.
@Suite("A live screen on a real terminal", .serialized, .timeLimit(.minutes(5)))
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
        #expect(output.contains(ScreenRenderer.leave), sourceLocation: sourceLocation)
        #expect(terminal.settings == untouched, sourceLocation: sourceLocation)
    }

    @Test("A live screen takes over the terminal: alternate screen, no cursor, no echo, each key immediately")
    func enter() throws {
        let screen = try open()
        #expect(terminal.output(until: "\u{1B}[H").hasPrefix(ScreenRenderer.enter))
        #expect(terminal.settings != untouched)
        screen.close()
        expectRestored(terminal.output(until: ScreenRenderer.leave))
    }

    @Test("A live screen shows a screen, and writes only the changes of the next one")
    func changes() throws {
        let screen = try open()
        screen.show { Screen($0, ["one", "two", "three"]) }
        #expect(terminal.output(until: "three").contains("one"))
        screen.show { Screen($0, ["one", "2", "three", "end"]) }
        let output = terminal.output(until: "end")
        #expect(output.contains("2") && !output.contains("one") && !output.contains("three"))
        screen.close()
        expectRestored(terminal.output(until: ScreenRenderer.leave))
    }

    @Test("A live screen passes other keys on, and their receiver may close it")
    func quit() async throws {
        let screen = try open()
        terminal.type("rq")
        #expect(await next() == .input(.key(.character("r"))))
        #expect(await next() == .input(.key(.character("q"))))
        screen.close()
        screen.close()
        expectRestored(terminal.output(until: ScreenRenderer.leave))
    }

    @Test("A live screen distinguishes a lone Escape from the start of an arrow key")
    func escape() async throws {
        let screen = try open()
        terminal.type("\u{1B}")
        #expect(await next() == .input(.key(.escape)))
        terminal.type("\u{1B}[Ax")
        #expect(await next() == .input(.key(.up)))
        #expect(await next() == .input(.key(.character("x"))))
        screen.close()
    }

    @Test("A live screen restores the terminal when the process is terminated", arguments: [SIGINT, SIGTERM, SIGHUP])
    func interrupted(number: Int32) async throws {
        let former = signal(number, SIG_DFL)  // who runs the tests may ignore it
        defer { _ = signal(number, former) }
        let screen = try open()
        kill(getpid(), number)
        #expect(await next() == .interrupted(number))
        expectRestored(terminal.output(until: ScreenRenderer.leave))
        withExtendedLifetime(screen) {}
    }

    @Test("A live screen keeps ignoring a signal that was ignored before, such as SIGHUP under nohup")
    func ignored() throws {
        let former = signal(SIGHUP, SIG_IGN)
        defer { _ = signal(SIGHUP, former) }
        // Not sent: where its threads block it, the system may drop it as late as in the next test.
        func isIgnored() -> Bool {
            unsafeBitCast(signal(SIGHUP, SIG_IGN), to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
        }
        let screen = try open()
        #expect(isIgnored())
        screen.close()
        #expect(isIgnored())
    }

    @Test("A live screen rearranges its content when the size changes")
    func resized() async throws {
        let screen = try open()
        screen.show { Screen($0, ["\($0.columns)-columns"]) }
        #expect(terminal.output(until: "columns").contains("40-columns"))
        terminal.resize(columns: 72, rows: 12)
        kill(getpid(), SIGWINCH)
        #expect(terminal.output(until: "columns").contains("72-columns"))
        #expect(await next() == .resized(TerminalSize(columns: 72, rows: 12)))
        screen.close()
    }

    @Test("A live screen takes over the terminal again and redraws when the process continues")
    func continued() throws {
        let screen = try open()
        screen.show { Screen($0, ["still here"]) }
        _ = terminal.output(until: "still here")
        kill(getpid(), SIGCONT)
        #expect(terminal.output(until: "still here").contains(ScreenRenderer.enter))
        screen.close()
        expectRestored(terminal.output(until: ScreenRenderer.leave))
    }

    @Test("A live screen draws only the latest of contents that change faster than the screen is refreshed")
    func flood() throws {
        let screen = try open()
        for number in 1...1000 {
            screen.show { Screen($0, ["state \(number)"]) }
        }
        screen.show { Screen($0, ["done"]) }
        let output = terminal.output(until: "done")
        #expect(output.contains("done"))
        #expect(output.components(separatedBy: "\u{1B}[1;").count < 100)
        screen.close()
    }

    @Test("A live screen gives the terminal back when it is released")
    func released() throws {
        var screen: LiveScreen? = try open()
        _ = terminal.output(until: "\u{1B}[H")
        screen?.show { Screen(size: $0) }
        screen = nil
        expectRestored(terminal.output(until: ScreenRenderer.leave))
    }

    @Test("A live screen can be closed and reopened, but not opened twice")
    func again() throws {
        let first = try open()
        #expect(throws: LiveScreenError.signalsInUse) { try open() }
        first.close()
        let second = try open()
        second.close()
        expectRestored(terminal.output(until: ScreenRenderer.leave))
    }

    @Test("A live screen puts text on the terminal's clipboard")
    func copy() throws {
        let screen = try open()
        screen.copy("https://a.example/ü")
        let end = "\u{7}"
        #expect(terminal.output(until: end).contains("\u{1B}]52;c;aHR0cHM6Ly9hLmV4YW1wbGUvw7w=" + end))
        screen.close()
    }

    @Test("A live screen needs a terminal that isn't dumb")
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

extension Screen {
    /// A screen with these lines at its top.
    init(_ size: TerminalSize, _ lines: [String]) {
        self.init(size: size)
        for (row, line) in lines.enumerated() { write(StyledText(untrusted: line), row: row, column: 0) }
    }
}
