import ArgumentParser
import Catalog
import FeedStore
import Feeds

/// The command of one upstream: shows a feed that its arguments name.
struct FeedCommand<Arguments: FeedArguments>: Subcommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: Arguments.upstream.id, abstract: Arguments.abstract, usage: Arguments.usage,
            discussion: [Arguments.discussion, PipeFields(Arguments.upstream).description].joined(separator: "\n\n"))
    }

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
            return options.watch ? try WatchRun(feedRun).run() : try LookRun(feedRun).run()
        }
    }

    /// The orders of the upstream's feeds, and those of the feeds that don't have them all.
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
        for feed in Arguments.upstream.menu.map(\.feed) + Arguments.orderGroups.map(\.feed) {
            names += feed.controls.orders.map(\.id).filter { !names.contains($0) }
        }
        return names.isEmpty ? ["newest"] : names
    }
}
