import Feeds

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
