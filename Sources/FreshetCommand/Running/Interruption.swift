import Dispatch

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Calls back when the program is to end: SIGINT, SIGTERM or SIGHUP.
///
/// A second signal ends it at once.
final class Interruption: Sendable {
    // Safe to share: dispatch sources may be cancelled from any thread, and nothing else is done with them.
    nonisolated(unsafe) private let sources: [any DispatchSourceSignal]

    init(_ onSignal: @escaping @Sendable (ExitStatus) -> Void) {
        let queue = DispatchQueue(label: "freshet.signals")
        sources = [SIGINT, SIGTERM, SIGHUP].map { number in
            _ = signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler {
                _ = signal(number, SIG_DFL)
                onSignal(.interrupted)
            }
            source.resume()
            return source
        }
    }

    deinit { for source in sources { source.cancel() } }
}
