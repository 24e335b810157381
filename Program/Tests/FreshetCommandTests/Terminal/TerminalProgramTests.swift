import Foundation
import Testing

@testable import FreshetCommand

@Suite("A program in a terminal of its own", .timeLimit(.minutes(5)))
struct TerminalProgramTests {
    @Test("A program in a terminal of its own sees its size and what is typed")
    func typing() throws {
        let program = try TerminalProgram("/bin/sh", ["-c", "stty size; read word; exit $word"], columns: 40, rows: 6)
        #expect(program.terminal.output(until: "6 40").contains("6 40"))
        program.terminal.type("7\n")
        #expect(program.ending() == .status(7))
    }

    @Test("A program in a terminal of its own is interrupted by Ctrl-C")
    func interrupted() throws {
        let program = try TerminalProgram("/bin/sh", ["-c", "echo ready; exec sleep 60"])
        _ = program.terminal.output(until: "ready")
        program.terminal.type("\u{3}")
        #expect(program.ending() == .signal(SIGINT))
    }
}

#if os(Linux) || os(macOS)
/// In a process of its own, which the terminal controls: what the keys do that the terminal itself understands.
@Suite("A live screen and the keys that make signals", .serialized, .timeLimit(.minutes(5)))
struct LiveScreenKeysTests {
    @Test("A live screen ends at Ctrl-C and leaves the terminal as it was")
    func interrupt() async {
        await #expect(processExitsWith: .success) {
            let (terminal, device) = try controllingTerminal()
            let untouched = terminal.settings
            let (events, report) = AsyncStream<LiveScreen.Event>.makeStream()
            let screen = try LiveScreen(input: device, output: device, environment: [:], rendering: .plain) {
                report.yield($0)
            }
            terminal.type("\u{3}")
            let event = await events.first { _ in true }
            try #require(event == .interrupted(SIGINT))
            try #require(terminal.output(until: ScreenRenderer.leave).contains(ScreenRenderer.leave))
            try #require(terminal.settings == untouched)
            withExtendedLifetime(screen) {}
        }
    }

    @Test("A live screen continues after Ctrl-Z if no shell could resume it")
    func suspend() async {
        await #expect(processExitsWith: .success) {
            let (terminal, device) = try controllingTerminal()
            let (events, report) = AsyncStream<LiveScreen.Event>.makeStream()
            let screen = try LiveScreen(input: device, output: device, environment: [:], rendering: .plain) {
                report.yield($0)
            }
            screen.show { Screen($0, ["still here"]) }
            _ = terminal.output(until: "still here")
            terminal.type("\u{1A}")
            let event = await events.first { _ in true }
            try #require(event == .resumed)
            let output = terminal.output(until: "still here")
            try #require(output.contains(ScreenRenderer.leave + ScreenRenderer.enter) && output.contains("still here"))
            screen.close()
        }
    }
}

/// A new terminal that controls this process, which leads a session of its own from here on.
private func controllingTerminal() throws -> (PseudoTerminal, device: Int32) {
    let terminal = try PseudoTerminal(columns: 40, rows: 6)
    _ = signal(SIGINT, SIG_DFL)  // who runs the tests may ignore it
    _ = signal(SIGHUP, SIG_IGN)  // sent when the terminal is released at the end
    try #require(setsid() != -1)
    let device = open(terminal.path, O_RDWR)
    try #require(tcgetpgrp(device) == getpgrp())
    return (terminal, device)
}
#endif
