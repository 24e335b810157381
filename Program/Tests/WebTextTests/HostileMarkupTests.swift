import Testing
import WebText

@Suite("Hostile markup") struct HostileMarkupTests {
    @Test(
        "Hostile markup loses everything that could run, load or submit",
        arguments: [
            "<script>alert(1)</script>", "<SCRIPT SRC=//evil.example>alert(1)</SCRIPT >", "<script>alert(1)",
            "<script></scripty>alert(1)</script>", "<style>*{display:none}</style>",
            "<iframe src=javascript:alert(1)>x</iframe>", "<iframe srcdoc='<script>x</script>'></iframe>",
            "<iframe src=https://a.example width=0 height=0></iframe>", "<iframe src=/local>evil",
            "<svg onload=alert(1)>", "<svg><svg></svg><text>alert</text></svg>", "<svg/onload=alert(1)>",
            "<svg><style><img src=x onerror=alert(1)></style></svg>", "<math><annotation>alert</annotation></math>",
            "<img src=x onerror=alert(1)>", "<img src=https://evil.example",
            "<form action=//evil.example><input value=evil></form>",
            "<button>evil</button>", "<select><option>evil</select>", "<object data=//evil.example>evil</object>",
            "<embed src=//evil.example>", "<link rel=stylesheet href=//evil.example>", "<base href=//evil.example>",
            "<meta http-equiv=refresh content=0;//evil.example>", "<!-- <p>evil -->", "<!doctype evil>",
            "<?evil version=1?>",
            "<![CDATA[evil>", "<noscript><p>evil</p></noscript>", "<template><p>evil</template>", "<p", "</p>", "  \n ",
            "<textarea></p>evil</textarea>", "<title>evil</title>",
        ])
    func silenced(markup: String) { #expect(AllowedMarkup(markup).html == "") }

    @Test("Text that isn't a tag stays text", arguments: ["<", "</", "a < b", "<3", "&lt;script&gt;", "&#60;b&#62;"])
    func text(markup: String) throws {
        let html = AllowedMarkup(markup).html
        #expect(html.hasPrefix("<p dir=\"auto\">") && html.contains("&lt;") && !html.contains("<script"))
    }

    @Test("Hostile markup has no effect on its surroundings")
    func marks() {
        #expect(AllowedMarkup("a\u{202e}b\u{0}c&#8238;d").html == "<p dir=\"auto\">abcd</p>")
        #expect(AllowedMarkup("<div style='position:fixed' class=x id=main>a</div>").html == "<p dir=\"auto\">a</p>")
    }

    @Test("An unclosed drawing doesn't hide the text after it")
    func openDrawing() { #expect(AllowedMarkup("<svg><path>x<p>shown").html == "<p dir=\"auto\">shown</p>") }

    @Test(
        "Hostile markup is read quickly and bounded, at any depth and length",
        arguments: [
            "<i>", "<b><p>", "<blockquote>", "<ul><li>", "<table><tr><td>", "<table>", "<dl><dd>", "<figure>",
            "<a href=https://a.example>x", "<p>x", "<td>x", "<li>x", "<br>x", "<svg>", "<script>", "<q>", "<ol><b>x",
            "<img src=https://a.example/>", "</table>x", "<table>x",
        ])
    func bounded(piece: String) throws {
        let markup = String(repeating: piece, count: 100_000) + "x"
        let html = AllowedMarkup(markup).html
        let check = try MarkupCheck(html)
        #expect(check.depth <= 40 && html.utf8.count < 1_000_000)
        #expect(html.split(separator: "<a ").count <= 1_001)
        #expect(ArticleText(markup).text.utf8.count < 3_000_000)
    }

    @Test("Truncated markup ends with an ellipsis")
    func cut() {
        let html = AllowedMarkup(String(repeating: "é", count: 40_000)).html
        #expect(html == "<p dir=\"auto\">" + String(repeating: "é", count: 32_000) + "…</p>")
    }

    @Test("Tags in any order give well-formed markup", arguments: 0..<40)
    func shuffled(seed: UInt64) throws {
        let pieces = [
            "<p>", "</p>", "<div>", "</div>", "<ul>", "</ul>", "<ol start=4>", "</ol>", "<li>", "</li>", "<table>",
            "</table>", "<caption>", "<tr>", "</tr>", "<td>", "</td>", "<th>", "<dl>", "</dl>", "<dt>", "<dd>",
            "<blockquote>", "</blockquote>", "<pre>", "</pre>", "<h2>", "</h2>", "<figure>", "<figcaption>",
            "</figure>",
            "<h3>", "</h3>", "<details>", "<details open>", "</details>", "<summary>", "</summary>", "<mark>",
            "</mark>",
            "<abbr title=t>", "</abbr>", "<pre class=language-c>", "<code class=language-c>", "<math>", "</math>",
            "<mi>",
            "<mfrac>", "</mfrac>", "<ruby>", "<rt>", "<rp>", "</ruby>", "<noscript>", "</noscript>",
            "<b>", "</b>", "<i>", "</i>", "<code>", "</code>", "<sup>", "</sup>", "<hr>", "<br>", "</br>",
            "<a href=https://a.example/?a&b>", "</a>", "<img src=https://a.example/p alt='\">'>", "<svg>", "</svg>",
            "<video>", "</video>", "<source src=https://a.example/v>", "<script>", "</script>", "<!--", "-->", "<q>",
            " ", "\n", "a", "b &amp; c", "<", "&lt;", "\u{202e}",
        ]
        var random = Random(seed: seed)
        for _ in 0..<50 {
            let markup = (0..<60).map { _ in pieces[Int(random.next() % UInt64(pieces.count))] }.joined()
            let html = AllowedMarkup(markup).html
            do {
                _ = try MarkupCheck(html)
                _ = try MarkupCheck(AllowedMarkup(markup) { _ in ServedPicture(path: "/pictures/1") }.html)
            } catch {
                Issue.record("\(error) in \(html) from \(markup)")
            }
            // What has been reduced stays as it is, but for the words that stand for pictures.
            #expect(AllowedMarkup(html).html == html)
            _ = ArticleText(markup)
            _ = PlainText(markup: markup)
        }
    }
}

/// SplitMix64.
private struct Random {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var value = state
        value = (value ^ value >> 30) &* 0xbf58_476d_1ce4_e5b9
        value = (value ^ value >> 27) &* 0x94d0_49bb_1331_11eb
        return value ^ value >> 31
    }
}
