import Testing

@testable import FreshetCommand

@Suite("The window onto a list")
struct LiveViewTests {
    private func view(lines count: Int, columns: Int = 40, rows: Int = 6, header: [StyledText] = ["Header"]) -> LiveView
    {
        var view = LiveView(size: TerminalSize(columns: columns, rows: rows))
        let lines = (0..<count).map { StyledText(untrusted: "line \($0)") }
        view.show(LiveContent(header: header, lines: lines, status: "status"), size: view.size)
        return view
    }

    @Test("fills the screen: header, lines, status in the last row")
    func short() {
        #expect(view(lines: 2).rows.map(\.string) == ["Header", "line 0", "line 1", "", "", "status"])
    }

    @Test("says which lines are in sight where not all are")
    func long() {
        let rows = view(lines: 10).rows.map(\.string)
        #expect(rows.dropLast() == ["Header", "line 0", "line 1", "line 2", "line 3"])
        #expect(rows.last == "status" + String(repeating: " ", count: 25) + "1–4 of 10")
    }

    @Test(
        "scrolls with the keys people know, and not beyond its ends",
        arguments: [
            ([Key.down], 1), ([.character("j"), .character("j"), .up], 1), ([.up], 0), ([.character("k")], 0),
            ([.pageDown], 3), ([.character(" "), .control("f")], 6),
            ([.pageDown, .pageDown, .pageDown], 6), ([.end], 6), ([.character("G"), .home], 0), ([.end, .pageUp], 3),
            ([.end, .control("b"), .character("g")], 0), ([.end, .down], 6),
        ] as [([Key], Int)])
    func scrolling(keys: [Key], first: Int) {
        var view = view(lines: 10)
        for key in keys {
            let isScrolling = view.scroll(key)
            #expect(isScrolling)
        }
        #expect(view.rows[1].string == "line \(first)")
    }

    @Test(
        "leaves other keys to the program",
        arguments: [Key.character("q"), .character("r"), .enter, .escape, .left, .tab, .control("c")])
    func otherKeys(key: Key) {
        var view = view(lines: 10)
        let isScrolling = view.scroll(key)
        #expect(!isScrolling)
    }

    @Test("stays where it is when lines come, and full when they go or it grows")
    func changes() {
        var view = view(lines: 10)
        _ = view.scroll(.end)
        view.show(LiveContent(header: ["Header"], lines: Array(view.content.lines.dropLast(3))), size: view.size)
        #expect(view.offset == 3)
        view.show(view.content, size: TerminalSize(columns: 40, rows: 8))
        #expect(view.offset == 1)
        view.show(view.content, size: TerminalSize(columns: 40, rows: 80))
        #expect(view.offset == 0)
    }

    @Test("stays at the line it was scrolled to when others come above it, and at the top if it was there")
    func place() {
        func content(_ ids: ClosedRange<Int>) -> LiveContent {
            let ids = ids.reversed().map(String.init)
            return LiveContent(lines: ids.map { StyledText(untrusted: "item \($0)") }, ids: ids)
        }
        var view = LiveView(size: TerminalSize(columns: 40, rows: 4))
        view.show(content(1...9), size: view.size)
        view.show(content(1...12), size: view.size)
        #expect(view.rows[0].string == "item 12")
        _ = view.scroll(.down)
        view.show(content(1...20), size: view.size)
        #expect(view.rows[0].string == "item 11")
        view.show(content(15...20), size: view.size)
        #expect(view.rows[0].string == "item 17")
    }

    @Test(
        "has as many rows as the terminal, none wider than it, however small that is", arguments: 0...12,
        [0, 1, 2, 5, 19, 40])
    func sizes(rows: Int, columns: Int) {
        let drawn = view(lines: 30, columns: columns, rows: rows).rows
        #expect(drawn.count == rows)
        #expect(drawn.allSatisfy { $0.columns <= columns })
    }

    @Test("gives the header's row to a line where there is room for one only")
    func tiny() {
        #expect(view(lines: 3, rows: 2).rows.first?.string == "line 0")
        #expect(view(lines: 3, rows: 1).rows.map(\.string) == ["status"])
    }
}
