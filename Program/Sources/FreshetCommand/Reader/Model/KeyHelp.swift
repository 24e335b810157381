import WebText

/// The keys that do something now, in lines that fit the terminal, and how many lines the box shows at once.
struct KeyHelp: Sendable {
    /// A line: the keys are empty where it continues the line above.
    struct Row: Sendable {
        let keys: String
        let summary: String
    }

    let rows: [Row]
    /// The width of the column of keys.
    let keysWidth: Int
    /// The rows that are visible at once.
    let height: Int

    init(_ state: ReaderState) {
        var rows = ReaderCommand.allCases.filter(state.accepts).map {
            Row(keys: state.keyMap.names($0), summary: $0.summary)
        }
        if state.focus == .item, !state.article.links.isEmpty {
            rows.append(Row(keys: "1 to 9", summary: "open a numbered link"))
        }
        keysWidth = (rows.map(\.keys.columns).max() ?? 0) + 2
        let room = max(Self.leastRoom, state.size.columns - Screen.boxFrame - keysWidth)
        self.rows = rows.flatMap { row in
            Paragraph(TerminalText(row.summary)).lines(width: room).enumerated().map {
                Row(keys: $0 == 0 ? row.keys : "", summary: $1.string)
            }
        }
        // The box has a frame.
        height = max(1, min(self.rows.count, Screen.boxHeight(state.size) - 2))
    }

    /// The least width that summaries are wrapped to, in columns.
    private static let leastRoom = 10
}
