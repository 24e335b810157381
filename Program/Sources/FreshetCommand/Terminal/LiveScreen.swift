import Dispatch
import Platform
import Synchronization

/// The reason that a live screen can't open.
enum LiveScreenError: Error, Hashable, CustomStringConvertible {
    case notATerminal
    case signalsInUse

    var description: String {
        switch self {
        case .notATerminal: "A live screen needs a terminal that isn't dumb as its output."
        case .signalsInUse: "A live screen is open in this process already. Close it first."
        }
    }
}

// Sendable: everything below `queue` is used on `queue` only, except in `init` and `deinit`.
/// A full-screen terminal: shows screens and reports the user's input.
///
/// It redraws when the terminal's size changes. The terminal is restored by `close()`, by SIGINT, SIGTERM and SIGHUP, while the program
/// is suspended, and when the screen is released.
final class LiveScreen: @unchecked Sendable {
    enum Event: Hashable, Sendable {
        case input(InputEvent)
        /// The terminal has another size; the screen was drawn for it.
        case resized(TerminalSize)
        /// The program continued after it was suspended. The content may be outdated.
        case resumed
        /// SIGINT, SIGTERM or SIGHUP arrived and the screen is closed. A second signal ends the process.
        case interrupted(Int32)
        /// The terminal is gone and the screen is closed.
        case terminalLost
    }

    typealias Layout = @Sendable (TerminalSize) -> Screen

    private struct Waiting {
        var layout: Layout?
        var isScheduled = false
        var earliest = DispatchTime.now()
    }

    private static let queueKey = DispatchSpecificKey<ObjectIdentifier>()
    /// Time between two frames. Content that arrives faster is skipped.
    private static let interval = DispatchTimeInterval.milliseconds(8)
    /// The time to wait for the rest of a sequence after a lone Escape.
    private static let escapeDelay = DispatchTimeInterval.milliseconds(50)

    private let output: Int32
    private let input: Int32?
    private let environment: [String: String]
    private let onEvent: @Sendable (Event) -> Void
    private let signals: SignalPipe
    private let waiting = Mutex(Waiting())
    private let queue = DispatchQueue(label: "freshet.live-screen", qos: .userInteractive)

    private var terminal: LiveTerminal
    private var size: TerminalSize
    private var layout: Layout = { Screen(size: $0) }
    private var decoder = InputDecoder()
    private var keysRead = 0
    private var sources: [any DispatchSourceRead] = []
    private var isClosed = false

    /// Takes over the terminal.
    ///
    /// - Parameters:
    ///   - input: the source of keys. If it isn't a terminal, only signals end the screen.
    ///   - environment: `TERM`, and `COLUMNS` and `LINES` for a terminal that doesn't report its size.
    ///   - mouse: true if the terminal reports the mouse; otherwise it selects text.
    ///   - onEvent: called on the screen's own serial queue; it may call any method.
    init(
        input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO, environment: [String: String], rendering: Rendering,
        mouse: Bool = true, onEvent: @escaping @Sendable (Event) -> Void
    ) throws(LiveScreenError) {
        guard isTerminal(output), environment["TERM"] != "dumb" else { throw .notATerminal }
        guard let signals = SignalPipe([SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGCONT, SIGWINCH]) else {
            throw .signalsInUse
        }
        self.signals = signals
        self.output = output
        self.input = isTerminal(input) ? input : nil
        self.environment = environment
        self.onEvent = onEvent
        terminal = LiveTerminal(output: output, input: self.input, rendering: rendering, mouse: mouse)
        size = TerminalSize(descriptor: output, environment: environment)
        queue.setSpecific(key: Self.queueKey, value: ObjectIdentifier(self))
        queue.sync {
            terminal.enter()
            terminal.draw(Screen(size: size), all: true)
            listen(to: signals.readEnd) { $0.handleSignals() }
            if let input = self.input { listen(to: input) { $0.readKeys() } }
        }
    }

    deinit {
        sources.forEach { $0.cancel() }
        terminal.leave()
    }

