import Testing
import WebText

@Suite("The structure of allowed markup") struct StructureTests {
    private func html(_ markup: String, headingLevel: Int? = nil) -> String {
        AllowedMarkup(markup, headingLevel: headingLevel).html.replacing(" dir=\"auto\"", with: "")
    }

    @Test("Allowed markup keeps the levels of headings, below a given level on a page")
    func headings() {
        let markup = "<h1>a</h1><h3>b</h3><H6 id=x>c</H6>"
        #expect(html(markup) == "<h1>a</h1><h3>b</h3><h6>c</h6>")
        #expect(html(markup, headingLevel: 3) == "<h3>a</h3><h5>b</h5><h6>c</h6>")
        #expect(html("<h4>a</h4><h5>b", headingLevel: 3) == "<h3>a</h3><h4>b</h4>")
        #expect(html("<h2>a<h3>b</h2>c") == "<h2>a</h2><h3>b</h3><p>c</p>")
    }

    @Test("Allowed markup keeps highlighted text, and the meanings of abbreviations")
    func inlines() {
        #expect(html("a <mark class=x>b</mark>") == "<p>a <mark>b</mark></p>")
        #expect(
            html("<abbr title='A \"B\" <C>'>ABC</abbr>s")
                == "<p><abbr title=\"A &quot;B&quot; &lt;C&gt;\">ABC</abbr>s</p>")
        #expect(html("<acronym title=A>B</acronym> <abbr>C</abbr>") == "<p><abbr title=\"A\">B</abbr> C</p>")
        #expect(
            ArticleText("an <abbr title='Application Programming Interface'>API</abbr>.").text
                == "an API (Application Programming Interface).")
        #expect(ArticleText("<abbr title=API>API</abbr> <mark>a</mark>").text == "API a")
        #expect(PlainText(markup: "an <abbr title=x>API</abbr>").text == "an API")
    }

    @Test("Allowed markup keeps details with their summaries")
    func details() {
        let markup = "a<details><summary>More</summary><p>b</p>c</details>d"
        #expect(html(markup) == "<p>a</p><details><summary>More</summary><p>b</p><p>c</p></details><p>d</p>")
        #expect(
            html("<details open=''><summary>A</summary>b") == "<details open><summary>A</summary><p>b</p></details>")
        #expect(html("<summary>a</summary>b<details></details>") == "<p>a</p><p>b</p>")
        #expect(ArticleText(markup).text == "a\n\n▸ More\n\n  b\n\n  c\n\nd")
    }

    @Test(
        "Allowed markup keeps the language of code",
        arguments: [
            "<pre><code class='hljs language-swift'>let a</code></pre>", "<pre class=lang-swift>let a</pre>",
            "<pre class='language-swift'><code class='language-swift'>let a</code></pre>",
            "<div class='highlight highlight-source-swift'><pre>let a</pre></div>",
            "<div class='language-swift highlighter-rouge'><div class=highlight><pre class=highlight><code>let a</code></pre></div></div>",
            "<pre data-lang=swift><code>let a</code></pre>",
        ])
    func languages(markup: String) {
        #expect(html(markup) == "<pre tabindex=\"0\"><code class=\"language-swift\">let a</code></pre>")
        #expect(html(markup + "<pre>b</pre>").hasSuffix("<pre tabindex=\"0\">b</pre>"))
    }

    @Test(
        "Allowed markup drops a class that isn't the name of a language",
        arguments: ["language-", "language-\"x", "x", "language-a&b"])
    func unsafe(name: String) {
        #expect(html("<pre><code class='\(name)'>a</code></pre>") == "<pre tabindex=\"0\"><code>a</code></pre>")
        #expect(html("<code class=language-c++>a</code>") == "<p><code class=\"language-c++\">a</code></p>")
    }
}

@Suite("Pictures for readers without scripts") struct ScriptlessPictureTests {
    private func html(_ markup: String) -> String {
        AllowedMarkup(markup) { ServedPicture(path: $0.text) }.html.replacing(" dir=\"auto\"", with: "")
            .replacing(" alt=\"\" loading=\"lazy\" decoding=\"async\"", with: "")
    }

    private let shown = "<p><img src=\"https://a.example/1\">a</p>"

    @Test(
        "Pictures for readers without scripts are shown once, in place of the placeholder",
        arguments: [
            "<noscript><img src=https://a.example/1></noscript>",
            "<img src=data:x><noscript><img src=https://a.example/1></noscript>",
            "<img src=https://a.example/tiny><noscript><img src=https://a.example/1></noscript>",
            "<img data-src=https://a.example/1><noscript><img src=https://a.example/1></noscript>",
            "<img data-src=https://a.example/1>\n <noscript>\n <img src=https://a.example/1>\n</noscript>",
            "<picture><source data-srcset='https://a.example/2 800w'><img src=data:x></picture><noscript><picture><img src=https://a.example/1></picture></noscript>",
            "<picture><noscript><source srcset='https://a.example/1 800w'><img src=data:x></noscript></picture>",
            "<noscript><img src=https://a.example/1></noscript><img data-src=https://a.example/1?w=60>",
            "<noscript><img src=https://a.example/1></noscript><img src=data:x alt=x>",
        ])
    func once(markup: String) { #expect(html(markup + "a") == shown) }

    @Test(
        "Pictures of a noscript element don't hide other pictures, and its other content is dropped",
        arguments: [
            "<img src=https://a.example/1><noscript>Scripts are off.</noscript>",
            "<img src=https://a.example/1><noscript><img height=1 width=1 src=https://a.example/x></noscript>",
            "<img src=https://a.example/1><noscript><img src=https://www.facebook.com/tr?id=1></noscript>",
            "<img src=https://a.example/1><noscript><iframe src=https://a.example/x></iframe><p>No.</p></noscript>",
        ])
    func others(markup: String) { #expect(html(markup + "a") == shown) }

    @Test("Further pictures may follow a picture for readers without scripts")
    func further() {
        let one = "<noscript><img src=https://a.example/1></noscript>"
        #expect(
            html(one + "<img src=https://a.example/2>")
                == "<p><img src=\"https://a.example/1\"><img src=\"https://a.example/2\"></p>")
        #expect(html(one + "a" + one).split(separator: "<img").count == 3)
    }
}
