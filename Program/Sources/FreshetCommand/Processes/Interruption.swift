import Dispatch
import Platform
import Synchronization

/// Calls back when SIGINT, SIGTERM or SIGHUP asks the program to end, with the status to end with.
///
/// A second signal ends the process immediately. Several instances may exist. When the last one is released, the signals'
/// former handling is back.
final class Interruption: Sendable {
    init(_ onSignal: @escaping @Sendable (ExitStatus) -> Void) {
        Listeners.shared.add(onSignal, as: ObjectIdentifier(self))
    }

    deinit { Listeners.shared.remove(ObjectIdentifier(self)) }
}

/// The callbacks, which share one pipe of signals.
private final class Listeners: Sendable {
    private struct State {
        var callbacks: [ObjectIdentifier: @Sendable (ExitStatus) -> Void] = [:]
        var pipe: SignalPipe?
        var source: (any DispatchSourceRead)?
    }

    static let shared = Listeners()

    private let queue = DispatchQueue(label: "freshet.signals")
    private let state = Mutex(State())

    func add(_ callback: @escaping @Sendable (ExitStatus) -> Void, as id: ObjectIdentifier) {
        state.withLock { state in
            state.callbacks[id] = callback
            // If a live screen listens already, it ends the program.
            guard state.pipe == nil, let pipe = SignalPipe([SIGINT, SIGTERM, SIGHUP]) else { return }
            let source = DispatchSource.makeReadSource(fileDescriptor: pipe.readEnd, queue: queue)
            source.setEventHandler { [unowned self] in notify() }  // the only instance is never released
            source.resume()
            (state.pipe, state.source) = (pipe, source)
        }
    }

    func remove(_ id: ObjectIdentifier) {
        state.withLock { state in
            state.callbacks[id] = nil
            guard state.callbacks.isEmpty else { return }
            state.source?.cancel()
            state.pipe?.close()
            (state.pipe, state.source) = (nil, nil)
        }
    }

    private func notify() {
        let (callbacks, signal) = state.withLock { state -> ([@Sendable (ExitStatus) -> Void], Int32) in
            guard let pipe = state.pipe, let signal = pipe.pending().first else { return ([], 0) }
            pipe.close()
            return (Array(state.callbacks.values), signal)
        }
        for callback in callbacks { callback(ExitStatus(signal: signal)) }
    }
}
