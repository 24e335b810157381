import ArgumentParser
import FeedStore
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
            A session starts when someone signs in to an account or with FRESHET_TOKEN. It
            ends when they sign out, when it is revoked, 90 days after its last use, and
            when the password or the token changes. The server doesn't have to be running.

            EXAMPLES
              freshet sessions
              freshet sessions --account anna
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
        discussion: """
            --account lists those of one account. In a pipe the fields are id, account,
            last use, sign-in, address and browser; with the token, nobody has an account.
            """)

    @OptionGroup var output: OutputOptions

    func run(in context: CommandContext) throws {
        let list = try SessionRun(context, output).run { try $0.all(at: .now) }
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
        usage: "freshet sessions revoke ID|--all [OPTIONS]")

    @Argument(help: ArgumentHelp("The id of a session.", valueName: "id"))
    var id: String?

    @Flag(name: .long, help: "Revoke all sessions; with --account, those of that account.")
    var all = false

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if (id == nil) != all { throw ValidationError("Give the id of a session, or --all.") }
    }

    func run(in context: CommandContext) throws {
        let count = try SessionRun(context, output).run { sessions in
            guard let id else { return try sessions.revokeAll() }
            guard try sessions.revoke(id) else {
                throw CommandFailure(
                    "There is no session \(TerminalText(id).string). To list them: freshet sessions", .usage)
            }
            return 1
        }
        if output.json {
            try context.output.writeLine(json: ["revoked": count])
        } else {
            context.output.writeLine("Revoked \(count.counted("session")).")
        }
        try context.flushOutput()
    }
}

/// A browser that is signed in to an account, or with the server's token.
struct SignedInBrowser {
    let id: String
    /// The name of the account; nil with the token.
    var account: String?
    let usedAt: Date
    let createdAt: Date
    let address: String?
    let browser: String?
}

/// The sessions of the accounts in a store, and those with the token in its folder.
private struct SessionList {
    /// The stores as the chosen accounts see them.
    let accounts: [(name: String, store: FeedStore)]
    /// Nil if an account is chosen: the token belongs to none.
    let ofToken: Sessions?

    /// Most recently used first.
    func all(at date: Date) throws -> [SignedInBrowser] {
        let list = try accounts.flatMap { name, store in
            try store.sessions(at: date).map {
                SignedInBrowser(
                    id: String($0.id), account: name, usedAt: $0.usedAt, createdAt: $0.createdAt, address: $0.address,
                    browser: $0.browser)
            }
        }
        let others = try ofToken?.list().map {
            SignedInBrowser(
                id: $0.id, usedAt: $0.usedAt, createdAt: $0.createdAt, address: $0.address, browser: $0.browser)
        }
        return (list + (others ?? [])).sorted { $0.usedAt > $1.usedAt }
    }

    /// False if there is no such session.
    func revoke(_ id: String) throws -> Bool {
        if try ofToken?.revoke(id) == true { return true }
        guard let number = Int64(id) else { return false }
        return try accounts.contains { try $0.store.endSession(number) }
    }

    /// Returns how many have ended.
    func revokeAll() throws -> Int {
        try accounts.reduce(try ofToken?.revokeAll() ?? 0) { try $0 + $1.store.endSessions(except: nil) }
    }
}

/// One run of a command about sessions, which creates no store, and words errors.
private struct SessionRun {
    let context: CommandContext
    let output: OutputOptions

    init(_ context: CommandContext, _ output: OutputOptions) {
        (self.context, self.output) = (context.with(store: output.store), output)
    }

    func run<Value>(_ work: (SessionList) throws -> Value) throws -> Value {
        var accounts: [(name: String, store: FeedStore)] = []
        let opened =
            try OpenStore.exists(context, folder: output.data)
            ? try OpenStore(context, folder: output.data, isVerbose: false) : nil
        do {
            if let name = output.account {
                if let store = try opened?.store(of: name) { accounts = [(name, store)] }
            } else if let store = opened?.store {
                accounts = try store.accounts().map { ($0.name, store.of($0.id)) }
            }
            let tokens = output.account == nil ? Sessions(folder: try context.dataFolder(output.data)) : nil
            return try work(SessionList(accounts: accounts, ofToken: tokens))
        } catch let failure as CommandFailure {
            throw failure
        } catch {
            throw CommandFailure("\(error)")
        }
    }
}
