import Synchronization

/// What a terminal shows until the result is known: items on standard output, and a progress line on standard error.
final class Preview: Sendable {
    private struct State {
        var drawn: [String] = []
        var isClosed = false
    }

    private let context: CommandContext
    private let progress: ProgressLine
    private let showsItems: Bool
    private let state = Mutex(State())

    init(_ context: CommandContext, _ progress: ProgressLine, showsItems: Bool) {
        self.context = context
        self.progress = progress
        self.showsItems = showsItems
    }

    /// Draws the lines in place of those before, as many as fit above the progress line.
    func show(_ report: ProgressReport, _ makeLines: (TerminalSize) -> [String]) {
        var lines: [String] = []
        if showsItems {
            let size = TerminalSize(descriptor: context.output.descriptor, environment: context.variables)
            lines = Array(makeLines(size).prefix(max(0, size.rows - 2)))
        }
        state.withLock { state in
            guard !state.isClosed else { return }
            if lines != state.drawn {
                // Both outputs may be the same terminal.
                progress.clear()
                context.output.write(erasing(state.drawn) + lines.map { $0 + "\n" }.joined())
                context.output.flush()
                state.drawn = lines
            }
            progress.show(report)
        }
    }

    /// Erases everything. Later calls of ``show(_:_:)`` do nothing.
    func close() {
        state.withLock { state in
            state.isClosed = true
            progress.clear()
            guard !state.drawn.isEmpty else { return }
            context.output.write(erasing(state.drawn))
            context.output.flush()
            state.drawn = []
        }
    }

    /// Moves to the first drawn line and erases everything below.
    private func erasing(_ lines: [String]) -> String {
        lines.isEmpty ? "" : "\r\u{1B}[\(lines.count)A\u{1B}[J"
    }
}
