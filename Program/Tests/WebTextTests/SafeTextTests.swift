import Testing
import WebText

@Suite("Safe text") struct SafeTextTests {
    @Test(
        "Safe text has no characters that change the writing direction, and no controls",
        arguments: [
            "\u{202e}", "\u{202a}", "\u{2066}", "\u{2069}", "\u{200f}", "\u{061c}", "\u{0}", "\u{1b}", "\u{85}",
            "\u{feff}",
        ])
    func controls(scalar: String) { #expect(SafeText("a\(scalar)b").text == "ab") }

    @Test("Safe text is on one line", arguments: ["\n", "\t", "\u{2028}"])
    func lines(separator: String) { #expect(SafeText("a\(separator)b").text == "a b") }

    @Test(
        "Safe text keeps ordinary text of any script",
        arguments: ["naïve café", "日本語", "עברית", "👩‍👩‍👧 family", "a\u{200d}b"])
    func kept(text: String) { #expect(SafeText(text).text == text) }

    @Test("Safe text is truncated at 500 characters")
    func cut() {
        #expect(SafeText(String(repeating: "w", count: 10_000)).text == String(repeating: "w", count: 500) + "…")
    }

    @Test(
        "Safe text is truncated within a character that has more marks than any script needs", arguments: [1, 5, 200])
    func marks(length: Int) {
        let text = "a" + String(repeating: "\u{301}", count: 1_000_000)
        #expect(SafeText(text, atMost: length).text.unicodeScalars.count <= 8 * length + 33)
        #expect(SafeText(line: text, atMost: length).text.unicodeScalars.count <= 8 * length + 32)
    }

    @Test("Safe text contains whole emoji, including joined ones")
    func emoji() {
        let kiss = "👩🏽‍❤️‍💋‍👨🏽"
        #expect(SafeText(line: kiss + "x", atMost: 1).text == kiss)
    }

    @Test(
        "Safe text fits on one line of a given length",
        arguments: [
            ("\u{1b}[31mout of\r\n\torder\u{202e}\u{7}", 500, "[31mout of order"), ("  a \t b  ", 500, "a b"),
            ("word by word", 5, "word"), ("", 5, ""), ("\u{0}", 5, ""), ("éééé", 2, "éé"),
        ])
    func line(text: String, length: Int, line: String) { #expect(SafeText(line: text, atMost: length).text == line) }
}

@Suite("White space") struct WhiteSpaceTests {
    @Test("White space is trimmed at the ends, and collapsed on one line")
    func folded() {
        #expect(" \n a  b\u{a0}".trimmed == "a  b" && "\t".trimmed == "" && "".trimmed == "")
        #expect(" a\r\n\t b ".onOneLine == "a b" && " ".onOneLine == "")
        #expect("a\u{3000}\u{2003} b\u{85}\u{1680}".onOneLine == "a b" && "\u{c2}\u{e2}é".onOneLine == "\u{c2}\u{e2}é")
        #expect("a b".onOneLine == "a b" && " a".onOneLine == "a" && "a ".onOneLine == "a" && "".onOneLine == "")
        #expect(" ".ifNotBlank == nil && " a".ifNotBlank == " a" && "".ifNotBlank == nil)
    }
}

@Suite("A web address") struct WebAddressTests {
    @Test(
        "A web address has the scheme http or https, and a host",
        arguments: [
            "javascript:alert(1)", "data:text/html,x", "https://", "ftp://a.example", "https:///x", "//a.example", "",
        ])
    func addresses(address: String) { #expect(WebAddress(address) == nil) }

    @Test(
        "A web address is kept as it was written",
        arguments: ["https://a.example", "http://[::1]:80/x", "HTTPS://A.example/?q=\"'<>"])
    func kept(address: String) { #expect(WebAddress(address)?.text == address) }
}
