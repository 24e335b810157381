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
