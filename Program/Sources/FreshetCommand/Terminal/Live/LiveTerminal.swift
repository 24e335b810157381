/// A terminal that enters and leaves the alternate screen and raw mode, any number of times.
struct LiveTerminal {
    private let output: Int32
    private let rawMode: RawMode?
    private let rendering: Rendering
    private var painter = ScreenPainter()
    private(set) var isEntered = false
    /// False after a write to the terminal failed.
    private(set) var isAlive = true

    /// - Parameter input: the terminal that sends keys, or nil. Typing isn't echoed either way.
    init(output: Int32, input: Int32?, rendering: Rendering) {
        self.output = output
        self.rendering = rendering
        rawMode = RawMode(descriptor: input ?? output)
    }

    /// Takes over the terminal. A process in the background stops here until it is in the foreground.
    ///
    /// Call it again to restore the mode after other programs used the terminal. Redraw everything afterwards.
    mutating func enter() {
        if rawMode?.enter() == false { isAlive = false }
        write(ScreenPainter.enter)
        isEntered = true
    }

    mutating func leave() {
        guard isEntered else { return }
        isEntered = false
        write(ScreenPainter.leave)
        rawMode?.leave()
    }

    mutating func draw(_ rows: [StyledText], all: Bool) {
        guard isEntered else { return }
        let rendered = rows.map(rendering.render)
        write(all ? painter.repaint(rendered) : painter.paint(rendered))
    }

    private mutating func write(_ text: String) {
        guard !text.isEmpty else { return }
        if writeAll(text.utf8, to: output) != .written { isAlive = false }
    }
}
