#if DEBUG
import FreshetPlatform
#endif

/// The call stack at the creation of an operator or source, for reports of misuse.
///
/// In release builds it is empty and compiles to no code.
struct CreationSite: Sendable {
    #if DEBUG
    private let state: State
    #endif

    /// Records the current call stack.
    @inline(__always)
    init() {
        #if DEBUG
        state = State()
        #endif
    }

    /// The site of the operator that is creating its stages; otherwise the current call stack.
    @inline(__always)
    static func ofStage() -> CreationSite {
        #if DEBUG
        guard let pending = pending.value else { return CreationSite() }
        Self.pending.value = nil
        return CreationSite(Unmanaged<State>.fromOpaque(pending).takeUnretainedValue())
        #else
        CreationSite()
        #endif
    }

    /// Attaches this site to the first stage created during `run`.
    @inline(__always)
    func attach<Result>(to run: @autoclosure () -> Result) -> Result {
        #if DEBUG
        Self.pending.value = Unmanaged.passUnretained(state).toOpaque()
        defer { withExtendedLifetime(state) { Self.pending.value = nil } }
        #endif
        return run()
    }

    /// Reports an unbounded buffer that holds many events.
    @inline(__always)
    func checkBuffer(_ count: @autoclosure () -> Int) {
        #if DEBUG
        let count = count()
        if count >= Hooks.bufferThreshold, state.isFirst(.growingBuffer) { report(.growingBuffer(count: count)) }
        #endif
    }

    /// Counts a nested call into the source by its own observers, if `isReentered`.
    @inline(__always)
    func beginNestedCall(_ isReentered: Bool) {
        #if DEBUG
        guard isReentered else { return }
        let depth = state.depth.add(1, ordering: .relaxed).newValue
        if depth >= Hooks.reentrancyThreshold, state.isFirst(.reentrancy) { report(.reentrancy(depth: depth)) }
        #endif
    }

    /// Counts the return of a nested call, if `isReentered`.
    @inline(__always)
    func endNestedCall(_ isReentered: Bool) {
        #if DEBUG
        if isReentered { state.depth.subtract(1, ordering: .relaxed) }
        #endif
    }

    /// Reports an event after the terminal event.
    @inline(__always)
    func reportEventAfterEnd() {
        #if DEBUG
        if state.isFirst(.eventAfterEnd) { report(.eventAfterEnd) }
        #endif
    }

    /// Reports an event that a thread sent while another was sending one.
    @inline(__always)
    func reportConcurrentEvent() {
        #if DEBUG
        if state.isFirst(.concurrentEvent) { report(.concurrentEvent) }
        #endif
    }

    #if DEBUG
    private static let pending = ThreadLocalPointer()

    private init(_ state: State) { self.state = state }

    private func report(_ kind: Misuse.Kind) {
        if let key = state.callStack.key, !Self.isNew("\(kind.name) \(key)") { return }
        let site = state.callStack.site
        if let site, !Self.isNew("\(kind.name) \(site.location)") { return }
        Hooks.misuseHandler(Misuse(kind: kind, name: site?.name, location: site?.location))
    }

    /// Reported misuses, by call stack and by source location.
    ///
    /// A stream is often created repeatedly at one location, and looking up a location is slow.
    private static let reported = Mutex<Set<String>>([])

    private static func isNew(_ key: String) -> Bool { reported.withLock { $0.insert(key).inserted } }

    private final class State: Sendable {
        struct Kinds: OptionSet {
            let rawValue: Int
            static let reentrancy = Kinds(rawValue: 1)
            static let eventAfterEnd = Kinds(rawValue: 2)
            static let growingBuffer = Kinds(rawValue: 4)
            static let concurrentEvent = Kinds(rawValue: 8)
        }

        let callStack = CallStack()
        /// The number of nested calls. Only the delivering thread changes it.
        let depth = Atomic<Int>(0)
        private let reported = Atomic<Int>(0)

        /// Records a misuse. Returns true if it is the first of its kind.
        func isFirst(_ kind: Kinds) -> Bool {
            let former = reported.bitwiseOr(kind.rawValue, ordering: .relaxed).oldValue
            return !Kinds(rawValue: former).contains(kind)
        }
    }
    #endif
}
