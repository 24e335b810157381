#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif
import Synchronization

/// Signals as bytes in a pipe, so that ordinary code on an ordinary thread can react to them.
///
/// One listener at a time in a process. A signal that was ignored when listening began, as SIGHUP under `nohup`, stays ignored.
final class SignalPipe: Sendable {
    /// Readable without blocking: one byte, the signal's number, for each signal.
    let readEnd: Int32
    private let former: Mutex<[Int32: sigaction]?>

    /// Listens until `close()`; nil if another one listens in this process or no descriptor is to be had.
    init?(_ signals: [Int32]) {
        guard let ends = pipeEnds,
            listener.compareExchange(expected: -1, desired: ends.write, ordering: .sequentiallyConsistent).exchanged
        else { return nil }
        readEnd = ends.read
        former = Mutex([:])
        _ = pending()
        for number in signals { listen(to: number) }
    }

    deinit { close() }

    /// The signals' former handling is back when it returns.
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

    /// Stops the process as Ctrl-Z does without a handler, and listens again when it goes on.
    ///
    /// Returns when the process was continued; at once where nobody could continue it (an orphaned process group).
    func suspendProcess() {
        _ = signal(SIGTSTP, SIG_DFL)
        var stop = sigset_t()
        var masked = sigset_t()
        sigemptyset(&stop)
        sigaddset(&stop, SIGTSTP)
        // Dispatch's threads block most signals; one that this thread takes itself stops the process before `raise` returns.
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

/// Where the handler writes, since a handler can capture nothing; −1 while nobody listens.
private let listener = Atomic<Int32>(-1)

/// One pipe for the life of the process: if it were closed, a handler still running could write to whatever took its number.
private let pipeEnds: (read: Int32, write: Int32)? = {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends {
        _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    return (ends[0], ends[1])
}()

/// The handler: only what may be done in one (POSIX 2.4.3), and `errno` is left as it was.
private let report: @convention(c) (Int32) -> Void = { number in
    let descriptor = listener.load(ordering: .relaxed)
    guard descriptor >= 0 else { return }
    let saved = errno
    var byte = UInt8(truncatingIfNeeded: number)
    _ = write(descriptor, &byte, 1)
    errno = saved
}
