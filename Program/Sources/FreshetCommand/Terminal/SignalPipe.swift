import Platform
import Synchronization

/// Signals as bytes in a pipe, so that code on any thread can handle them.
///
/// One instance listens at a time. A signal that was ignored before, as SIGHUP under `nohup`, stays ignored.
final class SignalPipe: Sendable {
    /// A nonblocking descriptor with one byte per signal: its number.
    let readEnd: Int32
    private let former: Mutex<[Int32: sigaction]?>

    /// Listens until `close()`; nil if another instance listens, or no descriptor is available.
    init?(_ numbers: [Int32]) {
        guard let pipe = signals,
            listener.compareExchange(expected: -1, desired: pipe.writeEnd, ordering: .sequentiallyConsistent).exchanged
        else { return nil }
        readEnd = pipe.readEnd
        former = Mutex([:])
        _ = pending()
        for number in numbers { listen(to: number) }
    }

    deinit { close() }

    /// Restores the signals' former handling before it returns.
    func close() {
        former.withLock { former in
            guard let actions = former else { return }
            for (number, action) in actions {
                var action = action
                sigaction(number, &action, nil)
            }
            former = nil
            listener.store(-1, ordering: .sequentiallyConsistent)
        }
    }

    /// The signals that arrived since the last call.
    func pending() -> [Int32] {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = read(readEnd, &bytes, bytes.count)
        return bytes.prefix(max(0, count)).map(Int32.init)
    }

    /// Stops the process as Ctrl-Z does without a handler, and listens again when it continues.
    ///
    /// Returns when the process continues; immediately in an orphaned process group, which nothing could continue.
    func suspendProcess() {
        _ = signal(SIGTSTP, SIG_DFL)
        var stop = sigset_t()
        var masked = sigset_t()
        sigemptyset(&stop)
        sigaddset(&stop, SIGTSTP)
        // Dispatch's threads block most signals. Unblocked, it stops the process before `raise` returns.
        pthread_sigmask(SIG_UNBLOCK, &stop, &masked)
        raise(SIGTSTP)
        pthread_sigmask(SIG_SETMASK, &masked, nil)
        _ = signal(SIGTSTP, report)
    }

    private func listen(to number: Int32) {
        var action = sigaction()
        sigaction(number, nil, &action)
        let wasIgnored =
            signal(number, report).map { unsafeBitCast($0, to: Int.self) } == unsafeBitCast(SIG_IGN, to: Int.self)
        if wasIgnored {
            sigaction(number, &action, nil)
        } else {
            former.withLock { $0?[number] = action }
        }
    }
}

/// The descriptor that the handler writes to, because a handler can't capture; −1 while no instance listens.
private let listener = Atomic<Int32>(-1)

/// One pipe for the life of the process. If it were closed, a running handler could write to a reused descriptor.
private let signals: PipeEnds? = {
    guard let pipe = PipeEnds() else { return nil }
    for end in [pipe.readEnd, pipe.writeEnd] { _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK) }
    return pipe
}()

/// The handler. It calls async-signal-safe functions only (POSIX 2.4.3), and restores `errno`.
private let report: @convention(c) (Int32) -> Void = { number in
    let descriptor = listener.load(ordering: .relaxed)
    guard descriptor >= 0 else { return }
    let saved = errno
    var byte = UInt8(truncatingIfNeeded: number)
    _ = write(descriptor, &byte, 1)
    errno = saved
}
