/// Paints rows on a terminal's alternate screen, only those that changed. Pure: it returns what to write.
struct ScreenPainter: Sendable {
    private var painted: [String] = []

    /// Switches to an empty alternate screen without cursor and line wrapping: terminals may draw text wider than Unicode says.
    static let enter = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[0m\u{1B}[2J\u{1B}[H"
    /// Undoes `enter` and restores the shell's screen.
    static let leave = "\u{1B}[0m\u{1B}[2J\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

    /// What to write so that the screen shows these rendered rows; empty if it shows them already.
    mutating func paint(_ rows: [String]) -> String {
        var output = ""
        for (index, row) in rows.enumerated() where index >= painted.count || painted[index] != row {
            output += "\u{1B}[\(index + 1);1H\u{1B}[2K" + row
        }
        if rows.count < painted.count { output += "\u{1B}[\(rows.count + 1);1H\u{1B}[J" }
        painted = rows
        return output
    }

    /// What to write on a screen with unknown content, as after a change of size.
    mutating func repaint(_ rows: [String]) -> String {
        painted = []
        return "\u{1B}[0m\u{1B}[2J" + paint(rows)
    }
}
