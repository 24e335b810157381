public import ArgumentParser

/// The words and options that name a feed of one upstream on the command line.
public protocol FeedArguments: ParsableArguments, SendableMetatype {
    /// The command's name, such as `github`.
    static var name: String { get }

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
}

extension FeedArguments {
    /// Nil: the feed has no time window.
    public var days: Int? { nil }
}
