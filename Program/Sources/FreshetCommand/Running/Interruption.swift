import Dispatch
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Calls back when the program is to end: SIGINT, SIGTERM or SIGHUP.
///
/// A second signal ends it at once. Several may be there at a time; when the last one goes, signals do again what they did before.
final class Interruption: Sendable {
    init(_ onSignal: @escaping @Sendable (ExitStatus) -> Void) {
        Listeners.shared.add(onSignal, as: ObjectIdentifier(self))
    }

    deinit { Listeners.shared.remove(ObjectIdentifier(self)) }
}

/// Those who are called back; they share the pipe of signals.
private final class Listeners: Sendable {
    private struct State {
        var calls: [ObjectIdentifier: @Sendable (ExitStatus) -> Void] = [:]
        var pipe: SignalPipe?
        var source: (any DispatchSourceRead)?
    }

    static let shared = Listeners()

    private let queue = DispatchQueue(label: "freshet.signals")
    private let state = Mutex(State())

    func add(_ call: @escaping @Sendable (ExitStatus) -> Void, as id: ObjectIdentifier) {
        state.withLock { state in
            state.calls[id] = call
            // Where somebody else listens already, as a live screen does, that one ends the program.
            guard state.pipe == nil, let pipe = SignalPipe([SIGINT, SIGTERM, SIGHUP]) else { return }
            let source = DispatchSource.makeReadSource(fileDescriptor: pipe.readEnd, queue: queue)
            source.setEventHandler { [unowned self] in tell() }  // there is but one of these, for ever
            source.resume()
            (state.pipe, state.source) = (pipe, source)
        }
    }

    func remove(_ id: ObjectIdentifier) {
        state.withLock { state in
            state.calls[id] = nil
            guard state.calls.isEmpty else { return }
            state.source?.cancel()
            state.pipe?.close()
            (state.pipe, state.source) = (nil, nil)
        }
    }

    private func tell() {
        let calls = state.withLock { state -> [@Sendable (ExitStatus) -> Void] in
            guard let pipe = state.pipe, !pipe.pending().isEmpty else { return [] }
            pipe.close()
            return Array(state.calls.values)
        }
        for call in calls { call(.interrupted) }
    }
}
