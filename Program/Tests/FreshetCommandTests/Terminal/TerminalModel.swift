import WebText
@testable import FreshetCommand

/// A terminal's screen as it stands after what was written to it: of its control sequences, those that a full screen uses.
struct TerminalModel {
    private(set) var columns: Int
    private(set) var cells: [[Character?]]
    private(set) var isCursorVisible = true
    private(set) var isAlternate = false
    private var row = 0
    private var column = 0
    private var unread = ""

    init(columns: Int, rows: Int) {
        self.columns = columns
        cells = Array(repeating: Array(repeating: " ", count: columns), count: rows)
    }

    /// The rows without spaces at their ends.
    var text: [String] {
        cells.map { row in
            var line = String(row.compactMap { $0 })
            while line.last == " " { line.removeLast() }
            return line
        }
    }

    mutating func write(_ output: String) {
        var rest = (unread + output)[...]
        unread = ""
        while let character = rest.first {
            guard character == "\u{1B}" else {
                print(character)
                rest = rest.dropFirst()
                continue
            }
            guard let end = sequenceEnd(rest) else {
                unread = String(rest)
                return
            }
            perform(rest[..<end])
            rest = rest[end...]
        }
    }

    private func sequenceEnd(_ text: Substring) -> Substring.Index? {
        let body = text.dropFirst()
        switch body.first {
        case "[":
            guard let final = body.dropFirst().firstIndex(where: { ("@"..."~").contains($0) }) else { return nil }
            return text.index(after: final)
        case "]":
            if let bell = body.firstIndex(of: "\u{7}") { return text.index(after: bell) }
            return body.firstRange(of: "\u{1B}\\")?.upperBound
        case nil: return nil
        default: return body.index(after: body.startIndex)
        }
    }

    private mutating func perform(_ sequence: Substring) {
        guard sequence.dropFirst().first == "[", let final = sequence.last else { return }
        let parameters = sequence.dropFirst(2).dropLast()
        switch final {
        case "H":
            let numbers = parameters.split(separator: ";").map { Int($0) ?? 1 }
            row = min(cells.count, max(1, numbers.first ?? 1)) - 1
            column = min(columns, max(1, numbers.count > 1 ? numbers[1] : 1)) - 1
        case "K" where parameters == "2": cells[row] = Array(repeating: " ", count: columns)
        case "J" where parameters == "2":
            for row in cells.indices { cells[row] = Array(repeating: " ", count: columns) }
        case "h", "l":
            if parameters == "?25" { isCursorVisible = final == "h" }
            if parameters == "?1049" { isAlternate = final == "h" }
        default: break
        }
    }

    private mutating func print(_ character: Character) {
        switch character {
        case "\r": column = 0
        case "\n", "\r\n":
            row = min(row + 1, cells.count - 1)
            column = 0
        default:
            let width = character.columns
            guard width > 0, column + width <= columns else { return }
            // Overwriting a half of a wide character erases both.
            if cells[row][column] == nil, column > 0 { cells[row][column - 1] = " " }
            let next = column + width
            if next < columns, cells[row][next] == nil { cells[row][next] = " " }
            cells[row][column] = character
            if width == 2 { cells[row][column + 1] = nil }
            column += width
        }
    }
}
