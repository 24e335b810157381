import Feeds
import FreshetServer

/// A map of the world in braille: coasts, the track of an event, and its latest position.
///
/// Each cell has 2 × 4 dots; the projection is equirectangular.
struct BrailleMap {
    private static let widest = 72

    /// The map's lines, at most `width` columns; none if there isn't enough room for a useful map.
    static func lines(_ location: Entry.Location, width: Int, maximumHeight: Int = 18) -> [StyledText] {
        let columns = min(widest, width, maximumHeight * 4)
        guard columns >= 20 else { return [] }
        var canvas = BrailleCanvas(columns: columns, rows: columns / 4)
        for line in Coastline.lines { canvas.draw(line, .dim) }
        let track = location.track.compactMap(\.normalized).map { point($0) }
        for (start, end) in zip(track, track.dropFirst()) where abs(start.x - end.x) < 0.5 {
            canvas.draw([start, end], .color(.yellow))
        }
        if let position = location.position.normalized {
            canvas.put("●", at: point(position), Style(isBold: true, color: .red))
        }
        return canvas.lines
    }

    /// Both from 0 to 1, from the upper left corner.
    private static func point(_ place: Entry.Coordinate) -> (x: Double, y: Double) {
        ((place.longitude + 180) / 360, (90 - place.latitude) / 180)
    }
}

/// A drawing in braille characters.
struct BrailleCanvas {
    private let columns: Int
    private let rows: Int
    private var dots: [UInt8]
    private var styles: [Style]
    private var marks: [Int: Character] = [:]
    /// The bits of a braille character's dots, row by row.
    private static let bits: [UInt8] = [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80]

    init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
        dots = Array(repeating: 0, count: columns * rows)
        styles = Array(repeating: .plain, count: columns * rows)
    }

    /// Draws lines between points whose coordinates are from 0 to 1. A later style replaces an earlier one.
    mutating func draw(_ points: [(x: Double, y: Double)], _ style: Style) {
        let pixels = points.map { (x: $0.x * Double(columns * 2 - 1), y: $0.y * Double(rows * 4 - 1)) }
        if pixels.count == 1 { dot(pixels[0].x, pixels[0].y, style) }
        for (start, end) in zip(pixels, pixels.dropFirst()) {
            let steps = max(1, Int(max(abs(end.x - start.x), abs(end.y - start.y)).rounded(.up)))
            for step in 0...steps {
                let part = Double(step) / Double(steps)
                dot(start.x + (end.x - start.x) * part, start.y + (end.y - start.y) * part, style)
            }
        }
    }

    /// Replaces the cell at a point with a character of one column.
    mutating func put(_ mark: Character, at point: (x: Double, y: Double), _ style: Style) {
        let column = min(columns - 1, max(0, Int(point.x * Double(columns))))
        let row = min(rows - 1, max(0, Int(point.y * Double(rows))))
        marks[row * columns + column] = mark
        styles[row * columns + column] = style
    }

    var lines: [StyledText] {
        (0..<rows).map { row in
            var line = StyledText()
            var piece = ""
            var style = Style.plain
            for index in row * columns..<(row + 1) * columns {
                // An empty braille cell, not a space: spaces in text are folded.
                let character = marks[index] ?? Character(Unicode.Scalar(0x2800 + UInt32(dots[index])) ?? "\u{2800}")
                if styles[index] != style {
                    line += StyledText(TerminalText(untrimmed: piece), style)
                    (piece, style) = ("", styles[index])
                }
                piece.append(character)
            }
            return line + StyledText(TerminalText(untrimmed: piece), style)
        }
    }

    private mutating func dot(_ x: Double, _ y: Double, _ style: Style) {
        let (x, y) = (Int(x.rounded()), Int(y.rounded()))
        guard 0..<columns * 2 ~= x, 0..<rows * 4 ~= y else { return }
        let cell = y / 4 * columns + x / 2
        dots[cell] |= Self.bits[y % 4 * 2 + x % 2]
        styles[cell] = style
    }
}
