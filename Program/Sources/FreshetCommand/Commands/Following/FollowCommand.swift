import ArgumentParser
import Catalog
import FeedStore
import Feeds
import Freshet
import Platform
import WebText

/// `freshet follow`.
struct FollowCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "follow",
        abstract: "Follows a feed, by its address or name.",
        usage: "freshet follow ADDRESS [--name NAME] [--folder FOLDER] [OPTIONS]",
        discussion: """
            Checks that the feed exists, then adds it to the feeds whose unread items
            freshet shows. Its newest 20 items start as unread, or its first 20 if it is
            ranked. If you follow the feed already, its settings are updated. If an
            address leads to several feeds, you choose one; in a pipe, they are printed,
            and the exit status is 1.

            EXAMPLES
            \(examples)
            """)

    @Argument(help: ArgumentHelp("The address of a site, a page or a feed.", valueName: "address"))
    var address: String

    @Option(name: .long, help: ArgumentHelp("Your own name for the feed.", valueName: "name"))
    var name: String?

    @Option(
        name: .long, help: ArgumentHelp("The folder to put the feed in.", valueName: "folder"), completion: .folders)
    var folder: String?

    @Option(
        name: .long,
        help: ArgumentHelp("How often to refresh the feed: 30m, 1h, 1d, never or default.", valueName: "interval"))
    var every: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "What to keep of the feed at least: 5000 (items), 365d, 5000,365d, all or default.",
            valueName: "retention"))
    var keep: String?

    @Flag(
        inversion: .prefixedNo,
        help: "Load the full text of an item when you open it, if the feed has only its beginning.")
    var fullText: Bool?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "How the feed's items join others that tell the same story: joined, first (its headline comes first) or apart.",
            valueName: "how"))
    var stories: ChoiceArgument<FollowSettings.Stories>?

    @Option(
        name: .customLong("instead-of"),
        help: ArgumentHelp(
            "The web feed that you follow and whose address this is now. It keeps its settings, items and marks.",
            valueName: "feed"), completion: .feeds)
    var former: String?

    @OptionGroup var output: OutputOptions

    func validate() throws { _ = try settings() }

    func run(in context: CommandContext) throws {
        let context = context.with(output)
        let settings = try settings()
        try CommandRun(context, output).run { environment in
            try FollowRun(environment: environment, context: context, output: output, former: former)
                .run(address, settings)
        }
    }

    private func settings() throws -> FollowSettings {
        let interval = try every.map { words in
            guard let interval = FollowSettings.PollInterval(words: words) else {
                throw ValidationError(
                    "“\(words)” isn't an interval. Use one from 1m to 365d, such as 30m, 2h or 1d, or use never or default."
                )
            }
            return interval
        }
        let retention = try keep.map { words in
            guard let retention = ItemRetention(words: words) else {
                throw ValidationError("“\(words)” isn't a retention. \(ItemRetention.help)")
            }
            return retention
        }
        return FollowSettings(
            name: name, folder: folder, interval: interval, loadsFullTexts: fullText, retention: retention,
            stories: stories?.value)
    }

    private static var examples: String {
        let pages = FeedCatalog.all.exampleAddresses.map { "  freshet follow \($0)" }
        let own = ["  freshet follow \(FeedCatalog.all.exampleKey) --folder Morning --every 1h"]
        return (pages + own).joined(separator: "\n")
    }
}

/// Follows the feed at an address.
struct FollowRun {
    let environment: FeedEnvironment
    let context: CommandContext
    let output: OutputOptions
    /// The followed feed that gets the address, as typed; nil to follow the feed there.
    var former: String?

    func run(_ address: String, _ settings: FollowSettings) throws -> ExitStatus {
        try run(address, namedBy: nil, settings)
    }

    private func run(_ address: String, namedBy page: String?, _ settings: FollowSettings) throws -> ExitStatus {
        switch try resolution(of: address, namedBy: page) {
        case .interrupted(let status): return status
        case .resolution(.feed(let feed)): return try follow(feed, settings, at: page ?? address)
        case .resolution(.candidates(let candidates)):
            guard let url = try choose(candidates) else { return .failure }
            return try run(url, namedBy: address, settings)
        }
    }

