import Foundation
import Testing

@testable import FreshetCommand

@Suite("The size of a terminal")
struct TerminalSizeTests {
    @Test("The size of a terminal is what the terminal reports")
    func reported() throws {
        let terminal = try PseudoTerminal(columns: 123, rows: 45)
        #expect(
            TerminalSize(descriptor: terminal.device, environment: ["COLUMNS": "7"])
                == TerminalSize(columns: 123, rows: 45))
    }

    @Test(
        "The size of a terminal comes from the environment if the terminal doesn't know it", arguments: [true, false])
    func environment(isTerminal: Bool) throws {
        let terminal = try PseudoTerminal(columns: 0, rows: 0)
        let descriptor = isTerminal ? terminal.device : -1
        #expect(
            TerminalSize(descriptor: descriptor, environment: ["COLUMNS": "100", "LINES": "50"])
                == TerminalSize(columns: 100, rows: 50))
    }

    @Test(
        "The size of a terminal is 80 by 24 if it's unknown",
        arguments: [
            [:], ["COLUMNS": "", "LINES": "x"], ["COLUMNS": "0", "LINES": "-1"], ["COLUMNS": "99999999999999999999"],
        ])
    func fallback(environment: [String: String]) {
        #expect(TerminalSize(descriptor: -1, environment: environment) == TerminalSize(columns: 80, rows: 24))
    }

    @Test("The size of a terminal is requested only from terminals")
    func terminals() throws {
        let terminal = try PseudoTerminal(columns: 80, rows: 24)
        #expect(isTerminal(terminal.device))
        #expect(!isTerminal(Pipe().fileHandleForWriting.fileDescriptor))
        #expect(!isTerminal(-1))
    }
}

@Suite("The output")
struct OutputTests {
    init() { Output.ignoreWriteSignals() }

    @Test("The output is buffered until it is flushed or the buffer is full")
    func buffered() throws {
        let pipe = Pipe()
        let output = Output(descriptor: pipe.fileHandleForWriting.fileDescriptor, capacity: 10)
        output.write("four")
        _ = fcntl(pipe.fileHandleForReading.fileDescriptor, F_SETFL, O_NONBLOCK)
        var byte: UInt8 = 0
        #expect(read(pipe.fileHandleForReading.fileDescriptor, &byte, 1) == -1)
        output.writeLine("seven, ")
        #expect(output.flush() == .written)
        #expect(pipe.fileHandleForReading.availableData == Data("fourseven, \n".utf8))
    }

    @Test("The output reports that its reader has gone, and drops the rest")
    func readerGone() throws {
        let pipe = Pipe()
        let output = Output(descriptor: pipe.fileHandleForWriting.fileDescriptor)
        try pipe.fileHandleForReading.close()
        #expect(output.writeLine("one") == .written)
        #expect(output.flush() == .readerGone)
        #expect(output.writeLine("two") == .readerGone)
        #expect(output.flush() == .readerGone)
    }

    @Test(
        "The output reports why it failed",
        .enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "needs /dev/full"))
    func full() throws {
        let descriptor = Foundation.open("/dev/full", O_WRONLY)
        defer { close(descriptor) }
        let output = Output(descriptor: descriptor, capacity: 0)
        #expect(output.write("text") == .failed(ENOSPC))
        #expect(output.flush().problem == "the disk is full")
    }

    @Test("The output waits for a slow reader if its descriptor doesn't block")
    func slowReader() async throws {
        let pipe = Pipe()
        let descriptor = pipe.fileHandleForWriting.fileDescriptor
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        let text = String(repeating: "0123456789", count: 100_000)
        async let received = Task.detached { try pipe.fileHandleForReading.readToEnd() }.value
        let outcome = Output(descriptor: descriptor).write(text)
        try pipe.fileHandleForWriting.close()
        #expect(outcome == .written)
        #expect(try await received?.count == text.utf8.count)
    }
}
