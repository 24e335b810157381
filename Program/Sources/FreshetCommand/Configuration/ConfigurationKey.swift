/// A key of the configuration file: how it is read, and what the documentation says about it.
///
/// The parser, the default file, the documentation's table and its test are made from ``all``.
struct ConfigurationKey: Sendable {
    /// Its table and its name: `serve.port`.
    let path: [String]
    /// What it sets, as one sentence.
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
        general + network + follow + reader + serve + signIn + openID + accounts + retention + keys
    }

    /// The tables of the keys, in order.
    static var tables: [String] {
        var tables: [String] = []
        for table in all.compactMap(\.table) where !tables.contains(table) { tables.append(table) }
        return tables
    }
}
