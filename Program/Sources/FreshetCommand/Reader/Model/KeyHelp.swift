/// The keys that do something now, and how many of them the box shows at once.
struct KeyHelp: Sendable {
    struct Row: Sendable {
        let keys: String
        let summary: String
    }

    let rows: [Row]
    /// The rows that are visible at once.
    let height: Int

    init(_ state: ReaderState) {
        var rows = ReaderCommand.allCases.filter(state.accepts).map {
            Row(keys: state.keyMap.names($0), summary: $0.summary)
        }
        if state.focus == .item, !state.article.links.isEmpty {
            rows.append(Row(keys: "1 to 9", summary: "open a numbered link"))
        }
        self.rows = rows
        // The box has a frame.
        height = max(1, min(rows.count, Screen.boxHeight(state.size) - 2))
    }
}
