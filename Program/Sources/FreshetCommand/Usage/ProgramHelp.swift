import ArgumentParser
import Catalog
import FeedStore
import Feeds
import Platform

/// The program's own `--help`, which fits on a screen, and the topics that it refers to.
struct ProgramHelp {
    private let catalog: FeedCatalog

    init(_ catalog: FeedCatalog) { self.catalog = catalog }

    /// The commands in groups, and the further topics.
    func screen(_ groups: [CommandGroup]) -> String {
        let usage = [
            ("freshet", "the reader; in a pipe, your unread items"),
            ("freshet follow ADDRESS", "follows a site, a feed, a repository or a person"),
        ]
        let rows = groups.map { group in
            group.subcommands.map { ($0.configuration.commandName ?? "", $0.configuration.abstract) }
        }
        let column = 4 + (rows.joined().map(\.0.count).max() ?? 0)
        let commands = zip(groups, rows).map { group, rows in
            group.name.uppercased() + "\n" + Self.table(rows, column: column)
        }
        let more = "More: freshet help " + (["COMMAND"] + Self.topics.map(\.name)).alternatives + "; man freshet"
        let top = FreshetCommand.configuration.abstract + "\n" + Self.table(usage, column: 29)
        return ([top] + commands).joined(separator: "\n\n") + "\n" + more
    }

    /// The topics of `freshet help` besides commands.
    static let topics: [(name: String, text: @Sendable (ProgramHelp) -> String)] = [
        ("examples", { $0.examples }), ("environment", { $0.environment }), ("exit-codes", { _ in ExitStatus.table }),
    ]

    /// The help that a command line asks for; nil if it is for a parser.
    static func text(for words: [String], _ groups: [CommandGroup]) -> String? {
        let help = ProgramHelp(FeedCatalog.all)
        if ["--help", "-h", "help"].contains(words.first), words.count == 1 { return help.screen(groups) }
        guard words.count == 2, words[0] == "help" else { return nil }
        return topics.first { $0.name == words[1] }?.text(help)
    }

    /// The sections of the manual page.
    var discussion: String {
        ["OPTIONS\n" + Self.options, "EXAMPLES\n" + examples, "ENVIRONMENT\n" + environment, ExitStatus.help].joined(
            separator: "\n\n")
    }

    private static let options = """
          Without a subcommand, those of freshet read: --offline on a terminal, and
          --refresh, --muted, --limit, --format, --json and --plain to print unread
          items. See freshet help read.
        """

    private var examples: String {
        let address = catalog.exampleAddresses.first ?? "ADDRESS"
        let own = [
            ("freshet follow \(address)", "follows a site, a feed or a person"),
            ("freshet", "unread items of the feeds you follow"),
            ("freshet search 'swift is:unread'", "searches everything stored"),
            ("freshet serve --open", "everything as a page in the browser"),
            ("freshet demo", "everything with sample data"),
        ]
        let feeds = catalog.upstreams.flatMap { $0.arguments.examples.map { ($0.command, $0.shows) } }
        return Self.table(own.prefix(2) + feeds + own.dropFirst(2), column: 39)
    }

    private var environment: String {
        let tokens = catalog.upstreams.filter { !$0.tokenVariables.isEmpty }.map { upstream in
            (upstream.tokenVariables.joined(separator: ", "), Self.purpose(ofTokenFor: upstream))
        }
        let addresses = catalog.upstreams.compactMap(\.addressVariable).joined(separator: ", ")
        let own = [
            (addresses, "replace the upstreams' base addresses"),
            ("FRESHET_STORE", "the PostgreSQL database of the store, as --store"),
            ("FRESHET_TOKEN", "the token that readers of the page sign in with"),
            ("FRESHET_METRICS_TOKEN", "the token that opens /metrics alone"),
            ("FRESHET_OPENID_SECRET", "the server's secret at the OpenID provider"),
            ("HTTPS_PROXY, HTTP_PROXY", "the proxy for requests to upstreams"),
            ("NO_PROXY", "the hosts that are requested without a proxy"),
            ("FRESHET_PLAIN", "1 has the effect of --plain; 0 overrides the configuration"),
            ("XDG_CONFIG_HOME", "where freshet/config.toml is (~/.config)"),
            ("XDG_DATA_HOME", "where the store is (~/.local/share)"),
            ("NO_COLOR, CLICOLOR_FORCE, TERM", "whether to use color"),
        ]
        return Self.table(tokens + own, column: 27)
    }

    private static func purpose(ofTokenFor upstream: Upstream) -> String {
        let purpose = "a token, sent only to \(upstream.name)"
        guard let limit = upstream.limit, let withToken = limit.withToken else { return purpose }
        return purpose + ": \(withToken) requests an hour instead of \(limit.anonymous)"
    }

    /// Two columns within 80: terms at the margin, explanations at `column`, below a term that is too long.
    private static func table(_ rows: [(term: String, text: String)], column: Int) -> String {
        let indent = String(repeating: " ", count: column)
        return rows.flatMap { term, text -> [String] in
            let terms = Paragraph(TerminalText(term)).lines(width: 76).map { "  " + $0.string }
            let texts = Paragraph(TerminalText(text)).lines(width: 79 - column).map(\.string)
            guard terms.count == 1, terms[0].count + 2 <= column, let first = texts.first else {
                return terms + texts.map { indent + $0 }
            }
            let padding = String(repeating: " ", count: column - terms[0].count)
            return [terms[0] + padding + first] + texts.dropFirst().map { indent + $0 }
        }.joined(separator: "\n")
    }
}

/// The fields of the lines that an upstream's command prints in a pipe, for its `--help`.
struct PipeFields: CustomStringConvertible {
    /// The fields of each kind of table, in the order of the kinds of feed.
    let tables: [[String]]

    init(_ upstream: Upstream?) {
        tables = (upstream?.kinds ?? []).map { Self.fields($0.columns) }.reduce(into: []) { tables, fields in
            if !tables.contains(fields) { tables.append(fields) }
        }
    }

    /// As ``FeedListing`` prints them: the columns, then the address unless a column has it.
    private static func fields(_ columns: [EntryColumn]) -> [String] {
        let names = columns.map(name)
        return names.contains(address) ? names : names + [address]
    }

    private static let address = "address"

    private static func name(_ column: EntryColumn) -> String {
        switch column.content {
        case .date: "date"
        case .source(isAddress: true): address
        case .measure(let name, _, _): name
        default: column.header.lowercased()
        }
    }

    var description: String {
        let lists = tables.map { fields in
            fields.dropLast().joined(separator: ", ") + " and " + (fields.last ?? "")
        }
        let sentence = "In a pipe the fields are " + lists.joined(separator: ", or ") + "."
        return Paragraph(TerminalText(sentence)).lines(width: 78).map(\.string).joined(separator: "\n")
    }
}
