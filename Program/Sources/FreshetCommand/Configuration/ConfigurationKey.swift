/// A key of the configuration file: its parser and its documentation.
///
/// The parser, the default file, the documentation's table and its test are made from ``all``.
struct ConfigurationKey: Sendable {
    /// Its table and its name: `serve.port`.
    let path: [String]
    /// The documentation, as one sentence.
    let summary: String
    /// The default value in TOML; nil if the key has none.
    let standard: String?
    /// A value in TOML for a key without a default.
    let example: String?
    /// Options and variables that override it.
    let overriddenBy: String
    /// Sets it from a value of the file.
    let read: @Sendable (ConfigurationValue, inout Settings) throws(ConfigurationProblem) -> Void

    var name: String { path.joined(separator: ".") }
    /// The name within its table.
    var leaf: String { path.last ?? "" }
    /// The table; nil at the top.
    var table: String? { path.count > 1 ? path[0] : nil }

    init(
        _ name: String, _ summary: String, standard: String? = nil, example: String? = nil, overriddenBy: String = "",
        _ read: @escaping @Sendable (ConfigurationValue, inout Settings) throws(ConfigurationProblem) -> Void
    ) {
        path = name.split(separator: ".").map(String.init)
        self.summary = summary
        self.standard = standard
        self.example = example
        self.overriddenBy = overriddenBy
        self.read = read
    }

    /// The keys, table by table.
    static var all: [ConfigurationKey] {
        general + network + follow + reader + serve + signIn + openID + accounts + retention + update + keys
    }

    /// The tables of the keys, in order.
    static var tables: [String] {
        var tables: [String] = []
        for table in all.compactMap(\.table) where !tables.contains(table) { tables.append(table) }
        return tables
    }
}

/// The default file and the documentation's table.
enum ConfigurationText {
    /// A file with every key in a comment, so that it sets nothing.
    static var defaultFile: String {
        var lines = [
            "# Freshet's configuration: TOML. Everything is optional.",
            "# A line that begins with # sets nothing; remove the # of a key to set it.",
            "# Options and environment variables override this file.",
            "# Tokens don't belong here: set GH_TOKEN or FRESHET_TOKEN in the environment.",
        ]
        var table: String?
        for key in ConfigurationKey.all {
            lines.append("")
            if key.table != table, let name = key.table {
                table = name
                lines += ["[\(name)]"]
            }
            lines.append("# " + key.summary)
            if !key.overriddenBy.isEmpty {
                lines.append("# Overridden by: " + key.overriddenBy.replacing("`", with: ""))
            }
            lines.append("#\(key.leaf) = \(key.standard ?? key.example ?? "")")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The keys as a Markdown table.
    static var table: String {
        let rows = ConfigurationKey.all.map { key in
            let value = key.standard.map { "`\($0)`" } ?? "none; for example `\(key.example ?? "")`"
            return "| `\(key.name)` | \(key.summary) | \(value) | \(key.overriddenBy) |"
        }
        return (["| key | what it sets | default | overridden by |", "|---|---|---|---|"] + rows)
            .joined(separator: "\n") + "\n"
    }
}
