import ArgumentParser
import FreshetServer
import Platform
import WebText

/// `freshet sessions`.
struct SessionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sessions",
        abstract: "Lists and signs out browsers that are signed in to the server.",
        usage: "freshet sessions list|revoke ID|revoke --all [OPTIONS]",
        discussion: """
            A session starts when someone signs in with FRESHET_TOKEN, and ends when they
            sign out, when it is revoked, 90 days after its last use, or when the token
            changes. The server doesn't have to be running.

            EXAMPLES
              freshet sessions
              freshet sessions revoke 3f9a01c2
              freshet sessions revoke --all
            """,
        subcommands: [SessionsListCommand.self, SessionsRevokeCommand.self],
        defaultSubcommand: SessionsListCommand.self)
}

/// `freshet sessions list`.
struct SessionsListCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Lists sessions, most recently used first.",
        usage: "freshet sessions list [OPTIONS]",
        discussion: "In a pipe the fields are id, last use, sign-in, address and browser.")

    @OptionGroup var output: OutputOptions

    func run(in context: CommandContext) throws {
        let list = try SessionStore(context, output).reading { try $0.list() }
        if output.json {
            try context.output.writeLine(json: ["sessions": list.map(SessionFields.init)])
        } else if list.isEmpty {
            context.writeInPlaceOfItems("Nobody is signed in.")
        } else {
            Table(list).write(context, output.color)
        }
        try context.flushOutput()
    }
}

/// `freshet sessions revoke`.
struct SessionsRevokeCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke", abstract: "Signs out browsers immediately.",
        usage: "freshet sessions revoke ID|--all")

    @Argument(help: ArgumentHelp("The id of a session.", valueName: "id"))
    var id: String?

    @Flag(name: .long, help: "Revoke all sessions.")
    var all = false

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if (id == nil) != all { throw ValidationError("Give the id of a session, or --all.") }
    }

    func run(in context: CommandContext) throws {
        let store = try SessionStore(context, output)
        let count: Int
        if let id {
            guard try store.reading({ try $0.revoke(id) }) else {
                throw CommandFailure(
                    "There is no session \(TerminalText(id).string). To list them: freshet sessions", .usage)
            }
            count = 1
        } else {
            count = try store.reading { try $0.revokeAll() }
        }
        if output.json {
            try context.output.writeLine(json: ["revoked": count])
        } else {
            context.output.writeLine("Revoked \(count.counted("session")).")
        }
        try context.flushOutput()
    }
}

/// The sessions of a data folder, with readable errors.
private struct SessionStore {
    let sessions: Sessions

    init(_ context: CommandContext, _ output: OutputOptions) throws {
        sessions = Sessions(folder: try context.dataFolder(output.data))
    }

    func reading<Value>(_ work: (Sessions) throws -> Value) throws -> Value {
        do { return try work(sessions) } catch { throw CommandFailure("\(error)") }
    }
}
