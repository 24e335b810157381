/// The rows of a table as lines of text.
struct TextTable {
    /// A line, and whether its columns are aligned with those of other lines.
    struct Line {
        let text: String
        let isAligned: Bool
    }

    /// The maximum width of aligned tables.
    private static let maximumWidth = 100

    /// The cells of each row, each a list of lines. Lines outside of cells are rows of their own.
    var rows: [[[String]]] = []

    mutating func beginCell() {
        if rows.isEmpty { rows.append([]) }
        rows[rows.count - 1].append([])
    }

    mutating func add(_ text: String) {
        if rows.last?.isEmpty != false { beginCell() }
        let row = rows.count - 1
        rows[row][rows[row].count - 1].append(text)
    }

    /// The rows in columns, or one cell after another if a cell has several lines or the table is too wide.
    var lines: [Line] {
        if rows.contains(where: { $0.contains { $0.count > 1 } }) {
            return rows.joined().joined().map { Line(text: $0, isAligned: false) }
        }
        var widths: [Int] = []
        for row in rows {
            for (column, cell) in row.enumerated() {
                if column == widths.count { widths.append(0) }
                widths[column] = max(widths[column], cell.first?.columns ?? 0)
            }
        }
        let isAligned = widths.count > 1 && widths.reduce(0, +) + 2 * widths.count <= Self.maximumWidth
        return rows.map { row in
            let cells = zip(row, widths).map { cell, width in
                let text = cell.first ?? ""
                return isAligned ? text + String(repeating: " ", count: width - text.columns) : text
            }
            return Line(text: cells.joined(separator: "  ").trimmedAtEnd, isAligned: isAligned)
        }
    }
}

extension String {
    /// The text without trailing spaces.
    var trimmedAtEnd: String {
        var rest = Substring(self)
        while rest.last == " " { rest.removeLast() }
        return String(rest)
    }
}
