import FeedStore
import Feeds
import FreshetHTTP
import Platform
import WebText

/// The environment variables, outputs and settings that a command runs with. Lives as long as the command.
///
/// It is the process's, except for commands that the demo runs.
struct CommandContext: Sendable {
    let variables: [String: String]
    let output: Output
    let errors: Output
    /// The standard ones unless the configuration file was read; see ``configured()``.
    var settings = Settings()

    static let process = CommandContext(
        variables: ProcessInfo.processInfo.environment, output: Output(descriptor: STDOUT_FILENO),
        errors: Output(descriptor: STDERR_FILENO, capacity: 0))

    /// True if standard output is a terminal that can move its cursor.
    var isInteractive: Bool { isTerminal(output.descriptor) && variables["TERM"] != "dumb" }

    /// True to append lines only: `--plain`, else `FRESHET_PLAIN`, else the configuration.
    private func isPlain(_ output: OutputOptions) -> Bool {
        output.plain || self["FRESHET_PLAIN"].map { $0 != "0" } ?? settings.plain
    }

    /// The same; for plain lines or `--format` as on a terminal that can't move its cursor.
    func with(_ output: OutputOptions, _ format: FormatOption? = nil) -> CommandContext {
        guard isPlain(output) || format?.format != nil else { return self }
        return CommandContext(
            variables: variables.merging(["TERM": "dumb"]) { $1 }, output: self.output, errors: errors,
            settings: settings)
    }

    /// True if the reader can open: both standard output and standard input are the user's terminal.
    var canRead: Bool { isInteractive && isTerminal(STDIN_FILENO) }

    /// The value of a variable; nil if it is empty or not set.
    subscript(name: String) -> String? {
        variables[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Writes text in place of missing items: in a pipe to standard error, since its reader expects items.
    func writeInPlaceOfItems(_ text: String) { (isInteractive ? output : errors).writeLine(text) }

    /// The same for lines, which may repeat a script's arguments.
    func writeInPlaceOfItems(lines: String) {
        for line in lines.split(separator: "\n", omittingEmptySubsequences: false) {
            writeInPlaceOfItems(TerminalText(indented: line).string)
        }
    }

    /// Writes a message to standard error.
    func complain(_ message: String) {
        errors.writeLine("freshet: " + TerminalText(message).string)
    }

    /// The folder of the store: `--data`, else `XDG_DATA_HOME/freshet`, else the configured one, else `~/.local/share/freshet`
    /// (XDG Base Directory Specification).
    func dataFolder(_ chosen: String?) throws -> URL {
        if let chosen {
            // An empty path is the current folder, which a variable without a value in a script doesn't mean.
            if chosen.isEmpty {
                throw CommandFailure("--data is empty. Give a folder, or leave the option out.", .usage)
            }
            return URL(filePath: chosen, directoryHint: .isDirectory)
        }
        // The specification says to ignore a relative path.
        if let base = self["XDG_DATA_HOME"], base.hasPrefix("/") {
            return URL(filePath: base, directoryHint: .isDirectory).appending(
                path: "freshet", directoryHint: .isDirectory)
        }
        if let path = settings.data, path.hasPrefix("/") { return URL(filePath: path, directoryHint: .isDirectory) }
        guard let home = self["HOME"] else {
            throw CommandFailure(
                "HOME isn't set, so there is no default folder for the store. Choose one with --data DIR.")
        }
        let path = settings.data.map { String($0.dropFirst(2)) } ?? ".local/share/freshet"
        return URL(filePath: home, directoryHint: .isDirectory).appending(path: path, directoryHint: .isDirectory)
    }

    /// The base addresses that variables replace, by upstream.
    func addresses(of catalog: FeedCatalog) throws -> [String: URL] {
        var addresses: [String: URL] = [:]
        for upstream in catalog.upstreams {
            guard let variable = upstream.addressVariable, let text = self[variable] else { continue }
            guard let address = WebAddress(text), let url = URL(string: address.text), url.host() != nil else {
                throw CommandFailure(
                    "\(variable) isn't a web address. It should look like https://example.com/api.", .usage)
            }
            addresses[upstream.id] = url
        }
        return addresses
    }

    /// The tokens by upstream: of each its first variable that isn't blank.
    func tokens(for catalog: FeedCatalog) -> [String: String] {
        var tokens: [String: String] = [:]
        for upstream in catalog.upstreams {
            tokens[upstream.id] = upstream.tokenVariables.lazy.compactMap { self[$0]?.ifNotBlank }.first
        }
        return tokens
    }
}

extension CommandContext {
    private static let storeVariable = "FRESHET_STORE"

    /// The same with a store that `--store` names; nil for none.
    func with(store: String?) -> CommandContext {
        guard let store else { return self }
        return CommandContext(
            variables: variables.merging([Self.storeVariable: store]) { $1 }, output: output, errors: errors,
            settings: settings)
    }

    /// The address of the store's database: `--store`, else `FRESHET_STORE`, else the configured one; nil for a file in the
    /// data folder.
    func storeAddress() throws -> String? {
        guard let address = self[Self.storeVariable] ?? settings.store else { return nil }
        // It may have a password, so it isn't repeated.
        guard FeedStore.isPostgreSQL(address) else {
            throw CommandFailure(
                "The store isn't the address of a PostgreSQL database, such as postgresql://user@host/database. "
                    + "Change --store or FRESHET_STORE; for a store in a folder, use --data DIR alone.", .usage)
        }
        return address
    }
}

extension CommandContext {
    /// The file: `XDG_CONFIG_HOME/freshet/config.toml`, else `~/.config/freshet/config.toml`; nil without a home folder.
    var configurationFile: ConfigurationFile? {
        // The specification says to ignore a relative path.
        if let base = self["XDG_CONFIG_HOME"], base.hasPrefix("/") {
            return ConfigurationFile(path: base + "/freshet/config.toml")
        }
        return self["HOME"].map { ConfigurationFile(path: $0 + "/.config/freshet/config.toml") }
    }

    /// The same with the settings of the configuration file.
    func configured() throws -> CommandContext {
        var configured = self
        if let file = configurationFile { configured.settings = try file.settings() }
        return configured
    }

    /// The proxies of the environment; without them, those of the configuration file.
    var proxies: Proxies {
        guard let proxy = settings.network.proxy else { return Proxies(environment: variables) }
        let configured = [
            "http_proxy": proxy, "https_proxy": proxy, "no_proxy": settings.network.noProxy.joined(separator: ","),
        ]
        let missing = configured.filter { variables[$0.key] == nil && variables[$0.key.uppercased()] == nil }
        return Proxies(environment: variables.merging(missing) { own, _ in own })
    }
}
