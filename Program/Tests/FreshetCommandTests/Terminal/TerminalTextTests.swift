import Testing

@testable import FreshetCommand

@Suite("Untrusted text on a terminal")
struct TerminalTextTests {
    @Test(
        "Untrusted text loses all control sequences",
        arguments: [
            ("bell\u{7} null\u{0} del\u{7F}", "bell null del"),
            ("\u{1B}[31mred\u{1B}[0m", "red"),
            ("\u{1B}[2J\u{1B}[1;1Htop", "top"),
            ("\u{1B}[?1049hscreen", "screen"),
            ("\u{1B}]0;owned\u{7}title", "title"),
            ("\u{1B}]8;;https://evil.example\u{1B}\\link\u{1B}]8;;\u{1B}\\", "link"),
            ("\u{1B}P1$r0m\u{1B}\\device", "device"),
            ("\u{1B}(0line\u{1B}(B", "line"),
            ("\u{1B}creset", "reset"),
            ("\u{9B}31mred\u{9D}0;owned\u{9C}", "red"),
            ("cut off \u{1B}[31", "cut off 31"),
            ("cut off \u{1B}]0;and the rest", "cut off 0;and the rest"),
            ("twice \u{1B}\u{1B}[31mred", "twice red"),
            ("\u{1B}\u{1B}", ""),
        ])
    func commands(text: String, clean: String) {
        #expect(TerminalText(text).string == clean)
    }

    @Test(
        "Untrusted text loses invisible characters that change what is seen",
        arguments: [
            ("abc\u{202E}fdp.exe", "abcfdp.exe"), ("\u{2066}isolated\u{2069}", "isolated"),
            ("\u{200E}left\u{200F}", "left"),
            ("\u{FEFF}mark", "mark"), ("zero\u{200B}width", "zerowidth"), ("soft\u{AD}hyphen", "softhyphen"),
            ("word\u{2060}joiner", "wordjoiner"),
            ("tags\u{E0041}\u{E007F}", "tags"), ("note\u{FFF9}a\u{FFFB}", "notea"), ("none\u{FFFE}\u{1FFFF}", "none"),
            ("filler\u{3164}\u{115F}\u{FFA0}", "filler"), ("\u{301}alone", "alone"),
            ("joined to nothing\u{200D}", "joined to nothing"),
        ])
    func invisible(text: String, clean: String) {
        #expect(TerminalText(text).string == clean)
    }

    @Test(
        "Untrusted text is one line with single spaces, none at its ends",
        arguments: [
            ("  two  spaces  ", "two spaces"), ("a\nb\r\nc\td\u{B}e\u{C}f", "a b c d e f"),
            ("line\u{2028}paragraph\u{2029}next\u{85}", "line paragraph next"),
            ("no\u{A0}break\u{3000}wide\u{202F}narrow", "no break wide narrow"), (" ", ""), ("\n \t", ""), ("", ""),
        ])
    func whiteSpace(text: String, clean: String) {
        #expect(TerminalText(text).string == clean)
    }

    @Test(
        "Untrusted text keeps what people write",
        arguments: [
            "plain, “quoted” — and more…", "👨‍👩‍👧‍👦 family", "❤️ 1️⃣ 🏳️‍🌈 👍🏽 🇩🇪", "می‌خواهم", "क्‍ष नमस्ते", "龙年快乐", "한국어",
            "e\u{301}le\u{300}ve", "שָׁלוֹם", "\u{F8FF} private use",
            "١٢\u{600}٣",
        ])
    func kept(text: String) {
        #expect(TerminalText(text).string == text)
    }

