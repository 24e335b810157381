import Platform

/// A terminal that enters and leaves the alternate screen and raw mode, any number of times.
struct LiveTerminal {
    private let output: Int32
    private let rawMode: RawMode?
    private let mouse: Bool
    private var renderer: ScreenRenderer
    private(set) var isEntered = false
    /// False after a write to the terminal failed.
    private(set) var isAlive = true

    /// - Parameter input: the terminal that sends keys, or nil. Typing isn't echoed either way.
    init(output: Int32, input: Int32?, rendering: Rendering, mouse: Bool = true) {
        self.mouse = mouse
        self.output = output
        renderer = ScreenRenderer(rendering)
        rawMode = RawMode(descriptor: input ?? output)
    }

    /// Takes over the terminal. A process in the background stops here until it is in the foreground.
    ///
    /// Call it again to restore the mode after other programs used the terminal. Redraw everything afterwards.
    mutating func enter() {
        if rawMode?.enter() == false { isAlive = false }
        write(mouse ? ScreenRenderer.enter : ScreenRenderer.enterWithoutMouse)
        isEntered = true
    }

    mutating func leave() {
        guard isEntered else { return }
        isEntered = false
        write(ScreenRenderer.leave)
        rawMode?.leave()
    }

    mutating func draw(_ screen: Screen, all: Bool) {
        guard isEntered else { return }
        write(all ? renderer.renderAll(screen) : renderer.render(screen))
    }

    /// Puts text on the clipboard of the user's terminal (OSC 52), through SSH too, where the terminal allows it.
    mutating func copy(_ text: String) {
        guard isEntered else { return }
        write("\u{1B}]52;c;\(Data(text.utf8).base64EncodedString())\u{7}")
    }

    private mutating func write(_ text: String) {
        guard !text.isEmpty else { return }
        if writeAll(text.utf8, to: output) != .written { isAlive = false }
    }
}