    /// Shows the screen that `layout` returns.
    ///
    /// `layout` runs on the screen's queue, immediately and after each change of size. At most 125 screens a second are laid out;
    /// the latest replaces queued ones.
    func show(_ layout: @escaping Layout) {
        let (replaced, earliest) = waiting.withLock { waiting in
            let replaced = waiting.layout
            waiting.layout = layout
            defer { waiting.isScheduled = true }
            return (replaced, waiting.isScheduled ? nil : waiting.earliest)
        }
        withExtendedLifetime(replaced) {}  // releases its captures here, outside the lock
        if let earliest { queue.asyncAfter(deadline: earliest) { [weak self] in self?.showWaiting() } }
    }

    /// Draws the whole screen again, as after other programs wrote to the terminal.
    func redraw() {
        queue.async { [weak self] in
            guard let self, !self.isClosed else { return }
            self.draw(all: true)
        }
    }

    /// Puts text on the clipboard of the user's terminal.
    func copy(_ text: String) {
        queue.async { [weak self] in
            guard let self, !self.isClosed else { return }
            self.terminal.copy(text)
        }
    }

    /// Restores the terminal before it returns.
    ///
    /// No event starts afterwards.
    func close() {
        if DispatchQueue.getSpecific(key: Self.queueKey) == ObjectIdentifier(self) {
            closeOnQueue()
        } else {
            queue.sync { closeOnQueue() }
        }
    }

    private func closeOnQueue() {
        guard !isClosed else { return }
        isClosed = true
        sources.forEach { $0.cancel() }
        sources = []
        terminal.leave()
        signals.close()
    }

    private func listen(to descriptor: Int32, _ handle: @escaping @Sendable (LiveScreen) -> Void) {
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        source.setEventHandler { [weak self] in
            guard let self, !self.isClosed else { return }
            handle(self)
        }
        sources.append(source)
        source.resume()
    }

    private func showWaiting() {
        let layout = waiting.withLock { waiting in
            waiting.isScheduled = false
            waiting.earliest = .now() + Self.interval
            return waiting.layout.take()
        }
        guard let layout, !isClosed else { return }
        self.layout = layout
        draw(all: false)
    }

    /// Lays the content out for the terminal's present size, which may change before its signal arrives.
    private func draw(all: Bool) {
        let former = size
        size = TerminalSize(descriptor: output, environment: environment)
        terminal.draw(layout(size), all: all || size != former)
        if !terminal.isAlive {
            end(.terminalLost)
        } else if size != former {
            onEvent(.resized(size))
        }
    }

    private func handleSignals() {
        for signal in signals.pending() where !isClosed {
            switch signal {
            case SIGWINCH: draw(all: true)
            case SIGTSTP:
                terminal.leave()
                signals.suspendProcess()
                resume()
                onEvent(.resumed)
            case SIGCONT: resume()  // after SIGSTOP, which can't be caught
            default: end(.interrupted(signal))
            }
        }
    }

    private func resume() {
        terminal.enter()
        draw(all: true)
    }

    private func end(_ event: Event) {
        guard !isClosed else { return }
        closeOnQueue()
        onEvent(event)
    }

    private func readKeys() {
        guard let input else { return }
        var bytes = [UInt8](repeating: 0, count: 1024)
        let count = read(input, &bytes, bytes.count)
        guard count > 0 else {
            if count == 0 || ![EINTR, EAGAIN].contains(errno) { end(.terminalLost) }
            return
        }
        keysRead += 1
        handle(decoder.decode(bytes.prefix(count)))
        guard decoder.isWaiting else { return }
        queue.asyncAfter(deadline: .now() + Self.escapeDelay) { [weak self, keysRead] in
            guard let self, !self.isClosed, self.keysRead == keysRead else { return }
            self.handle(self.decoder.flush())
        }
    }

    private func handle(_ events: [InputEvent]) {
        for event in events where !isClosed { onEvent(.input(event)) }
    }
}

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
