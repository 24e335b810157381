import Testing
import WebText

@Suite("Article text") struct ArticleTextTests {
    @Test(
        "Article text keeps the shape of the markup",
        arguments: [
            ("<p>one<p>two<br>three", "one\n\ntwo\nthree"), ("<h2>a</h2>b", "a\n\nb"), ("a<hr>b", "a\n\n* * *\n\nb"),
            ("a<ul><li>b<li>c</ul>d", "a\n\n• b\n• c\n\nd"),
            ("<ol start=9><li>a<ul><li>b</ul><li>c</ol>", "9. a\n   • b\n10. c"),
            ("<ul><li><p>a<p>b<li>c</ul>", "• a\n\n  b\n\n• c"),
            ("<blockquote><p>a<p>b<ul><li>c</blockquote>d", "> a\n>\n> b\n>\n> • c\n\nd"),
            ("a<pre>\n  b\n\n\tc\n</pre>d", "a\n\n      b\n\n        c\n\nd"),
            ("<dl><dt>a<dd>b<dt>c<dd>d</dl>", "a\n    b\nc\n    d"),
            ("10<sup>−5</sup> H<sub>2</sub>O 1<sup>st</sup>", "10⁻⁵ H₂O 1st"),
            ("<figure>a<figcaption>b</figure>", "a\n\nb"),
        ])
    func shape(markup: String, text: String) { #expect(ArticleText(markup).text == text) }

    @Test(
        "Article text aligns the columns of a narrow table, and lists the cells of a wide one",
        arguments: [
            (
                "a<table><caption>Tides</caption><tr><th><th>High<th>Low<tr><td>Monday<td>3<td>1<tr><td>Tue<td><td>2</table>b",
                "a\n\nTides\n        High  Low\nMonday  3     1\nTue           2\n\nb"
            ),
            ("<table><tr><td>a<p>b<td>c</table>", "a\nb\nc"), ("<table><tr><td>a<tr><td>b</table>", "a\nb"),
            (
                "<table><tr><td>" + String(repeating: "a", count: 99) + "<td>b<tr><td>c<td>d</table>",
                String(repeating: "a", count: 99) + "  b\nc  d"
            ),
            ("<ul><li>a<table><tr><td>b<td>c</table></ul>", "• a\n\n  b  c"),
            ("<table><tr><td>潮汐<td>1<tr><td>tide<td>2<tr><td>👍🏽<td>3</table>", "潮汐  1\ntide  2\n👍🏽    3"),
        ])
    func tables(markup: String, text: String) { #expect(ArticleText(markup).text == text) }

    @Test("Article text numbers the links, equal ones alike")
    func links() {
        let article = ArticleText(
            """
            <a href=https://a.example>a</a>, <a href=mailto:b@c.example>b</a>, <a href=https://a.example>c</a>
            <img src=https://a.example/p.png alt=Harbor><a href=/d>d</a>
            """)
        #expect(article.text == "a [1], b [2], c [1] [Image: Harbor] [3]d")
        #expect(article.links.map(\.text) == ["https://a.example", "mailto:b@c.example", "https://a.example/p.png"])
    }

    @Test("Each line of an article has the indents for wrapping it")
    func wrapping() {
        let lines = ArticleText("<h2>a</h2><blockquote><ul><li>b</ul></blockquote><pre>c  d</pre>").lines
        #expect(lines.map(\.text) == ["a", "", "b", "", "c  d"])
        #expect(lines.map(\.kind) == [.heading, .text, .text, .text, .preformatted])
        #expect(lines[2].indent == "> • " && lines[2].hangingIndent == ">   ")
    }

    @Test(
        "Article text is empty for markup without text", arguments: ["", " \n", "<script>a</script>", "<ul><li></ul>"])
    func empty(markup: String) {
        let article = ArticleText(markup)
        #expect(article.lines.isEmpty && article.text.isEmpty)
    }
}
