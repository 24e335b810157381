import ArgumentParser
import FeedStore
import Feeds
import Platform
import WebText

/// `freshet destinations`.
struct DestinationsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "destinations",
        abstract: "Manages the destinations of notifications.",
        usage: """
            freshet destinations list|add KIND [TARGET] [OPTIONS]
            freshet destinations remove NAME|test NAME [OPTIONS]
            """,
        discussion: """
            Items that match a notify rule are sent to every destination while freshet
            serve, the reader or --watch runs. Other commands queue them until one of
            these runs. Failed deliveries are retried. Each notification is delivered at
            least once, with an id to detect duplicates.

            KINDS
              desktop             shows it with notify-send
              exec COMMAND        runs a command: each notification is a line of JSON on
                                  its standard input
              webhook URL         posts JSON; with --secret it is signed (HMAC-SHA256)
              ntfy URL            publishes to a topic: https://ntfy.sh/TOPIC
              email ADDRESS       sends an email with sendmail

            EXAMPLES
              freshet destinations add desktop --quiet 22:00-07:00
              freshet destinations add webhook https://hooks.example/x --secret "$KEY"
              freshet destinations add exec 'jq -r .title >> ~/news.txt' --name log
              freshet destinations test desktop
            """,
        subcommands: [
            DestinationsListCommand.self, DestinationsAddCommand.self, DestinationsRemoveCommand.self,
            DestinationsTestCommand.self,
        ],
        defaultSubcommand: DestinationsListCommand.self, aliases: ["sinks"])
}

/// `freshet destinations list`.
struct DestinationsListCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Lists destinations, with their queued notifications and errors.",
        usage: "freshet destinations list [OPTIONS]",
        discussion: """
            In a pipe the fields are name, kind, target, queued, quiet hours, time of the
            daily digest, next attempt and error.
            """)

    @OptionGroup var output: OutputOptions

    func run(in context: CommandContext) throws {
        try CommandRun(context, output).run { environment in
            let destinations = try environment.destinations()
            if output.json {
                context.output.writeLine(document: try DestinationsDocument(destinations).json())
            } else if destinations.isEmpty {
                context.writeInPlaceOfItems("No destinations yet. To add one: freshet destinations add desktop")
            } else {
                Table(destinations).write(context, output.color)
            }
            return .success
        }
    }
}

/// `freshet destinations add`.
struct DestinationsAddCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Adds a destination. Notifications that are already queued aren't sent to it.",
        usage: "freshet destinations add KIND [TARGET] [--name NAME] [OPTIONS]")

    @Argument(help: ArgumentHelp("desktop, exec, webhook, ntfy or email.", valueName: "kind"))
    var kind: ChoiceArgument<Destination.Kind>

    @Argument(help: ArgumentHelp("A command, a web address or an email address.", valueName: "target"))
    var target: String?

    @Option(name: .long, help: ArgumentHelp("A name for the destination; its kind by default.", valueName: "name"))
    var name: String?

    @Option(name: .long, help: ArgumentHelp("The key that signs webhooks, or ntfy's access token.", valueName: "key"))
    var secret: String?

    @Option(name: .long, help: ArgumentHelp("When to hold notifications: 22:00-07:00.", valueName: "hours"))
    var quiet: String?

    @OptionGroup var output: OutputOptions

    func validate() throws { _ = try destination() }

    private func destination() throws -> Destination {
        let hours = try quiet.map { text in
            guard let hours = QuietHours(text) else {
                throw ValidationError("“\(text)” isn't a time range. For --quiet, use one such as 22:00-07:00.")
            }
            return hours
        }
        let destination = Destination(kind.value, target: target ?? "", secret: secret, quiet: hours)
        if let problem = destination.problem { throw ValidationError(problem) }
        if let name, name.isEmpty || name.hasControlCharacters {
            throw ValidationError("For --name, use at least one character, and no control characters.")
        }
        if secret != nil, !kind.value.usesSecret {
            throw ValidationError("--secret works only with webhook and ntfy.")
        }
        return destination
    }

    func run(in context: CommandContext) throws {
        let destination = try destination(), name = name ?? kind.value.rawValue
        try CommandRun(context, output).run { environment in
            guard try add(destination, name, environment) else {
                throw CommandFailure("A destination named \(name) already exists. Choose another name with --name.")
            }
            if output.json {
                context.output.writeLine(document: try DestinationsDocument(try environment.destinations()).json())
            } else {
                let pause = try environment.destinations().first { $0.name == name }?.pause
                let next = pause?.description ?? "To try it: freshet destinations test \(TerminalText(name).string)"
                context.output.writeLine("Added the destination \(TerminalText(name).string). \(next)")
            }
            return .success
        }
    }

    private func add(_ destination: Destination, _ name: String, _ environment: FeedEnvironment) throws -> Bool {
        do { return try environment.add(destination, named: name) } catch let pause as DestinationPause {
            throw CommandFailure(pause.description)
        }
    }
}

/// `freshet destinations remove`.
struct DestinationsRemoveCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Removes a destination and its queued notifications.",
        usage: "freshet destinations remove NAME [OPTIONS]")

    @Argument(help: ArgumentHelp("The name of the destination.", valueName: "name"), completion: .destinations)
    var name: String

    @OptionGroup var output: OutputOptions

    func run(in context: CommandContext) throws {
        try CommandRun(context, output).run { environment in
            guard try environment.store.removeDestination(named: name) else {
                throw try DestinationNames(environment).unknown(name)
            }
            if output.json {
                context.output.writeLine(document: try DestinationsDocument(try environment.destinations()).json())
            } else {
                context.output.writeLine("Removed the destination \(TerminalText(name).string).")
            }
            return .success
        }
    }
}

/// `freshet destinations test`.
struct DestinationsTestCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "test", abstract: "Sends a test notification now, and says whether the destination accepted it.",
        usage: "freshet destinations test NAME [OPTIONS]")

    @Argument(help: ArgumentHelp("The name of the destination.", valueName: "name"), completion: .destinations)
    var name: String

    @OptionGroup var output: OutputOptions

    func run(in context: CommandContext) throws {
        try CommandRun(context, output).run { environment in
            guard let found = try environment.destinations().first(where: { $0.name == name }) else {
                throw try DestinationNames(environment).unknown(name)
            }
            if let pause = found.pause { throw CommandFailure("\(name) is paused. \(pause.description)") }
            let note = OutgoingMessage(testAt: environment.now())
            let delivery = DestinationDelivery()
            try BlockingTask { try await delivery.deliver(note, to: found.destination) }
                .value { "\(name) failed: \(Notifier.reason($0))." }
            if output.json {
                context.output.writeLine(document: try AcceptedTestDocument(name: name).json())
            } else {
                context.output.writeLine("\(TerminalText(name).string) accepted the test notification.")
            }
            return .success
        }
    }
}

/// The names of the destinations, for messages.
struct DestinationNames {
    let environment: FeedEnvironment

    init(_ environment: FeedEnvironment) { self.environment = environment }

    func unknown(_ name: String) throws -> CommandFailure {
        let names = try environment.destinations().map(\.name)
        let known =
            names.isEmpty ? "There are no destinations." : "The destinations are \(names.joined(separator: ", "))."
        return CommandFailure("There is no destination named \(name). \(known)", .usage)
    }
}
