/// Writes rows to a terminal's alternate screen, only those that differ from what stands there.
///
/// Pure: it returns what to write.
struct ScreenPainter: Sendable {
    private var painted: [String] = []

    /// To the alternate screen, empty; no cursor, and no wrapping of a row that a terminal draws wider than Unicode says.
    static let enter = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[0m\u{1B}[2J\u{1B}[H"
    /// Undoes `enter`: the shell's screen is as it was.
    static let leave = "\u{1B}[0m\u{1B}[2J\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

    /// What turns the screen into `rows`, given as they are rendered; empty if it shows them already.
    mutating func paint(_ rows: [String]) -> String {
        var output = ""
        for (index, row) in rows.enumerated() where index >= painted.count || painted[index] != row {
            output += "\u{1B}[\(index + 1);1H\u{1B}[2K" + row
        }
        if rows.count < painted.count { output += "\u{1B}[\(rows.count + 1);1H\u{1B}[J" }
        painted = rows
        return output
    }

    /// What paints `rows` on a screen of which nothing is known, as after a change of size.
    mutating func repaint(_ rows: [String]) -> String {
        painted = []
        return "\u{1B}[0m\u{1B}[2J" + paint(rows)
    }
}
