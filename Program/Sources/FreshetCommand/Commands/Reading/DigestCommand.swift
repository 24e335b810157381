import ArgumentParser
import FeedStore
import Feeds
import Platform

/// `freshet digest`.
struct DigestCommand: Subcommand {
    /// What a digest is written as.
    enum Format: String, CaseIterable, Sendable {
        case text, html, json, markdown
    }

    static let configuration = CommandConfiguration(
        commandName: "digest",
        abstract: "Summarizes recent items by feed, with the highest scores first.",
        usage: """
            freshet digest [--since AGE] [--as FORMAT] [OPTIONS]
            freshet digest --to SINK [--at HH:MM|never] [--since AGE]
            """,
        discussion: """
            Highlighted items come first, then those with the highest score, such as
            points. --to sends the digest now. --to with --at sends it every day while
            freshet serve, the reader or --watch runs.

            EXAMPLES
              freshet digest
              freshet digest --since 7d --as markdown
              freshet digest --at 08:00 --to email

            \(ExitStatus.help)
            """)

    @Option(name: .long, help: ArgumentHelp("How far back: an age (24h, 7d) or a date.", valueName: "age"))
    var since = PastDate.age(86_400)

    @Option(
        name: .customLong("as"),
        help: ArgumentHelp("Write text, html, json or markdown (default: text).", valueName: "format"))
    var format: ChoiceArgument<Format>?

    @Option(name: .long, help: ArgumentHelp("When to send it each day: 08:00, or never.", valueName: "time"))
    var at: String?

    @Option(name: .long, help: ArgumentHelp("The destination to send it to.", valueName: "sink"), completion: .sinks)
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
        if at != nil, to == nil { throw ValidationError("--at needs a destination. Give one with --to NAME.") }
        if at != nil, case .date = since {
            throw ValidationError("With --at, --since must be an age, such as 24h.")
        }
    }

    func run(in context: CommandContext) throws {
        try CommandRun(context, output).run { environment in
            if let to { return try send(to: to, environment, context) }
            let now = environment.now()
            let digest = try Digest(environment, since: since.date(before: now), until: now)
            write(try content(digest), digest, context)
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

    private func write(_ content: String, _ digest: Digest, _ context: CommandContext) {
        if content.isEmpty {
            context.writeInPlaceOfItems("Nothing new in that time.")
            return
        }
        let lines = content.split(separator: "\n", omittingEmptySubsequences: false)
        for line in lines {
            let indentation = line.prefix { $0 == " " }
            let text = TerminalText(untrimmed: String(line.dropFirst(indentation.count)))
            context.output.writeLine(indentation + text.string)
        }
    }

    private func send(
        to name: String, _ environment: FeedEnvironment, _ context: CommandContext
    ) throws -> ExitStatus {
        guard let found = try environment.sinks().first(where: { $0.name == name }) else {
            throw try SinkNames(environment).unknown(name)
        }
        if let at {
            var digest = found.sink.digest
            if case .age(let span) = since {
                digest = TimeOfDay.minutes(at).map { DailyDigest(minute: $0, span: span, since: environment.now()) }
            }
            try environment.store.updateSink(named: name) { settings in
                var sink = try StoredJSON.decode(Sink.self, from: settings)
                sink.digest = digest
                return try StoredJSON.encode(sink)
            }
            let text = TerminalText(name).string
            context.output.writeLine(
                digest == nil ? "\(text) no longer gets a digest." : "\(text) gets a digest every day at \(at).")
            return .success
        }
        if let pause = found.pause { throw CommandFailure("\(name) is paused. \(pause.description)") }
        let now = environment.now()
        let digest = try Digest(environment, since: since.date(before: now), until: now)
        let note = digest.note(id: "digest-\(found.id)-\(Int(now.timeIntervalSince1970))")
        let delivery = SinkDelivery()
        try BlockingTask { try await delivery.deliver(note, to: found.sink) }
            .value { "\(name) failed: \(Notifier.reason($0))." }
        context.output.writeLine(
            "Sent \(digest.count) \(digest.count == 1 ? "item" : "items") to \(TerminalText(name).string).")
        return .success
    }
}
