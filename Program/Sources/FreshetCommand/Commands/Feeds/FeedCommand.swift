import ArgumentParser
import Catalog
import FeedStore
import Feeds

/// The command of one upstream: shows a feed that its arguments name.
struct FeedCommand<Arguments: FeedArguments>: Subcommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: upstream?.id, abstract: Arguments.abstract, usage: Arguments.usage,
            discussion: [Arguments.discussion, PipeFields(upstream).description].joined(separator: "\n\n"))
    }

    /// The upstream with these arguments, whose id is the command's name.
    private static var upstream: Upstream? { FeedCatalog.all.upstreams.first { $0.arguments == Arguments.self } }

    @OptionGroup var arguments: Arguments

    @Option(
        name: .long, help: ArgumentHelp("\(Self.orderHelp)", valueName: "order"),
        completion: .list(Self.orderNames))
    var order: String?

    @OptionGroup var options: FeedOptions

    func validate() throws { _ = try options.request(for: arguments.feed(), order: order, days: arguments.days) }

    func run(in context: CommandContext) throws {
        let context = context.with(options.output, options.format)
        let named = try arguments.feed()
        let request = try options.request(for: named, order: order, days: arguments.days, context.settings)
        let command = CommandRun(context, options.output, isVerbose: options.verbose)
        try command.run { environment in
            let feed = try named.description.shown(in: environment)
            if options.muted {
                let page = try ItemListing(environment, context, options.output, format: options.format)
                let limit = isTerminal(context.output.descriptor) ? request.limit : options.limit
                try page.write(
                    ItemSelection(.feed(feed.key), isMuted: true), limit: limit, named: "muted", noun: "muted"
                ) { "No rule hides anything here." }
                return .success
            }
            let feedRun = FeedRun(
                feed: feed, request: request, options: options, environment: environment, context: context)
            return options.watch ? try WatchRun(feedRun).run() : try FeedLoadRun(feedRun).run()
        }
    }

    /// The orders of the upstream's feeds, and of the feeds that don't have them all.
    private static var orderHelp: String {
        let names = orderNames
        var sentences = ["Sort by \(names.alternatives)."]
        for group in Arguments.orderGroups {
            let own = group.feed.controls.orders.map(\.id)
            if Set(own) != Set(names) { sentences.append("\(group.name): \(own.alternatives).") }
        }
        return sentences.joined(separator: " ")
    }

    private static var orderNames: [String] {
        var names: [String] = []
        for feed in (upstream?.menu ?? []).map(\.feed) + Arguments.orderGroups.map(\.feed) {
            names += feed.controls.orders.map(\.id).filter { !names.contains($0) }
        }
        return names.isEmpty ? ["newest"] : names
    }
}

extension Upstream {
    /// The command that shows the upstream's feeds.
    var subcommand: any ParsableCommand.Type { Self.subcommand(arguments) }

    private static func subcommand<Arguments: FeedArguments>(_: Arguments.Type) -> any ParsableCommand.Type {
        FeedCommand<Arguments>.self
    }
}

/// The common part of a load and a watch: the feed, the request and the output.
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