    private enum End {
        case resolution(Resolution)
        case interrupted(ExitStatus)
    }

    /// Every failure but the store's becomes a ``CommandFailure``.
    private func resolution(of address: String, namedBy page: String?) throws -> End {
        do { return try resolve(address, namedBy: page) } catch let error as FeedStoreError { throw error } catch {
            let error = FeedError(error)
            throw CommandFailure(
                error.sentences(Clock(now: environment.now()))
                    + (former == nil ? " Nothing was followed." : " Nothing was changed."), ExitStatus(error))
        }
    }

    private func resolve(_ address: String, namedBy page: String?) throws -> End {
        let end = BlockingResult<End>()
        let progress = ProgressLine(
            descriptor: STDERR_FILENO, environment: context.variables,
            rendering: Rendering(context, output.color, STDERR_FILENO))
        progress.show(.message(TerminalText("Checking \(address)…")))
        let interruption = Interruption { end.finish(.success(.interrupted($0))) }
        let resolution =
            try changed.map { environment.changeAddress(of: $0, to: address, namedBy: page) }
            ?? environment.resolve(address, namedBy: page)
        let subscription = environment.readingCandidates(of: resolution, at: address).subscribe(
            onSuccess: { end.finish(.success(.resolution($0))) }, onFailure: { end.finish(.failure($0)) })
        defer {
            subscription.dispose()
            progress.clear()
            withExtendedLifetime(interruption) {}
        }
        return try end.wait()
    }

    /// The followed feed whose address is changed; nil if none is.
    private var changed: Feed? {
        get throws {
            try former.map { typed in
                guard let feed = try environment.catalog.feed(pasted: typed)?.description.followed(in: environment)
                else {
                    throw FeedError(
                        kind: "notFollowed", message: "You don't follow \(typed.inQuotes)", remedy: .changeRequest)
                }
                return feed
            }
        }
    }

    private func follow(_ feed: Feed, _ settings: FollowSettings, at address: String) throws -> ExitStatus {
        if settings.loadsFullTexts == true, !feed.description.offersFullText {
            throw CommandFailure(FeedError.noFullText.message + ". Nothing was followed.")
        }
        let before = try environment.followed(feed)
        let isNew = try environment.follow(feed, settings, defaults: context.settings.follow)
        let after = try environment.followed(feed)
        let title = after?.title ?? feed.title
        if output.json {
            let document = try FollowDocument(feed: feed, title: title, isNew: isNew).json()
            context.output.writeLine(document: document)
        } else {
            let changes = isNew ? [] : FollowSettings.changes(from: before?.settings, to: after?.settings)
            let pasted = environment.catalog.feed(pasted: address)
            // What is followed, where the address is that of a page, or has moved.
            let isElsewhere = pasted != feed
            let message =
                switch (isNew, changes.isEmpty) {
                case _ where former != nil:
                    "\(title) is now at \(feed.key.address)."
                        + (changes.isEmpty ? "" : " Updated: \(changes.joined(separator: ", ")).")
                case (true, _):
                    "Following \(title)" + (isElsewhere ? ", the feed at \(feed.key.address)." : ".")
                        + (pasted?.description.aliasedFeed?.remark.map { " " + $0 } ?? "")
                case (_, true):
                    "You already follow \(title)" + (isElsewhere ? ": it's the same feed as \(feed.key.address)." : ".")
                default: "Updated \(title): \(changes.joined(separator: ", "))."
                }
            context.output.writeLine(TerminalText(message).string)
        }
        return .success
    }

