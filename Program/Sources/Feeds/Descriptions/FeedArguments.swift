import ArgumentParser
import Synchronization

/// The words and options that name a feed of one upstream on the command line.
package protocol FeedArguments: ParsableArguments, SendableMetatype {
    /// The command's abstract in `--help`.
    static var abstract: String { get }

    /// The usage line in `--help`.
    static var usage: String { get }

    /// The discussion in `--help`, which ends with examples.
    static var discussion: String { get }

    /// Examples for the program's own `--help`: the first lines of ``discussion``'s examples.
    static var examples: [(command: String, shows: String)] { get }

    /// The feed that the arguments name; fails with a `ValidationError` that suggests a valid one.
    func feed() throws -> Feed

    /// The number of days back; nil without the option.
    var days: Int? { get }

    /// A feed of each kind that doesn't take all of the command's values of `--order`, with a name for the kind.
    static var orderGroups: [(name: String, feed: Feed)] { get }
}

extension FeedArguments {
    /// Nil: the feed has no time window.
    package var days: Int? { nil }

    /// None: all feeds take the same orders.
    package static var orderGroups: [(name: String, feed: Feed)] { [] }
}

extension CompletionKind {
    /// The followed feeds, as an argument names them; `name` returns nil for feeds that it can't name.
    package static func followed(_ name: @escaping @Sendable (_ path: [String]) -> String?) -> CompletionKind {
        .custom { _, _, _ in FollowedCompletions.named(name) }
    }
}

/// The completions for followed feeds. The command sets them, because it knows where the store is.
package enum FollowedCompletions {
    /// The completions for the feeds that have a name, given their paths.
    package typealias Source = @Sendable (_ name: ([String]) -> String?) -> [String]

    private static let source = Mutex<Source>({ _ in [] })

    /// Takes all later completions from there.
    package static func take(from source: @escaping Source) { Self.source.withLock { $0 = source } }

    fileprivate static func named(_ name: ([String]) -> String?) -> [String] { source.withLock { $0 }(name) }
}
