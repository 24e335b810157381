/// A terminal that is being lent to a live screen: in and out of the alternate screen and raw mode, any number of times.
struct LiveTerminal {
    private let output: Int32
    private let rawMode: RawMode?
    private let rendering: Rendering
    private var painter = ScreenPainter()
    private(set) var isEntered = false
    /// False once the terminal takes no more bytes.
    private(set) var isAlive = true

    /// - Parameter input: the terminal that keys come from, nil for none; typing is not echoed either way.
    init(output: Int32, input: Int32?, rendering: Rendering) {
        self.output = output
        self.rendering = rendering
        rawMode = RawMode(descriptor: input ?? output)
    }

    /// Waits, stopped like any program that touches the terminal from the background, until it is in the foreground.
    ///
    /// May be called again at any time to take the terminal back from what others did to it. The next drawing must be a whole one.
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
