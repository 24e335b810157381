import Testing

@testable import FreshetCommand

@Suite("Painting a screen")
struct ScreenPainterTests {
    @Test("writes every row the first time")
    func first() {
        var painter = ScreenPainter()
        #expect(painter.paint(["one", "two"]) == "\u{1B}[1;1H\u{1B}[2Kone\u{1B}[2;1H\u{1B}[2Ktwo")
    }

    @Test("writes only what changed afterwards, and nothing if nothing did")
    func difference() {
        var painter = ScreenPainter()
        _ = painter.paint(["one", "two", "three"])
        #expect(painter.paint(["one", "zwei", "three"]) == "\u{1B}[2;1H\u{1B}[2Kzwei")
        #expect(painter.paint(["one", "zwei", "three"]) == "")
    }

    @Test("erases the rows that are no more")
    func fewer() {
        var painter = ScreenPainter()
        _ = painter.paint(["one", "two", "three"])
        #expect(painter.paint(["one"]) == "\u{1B}[2;1H\u{1B}[J")
    }

    @Test("writes all of it again after the screen was disturbed")
    func again() {
        var painter = ScreenPainter()
        _ = painter.paint(["one"])
        #expect(painter.repaint(["one"]) == "\u{1B}[0m\u{1B}[2J\u{1B}[1;1H\u{1B}[2Kone")
    }

    @Test("leads from any screen to any other", arguments: 0..<50)
    func anyToAny(seed: UInt64) {
        var random = Lehmer(state: seed * 2 + 1)
        var painter = ScreenPainter()
        var screen = Screen()
        for _ in 0..<20 {
            let rows = (0..<Int.random(in: 1...6, using: &random)).map { _ in
                ["", "a", "bb", "ccc"].randomElement(using: &random) ?? ""
            }
            screen.write(Bool.random(using: &random) ? painter.paint(rows) : painter.repaint(rows))
            #expect(screen.text == rows + Array(repeating: "", count: 6 - rows.count))
        }
    }

    @Test("undoes in leaving all that it did in entering")
    func leaving() {
        for mode in ["?1049", "?25", "?7"] {
            #expect(ScreenPainter.enter.contains("\u{1B}[\(mode)") && ScreenPainter.leave.contains("\u{1B}[\(mode)"))
        }
        #expect(ScreenPainter.leave.hasSuffix("\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"))
    }
}

/// Of a terminal with six rows, what the painter uses: cursor position, erasing, printing.
private struct Screen {
    private(set) var text = Array(repeating: "", count: 6)
    private var row = 0

    mutating func write(_ output: String) {
        var rest = output[...]
        while let character = rest.popFirst() {
            guard character == "\u{1B}" else {
                text[row].append(character)
                continue
            }
            let parameters = rest.dropFirst().prefix { !$0.isLetter }
            rest = rest.dropFirst(parameters.count + 1)
            switch rest.popFirst() {
            case "H": row = Int(parameters.prefix { $0 != ";" }).map { $0 - 1 } ?? 0
            case "K": text[row] = ""
            case "J": for index in (parameters == "2" ? 0 : row)..<text.count { text[index] = "" }
            default: break
            }
        }
    }
}

private struct Lehmer: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 0xDA94_2042_E4DD_58B5 &+ 0x9E37_79B9_7F4A_7C15
        return state ^ (state >> 29)
    }
}
