import FeedStore
import Feeds
import WebText

/// Prints unread items of several feeds, after a refresh if that was asked for.
struct UnreadRun {
    let selection: ItemSelection.Feeds
    let options: UnreadOptions
    let context: CommandContext

    func run() throws {
        let output = options.list.output
        try CommandRun(context, output).run { environment in
            if case .folder(let name) = selection { try environment.checkFolder(name) }
            let followed = try environment.followed()
            let shown = try shown(environment)
            let feeds = refreshed(shown, followed, environment)
            let status =
                try options.refresh
                ? RefreshRun(feeds: feeds, color: output.color, environment: environment, context: context).run()
                : .success
            if status.isInterruption { return status }
            let selection = ItemSelection(shown, isUnread: options.muted ? nil : true, isMuted: options.muted)
            let page = try ItemListing(
                environment, context, output, format: options.list.format, stories: options.stories)
            let name = options.muted ? "muted" : "unread"
            try page.write(selection, limit: options.list.limit(context), named: name, noun: name) {
                if options.muted { return "No rule hides anything here." }
                if followed.isEmpty { return page.introduction }
                let unfetched = try UnfetchedFeeds(feeds, environment, toFetch: refreshCommand).remark
                return ["Nothing unread.", unfetched].compactMap(\.self).joined(separator: " ")
            }
            return status
        }
    }

    /// The selection with a feed as it is followed, which may be under another address.
    private func shown(_ environment: FeedEnvironment) throws -> ItemSelection.Feeds {
        guard case .feed(let key) = selection, let feed = environment.catalog.feed(key) else { return selection }
        return .feed(try feed.description.shown(in: environment).key)
    }

    /// The feeds that `--refresh` refreshes.
    private func refreshed(
        _ selection: ItemSelection.Feeds, _ followed: [FollowedFeed], _ environment: FeedEnvironment
    ) -> [Feed] {
        switch selection {
        case .feed(let key): [environment.catalog.feed(key)].compactMap { $0 }
        case .folder(let name): followed.filter { $0.isIn(folder: name) }.map(\.feed)
        case .these(let keys): followed.map(\.feed).filter { keys.contains($0.key) }
        case .inFolder(let name): followed.filter { $0.settings.folder == name }.map(\.feed)
        case .all, .followed: followed.filter { $0.settings.interval != .never }.map(\.feed)
        }
    }

    /// The command that refreshes them.
    private var refreshCommand: String {
        switch selection {
        case .feed(let key): "freshet unread \(key.address.inShell) --refresh"
        case .folder(let name): "freshet unread --folder \(name.inShell) --refresh"
        case .all, .followed, .these, .inFolder: UnfetchedFeeds.refreshCommand
        }
    }
}

/// The feeds of a list that no refresh has fetched yet, as after an import, and how to fetch them.
struct UnfetchedFeeds {
    static let refreshCommand = "freshet unread --refresh"

    /// Nil if all were fetched.
    let remark: String?

    /// - Parameter command: a command that fetches them.
    init(_ feeds: [Feed], _ environment: FeedEnvironment, toFetch command: String = refreshCommand) throws {
        let fetched = Set(try environment.store.feeds().filter { $0.fetchedAt != nil }.map(\.feed))
        let count = feeds.count { !fetched.contains($0.key) }
        guard count > 0 else {
            remark = nil
            return
        }
        let them = count == 1 ? "it" : "them"
        remark =
            "\(count.counted("feed")) \(count == 1 ? "hasn't" : "haven't") been fetched yet. To fetch \(them): \(command)"
    }

    /// The same for all followed feeds that are refreshed on their own.
    init(followedIn environment: FeedEnvironment) throws {
        let followed = try environment.followed().filter { $0.settings.interval != .never }
        try self.init(followed.map(\.feed), environment)
    }
}
