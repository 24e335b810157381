import Testing
import WebText

@Suite("Allowed markup") struct AllowedMarkupTests {
    @Test(
        "Allowed markup keeps paragraphs, emphasis, code and links",
        arguments: [
            ("one<p>two", "<p>one</p><p>two</p>"), ("one<br><br>two<br>three", "<p>one</p><p>two<br>three</p>"),
            ("an <i>old</i> and <b>big</b> one", "<p>an <em>old</em> and <strong>big</strong> one</p>"),
            ("<pre>\n<code>let a\r\n\t= 1</code></pre>", "<pre tabindex=\"0\"><code>let a\n    = 1</code></pre>"),
            ("<pre><div>a</div><div>b</div>c<br><br>d</pre>", "<pre tabindex=\"0\">a\nb\nc\n\nd</pre>"),
            ("<s>a</s> 10<sup>5</sup>H<sub>2</sub>O", "<p><del>a</del> 10<sup>5</sup>H<sub>2</sub>O</p>"),
            ("<q>so</q> <span>it</span>", "<p>“so” it</p>"),
            ("it&#x27;s 1 &lt; 2 &amp; 3", "<p>it&#39;s 1 &lt; 2 &amp; 3</p>"), ("a<hr>b", "<p>a</p><hr><p>b</p>"),
        ])
    func text(markup: String, result: String) { #expect(reduced(markup) == result) }

    @Test(
        "Allowed markup keeps headings",
        arguments: [
            ("<h1>a</h1>b<h6>c</h6>", "<h3>a</h3><p>b</p><h6>c</h6>"), ("<p>a<h2>b<p>c", "<p>a</p><h3>b</h3><p>c</p>"),
        ])
    func headings(markup: String, result: String) {
        #expect(reduced(markup) == result)
        #expect(AllowedMarkup(markup, headingLevel: 5).html.contains("<h5"))
    }

    @Test(
        "Allowed markup keeps lists, quotations and figures",
        arguments: [
            ("<ul><li>a<li>b</ul>", "<ul><li>a</li><li>b</li></ul>"),
            ("<ol start=3><li>a<ul><li>b</ol>c", "<ol start=\"3\"><li>a<ul><li>b</li></ul></li></ol><p>c</p>"),
            ("<ul>a<p>b</ul>", "<ul><li>a<p>b</p></li></ul>"),
            ("<ul><li>a<div>b</div></li></ul>", "<ul><li>a<p>b</p></li></ul>"),
            ("<li>a<li>b", "<p>a</p><p>b</p>"), ("<ul><li> </li></ul>", ""),
            ("<dl><dt>a<dd>b<dd>c</dl>", "<dl><dt>a</dt><dd>b</dd><dd>c</dd></dl>"),
            ("<blockquote>a<p>b</blockquote>c", "<blockquote><p>a</p><p>b</p></blockquote><p>c</p>"),
            ("<figure>a<figcaption>b</figure>", "<figure><p>a</p><figcaption>b</figcaption></figure>"),
        ])
    func lists(markup: String, result: String) { #expect(reduced(markup) == result) }

    @Test(
        "Allowed markup keeps tables",
        arguments: [
            (
                "<table><caption>t<thead><tr><th><th>b<tbody><tr><td>c<td></table>",
                "<table tabindex=\"0\"><caption>t</caption><tr><td></td><th>b</th></tr><tr><td>c</td><td></td></tr></table>"
            ),
            ("<table>a<td>b</table>", "<table tabindex=\"0\"><tr><td>a</td><td>b</td></tr></table>"),
            ("<td>a</td><tr>b", "<p>a</p><p>b</p>"),
            (
                "<table><tr><td><table><tr><td>a</table>b<td>c</table>",
                "<table tabindex=\"0\"><tr><td><table tabindex=\"0\"><tr><td>a</td></tr></table><p>b</p></td><td>c</td></tr></table>"
            ),
            (
                "<ul><li><table><td>a</ul>b</table>c</ul>",
                "<ul><li><table tabindex=\"0\"><tr><td>a<p>b</p></td></tr></table><p>c</p></li></ul>"
            ),
        ])
    func tables(markup: String, result: String) { #expect(reduced(markup) == result) }

    @Test(
        "Allowed markup shows pictures, films and sounds as links",
        arguments: [
            (
                "<img src=https://a.example/p.png alt='A <cat>'>",
                "<p><a https://a.example/p.png>Image: A &lt;cat&gt;</a></p>"
            ),
            ("<img src=https://a.example/p.png>", "<p><a https://a.example/p.png>Image</a></p>"),
            ("<img src=data:image/png;base64,x alt=cat>", "<p>Image: cat</p>"), ("<img src=/p.png>", ""),
            (
                "<img src=data:x data-src=https://a.example/p.png alt=''>",
                "<p><a https://a.example/p.png>Image</a></p>"
            ),
            (
                "<a href=https://a.example><img src=https://a.example/p.png></a>",
                "<p><a https://a.example>Image</a></p>"
            ),
            ("<img width=1 height=1 src=https://a.example/count.gif>", ""),
            ("a <img class=wp-smiley src=https://a.example/s.png alt=🙂>", "<p>a 🙂</p>"),
            (
                "<video title=Tides><source src=https://a.example/t.mp4>No support.</video>a",
                "<p><a https://a.example/t.mp4>Video: Tides</a>a</p>"
            ),
            ("<audio src=https://a.example/t.mp3></audio>", "<p><a https://a.example/t.mp3>Audio</a></p>"),
        ])
    func media(markup: String, result: String) { #expect(reduced(markup) == result) }

    @Test(
        "Allowed markup links only to the web and to mailboxes",
        arguments: [
            ("https://a.example/?b=1&amp;c=2", "https://a.example/?b=1&amp;c=2"),
            (" https://a.example/a b\n", "https://a.example/a%20b"), ("mailto:a@b.example?bcc=x", "mailto:a@b.example"),
            ("javascript:alert(1)", nil), ("JaVaScRiPt:alert(1)", nil), (" javascript:alert(1)", nil),
            ("java\nscript:alert(1)", nil), ("data:text/html,x", nil), ("vbscript:x", nil), ("//evil.example", nil),
            ("/local", nil), ("https:evil", nil), ("https://", nil), ("http:///x", nil), ("file:///etc/passwd", nil),
            ("https:\\\\evil.example", nil), ("mailto:", nil), ("mailto:a%0d%0aBcc:b@c.example", nil),
            ("mailto:a%0D%0Ab@c.example", nil), ("mailto:a@b@c", nil), ("mailto:\"a\"@b", nil),
        ] as [(String, String?)])
    func links(address: String, target: String?) {
        #expect(reduced("<a href=\"\(address)\">x</a>") == (target.map { "<p><a \($0)>x</a></p>" } ?? "<p>x</p>"))
    }

    @Test("Allowed links open without a referrer, with quotation marks in attributes escaped")
    func attributes() {
        let html = AllowedMarkup("<a href='https://a.example/\"onclick=\"alert(1)' target=_top>x</a>").html
        #expect(
            html == "<p dir=\"auto\"><a href=\"https://a.example/&quot;onclick=&quot;alert(1)\" "
                + "rel=\"noopener noreferrer nofollow\">x</a></p>")
    }

    @Test(
        "Allowed markup closes all open elements in order",
        arguments: [
            ("<i>a<p>b", "<p><em>a</em></p><p><em>b</em></p>"), ("<p><i>a<p>b", "<p><em>a</em></p><p>b</p>"),
            ("<pre><code>a", "<pre tabindex=\"0\"><code>a</code></pre>"),
            ("<i><code>a</i>b", "<p><em><code>a</code></em><code>b</code></p>"),
            ("a</i></code>b", "<p>ab</p>"), ("a</div></p></ul>b", "<p>a</p><p>b</p>"),
            (
                "<a href=https://a.example><h2>a</h2><p>b</a>c",
                "<h3><a https://a.example>a</a></h3><p><a https://a.example>b</a>c</p>"
            ),
            ("<ul><li>a</blockquote>b", "<ul><li>a<p>b</p></li></ul>"),
        ])
    func closed(markup: String, result: String) { #expect(reduced(markup) == result) }

    /// The markup without the attributes that all elements of a kind have.
    private func reduced(_ markup: String) -> String {
        AllowedMarkup(markup, headingLevel: 3).html.replacing(" dir=\"auto\"", with: "")
            .replacing("\" rel=\"noopener noreferrer nofollow\"", with: "").replacing(" href=\"", with: " ")
    }
}
