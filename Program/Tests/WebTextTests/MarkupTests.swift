import Testing
import WebText

@Suite("Markup") struct MarkupTests {
    private func tokens(_ markup: String) -> [MarkupToken] { Array(MarkupTokenizer(markup)) }

    @Test("Markup is split into start tags with attributes, end tags and text")
    func tokens() throws {
        let tokens = tokens("<LINK Rel=alternate HREF='/a?b&amp;c' data-x hidden = \"\" href=/second>a &lt; b</Link >")
        guard tokens.count == 3, case .start("link", let attributes) = tokens[0] else {
            Issue.record("\(tokens)")
            return
        }
        #expect(attributes["rel"] == "alternate" && attributes["href"] == "/a?b&c" && attributes["data-x"] == "")
        #expect(attributes["hidden"] == "" && attributes["title"] == nil)
        #expect(tokens[1] == .text("a < b") && tokens[2] == .end("link"))
    }

    @Test("Raw text elements contain no tags")
    func raw() {
        #expect(
            tokens("<script>if (a<b) '<p>' &amp;</SCRIPT>x").dropFirst() == [
                .text("if (a<b) '<p>' &amp;"), .end("script"), .text("x"),
            ])
        #expect(tokens("<title>1 < 2 &amp; <b></title>").dropFirst() == [.text("1 < 2 & <b>"), .end("title")])
        #expect(tokens("<style></style>").dropFirst() == [.end("style")])
        #expect(tokens("<script>a</scrip").dropFirst() == [.text("a</scrip")])
    }

    @Test(
        "Malformed markup is read without failing",
        arguments: [
            "<", "</", "<!", "<!--", "<!-->", "<a", "<a b", "<a b=", "<a b='", "</a", "<?x", "a<", "<script",
            "<script>", "< a>", "<>", "<a/>",
        ])
    func broken(markup: String) {
        var count = 0
        for _ in MarkupTokenizer(markup) { count += 1 }
        #expect(count <= 3)
    }

    @Test(
        "Plain text has a line for each block of the markup",
        arguments: [
            ("Tides &amp; <em>moons</em>", "Tides & moons"), ("plain\n text ", "plain text"),
            ("<p>one</p><p>two<br>three</p>", "one\ntwo\nthree"), ("<ul><li>a<li>b</ul>c", "a\nb\nc"),
            ("<table><td>1<td>2<tr><td>3</table>", "1 2\n3"), ("a<script>x</script><!-- y -->b", "ab"),
            ("a <b>bold</b>word", "a boldword"),
            ("1 < 2", "1 < 2"), ("", ""), ("<p> </p>", ""),
        ])
    func plain(markup: String, text: String) { #expect(PlainText(markup: markup).text == text) }

    @Test(
        "Plain text has no control characters, from markup with tags or without",
        arguments: ["a\u{1b}[31mb\u{0}c\u{9d}d", "<b>a\u{1b}[31mb\u{0}c\u{9d}</b>d"])
    func controls(markup: String) { #expect(PlainText(markup: markup).text == "a[31mbcd") }

    @Test("Plain text keeps an unknown element as text, on request")
    func unknown() {
        let markup = "Array<Int> and <b>bold</b> &lt;x&gt;"
        #expect(PlainText(markup: markup, keepingUnknownTags: true).text == "Array<Int> and bold <x>")
        #expect(PlainText(markup: markup).text == "Array and bold <x>")
        #expect(PlainText(markup: "Set<Int", keepingUnknownTags: true).text == "Set<Int")
    }

    @Test("The limit of plain text doesn't count tags") func bounded() {
        #expect(PlainText(markup: String(repeating: "<b>a", count: 100), atMost: 40).text.count == 40)
        #expect(PlainText(markup: "ééé", atMost: 3).text == "é" && PlainText(markup: "<b>ééé", atMost: 3).text == "é")
    }

    @Test("Text is written as markup with five characters escaped")
    func escaped() {
        #expect("<a href=\"x\">'&'</a>".escapedForMarkup == "&lt;a href=&quot;x&quot;&gt;&#39;&amp;&#39;&lt;/a&gt;")
        #expect("a\u{0}\u{1b}\n\u{fffe}<é".escapedForXML == "a\u{fffd}\u{fffd}\n\u{fffd}&lt;é")
        #expect("\ta\r\nb\u{202e}".escapedForXML == "\ta&#xD;\nb&#x202E;")
        #expect("plain".escapedForMarkup == "plain" && "plain".escapedForXML == "plain")
    }

    @Test("Markup in a literal is kept, and text in it is escaped as its language needs")
    func literals() {
        let text = "a<\n\u{0}"
        let html: [HTML] = ["<b>\(text)</b>", "<br>"], noHTML: HTML? = nil
        let page: HTML = "<p title=\"\(text)\">\(html)\(noHTML)\(2)\(HTML(safe: "&"))</p>"
        #expect(page.description == "<p title=\"a&lt;\n\u{0}\"><b>a&lt;\n\u{0}</b><br>2&</p>")
        let xml: [XML] = ["<b>\(text)</b>", "<br/>"], noXML: XML? = nil
        #expect(("<p>\(xml)\(noXML)</p>" as XML).description == "<p><b>a&lt;\n\u{fffd}</b><br/></p>")
        #expect(xml.joined(separator: ", ").description == "<b>a&lt;\n\u{fffd}</b>, <br/>")
        #expect(noHTML.map(\.isEmpty) == nil && ("" as HTML).isEmpty && !page.isEmpty)
    }
}
