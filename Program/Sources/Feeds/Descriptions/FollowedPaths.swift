public import ArgumentParser
import Synchronization

/// The paths of the feeds that the reader follows, which complete upstreams' arguments. Only the program knows its store.
public enum FollowedPaths {
    private static let source = Mutex<@Sendable () -> [[String]]>({ [] })

    /// Sets what reads them.
    public static func provide(_ paths: @escaping @Sendable () -> [[String]]) { source.withLock { $0 = paths } }

    /// The current ones.
    static var all: [[String]] {
        let read = source.withLock { $0 }
        return read()
    }
}

extension CompletionKind {
    /// The followed feeds, as an argument names them; `name` returns nil for feeds that it can't name.
    public static func followed(_ name: @escaping @Sendable (_ path: [String]) -> String?) -> CompletionKind {
        .custom { _, _, _ in FollowedPaths.all.compactMap(name) }
    }
}