    /// Returns the address that the user picks on a terminal; elsewhere prints all of them and returns nil.
    private func choose(_ candidates: [FeedCandidate]) throws -> String? {
        if output.json {
            try context.output.writeLine(document: CandidatesDocument(candidates).json())
            return nil
        }
        let isAtTerminal = context.isInteractive && isTerminal(STDIN_FILENO)
        for (number, candidate) in candidates.enumerated() {
            let (url, title) = (TerminalText(candidate.url).string, TerminalText(candidate.title).string)
            let facts = candidate.facts(isAtTerminal ? Clock(now: environment.now()).ago : \.internetDateTime)
            context.output.writeLine(
                isAtTerminal ? "\(number + 1)  \(title)  (\(facts))  \(url)" : "\(url)\t\(title)\t\(facts)")
        }
        guard isAtTerminal else {
            context.complain("The address leads to \(candidates.count) feeds. Follow one of these addresses.")
            return nil
        }
        context.output.write("Follow which one? [1-\(candidates.count)] ")
        context.output.flush()
        guard let number = readLine().flatMap({ Int($0) }), candidates.indices.contains(number - 1) else {
            context.complain("Nothing was followed.")
            return nil
        }
        return candidates[number - 1].url
    }
}

extension FollowSettings {
    /// The settings that differ, as options name them: `every never`.
    fileprivate static func changes(from old: FollowSettings?, to new: FollowSettings?) -> [String] {
        var changes: [String] = []
        if old?.name != new?.name { changes.append(new?.name.map { "name \($0.inQuotes)" } ?? "its own name") }
        if old?.folder != new?.folder { changes.append(new?.folder.map { "folder \($0.inQuotes)" } ?? "no folder") }
        if old?.interval != new?.interval { changes.append("every " + (new?.interval?.words ?? "default")) }
        if old?.retention != new?.retention { changes.append("keep " + (new?.retention?.words ?? "default")) }
        if old?.stories != new?.stories { changes.append("stories " + (new?.stories ?? .joined).rawValue) }
        if old?.loadsFullTexts != new?.loadsFullTexts {
            changes.append(new?.loadsFullTexts == true ? "full texts" : "no full texts")
        }
        return changes
    }
}

extension FeedEnvironment {
    /// Follows a feed; a new one gets the configured values that `settings` doesn't have. Returns true if it is new.
    func follow(_ feed: Feed, _ settings: FollowSettings = FollowSettings(), defaults: Settings.Follow) throws -> Bool {
        var settings = settings
        if defaults != Settings.Follow(), try followed(feed) == nil {
            settings.interval = settings.interval ?? defaults.every
            settings.folder = settings.folder ?? defaults.folder
        }
        return try follow(feed, settings)
    }
}

/// `freshet unfollow`.
struct UnfollowCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "unfollow",
        abstract: "Stops following a feed.",
        usage: "freshet unfollow FEED [OPTIONS]",
        discussion: """
            Stored items stay for 30 days, saved items until you unsave them.

            EXAMPLES
              freshet unfollow \(FeedCatalog.all.exampleKey)
            """)

    @Argument(help: ArgumentHelp("The key or address of a feed.", valueName: "feed"), completion: .feeds)
    var feed: String

    @OptionGroup var output: OutputOptions

    func run(in context: CommandContext) throws {
        let feed = try FeedCatalog.all.feed(argument: feed, among: StoredNames(context, output))
        try CommandRun(context, output).run { environment in
            let feed = try feed.description.shown(in: environment)
            let title = try environment.followed(feed)?.title ?? feed.title
            let wasFollowed = try environment.unfollow(feed) != nil
            if output.json {
                let document = UnfollowDocument(feed: feed.key.rawValue, wasFollowed: wasFollowed)
                try context.output.writeLine(json: document)
            } else if wasFollowed {
                context.output.writeLine("Unfollowed \(TerminalText(title).string).")
            }
            if !wasFollowed { context.complain("You don't follow \(title). See freshet following.") }
            return wasFollowed ? .success : .failure
        }
    }
}

/// The outcome of `freshet unfollow`, for programs.
private struct UnfollowDocument: Encodable {
    let feed: String
    let wasFollowed: Bool
}
