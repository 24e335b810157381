import ArgumentParser
import FeedStore
import Feeds
import Platform
import WebText

/// `freshet digest`.
struct DigestCommand: Subcommand {
    /// The format of a digest.
    enum Format: String, CaseIterable, Sendable {
        case text, html, json, markdown
    }

    static let configuration = CommandConfiguration(
        commandName: "digest",
        abstract: "Summarizes recent items by feed, the most important first.",
        usage: """
            freshet digest [--since AGE] [--as FORMAT] [OPTIONS]
            freshet digest --to NAME [--at HH:MM] [--since AGE]
            freshet digest --at never [--to NAME]
            """,
        discussion: """
            Highlighted items come first, then those with the largest measure, such as
            points. --to sends the digest now. --to with --at sends it every day while
            freshet serve, the reader or --watch runs; --at never ends that, without --to
            for all destinations.

            EXAMPLES
              freshet digest
              freshet digest --since 7d --as markdown
              freshet digest --at 08:00 --to email
            """)

    @Option(name: .long, help: ArgumentHelp("How far back: an age (24h, 7d) or a date.", valueName: "age"))
    var since = PastDate.age(86_400)

    @Option(
        name: .customLong("as"),
        help: ArgumentHelp("Write text, html, json or markdown (default: text).", valueName: "format"))
    var format: ChoiceArgument<Format>?

    @Option(name: .long, help: ArgumentHelp("When to send it each day: 08:00, or never.", valueName: "time"))
    var at: String?

    @Option(
        name: .long, help: ArgumentHelp("The destination to send it to.", valueName: "name"), completion: .destinations)
    var to: String?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if let at, at != "never", TimeOfDay.minutes(at) == nil {
            throw ValidationError("“\(at)” isn't a time of day. For --at, use one such as 08:00, or never.")
        }
        if output.json, format != nil {
            throw ValidationError("--json and --as can't be used together. Choose one.")
        }
        if to != nil, output.json || format != nil {
            throw ValidationError("--as and --json choose how a digest is printed. They don't work with --to.")
        }
        if let at, at != "never", to == nil {
            throw ValidationError("--at needs a destination. Give one with --to NAME.")
        }
        if let at, at != "never", case .date = since {
            throw ValidationError("With --at, --since must be an age, such as 24h.")
        }
    }

    func run(in context: CommandContext) throws {
        try CommandRun(context, output).run { environment in
            if at == "never" { return try stop(environment, context) }
            if let to { return try send(to: to, environment, context) }
            let now = environment.now()
            let digest = try Digest(environment, since: since.date(before: now), until: now)
            try write(try content(digest), environment, context)
            return .success
        }
    }

    private func content(_ digest: Digest) throws -> String {
        switch output.json ? .json : format?.value ?? .text {
        case .text: digest.text
        case .html: digest.html
        case .markdown: digest.markdown
        case .json: String(decoding: try digest.json(), as: UTF8.self)
        }
    }

    private func write(_ content: String, _ environment: FeedEnvironment, _ context: CommandContext) throws {
        if content.isEmpty {
            let unfetched = try UnfetchedFeeds(followedIn: environment).remark
            context.writeInPlaceOfItems(
                ["Nothing new in that time.", unfetched].compactMap(\.self).joined(separator: " "))
            return
        }
        let lines = content.split(separator: "\n", omittingEmptySubsequences: false)
        for line in lines {
            context.output.writeLine(TerminalText(indented: line).string)
        }
    }

    private func destination(named name: String, _ environment: FeedEnvironment) throws -> NamedDestination {
        guard let found = try environment.destinations().first(where: { $0.name == name }) else {
            throw try DestinationNames(environment).unknown(name)
        }
        return found
    }

    private func set(_ digest: DailyDigest?, of name: String, _ environment: FeedEnvironment) throws {
        try environment.store.updateDestination(named: name) { settings in
            var destination = try StoredJSON.decode(Destination.self, from: settings)
            destination.digest = digest
            return try StoredJSON.encode(destination)
        }
    }

    /// Ends the daily digests of a destination, or of all.
    private func stop(_ environment: FeedEnvironment, _ context: CommandContext) throws -> ExitStatus {
        let names =
            try to.map { [try destination(named: $0, environment).name] }
            ?? environment.destinations().filter { $0.destination.digest != nil }.map(\.name)
        if names.isEmpty { context.output.writeLine("No destination gets a daily digest.") }
        for name in names {
            try set(nil, of: name, environment)
            context.output.writeLine("\(TerminalText(name).string) no longer gets a digest.")
        }
        return .success
    }

    private func send(
        to name: String, _ environment: FeedEnvironment, _ context: CommandContext
    ) throws -> ExitStatus {
        let found = try destination(named: name, environment)
        if let at, let minute = TimeOfDay.minutes(at), case .age(let span) = since {
            try set(DailyDigest(minute: minute, span: span, since: environment.now()), of: name, environment)
            context.output.writeLine("\(TerminalText(name).string) gets a digest every day at \(at).")
            return .success
        }
        if let pause = found.pause { throw CommandFailure("\(name) is paused. \(pause.description)") }
        let now = environment.now()
        let digest = try Digest(environment, since: since.date(before: now), until: now)
        let note = digest.note(id: "digest-\(found.id)-\(Int(now.timeIntervalSince1970))")
        let delivery = DestinationDelivery()
        try BlockingTask { try await delivery.deliver(note, to: found.destination) }
            .value { "\(name) failed: \(Notifier.reason($0))." }
        context.output.writeLine(
            "Sent \(digest.count.counted("item")) to \(TerminalText(name).string).")
        return .success
    }
}
