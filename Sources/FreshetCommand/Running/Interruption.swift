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
/// A second signal ends it at once. When this goes, signals do again what they did before.
final class Interruption: Sendable {
    private typealias Handler = @convention(c) (Int32) -> Void

    // Safe to share: dispatch sources may be cancelled from any thread, and nothing else is done with them.
    nonisolated(unsafe) private let sources: [any DispatchSourceSignal]
    private let earlier: [(number: Int32, handler: Handler?)]

    init(_ onSignal: @escaping @Sendable (ExitStatus) -> Void) {
        let queue = DispatchQueue(label: "freshet.signals")
        let numbers = [SIGINT, SIGTERM, SIGHUP]
        earlier = numbers.map { ($0, signal($0, SIG_IGN)) }
        sources = numbers.map { number in
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler {
                _ = signal(number, SIG_DFL)
                onSignal(.interrupted)
            }
            source.resume()
            return source
        }
    }

    deinit {
        for source in sources { source.cancel() }
        for (number, handler) in earlier { _ = signal(number, handler) }
    }
}
