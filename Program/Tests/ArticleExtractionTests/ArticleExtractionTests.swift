import ArticleExtraction
import Foundation
import Testing
import WebText

@Suite("The article of a page") struct ArticleExtractionTests {
    private func article(_ html: String) -> ExtractedArticle? {
        let page = Data(html.utf8)
        guard
            case .article(let article) = ArticleExtraction(page: page, address: URL(string: "https://site.example/a/b"))
        else { return nil }
        return article
    }

    private func text(_ article: ExtractedArticle) -> String { ArticleText(article.markup).text }

    @Test("An article has its beginning, middle and end, and nothing else of the page", arguments: PageSample.articles)
    func kinds(_ sample: PageSample) throws {
        guard case .article(let article) = sample.extraction() else {
            Issue.record("\(sample): \(sample.extraction())")
            return
        }
        let text = PlainText(markup: article.markup).text.onOneLine
        let whole = sample.article.map { $0.replacingOccurrences(of: "Image: ", with: "") }
        for part in [whole[0], whole[whole.count / 2], whole[whole.count - 1]] {
            #expect(text.contains(part.onOneLine), "\(sample): \(part)")
        }
        #expect(!sample.rest.isEmpty)
        for part in sample.rest { #expect(!text.contains(part), "\(sample): \(part)") }
        if let title = sample.title { #expect(article.title == title) }
        #expect(!article.isCut)
        let quality = sample.quality(ArticleText(article.markup).text)
        #expect(quality.recall > 0.99, "\(sample)")
        #expect(quality.precision > 0.95, "\(sample): \(text)")
    }

    @Test("An article is uncertain on pages without one", arguments: PageSample.doubtful.indices)
    func doubts(_ index: Int) {
        let (sample, doubt) = PageSample.doubtful[index]
        #expect(sample.extraction() == ExtractionDoubt(rawValue: doubt).map { .unsure($0) }, "\(sample)")
    }

    @Test("An article is uncertain if the feed sent more")
    func shorter() {
        let sent = Prose.marked(Prose.paragraphs(0..<30))
        #expect(PageSample.blog.extraction(excerpt: sent) == .unsure(.shorterThanFeed))
        #expect(PageSample.blog.extraction(excerpt: "<p>The beginning</p>") == PageSample.blog.extraction())
    }

    @Test("An article keeps code, lists, tables, quotations and headings")
    func structure() throws {
        guard case .article(let article) = PageSample.documentation.extraction() else { return #expect(Bool(false)) }
        let lines = text(article).split(separator: "\n").map { String($0).trimmed }
        #expect(lines.contains("let tide = Tide(at: .noon)"))
        #expect(lines.contains("// prints \"low\""))
        #expect(lines.contains("if a < b { print(tide) }"))
        #expect(article.markup.contains("<h2>Install it</h2>"))
        #expect(article.markup.contains("<th>Option</th>"))
        #expect(article.markup.contains("<dt>tide</dt>"))
    }

    @Test("An article has absolute addresses, resolved against the page's base")
    func addresses() throws {
        let prose = Prose.marked(Prose.paragraphs(0..<4))
        let page =
            "<main>\(prose)<p>See <a href='../c?x=1&amp;y=2'>this</a>, <a href='#note'>note</a>, <a href='javascript:alert(1)'>that</a>.</p></main>"
        let plain = try #require(article(page)).markup
        #expect(plain.contains("<a href=\"https://site.example/c?x=1&amp;y=2\">this</a>"))
        #expect(plain.contains("<a href=\"https://site.example/a/b#note\">note</a>"))
        #expect(!plain.contains("javascript"))
        let based = try #require(article("<base href='https://b.example/d/e/'>" + page)).markup
        #expect(based.contains("<a href=\"https://b.example/d/c?x=1&amp;y=2\">this</a>"))
        #expect(based.contains("<a href=\"https://site.example/a/b#note\">note</a>"))
    }

    @Test(
        "An article has the pictures for readers without scripts, once",
        arguments: [
            "<img class=lazy src='data:image/gif;base64,R0'><noscript><img src=/boat.jpg></noscript>",
            "<noscript><img src=/boat.jpg></noscript>",
            "<img data-src=/boat.jpg><noscript><img src=/boat.jpg></noscript>",
            "<noscript><p>Allow scripts.</p><img src=/boat.jpg><img src=/count.gif width=1 height=1></noscript>",
        ])
    func scriptlessPictures(picture: String) throws {
        let page = "<main>\(Prose.marked(Prose.paragraphs(0..<4)))<figure>\(picture)</figure></main>"
        let shown = AllowedMarkup(try #require(article(page)).markup) { ServedPicture(path: $0.text) }.html
        #expect(shown.split(separator: "<img").count == 2, "\(shown)")
        #expect(shown.contains("https://site.example/boat.jpg"), "\(shown)")
        #expect(!shown.contains("Allow scripts"))
    }

    @Test("An article has pictures by their addresses, without pixels that count readers")
    func pictures() throws {
        let prose = Prose.marked(Prose.paragraphs(0..<4))
        let page =
            "<main>\(prose)<p><img data-src='/lazy.jpg' src='data:image/gif;base64,R0' alt='A \"boat\"'><img src=/count.gif width=1 height=1></p></main>"
        let markup = try #require(article(page)).markup
        #expect(markup.contains("<img src=\"https://site.example/lazy.jpg\" alt=\"A &quot;boat&quot;\">"))
        #expect(!markup.contains("count.gif"))
    }

    @Test(
        "An article has the sizes and candidates of pictures, with absolute addresses",
        arguments: [
            (
                "<img src=/a.png width=640 height='480px'>",
                "<img src=\"https://site.example/a.png\" alt=\"\" width=\"640\" height=\"480\">"
            ),
            ("<img src=/a.png width=100% height=auto>", "<img src=\"https://site.example/a.png\" alt=\"\">"),
            (
                "<img src=/a.png srcset='/a-1.png 640w, b,c.png 1280.5w'>",
                "<img src=\"https://site.example/a.png\" srcset=\"https://site.example/a-1.png 640w, https://site.example/a/b,c.png 1280.5w\" alt=\"\">"
            ),
            (
                "<img data-srcset='/a-1.png 2x' alt=x>",
                "<img srcset=\"https://site.example/a-1.png 2x\" alt=\"x\">"
            ),
            (
                "<picture><source srcset='/a.avif 800w' type=image/avif><img alt=x></picture>",
                "<source srcset=\"https://site.example/a.avif 800w\"><img alt=\"x\">"
            ),
        ])
    func pictureAttributes(picture: String, expected: String) throws {
        let prose = Prose.marked(Prose.paragraphs(0..<4))
        let markup = try #require(article("<main>\(prose)<p>\(picture)</p></main>")).markup
        #expect(markup.contains(expected), "\(markup.suffix(400))")
    }

    @Test("An article has embedded pages, which become links, but none that is too small to see")
    func frames() throws {
        let prose = Prose.marked(Prose.paragraphs(0..<4))
        let page = """
            <main>\(prose)<iframe src="//player.example/1" title=x><p>No frames</p></iframe>\
            <iframe data-src="/local"></iframe><iframe src=/count width=1 height=1></iframe>\
            <iframe src=/count width=0 height=0></iframe><iframe src=/count height="0px"></iframe>\
            <iframe src=/count style="display: none"></iframe><iframe src=/count hidden></iframe></main>
            """
        let markup = try #require(article(page)).markup
        #expect(
            markup.contains(
                "<iframe src=\"https://player.example/1\"></iframe><iframe src=\"https://site.example/local\"></iframe>"
            ))
        #expect(!markup.contains("count") && !markup.contains("No frames"))
        let shown = AllowedMarkup(markup).html
        #expect(shown.contains("<a href=\"https://player.example/1\"") && !shown.contains("<iframe"))
    }

    @Test("An article names its author only if the page is certain")
    func byline() {
        let prose = "<main>\(Prose.marked(Prose.paragraphs(0..<4)))</main>"
        #expect(article("<meta name=author content='Ada'>" + prose)?.byline == "Ada")
        #expect(article("<meta name=author content='Ada'><meta name=author content='Bob'>" + prose)?.byline == nil)
        #expect(article("<meta name=author content='https://ada.example'>" + prose)?.byline == nil)
        #expect(article(prose)?.byline == nil)
    }

    @Test("An article leaves out a heading whose content was left out")
    func headings() throws {
        let prose = Prose.paragraphs(0..<6)
        let page = """
            <article><h1>T</h1>\(Prose.marked(prose))<h2>More of this</h2><ul><li><a href=/1>One story about one thing</a><li><a href=/2>Two stories</a></ul>
            <h2>The end</h2><p>Yes.</p></article>
            """
        let markup = try #require(article(page)).markup
        #expect(!markup.contains("More of this"))
        #expect(markup.contains("<h2>The end</h2>"))
    }

    @Test("An article has the characters of its encoding, by header, declaration or bytes")
    func encodings() throws {
        let latin = "<meta charset=iso-8859-1><main><p>" + Prose.paragraph(1) + "</p><p>caf\u{e9} " + Prose.paragraph(2)
        let bytes = Data(latin.unicodeScalars.map { UInt8($0.value) })
        guard case .article(let article) = ArticleExtraction(page: bytes, address: nil) else {
            return #expect(Bool(false))
        }
        #expect(article.markup.contains("café"))
        let cyrillic = Data([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2])  // Привет in Windows-1251
        let page = Data(("<main><p>" + Prose.paragraph(1) + "</p><p>" + Prose.paragraph(2)).utf8) + cyrillic
        guard case .article(let second) = ArticleExtraction(page: page, charset: "windows-1251", address: nil) else {
            return #expect(Bool(false))
        }
        #expect(second.markup.contains("Привет"))
    }

    @Test("A long article ends with a whole paragraph after 600 kB, and reports the cut")
    func long() throws {
        let whole = try #require(self.article("<main>\(Prose.marked(Prose.paragraphs(0..<600)))</main>"))
        #expect(!whole.isCut && whole.markup.contains("number 599"))
        let article = try #require(self.article("<main>\(Prose.marked(Prose.paragraphs(0..<3_000)))</main>"))
        #expect(article.isCut)
        #expect((599_000...600_100).contains(article.markup.utf8.count))
        #expect(article.markup.hasSuffix("until the morning came.</p> <p>…</p>"), "\(article.markup.suffix(200))")
    }

    @Test("An article is cut inside a paragraph that is too long by itself")
    func endless() throws {
        let article = try #require(
            self.article("<main><p>\(String(repeating: "tide &amp; ", count: 150_000))</p></main>"))
        #expect(article.isCut && article.markup.utf8.count < ExtractedArticle.maximumSize)
        #expect(article.markup.hasSuffix("</p><p>…</p>"))
    }

    @Test(
        "The search for an article ends on hostile pages, too",
        arguments: [
            String(repeating: "<div>", count: 20_000), String(repeating: "<b><p>", count: 10_000),
            String(repeating: "</div>", count: 20_000), String(repeating: "<table><tr><td>", count: 6_000),
            "<p " + (0..<100_000).map { "a\($0)" }.joined(separator: " ") + ">",
            String(repeating: "<h1><a href=#>", count: 10_000),
            String(repeating: "<a>", count: 20_000) + String(repeating: "x", count: 10_000),
            "<script type='application/ld+json'>" + String(repeating: "[", count: 400_000) + "</script>",
            "\0<p>\0" + String(repeating: "&#0;&lt;", count: 10_000),
            String(repeating: "<x-a aria-hidden=true>", count: 20_000) + String(repeating: "</x-b>", count: 20_000),
            "<figure>" + String(repeating: "<img src=a alt=b>", count: 20_000) + "<figcaption>",
            String(repeating: "<section id=cookies><h2>Cookies</h2>", count: 5_000),
        ])
    func hostile(_ page: String) {
        if case .article(let article) = ArticleExtraction(page: Data(page.utf8), address: nil) {
            #expect(article.markup.utf8.count < 200_000)
        }
    }

    @Test("A page of more than 200,000 elements isn't searched for an article")
    func complex() {
        let page = Data(String(repeating: "<i>", count: 250_000).utf8)
        #expect(ArticleExtraction(page: page, address: nil) == .unsure(.tooComplex))
    }
}
