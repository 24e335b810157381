import Synchronization

/// What is shown on a terminal until the end is known, and then taken away again.
final class Preview: Sendable {
    private let surroundings: Surroundings
    private let isShown: Bool
    private let drawn = Mutex<[String]>([])

    init(_ surroundings: Surroundings, isShown: Bool) {
        self.surroundings = surroundings
        self.isShown = isShown
    }

    /// Draws the lines in the place of those before; as many as fit the terminal with room for the line of progress.
    func show(_ makeLines: (Int) -> [String]) {
        guard isShown else { return }
        let size = TerminalSize(descriptor: surroundings.output.descriptor, environment: surroundings.environment)
        let lines = Array(makeLines(size.columns).prefix(max(0, size.rows - 2)))
        drawn.withLock { drawn in
            guard lines != drawn else { return }
            surroundings.output.write(erasing(drawn) + lines.map { $0 + "\n" }.joined())
            surroundings.output.flush()
            drawn = lines
        }
    }

    func clear() {
        drawn.withLock { drawn in
            guard !drawn.isEmpty else { return }
            surroundings.output.write(erasing(drawn))
            surroundings.output.flush()
            drawn = []
        }
    }

    /// Back to the first drawn line, and everything below taken away.
    private func erasing(_ lines: [String]) -> String {
        lines.isEmpty ? "" : "\r\u{1B}[\(lines.count)A\u{1B}[J"
    }
}
