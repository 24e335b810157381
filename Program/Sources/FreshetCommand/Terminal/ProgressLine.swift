import Dispatch
import Synchronization

/// A line on standard error that shows progress and is erased in the end.
///
/// Writes only to a terminal that isn't dumb, at most ten times a second. Usable from any thread.
final class ProgressLine: Sendable {
    /// The time and a timer, which tests replace.
    struct Clock: Sendable {
        var now: @Sendable () -> ContinuousClock.Instant
        var schedule: @Sendable (Duration, @escaping @Sendable () -> Void) -> Void

        static let system = Clock(
            now: { ContinuousClock().now },
            schedule: { delay, work in
                let milliseconds = Int(delay / .milliseconds(1)) + 1
                DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(milliseconds), execute: work)
            })
    }

    private struct State {
        var latest: ProgressReport?
        var drawnAt: ContinuousClock.Instant?
        var isOnScreen = false
        var isScheduled = false
    }

    private static let interval = Duration.milliseconds(100)

    private let descriptor: Int32
    private let environment: [String: String]
    private let rendering: Rendering
    private let isShown: Bool
    private let clock: Clock
    private let state = Mutex(State())

    init(descriptor: Int32, environment: [String: String], rendering: Rendering, clock: Clock = .system) {
        self.descriptor = descriptor
        self.environment = environment
        self.rendering = rendering
        self.clock = clock
        isShown = isTerminal(descriptor) && environment["TERM"] != "dumb"
    }

    deinit { clear() }

    func show(_ progress: ProgressReport) {
        guard isShown else { return }
        let now = clock.now()
        let delay: Duration? = state.withLock { state in
            state.latest = progress
            guard let drawnAt = state.drawnAt, now < drawnAt + Self.interval else {
                draw(&state, now)
                return nil
            }
            guard !state.isScheduled else { return nil }
            state.isScheduled = true
            return drawnAt + Self.interval - now
        }
        if let delay { clock.schedule(delay) { [weak self] in self?.catchUp() } }
    }

    /// Erases the line. Call it at the end, and before other output to the terminal.
    func clear() {
        state.withLock { state in
            if state.isOnScreen { _ = writeAll("\r\u{1B}[K".utf8, to: descriptor) }
            state.isOnScreen = false
            state.latest = nil
        }
    }

    private func catchUp() {
        let now = clock.now()
        state.withLock { state in
            state.isScheduled = false
            draw(&state, now)
        }
    }

    private func draw(_ state: inout State, _ now: ContinuousClock.Instant) {
        guard let progress = state.latest else { return }
        // Some terminals wrap after the last column.
        let width = TerminalSize(descriptor: descriptor, environment: environment).columns - 1
        let line = rendering.render(progress.line(width: width))
        _ = writeAll("\r\(line)\u{1B}[K".utf8, to: descriptor)
        state.drawnAt = now
        state.isOnScreen = true
        state.latest = nil
    }
}

/// The progress of some work.
enum ProgressReport: Hashable, Sendable {
    /// Progress that can't be counted: "Loading from api.example.com…".
    case message(TerminalText)
    /// "7 of 13 categories", with a bar.
    case counted(Int, of: Int, TerminalText)

    /// The bar has at most one cell per part, and is full only when all parts are done.
    func line(width: Int) -> StyledText {
        switch self {
        case .message(let message):
            return StyledText(message).truncated(to: width)
        case .counted(let done, let total, let what):
            let done = max(0, done)
            let words = StyledText(untrusted: "\(done) of \(total) \(what)")
            let cells = min(20, total, width - words.columns - 1)
            guard cells >= 5 else { return words.truncated(to: width) }
            let filled = min(done, total) * cells / total
            let bar =
                StyledText(untrusted: String(repeating: "━", count: filled), .color(.green))
                + StyledText(untrusted: String(repeating: "─", count: cells - filled), .dim)
            return bar + " " + words
        }
    }
}
