import Testing

@testable import FreshetCommand

@Suite("The color choice")
struct ColorChoiceTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var choice: ColorChoice
        var environment: [String: String]
        var isTerminal: Bool
        var isColored: Bool
        var testDescription: String { "\(choice) \(environment) on a \(isTerminal ? "terminal" : "pipe")" }
    }

    @Test(
        "The color is decided by --color, then NO_COLOR, then CLICOLOR_FORCE, then by the output",
        arguments: [
            Case(choice: .auto, environment: [:], isTerminal: true, isColored: true),
            Case(choice: .auto, environment: [:], isTerminal: false, isColored: false),
            Case(choice: .auto, environment: ["TERM": "dumb"], isTerminal: true, isColored: false),
            Case(choice: .auto, environment: ["NO_COLOR": "1"], isTerminal: true, isColored: false),
            Case(choice: .auto, environment: ["NO_COLOR": "0"], isTerminal: true, isColored: false),
            Case(choice: .auto, environment: ["NO_COLOR": ""], isTerminal: true, isColored: true),
            Case(choice: .auto, environment: ["CLICOLOR_FORCE": "1"], isTerminal: false, isColored: true),
            Case(
                choice: .auto, environment: ["CLICOLOR_FORCE": "1", "TERM": "dumb"], isTerminal: true, isColored: true),
            Case(choice: .auto, environment: ["CLICOLOR_FORCE": "0"], isTerminal: false, isColored: false),
            Case(choice: .auto, environment: ["CLICOLOR_FORCE": ""], isTerminal: false, isColored: false),
            Case(
                choice: .auto, environment: ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], isTerminal: true,
                isColored: false),
            Case(choice: .always, environment: ["NO_COLOR": "1", "TERM": "dumb"], isTerminal: false, isColored: true),
            Case(choice: .never, environment: ["CLICOLOR_FORCE": "1"], isTerminal: true, isColored: false),
        ])
    func decided(_ example: Case) {
        #expect(
            ColorChoice.isColored(example.choice, environment: example.environment, isTerminal: example.isTerminal)
                == example.isColored)
    }

    @Test("The configuration decides the color only if neither --color nor the environment does")
    func configured() {
        func isColored(_ chosen: ColorChoice?, _ environment: [String: String] = [:]) -> Bool {
            ColorChoice.isColored(chosen, configured: .always, environment: environment, isTerminal: false)
        }
        #expect(isColored(nil) && !isColored(nil, ["NO_COLOR": "1"]) && !isColored(.never) && !isColored(.auto))
        #expect(
            !ColorChoice.isColored(
                nil, configured: .never, environment: [:], isTerminal: true)
                && ColorChoice.isColored(
                    nil, configured: .never, environment: ["CLICOLOR_FORCE": "1"], isTerminal: true)
        )
    }

    @Test("Files and dumb terminals never have links, even if they are colored")
    func links() {
        #expect(Rendering(.auto, environment: [:], isTerminal: true) == Rendering(isColored: true, isLinked: true))
        #expect(Rendering(.always, environment: [:], isTerminal: false) == Rendering(isColored: true, isLinked: false))
        #expect(
            Rendering(.always, environment: ["TERM": "dumb"], isTerminal: true)
                == Rendering(isColored: true, isLinked: false))
        #expect(Rendering(.auto, environment: ["NO_COLOR": "1"], isTerminal: true) == .plain)
    }
}

@Suite("A link on a terminal")
struct HyperlinkTests {
    @Test(
        "A link goes to a web address, percent-encoded",
        arguments: [
            ("https://example.org/a?b=c#d", "https://example.org/a?b=c#d"),
            ("HTTP://example.org", "HTTP://example.org"),
            ("https://example.org/ü 龙", "https://example.org/%C3%BC%20%E9%BE%99"),
            ("https://example.org/100%25", "https://example.org/100%25"),
            ("https://example.org/\u{1B}\\\u{7}\n", "https://example.org/%1B%5C%07%0A"),
            ("https://example.org/\u{9C}<\">", "https://example.org/%C2%9C%3C%22%3E"),
            ("https://[2001:db8::1]/", "https://[2001:db8::1]/"),
        ])
    func encoded(address: String, expected: String) {
        #expect(Hyperlink(address)?.address == expected)
    }

    @Test(
        "A link isn't made from other text",
        arguments: [
            "", "example.org", "javascript:alert(1)", "file:///etc/passwd", "ftp://example.org", "https:", "https://",
            "https:///path", "https://?q", "//example.org",
            " https://example.org", "https://example.org/" + String(repeating: "a", count: 2100),
        ])
    func refused(address: String) {
        #expect(Hyperlink(address) == nil)
    }
}

@Suite("Styled text")
struct StyledTextTests {
    let text =
        StyledText(untrusted: "bold", .bold) + " and "
        + StyledText(untrusted: "linked", .color(.cyan), link: Hyperlink("https://example.org"))

    @Test("Styled text becomes the sequences that its output supports")
    func rendered() {
        #expect(Rendering.plain.render(text) == "bold and linked")
        #expect(
            Rendering(isColored: true, isLinked: false).render(text)
                == "\u{1B}[1mbold\u{1B}[0m and \u{1B}[36mlinked\u{1B}[0m")
        #expect(
            Rendering(isColored: true, isLinked: true).render(text)
                == "\u{1B}[1mbold\u{1B}[0m and \u{1B}]8;;https://example.org\u{1B}\\\u{1B}[36mlinked\u{1B}[0m\u{1B}]8;;\u{1B}\\"
        )
    }

    @Test("Styled text combines styles")
    func combined() {
        let text = StyledText(untrusted: "a", Style(isBold: true, color: .red)).styled(
            Style(isUnderlined: true, color: .green))
        #expect(Rendering(isColored: true, isLinked: false).render(text) == "\u{1B}[1;4;32ma\u{1B}[0m")
    }

    @Test("Styled text is measured, cut and padded without its sequences", arguments: 0...20)
    func cut(limit: Int) {
        let cut = text.truncated(to: limit)
        #expect(cut.string == TerminalText(text.string).truncated(to: limit).string || cut.string.hasSuffix(" …"))
        #expect(cut.columns <= limit)
        #expect(text.padded(to: limit).columns == max(limit, 15))
    }

    @Test("Styled text keeps its styles when truncated, also on the ellipsis")
    func cutStyles() {
        #expect(text.truncated(to: 12).runs.map(\.style) == [.bold, .plain, .color(.cyan)])
        #expect(text.truncated(to: 12).string == "bold and li…")
        #expect(text.truncated(to: 4).string == "bol…")
    }

    @Test("Styled text is joined as strings are")
    func joined() {
        #expect(["a", "b", "c"].map { StyledText(untrusted: $0) }.joined(separator: ", ").string == "a, b, c")
        #expect([StyledText]().joined(separator: ", ").isEmpty)
    }
}
