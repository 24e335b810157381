import ArgumentParser
import Catalog
import FeedStore
import Feeds
import Freshet
import FreshetHTTP
import Platform
import Synchronization
import WebText

/// `freshet unread`.
struct UnreadCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "unread",
        abstract: "Unread items of the feeds you follow, or of one feed.",
        usage: "freshet unread [FEED] [OPTIONS]",
        discussion: """
            Prints stored items, newest first, without marking them as read. In a pipe
            the fields are date, feed, title, address and id, with --stories also how many
            others tell the story.

            EXAMPLES
              freshet unread
              freshet unread --refresh
              freshet unread \(FeedCatalog.all.exampleKey)
              freshet unread --limit 10 | freshet mark read -
            """)

    @Argument(help: ArgumentHelp("The key or address of a feed.", valueName: "feed"), completion: .feeds)
    var feed: String?

    @Option(name: .long, help: ArgumentHelp("Only feeds in this folder.", valueName: "name"), completion: .folders)
    var folder: String?

    @OptionGroup var options: UnreadOptions

    func validate() throws {
        if feed != nil, folder != nil {
            throw ValidationError("A feed and --folder can't be used together. Choose one.")
        }
    }

    func run(in context: CommandContext) throws {
        let context = context.with(options.list.output, options.list.format)
        let feed = try feed.map {
            try FeedCatalog.all.feed(argument: $0, among: StoredNames(context, options.list.output))
        }
        let selection = feed.map { ItemSelection.Feeds.feed($0.key) } ?? folder.map { .folder($0) } ?? .followed
        try UnreadRun(selection: selection, options: options, context: context).run()
    }
}

/// The options of `freshet` and `freshet unread`.
struct UnreadOptions: ParsableArguments {
    @Flag(name: .long, help: "Refresh the feeds first.")
    var refresh = false

    @Flag(name: .long, help: "Show only the items that rules hide.")
    var muted = false

    @OptionGroup var stories: StoryOption

    @OptionGroup var list: ListOptions
}

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

/// Refreshes feeds, unless a limit forbids it, with at most 16 requests in flight, and reports failures.
struct RefreshRun {
    /// The maximum number of requests in flight.
    private static let maximumRequests = 16
    /// The maximum number of refreshes. More than the requests in flight, so that others can be decoded and stored.
    private static let maximumRefreshes = 48

    let feeds: [Feed]
    let color: ColorChoice?
    let environment: FeedEnvironment
    let context: CommandContext

    func run() throws -> ExitStatus {
        let end = BlockingResult<ExitStatus?>()
        let states = Mutex<[(feed: Feed, state: FeedState)]>([])
        let progress = ProgressLine(
            descriptor: STDERR_FILENO, environment: context.variables,
            rendering: Rendering(context, color, STDERR_FILENO))
        let interruption = Interruption { end.finish(.success($0)) }
        let total = feeds.count
        var limited = environment
        limited.transport = LimitedTransport(environment.transport, limit: Self.maximumRequests)
        let loads = feeds.map { feed in
            feed.load(FeedRequest(limit: feed.controls.limit, mode: .forced), in: limited).takeLast(1).map {
                (feed, $0)
            }
        }
        let subscription = Observable.from(loads).merge(maxConcurrent: Self.maximumRefreshes).subscribe(
            onNext: { feed, state in
                let done = states.withLock { states in
                    states.append((feed, state))
                    return states.count
                }
                progress.show(.counted(done, of: total, "feeds"))
            },
            onError: { end.finish(.failure($0)) },
            onCompleted: { end.finish(.success(nil)) })
        defer {
            subscription.dispose()
            progress.clear()
            withExtendedLifetime(interruption) {}
        }
        if let status = try end.wait() { return status }
        progress.clear()
        return report(states.withLock { $0 })
    }

    /// Reports failed feeds, and new items that couldn't be stored; the status is the first failure's.
    private func report(_ states: [(feed: Feed, state: FeedState)]) -> ExitStatus {
        var status = ExitStatus.success
        var reported: Set<FeedStoreError> = []
        for (feed, state) in states {
            if let error = state.storeError {
                if reported.insert(error).inserted { context.complain(error.description) }
                if status == .success { status = .failure }
            }
            guard let error = state.freshness.error else { continue }
            context.complain("\(feed.title) couldn't be refreshed: \(error.message).")
            if status == .success { status = ExitStatus(error) }
        }
        return status
    }
}
