import FeedStore
import Feeds

/// What a look and a watch have in common: the feed, the request, and where the output goes.
struct FeedRun: Sendable {
    let feed: Feed
    let request: FeedRequest
    let options: FeedOptions
    let environment: FeedEnvironment
    let context: CommandContext

    var isOffline: Bool { request.mode == .offline }
    var page: FeedListing { FeedListing(feed, request, context, options) }
    var remarks: FeedRemarks {
        FeedRemarks(
            feed, request.mode, isOnTerminal: context.isInteractive && !options.output.json,
            isVerbose: options.verbose)
    }

    /// The state as one line of JSON.
    func document(_ state: FeedState) throws -> String {
        let document = try FeedDocument(feed: feed.key.rawValue, state).json()
        return EscapedJSON.text(String(decoding: document, as: UTF8.self))
    }
}
