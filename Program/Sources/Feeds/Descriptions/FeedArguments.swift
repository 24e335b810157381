public import ArgumentParser

/// The words and options that name a feed of one upstream on the command line.
public protocol FeedArguments: ParsableArguments, SendableMetatype {
    /// The command's name, such as `github`.
    static var name: String { get }

    /// What the command shows, in a line of `--help`.
    static var abstract: String { get }

    /// How it is called, in a line of `--help`.
    static var usage: String { get }

    /// What else `--help` says, the examples last.
    static var discussion: String { get }

    /// An example and what it shows, for the program's own `--help`: the first lines of ``discussion``'s examples.
    static var examples: [(command: String, shows: String)] { get }

    /// The feed that was asked for; fails with a `ValidationError` that says what would be right.
    func feed() throws -> Feed

    /// How many days back; nil where nobody said.
    var days: Int? { get }
}

extension FeedArguments {
    /// None: the feed isn't of some days.
    public var days: Int? { nil }
}
