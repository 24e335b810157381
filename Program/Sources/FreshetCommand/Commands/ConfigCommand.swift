import ArgumentParser

/// `freshet config`.
struct ConfigCommand: Subcommand {
    /// The action on the file.
    enum Action: String, EnumerableFlag {
        case `default`, path, check

        static func help(for value: Action) -> ArgumentHelp? {
            switch value {
            case .default: "Print a file with every key, its default and its meaning."
            case .path: "Print where the file is read from."
            case .check: "Check the file."
            }
        }
    }

    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Shows and checks the configuration file.",
        usage: "freshet config --default | --path | --check",
        discussion: """
            The file is optional, and so is everything in it. Options and environment
            variables override it. It contains no tokens: it may be shared or published.

            EXAMPLES
              mkdir -p ~/.config/freshet
              freshet config --default > ~/.config/freshet/config.toml
              freshet config --check
            """)

    @Flag(exclusivity: .exclusive)
    var action: Action

    /// A file with mistakes must not keep this command from running.
    func run() throws { try run(in: .process) }

    func run(in context: CommandContext) throws {
        guard let file = context.configurationFile else {
            throw CommandFailure(
                "No home folder to look for the configuration in (HOME isn't set). Set XDG_CONFIG_HOME.")
        }
        switch action {
        case .default: context.output.write(ConfigurationText.defaultFile)
        case .path: context.output.writeLine(file.path)
        case .check:
            let exists = file.exists
            _ = try file.settings()
            let name = TerminalText(file.path).string
            context.output.writeLine(
                exists ? "\(name): no mistakes" : "\(name) doesn't exist. The defaults apply.")
        }
        try context.flushOutput()
    }
}
