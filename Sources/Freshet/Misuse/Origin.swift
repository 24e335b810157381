#if DEBUG
import Synchronization
#endif

/// Where an operator or a source was made, to be told when it is misused. Nothing at all in a release build: no bytes and no code.
struct Origin: Sendable {
    #if DEBUG
    private let trace: Trace
    #endif

    /// Here, as seen from outside of this module.
    @inline(__always)
    init() {
        #if DEBUG
        trace = Trace()
        #endif
    }

    /// That of the operator which makes its stages now, or else here: where they are subscribed to.
    @inline(__always)
    static func ofStage() -> Origin {
        #if DEBUG
        guard let pending = pending.value else { return Origin() }
        Self.pending.value = nil
        return Origin(Unmanaged<Trace>.fromOpaque(pending).takeUnretainedValue())
        #else
        Origin()
        #endif
    }

    /// Hands this on to the first stage that asks for its origin while `run` runs.
    @inline(__always)
    func marks<Result>(_ run: @autoclosure () -> Result) -> Result {
        #if DEBUG
        Self.pending.value = Unmanaged.passUnretained(trace).toOpaque()
        defer { withExtendedLifetime(trace) { Self.pending.value = nil } }
        #endif
        return run()
    }

    /// So many events wait in a buffer without a bound.
    @inline(__always)
    func keeps(_ count: @autoclosure () -> Int) {
        #if DEBUG
        let count = count()
        if count >= Hooks.bufferMark, trace.isFirst(.growingBuffer) { report(.growingBuffer(count: count)) }
        #endif
    }

    /// The source is sent into once more by its own observers, while `isReentered`.
    @inline(__always)
    func descends(_ isReentered: Bool) {
        #if DEBUG
        guard isReentered else { return }
        let depth = trace.depth.add(1, ordering: .relaxed).newValue
        if depth >= Hooks.reentrancyMark, trace.isFirst(.reentrancy) { report(.reentrancy(depth: depth)) }
        #endif
    }

    /// That call returns.
    @inline(__always)
    func ascends(_ isReentered: Bool) {
        #if DEBUG
        if isReentered { trace.depth.subtract(1, ordering: .relaxed) }
        #endif
    }

    /// An event has come after the terminal one.
    @inline(__always)
    func hasEnded() {
        #if DEBUG
        if trace.isFirst(.eventAfterEnd) { report(.eventAfterEnd) }
        #endif
    }

    #if DEBUG
    private static let pending = ThreadLocalPointer()

    private init(_ trace: Trace) { self.trace = trace }

    private func report(_ kind: Misuse.Kind) {
        if let key = trace.calls.key, !Self.isNew("\(kind.name) \(key)") { return }
        let site = trace.calls.site
        if let site, !Self.isNew("\(kind.name) \(site.place)") { return }
        Hooks.misuseHandler(Misuse(kind: kind, name: site?.name, place: site?.place))
    }

    /// What has been reported, by the calls and by the place: a stream is often made anew at one place, and a place takes long to look up.
    private static let reported = Mutex<Set<String>>([])

    private static func isNew(_ key: String) -> Bool { reported.withLock { $0.insert(key).inserted } }

    private final class Trace: Sendable {
        struct Kinds: OptionSet {
            let rawValue: Int
            static let reentrancy = Kinds(rawValue: 1)
            static let eventAfterEnd = Kinds(rawValue: 2)
            static let growingBuffer = Kinds(rawValue: 4)
        }

        let calls = Calls()
        /// Changed by the thread that is at work only.
        let depth = Atomic<Int>(0)
        private let reported = Atomic<Int>(0)

        /// True once for each kind.
        func isFirst(_ kind: Kinds) -> Bool {
            let former = reported.bitwiseOr(kind.rawValue, ordering: .relaxed).oldValue
            return !Kinds(rawValue: former).contains(kind)
        }
    }
    #endif
}
