import FeedStore
import Feeds

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
            let feeds = try shown(environment)
            let status = try options.refresh ? refresh(feeds, followed, environment) : .success
            if status == .interrupted { return status }
            let selection = ItemSelection(feeds, isUnread: options.muted ? nil : true, isMuted: options.muted)
            let items = try environment.items(selection, limit: options.list.limit(context.settings))
            let page = try ItemListing(environment, context, output, format: options.list.format)
            let name = options.muted ? "muted" : "unread"
            if followed.isEmpty, items.items.isEmpty, !options.muted, !output.json {
                // Several lines, so it isn't written like the sentence that stands for missing items.
                context.writeInPlaceOfItems(page.introduction)
                return status
            }
            let empty = options.muted ? "No rule hides anything here." : "Nothing unread."
            try page.write(items, named: name, noun: name, empty: empty)
            return status
        }
    }

    /// The selection with a feed as it is followed, which may be under another address.
    private func shown(_ environment: FeedEnvironment) throws -> ItemSelection.Feeds {
        guard case .feed(let key) = selection, let feed = environment.catalog.feed(key) else { return selection }
        return .feed(try feed.description.shown(in: environment).key)
    }

    private func refresh(
        _ selection: ItemSelection.Feeds, _ followed: [FollowedFeed], _ environment: FeedEnvironment
    ) throws -> ExitStatus {
        let feeds: [Feed]
        switch selection {
        case .feed(let key): feeds = [environment.catalog.feed(key)].compactMap { $0 }
        case .folder(let name): feeds = followed.filter { $0.isIn(folder: name) }.map(\.feed)
        case .these(let keys): feeds = followed.map(\.feed).filter { keys.contains($0.key) }
        case .inFolder(let name): feeds = followed.filter { $0.settings.folder == name }.map(\.feed)
        case .all, .followed: feeds = followed.filter { $0.settings.interval != .never }.map(\.feed)
        }
        return try RefreshRun(
            feeds: feeds, color: options.list.output.color, environment: environment, context: context
        ).run()
    }
}
