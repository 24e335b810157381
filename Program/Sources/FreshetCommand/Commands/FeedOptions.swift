import ArgumentParser
import Feeds

/// The options that all feeds share.
struct FeedOptions: ParsableArguments {
    @Option(name: .long, parsing: .unconditional, help: ArgumentHelp("Show at most this many.", valueName: "n"))
    var limit: Int?

    @Flag(name: .long, help: "Keep the list up to date until q or Ctrl-C; in a pipe, print what is new.")
    var watch = false

    @Flag(name: .long, help: "Make no request: show what is stored.")
    var offline = false

    @Flag(name: .long, help: "Ask now, even if the last answer is still fresh; limits of the upstream are kept.")
    var refresh = false

    @Flag(name: .long, help: "Write one JSON document; with --watch, one a line for each state.")
    var json = false

    @Option(name: .long, help: ArgumentHelp("Use colour: auto, always or never.", valueName: "when"))
    var color = ColourChoice.auto

    @Option(name: .long, help: ArgumentHelp("Keep the store in this folder.", valueName: "dir"))
    var data: String?

    @Flag(name: .long, help: "Say what is asked, and why something is not.")
    var verbose = false

    func validate() throws {
        if let limit, limit < 1 {
            throw ValidationError("--limit \(limit) would show nothing: give a number of 1 or more")
        }
        if let limit, limit > 1000 {
            throw ValidationError("--limit \(limit) is more than is kept: give a number up to 1000")
        }
        if offline, refresh {
            throw ValidationError("--offline makes no request and --refresh insists on one: give one of them")
        }
    }

    /// What is asked of the feed.
    func request(defaultLimit: Int) -> FeedRequest {
        FeedRequest(limit: limit ?? defaultLimit, mode: offline ? .offline : refresh ? .insisting : .polite)
    }
}

extension ColourChoice: ExpressibleByArgument {}
