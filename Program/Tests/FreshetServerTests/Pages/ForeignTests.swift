import Foundation
import Testing

@testable import FreshetServer

@Suite("Text of strangers") struct ForeignTests {
    @Test("is escaped and isolated")
    func escaped() {
        #expect(
            Foreign("<b>\"Tom\" & 'Jerry'</b>").html.description
                == "<bdi>&lt;b&gt;&quot;Tom&quot; &amp; &#39;Jerry&#39;&lt;/b&gt;</bdi>")
    }

    @Test(
        "has no characters that turn the direction of writing, and no controls",
        arguments: [
            "\u{202e}", "\u{202a}", "\u{2066}", "\u{2069}", "\u{200f}", "\u{061c}", "\u{0}", "\u{1b}", "\u{85}",
            "\u{feff}",
        ])
    func controls(scalar: String) { #expect(Foreign("a\(scalar)b").text == "ab") }

    @Test("is on one line", arguments: ["\n", "\t", "\u{2028}"])
    func lines(separator: String) { #expect(Foreign("a\(separator)b").text == "a b") }

    @Test("keeps what people write", arguments: ["naïve café", "日本語", "עברית", "👩‍👩‍👧 family", "a\u{200d}b"])
    func kept(text: String) { #expect(Foreign(text).text == text) }

    @Test("is cut where nobody would read on")
    func cut() {
        #expect(Foreign(String(repeating: "w", count: 10_000)).text == String(repeating: "w", count: 500) + "…")
    }

    @Test(
        "leads to the web alone",
        arguments: [
            "javascript:alert(1)", "data:text/html,x", "https://", "ftp://a.example", "https:///x", "//a.example", "",
        ])
    func addresses(address: String) { #expect(WebAddress(address) == nil) }

    @Test("leads to the web", arguments: ["https://a.example", "http://[::1]:80/x", "HTTPS://A.example/?q=\"'<>"])
    func web(address: String) throws {
        let link = try #require(WebAddress(address)).link("x").description
        #expect(link.hasSuffix("rel=\"noopener noreferrer\">x</a>"))
        #expect(link.filter { $0 == "\"" }.count == 4)
    }
}
