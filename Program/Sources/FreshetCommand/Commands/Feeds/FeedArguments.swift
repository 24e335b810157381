import ArgumentParser
import Feeds

/// The words and options that name a feed of one upstream on the command line.
protocol FeedArguments: ParsableArguments, SendableMetatype {
    /// The upstream, whose id is the command's name.
    static var upstream: Upstream { get }

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

    /// How many days back; nil without the option.
    var days: Int? { get }

    /// A feed of each kind that doesn't take all of the command's values of `--order`, with a name for the kind.
    static var orderGroups: [(name: String, feed: Feed)] { get }
}

extension FeedArguments {
    /// Nil: the feed has no time window.
    var days: Int? { nil }

    /// None: all feeds take the same orders.
    static var orderGroups: [(name: String, feed: Feed)] { [] }
}

extension Upstream {
    /// The command that shows the upstream's feeds; nil if it has none.
    var subcommand: (any ParsableCommand.Type)? {
        FeedCommands.all.first { $0.upstream.id == id }.map { Self.subcommand($0) }
    }

    private static func subcommand<Arguments: FeedArguments>(_: Arguments.Type) -> any ParsableCommand.Type {
        FeedCommand<Arguments>.self
    }
}
