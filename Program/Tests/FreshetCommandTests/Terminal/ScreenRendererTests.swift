import Testing

@testable import FreshetCommand

@Suite("Rendering a screen")
struct ScreenRendererTests {
    private let size = TerminalSize(columns: 12, rows: 3)

    @Test("The renderer first writes every row that isn't blank")
    func first() {
        var renderer = ScreenRenderer(.plain)
        let output = renderer.render(Screen(size, ["one", "", "two"]))
        #expect(output == "\u{1B}[?25l\u{1B}[0m\u{1B}[2J\u{1B}[1;1H\u{1B}[2Kone\u{1B}[3;1H\u{1B}[2Ktwo")
    }

    @Test("The renderer then writes only changed cells, and nothing if none changed")
    func difference() {
        var renderer = ScreenRenderer(.plain)
        _ = renderer.render(Screen(size, ["one 1 one", "two"]))
        #expect(renderer.render(Screen(size, ["one 2 one", "two"])) == "\u{1B}[1;5H2")
        #expect(renderer.render(Screen(size, ["one 2 one", "two"])) == "")
    }

    @Test("The renderer redraws everything at another size, and after other programs used the terminal")
    func again() {
        var renderer = ScreenRenderer(.plain)
        _ = renderer.render(Screen(size, ["one"]))
        #expect(renderer.renderAll(Screen(size, ["one"])).contains("\u{1B}[2J"))
        #expect(renderer.render(Screen(TerminalSize(columns: 13, rows: 3), ["one"])).contains("\u{1B}[2J"))
    }

    @Test("The renderer rewrites the whole row where terminals may disagree about a character's width")
    func uncertain() {
        var renderer = ScreenRenderer(.plain)
        _ = renderer.render(Screen(size, ["a🙂b"]))
        #expect(renderer.render(Screen(size, ["a🙂c"])) == "\u{1B}[1;1H\u{1B}[2Ka🙂\u{1B}[1;4Hc")
    }

    @Test("The renderer changes the style once for cells of one style, and leaves none on")
    func styles() {
        var renderer = ScreenRenderer(Rendering(isColored: true, isLinked: true))
        var screen = Screen(size: size)
        let link = Hyperlink("https://a.example")
        screen.write(
            StyledText("ab", .bold, link: link) + StyledText("c", Style(isBold: true, color: .red)), row: 0, column: 0)
        #expect(
            renderer.render(screen).hasSuffix(
                "\u{1B}[1m\u{1B}]8;;https://a.example\u{1B}\\ab\u{1B}[1;31m\u{1B}]8;;\u{1B}\\c\u{1B}[0m"))
    }

    @Test("The renderer omits colors if they are turned off, and keeps the selection in reverse video")
    func noColor() {
        var renderer = ScreenRenderer(.plain)
        var screen = Screen(size: size)
        screen.write(StyledText("a", Style(isReversed: true, color: .red)) + StyledText("b", .dim), row: 0, column: 0)
        #expect(renderer.render(screen).hasSuffix("\u{1B}[7ma\u{1B}[0mb"))
    }

    @Test("The renderer shows the cursor in a text field, and hides it afterwards")
    func cursor() {
        var renderer = ScreenRenderer(.plain)
        var model = TerminalModel(columns: 12, rows: 3)
        var screen = Screen(size: size)
        screen.cursor = .init(row: 1, column: 2)
        model.write(renderer.render(screen))
        #expect(model.isCursorVisible)
        screen.cursor = nil
        model.write(renderer.render(screen))
        #expect(!model.isCursorVisible)
    }

    @Test("The renderer turns any screen into any other", arguments: 0..<60)
    func anyToAny(seed: UInt64) {
        var random = Lehmer(state: seed * 2 + 1)
        var renderer = ScreenRenderer(Rendering(isColored: seed % 2 == 0, isLinked: false))
        var model = TerminalModel(columns: 12, rows: 3)
        for _ in 0..<30 {
            var screen = Screen(size: size)
            for row in 0..<3 {
                for _ in 0..<4 {
                    let text = ["a", "bb", "龙", "🙂", "é", "  ", "龙龙", "☀️", "x龙"].randomElement(using: &random) ?? ""
                    let style: Style = Bool.random(using: &random) ? .bold : .plain
                    let column = Int.random(in: 0..<12, using: &random)
                    screen.write(StyledText(TerminalText(text), style), row: row, column: column)
                }
            }
            model.write(Bool.random(using: &random) ? renderer.render(screen) : renderer.renderAll(screen))
            #expect(model.text == screen.text)
        }
    }

    @Test("The renderer resets every terminal mode on leaving that it set on entering")
    func leaving() {
        for mode in ["?1049", "?25", "?7", "?1000", "?1006", "?2004"] {
            #expect(ScreenRenderer.enter.contains("\u{1B}[\(mode)") && ScreenRenderer.leave.contains("\u{1B}[\(mode)"))
        }
        #expect(ScreenRenderer.leave.hasSuffix("\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"))
    }
}

@Suite("A screen")
struct ScreenTests {
    private let size = TerminalSize(columns: 6, rows: 2)

    @Test("A screen cuts text at its edge and at a width, and never halves a wide character")
    func cut() {
        var screen = Screen(size: size)
        screen.write("abcdefgh", row: 0, column: 2)
        screen.write("龙龙", row: 1, column: 0, width: 3)
        #expect(screen.text == ["  abcd", "龙"])
    }

    @Test("A screen blanks the other half of a wide character that is overwritten")
    func halves() {
        var screen = Screen(size: size)
        screen.write("龙龙", row: 0, column: 0)
        screen.write("x", row: 0, column: 1)
        screen.write("y", row: 0, column: 2)
        #expect(screen.text[0] == " xy")
    }

    @Test("A screen ignores what lies outside")
    func outside() {
        var screen = Screen(size: size)
        screen.write("a", row: 2, column: 0)
        screen.write("a", row: -1, column: 0)
        screen.write("a", row: 0, column: 6)
        screen.clear(Rectangle(row: -1, column: -1, width: 20, height: 20))
        screen.restyle(Rectangle(row: 1, column: 4, width: 20, height: 20)) { $0.adding(.bold) }
        #expect(screen.text == ["", ""])
        #expect(Screen(size: TerminalSize(columns: 0, rows: 0)).text == [])
    }
}

private struct Lehmer: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 0xDA94_2042_E4DD_58B5 &+ 0x9E37_79B9_7F4A_7C15
        return state ^ (state >> 29)
    }
}
