import Testing
import WebText

@testable import FreshetCommand

@Suite("A table")
struct TableTests {
    let table = Table(
        columns: [
            .init(header: "Points", alignment: .trailing, dropOrder: 1),
            .init(header: "Title", minimum: 10, isFlexible: true),
            .init(header: "Age", alignment: .trailing, dropOrder: 2),
        ],
        rows: [
            [.init("7"), .init(StyledText(untrusted: "A short title")), .init("3h", plain: "2026-11-12T10:00:00Z")],
            [
                .init("1234"), .init(StyledText(untrusted: "龙年快乐：新的编译器发布了")),
                .init("12s", plain: "2026-11-12T12:59:48Z"),
            ],
        ])

    private func drawn(_ table: Table, _ width: Int) -> [String] {
        let (header, items) = table.lines(width: width)
        return (header.map { [$0] } ?? []).appending(items).map(\.string)
    }

    @Test("A table takes the width that it needs if available, with numbers aligned right")
    func roomy() {
        #expect(
            drawn(table, 80) == [
                "Points  Title                       Age",
                "     7  A short title                3h",
                "  1234  龙年快乐：新的编译器发布了  12s",
            ])
    }

    @Test("A table cuts the flexible column to the width of the terminal")
    func narrow() {
        #expect(
            drawn(table, 30) == [
                "Points  Title              Age",
                "     7  A short title       3h",
                "  1234  龙年快乐：新的编…  12s",
            ])
    }

    @Test("A table leaves out columns by their order, the flexible one above its minimum")
    func tiny() {
        #expect(drawn(table, 22) == ["Points  Title", "     7  A short title", "  1234  龙年快乐：新…"])
        // A narrow column fits where a wider one before it in the order doesn't.
        #expect(drawn(table, 17) == ["Title         Age", "A short tit…   3h", "龙年快乐：…   12s"])
        #expect(drawn(table, 12) == ["Title", "A short tit…", "龙年快乐：…"])
        #expect(drawn(table, 5) == ["Title", "A sh…", "龙年…"])
    }

    @Test("A table never draws a line wider than its width", arguments: 1...60)
    func width(width: Int) {
        #expect(drawn(table, width).allSatisfy { $0.columns <= width })
    }

    @Test("A table has no header line if no column has a header")
    func headless() {
        let table = Table(columns: [.init(header: ""), .init(header: "")], rows: [[.init("a"), .init("b")]])
        #expect(drawn(table, 80) == ["a  b"])
    }

    @Test("A table leaves out a column that is empty in every item")
    func emptyColumn() {
        let table = Table(
            columns: [.init(header: "Gone"), .init(header: "Here")], rows: [[.init(""), .init("a")], [.init("")]])
        #expect(drawn(table, 80) == ["Here", "a", ""])
    }

    @Test("A table keeps a column below its maximum")
    func maximum() {
        let table = Table(
            columns: [.init(header: "", maximum: 5), .init(header: "")], rows: [[.init("abcdefgh"), .init("x")]])
        #expect(drawn(table, 80) == ["abcd…  x"])
    }

    @Test("A table shrinks the wider of two flexible columns first")
    func twoFlexible() {
        let table = Table(
            columns: [
                .init(header: "", minimum: 3, isFlexible: true), .init(header: "", minimum: 3, isFlexible: true),
            ],
            rows: [[.init("abcdefgh"), .init("ijkl")]])
        #expect(drawn(table, 11) == ["abcd…  ijkl"])
        #expect(drawn(table, 9) == ["abc…  ij…"] || drawn(table, 9) == ["ab…  ijkl"])
    }

    @Test("A table cuts addresses in the middle")
    func address() {
        let table = Table(
            columns: [.init(header: "", isFlexible: true, keepsEnd: true)],
            rows: [[.init(StyledText(untrusted: "http://127.0.0.1:8080/web/news.xml"))]])
        #expect(drawn(table, 80) == ["http://127.0.0.1:8080/web/news.xml"])
        #expect(drawn(table, 20) == ["http://12…b/news.xml"])
        #expect(drawn(table, 2) == ["h…"] && drawn(table, 1) == ["…"])
    }

    @Test("A table leaves names whole beside one long title, unless little room is left for titles")
    func comfortable() {
        let table = Table(
            columns: [
                .init(header: "", minimum: 9, maximum: 28, isFlexible: true),
                .init(header: "", minimum: 24, isFlexible: true, isMain: true),
            ],
            rows: [
                [.init("The names of repositories"), .init(StyledText(untrusted: String(repeating: "t", count: 300)))]
            ])
        #expect(drawn(table, 200)[0].hasPrefix("The names of repositories  t"))
        #expect(drawn(table, 107)[0].hasPrefix("The names of repositories  t"))
        #expect(drawn(table, 80)[0].hasPrefix("The names of rep…  t") || drawn(table, 80)[0].hasPrefix("The name…  t"))
    }

    @Test("A table keeps the styles and links of its cells")
    func styles() {
        let link = Hyperlink("https://example.org")
        let table = Table(
            columns: [.init(header: "")], rows: [[.init(StyledText(untrusted: "abcdef", .bold, link: link))]])
        let run = table.lines(width: 4).items.first?.runs.first
        #expect(run == StyledText.Run(text: TerminalText("abc…"), style: .bold, link: link))
    }

    @Test("A table in a pipe is one uncut line for each item with tabs, regardless of the width")
    func plain() {
        #expect(
            table.plainLines() == [
                "7\tA short title\t2026-11-12T10:00:00Z",
                "1234\t龙年快乐：新的编译器发布了\t2026-11-12T12:59:48Z",
            ])
    }

    @Test("A table in a pipe keeps the number of fields, also for missing cells")
    func missing() {
        let table = Table(
            columns: [.init(header: "a"), .init(header: "b"), .init(header: "c")], rows: [[.init("x")], []])
        #expect(table.plainLines() == ["x\t\t", "\t\t"])
    }

    @Test("A table in a pipe never breaks a line or a field because of an item's text")
    func hostile() {
        let table = Table(
            columns: [.init(header: ""), .init(header: "")],
            rows: [[.init(StyledText(untrusted: "a\tb\nc\u{1B}[2Jd")), .init("e")]])
        #expect(table.plainLines() == ["a b cd\te"])
    }

    @Test("A table may have no items")
    func empty() {
        let table = Table(columns: [.init(header: "Title")])
        #expect(table.lines(width: 80).items.isEmpty)
        #expect(table.plainLines().isEmpty)
    }
}

extension Array {
    fileprivate func appending(_ other: [Element]) -> [Element] { self + other }
}
