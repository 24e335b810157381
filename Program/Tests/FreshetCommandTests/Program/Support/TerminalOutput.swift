import Foundation

@testable import FreshetCommand

extension PseudoTerminal {
    /// The rest of the output after the program has ended.
    var rest: String { String(decoding: bytesNow(), as: UTF8.self) }
}

extension TerminalProgram {
    /// All that it writes until it ends.
    ///
    /// Read while it runs: a terminal holds a few kilobytes only, and then the program waits.
    func allOutput() -> String {
        var bytes: [UInt8] = []
        repeat { bytes += terminal.bytesNow(waiting: 20) } while !hasEnded
        return String(decoding: bytes + terminal.bytesNow(), as: UTF8.self)
    }
}

extension String {
    /// Without control sequences and the addresses of links.
    var withoutEscapes: String {
        replacing(/\u{1B}\][^\u{1B}\u{7}]*(\u{1B}\\|\u{7})/, with: "")
            .replacing(/\u{1B}\[[0-?]*[ -\/]*[@-~]/, with: "")
            .replacing("\r\n", with: "\n")
    }
}

/// The rows that stand on a terminal after this was written to it: text, new lines, returns, cursor up, and what is erased.
func screen(of text: String) -> [String] {
    var rows: [[Character]] = [[]]
    var (row, column) = (0, 0)
    var rest = text.replacing("\r\n", with: "\u{85}").replacing(/\u{1B}\][^\u{1B}\u{7}]*(\u{1B}\\|\u{7})/, with: "")[
        ...]
    while let character = rest.popFirst() {
        switch character {
        case "\u{85}", "\n":
            (row, column) = (row + 1, 0)
            if row == rows.count { rows.append([]) }
        case "\r": column = 0
        case "\u{1B}":
            guard let match = rest.prefixMatch(of: /\[([0-9;?]*)([A-Za-z])/) else { continue }
            rest = rest[match.range.upperBound...]
            switch match.2 {
            case "A": row = max(0, row - (Int(match.1) ?? 1))
            case "K": rows[row] = Array(rows[row].prefix(column))
            case "J":
                rows[row] = Array(rows[row].prefix(column))
                rows = Array(rows.prefix(row + 1))
            default: break
            }
        default:
            while rows[row].count <= column { rows[row].append(" ") }
            rows[row][column] = character
            column += 1
        }
    }
    return rows.map { String($0) }
}
