import Synchronization

/// What is shown on a terminal until the end is known, and then taken away again: items on standard output, and below them a line of progress
/// on standard error.
final class Preview: Sendable {
    private struct State {
        var drawn: [String] = []
        var isClosed = false
    }

    private let surroundings: Surroundings
    private let progress: ProgressLine
    private let showsItems: Bool
    private let state = Mutex(State())

    init(_ surroundings: Surroundings, _ progress: ProgressLine, showsItems: Bool) {
        self.surroundings = surroundings
        self.progress = progress
        self.showsItems = showsItems
    }

    /// Draws the lines in the place of those before, as many as fit the terminal with room for the line of progress.
    func show(_ report: ProgressReport, _ makeLines: (TerminalSize) -> [String]) {
        var lines: [String] = []
        if showsItems {
            let size = TerminalSize(descriptor: surroundings.output.descriptor, environment: surroundings.environment)
            lines = Array(makeLines(size).prefix(max(0, size.rows - 2)))
        }
        state.withLock { state in
            guard !state.isClosed else { return }
            if lines != state.drawn {
                // Both may be on the same terminal.
                progress.clear()
                surroundings.output.write(erasing(state.drawn) + lines.map { $0 + "\n" }.joined())
                surroundings.output.flush()
                state.drawn = lines
            }
            progress.show(report)
        }
    }

    /// Takes all away; what comes later is not shown.
    func close() {
        state.withLock { state in
            state.isClosed = true
            progress.clear()
            guard !state.drawn.isEmpty else { return }
            surroundings.output.write(erasing(state.drawn))
            surroundings.output.flush()
            state.drawn = []
        }
    }

    /// Back to the first drawn line, and everything below taken away.
    private func erasing(_ lines: [String]) -> String {
        lines.isEmpty ? "" : "\r\u{1B}[\(lines.count)A\u{1B}[J"
    }
}