    @Test("Untrusted text contains no control, format or line separator of the original")
    func everyScalar() {
        let ranges: [ClosedRange<UInt32>] = [
            0...0x3000, 0xD7B0...0xFFFF, 0x110B0...0x110D0, 0x13430...0x13440, 0x1BCA0...0x1BCAF, 0x1D170...0x1D180,
            0xE0000...0xE01F0,
        ]
        let allowed: Set<UInt32> = [
            0x200C, 0x200D, 0x600, 0x601, 0x602, 0x603, 0x604, 0x605, 0x61C, 0x6DD, 0x70F, 0x890, 0x891, 0x8E2,
        ]
        let left = ranges.joined().compactMap(Unicode.Scalar.init).filter { scalar in
            TerminalText("a\(scalar)b").string.unicodeScalars.contains { kept in
                switch kept.properties.generalCategory {
                case .control, .lineSeparator, .paragraphSeparator: true
                case .format: !allowed.contains(kept.value)
                default: false
                }
            }
        }
        #expect(left == [])
        #expect(TerminalText("a\u{61C}b").string == "ab")
    }

    @Test("Untrusted text can't cover other lines with stacked combining marks")
    func piles() {
        let text = TerminalText("Z" + String(repeating: "\u{351}", count: 500) + "algo")
        #expect(text.string.unicodeScalars.count == 13)
    }

    @Test("Untrusted text can't hide a long row of emoji in one cluster")
    func joiners() {
        let text = TerminalText(Array(repeating: "👩", count: 100).joined(separator: "\u{200D}"))
        #expect(text.columns > 20)
    }

    @Test("Untrusted text is cleaned in linear time, even if it consists of broken sequences")
    func quadratic() {
        let text = TerminalText(String(repeating: "\u{1B}]", count: 20_000))
        #expect(text.isEmpty)
    }

    @Test("The program's own text keeps the spaces at its ends")
    func literal() {
        let text: TerminalText = " by "
        #expect(text.string == " by ")
        let hostile: TerminalText = "\u{1B}[31m "
        #expect(hostile.string == " ")
    }

    @Test(
        "Text is cut with an ellipsis between clusters",
        arguments: [
            ("abcdef", 6, "abcdef"), ("abcdef", 5, "abcd…"), ("abc def", 5, "abc…"), ("abcdef", 1, "…"),
            ("abcdef", 0, ""), ("", 0, ""),
            ("龙年快乐", 8, "龙年快乐"), ("龙年快乐", 7, "龙年快…"), ("龙年快乐", 6, "龙年…"), ("龙年快乐", 2, "…"),
            ("a👨‍👩‍👧‍👦b", 4, "a👨‍👩‍👧‍👦b"), ("a👨‍👩‍👧‍👦b", 3, "a…"), ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
        ])
    func truncation(text: String, limit: Int, cut: String) {
        let result = TerminalText(text).truncated(to: limit)
        #expect(result.string == cut)
        #expect(result.columns <= limit)
    }

    @Test(
        "Text cut in its middle keeps the last name of a path, and the end of it",
        arguments: [
            ("octo/arbor", 7, "…/arbor"), ("octo/house", 7, "…/house"), ("octo/arbor", 8, "o…/arbor"),
            ("octo/arbor", 10, "octo/arbor"), ("octo/arbor", 5, "…rbor"),
            ("octo/lighthouse-keeper", 12, "…ouse-keeper"),
            ("a/very/long/path/name", 12, "a/ver…h/name"), ("octo/a", 5, "oc…/a"), ("octo/arbor", 2, "o…"),
            ("https://a.example/feed.xml", 12, "https…ed.xml"), ("The Daily Harbor News", 9, "The …News"),
        ])
    func names(text: String, limit: Int, cut: String) {
        let result = TerminalText(text).truncatedInMiddle(to: limit)
        #expect(result.string == cut && result.columns <= limit)
    }

    @Test("Text is padded to a width in columns, on either side")
    func padding() {
        #expect(TerminalText("龙").padded(to: 4).string == "龙  ")
        #expect(TerminalText("42").padded(to: 5, .trailing).string == "   42")
        #expect(TerminalText("longer").padded(to: 3).string == "longer")
    }
}
