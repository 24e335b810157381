import Foundation
import Testing

@testable import FreshetCommand

/// A program that takes over its terminal, and the screen as it stands.
final class FullScreen {
    let program: TerminalProgram
    private(set) var model: TerminalModel
    /// All that was written.
    private(set) var output = ""
    private let untouched: [UInt32]
    private var unread: [UInt8] = []

    init(_ program: TerminalProgram, columns: Int, rows: Int) {
        self.program = program
        model = TerminalModel(columns: columns, rows: rows)
        untouched = program.terminal.settings
    }

    /// True if the terminal has its former settings.
    var isRestored: Bool { program.terminal.settings == untouched }

    var text: [String] { model.text }

    /// Reads what is written until the screen has it, at most a minute; returns whether it has.
    @discardableResult
    func wait(for isThere: (FullScreen) -> Bool) -> Bool {
        let deadline = ContinuousClock.now + .seconds(60)
        while !isThere(self) {
            if ContinuousClock.now > deadline { return false }
            read(waiting: 50)
        }
        return true
    }

    /// Waits for a text anywhere on the screen.
    @discardableResult
    func wait(for text: String) -> Bool { wait { $0.text.contains { $0.contains(text) } } }

    func type(_ keys: String) { program.terminal.type(keys) }

    /// The terminal has another size from now on; the program is told.
    func resize(columns: Int, rows: Int) {
        read(waiting: 0)
        model = TerminalModel(columns: columns, rows: rows)
        program.terminal.resize(columns: columns, rows: rows)
        program.send(SIGWINCH)
    }

    /// Waits for the program's end. One that doesn't end is killed, and its screen reported.
    func end() -> TerminalProgram.Ending {
        let deadline = ContinuousClock.now + .seconds(60)
        while !program.hasEnded, ContinuousClock.now < deadline { read(waiting: 20) }
        if !program.hasEnded {
            Issue.record("The program doesn't end: \(model.text)")
            program.send(SIGKILL)
            while !program.hasEnded { read(waiting: 20) }
        }
        read(waiting: 0)
        return program.lastEnding
    }

    private func read(waiting milliseconds: Int32) {
        unread += program.terminal.bytesNow(waiting: milliseconds)
        // A character may be split between two reads.
        var end = unread.count
        while end > 0, unread.count - end < 4, unread[end - 1] >= 0x80,
            String(validating: unread[..<end], as: UTF8.self) == nil
        {
            end -= 1
        }
        let text = String(decoding: unread[..<end], as: UTF8.self)
        unread = Array(unread[end...])
        output += text
        model.write(text)
    }
}

extension Scene {
    /// Runs the program on a whole screen of that size.
    func fullScreen<Value: Sendable>(
        _ line: String, columns: Int = 100, rows: Int = 24, _ changes: [String: String] = [:],
        _ dialogue: @escaping @Sendable (FullScreen) -> Value
    ) async throws -> Value {
        try await terminal(line, columns: columns, rows: rows, changes) { program in
            dialogue(FullScreen(program, columns: columns, rows: rows))
        }
    }
}
