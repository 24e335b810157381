import Testing
import WebText

@Suite("Allowed markup") struct AllowedMarkupTests {
    @Test(
        "keeps paragraphs, i, code, pre and links to the web",
        arguments: [
            ("one<p>two", "<p dir=\"auto\">one</p><p dir=\"auto\">two</p>"),
            ("an <i>old</i> one", "<p dir=\"auto\">an <i>old</i> one</p>"),
            ("<pre><code>let a\n  = 1</code></pre>", "<pre><code>let a\n  = 1</code></pre>"),
            (
                "<a href=\"https:&#x2F;&#x2F;a.example&#x2F;?b=1&amp;c=2\" rel=\"nofollow\">a</a>",
                "<p dir=\"auto\"><a href=\"https://a.example/?b=1&amp;c=2\" rel=\"noopener noreferrer nofollow\">a</a></p>"
            ),
            ("it&#x27;s 1 &lt; 2 &amp; 3", "<p dir=\"auto\">it&#39;s 1 &lt; 2 &amp; 3</p>"),
        ])
    func allowed(markup: String, result: String) {
        #expect(AllowedMarkup(markup).html == result)
    }

    @Test(
        "loses everything that could do something",
        arguments: [
            "<script>alert(1)</script>", "<SCRIPT SRC=//evil.example>alert(1)</SCRIPT >",
            "<style>*{display:none}</style>",
            "<iframe src=https://evil.example>x</iframe>", "<!-- <p>x -->", "<!doctype html>", "<?xml version=1?>",
            "<script>alert(1)", "<svg onload=alert(1)>", "<img src=x onerror=alert(1)>", "<", "</", "<!", "<p", "</p>",
            "  \n ",
        ])
    func silenced(markup: String) {
        let html = AllowedMarkup(markup).html
        #expect(
            !html.contains("alert") && !html.contains("evil") && !html.contains("onload") && !html.contains("onerror"))
        #expect(["", "<p dir=\"auto\">&lt;</p>", "<p dir=\"auto\">&lt;/</p>"].contains(html))
    }

    @Test(
        "links to the web alone",
        arguments: [
            "javascript:alert(1)", "JaVaScRiPt:alert(1)", " javascript:alert(1)", "java\nscript:alert(1)",
            "data:text/html,x",
            "vbscript:x", "//evil.example", "/local", "https:evil", "https://", "http:///x", "file:///etc/passwd",
            "https:\\\\evil.example",
        ])
    func links(address: String) {
        #expect(AllowedMarkup("<a href=\"\(address)\">x</a>").html == "<p dir=\"auto\">x</p>")
    }

    @Test("lets no quote out of an attribute")
    func quotes() {
        let html = AllowedMarkup("<a href='https://a.example/\"onclick=\"alert(1)'>x</a>").html
        #expect(html.contains("href=\"https://a.example/&quot;onclick=&quot;alert(1)\""))
    }

    @Test(
        "is closed, whatever is left open",
        arguments: [
            ("<i>a<p>b", "<p dir=\"auto\"><i>a</i></p><p dir=\"auto\">b</p>"),
            ("<pre><code>a", "<pre><code>a</code></pre>"),
            (
                "<a href=https://a.example>x",
                "<p dir=\"auto\"><a href=\"https://a.example\" rel=\"noopener noreferrer nofollow\">x</a></p>"
            ),
            ("<i><code>a</i>b", "<p dir=\"auto\"><i><code>a</code></i>b</p>"),
            ("a</i></code></div>b", "<p dir=\"auto\">ab</p>"),
        ])
    func closed(markup: String, result: String) {
        #expect(AllowedMarkup(markup).html == result)
    }

    @Test("is soon read, however long and deep it is")
    func bounded() {
        let deep = String(repeating: "<i>", count: 100_000) + "x"
        #expect(AllowedMarkup(deep).html.utf8.count < 200)
        let long = String(repeating: "a", count: 1_000_000)
        #expect(AllowedMarkup(long).html.utf8.count < 65_000)
    }
}
