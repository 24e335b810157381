import ArticleExtraction
import Foundation
import Testing
import WebText

@Suite("The whole article of a page") struct WholeArticleTests {
    private static let prose = Prose.marked(Prose.paragraphs(0..<6))
    private static let brief = Prose.marked(Prose.paragraphs(0..<2))

    private func extraction(_ html: String) -> ArticleExtraction {
        ArticleExtraction(page: Data(html.utf8), address: URL(string: "https://site.example/a/b"))
    }

    /// The text of the page's article; nil if the page has no certain one.
    private func text(_ html: String) -> String? {
        guard case .article(let article) = extraction(html) else { return nil }
        return PlainText(markup: article.markup).text.onOneLine
    }

    private static let cards = (1...4).map {
        "<h3><a href=/\($0)>Another story, number \($0)</a></h3><p>A few words.</p>"
    }.joined()
    private static let sections = (1...4).map { "<h3><a href=/\($0)>Part \($0)</a></h3><p>\(Prose.paragraph($0))</p>" }
        .joined()
    private static let gifts = (1...4).map {
        "<h3><a href=https://shop\($0).example/>Gift number \($0)</a></h3><p>\(Prose.paragraph($0))</p>"
    }.joined()

    @Test(
        "An article is found beside or around headings that are links",
        arguments: [
            "<div><h1>Tides</h1>\(prose)\(cards)</div>", "<div>\(cards)<h1>Tides</h1>\(prose)</div>",
            "<article><h1>Tides</h1>\(sections)</article>", "<div itemprop=articleBody>\(sections)</div>",
            "<meta property=og:type content=article><div><h1>Tides</h1>\(sections)</div>",
            "<div><h1>Gifts</h1>\(gifts)</div>",
        ])
    func linkedHeadings(_ page: String) {
        #expect(text(page)?.contains("In paragraph 1 ") == true, "\(extraction(page))")
    }

    @Test(
        "An article is kept in elements with one word that names boilerplate",
        arguments: [
            "content-with-sidebar-wrp", "article-overlay-handle", "article-body pagination-first",
            "col col-no-side-gutter", "l-sidebar-fixed l-article-body-segment",
        ])
    func names(_ name: String) {
        let links = (0..<60).map { "<li><a href=/\($0)>A story with a long title, number \($0)</a>" }.joined()
        let page = "<h1>Tides</h1><div class=\"\(name)\">\(Self.prose)</div><div><ul>\(links)</ul></div>"
        #expect(text(page)?.contains("In paragraph 5 ") == true, "\(extraction(page))")
    }

    @Test("An article has more unlinked prose than an aside with cards of other articles")
    func aside() {
        let cards = (10..<20).map { "<article><h3>Card</h3><p>\(Prose.paragraph($0))</p></article>" }.joined()
        let page = "<main><div><h1>Tides</h1>\(Self.prose)</div><div role=complementary>\(cards)</div></main>"
        #expect(text(page)?.contains("In paragraph 5 ") == true && text(page)?.contains("paragraph 12") == false)
    }

    @Test("The article with the page's title is found, even if longer ones follow")
    func following() {
        let others = (10..<13).map {
            "<article><h2>Other</h2>\(Prose.marked(Prose.paragraphs($0..<($0 + 8))))</article>"
        }
        let page = "<article><h1>Tides</h1>\(Self.brief)</article>\(others.joined())"
        #expect(text(page)?.contains("In paragraph 0 ") == true && text(page)?.contains("paragraph 12") == false)
    }

    @Test(
        "A hidden element that has ended doesn't hide the article",
        arguments: [
            "<x-menu aria-hidden=true><p>Menu</p></x-menu>", "<x-menu hidden><ul><li>Menu</ul></x-menu>",
            "<x-a><x-menu hidden>Menu</x-menu></x-a>", "<svg aria-hidden=true />",
        ])
    func hiddenElements(_ element: String) {
        let page = "<main>\(element)\(Self.prose)</main>"
        #expect(text(page)?.contains("In paragraph 5 ") == true, "\(extraction(page))")
        #expect(text(page)?.contains("Menu") == false)
    }

    @Test(
        "A short article is found",
        arguments: [
            "<div class=paywall-header><a href=/login>Log in</a></div><main>\(brief)</main>",
            "<main>\(brief)</main><div class=paywall hidden>Subscribe</div>",
            "<main><div class=paywall>\(brief)</div></main>",
            "<header><form><input type=password></form></header><div><h1>Tides</h1>\(brief)</div>",
            "<main>\(Prose.paragraph(0))</main>",
            "<article><h1>Tides</h1><p>In paragraph 0 is all the news of this evening. Ships are back in the harbour, as are the fishmongers, and the lamp is lit again. The ferry to the island sails at nine, as it did before. More tomorrow.</p></article>",
            "<div itemprop=articleBody>In paragraph 0 \((1...9).map { "<p>High water, day \($0): 6.4\($0) m</p>" }.joined())</div>",
            "<article>\(brief)</article><form><input type=password></form>",
            "<body style=\"display:none\"><main>\(brief)</main>",
            "<div style=\"display: none\"><main>\(brief)</main></div>",
        ])
    func short(_ page: String) {
        #expect(text(page)?.contains("In paragraph 0 ") == true, "\(extraction(page))")
    }

    @Test(
        "An article has sections whose ids are made from their headings",
        arguments: [
            ("sharing-with-friends", "Sharing with friends"), ("cookies", "Cookies"), ("related-work", "Related work"),
        ])
    func headingIDs(id: String, heading: String) {
        for part in [
            "<section id=\(id)><h2>\(heading)</h2><p>Kept.</p></section>", "<h2 id=\(id)>\(heading)</h2><p>Kept.</p>",
            "<h2><span id=\(id)>\(heading)</span></h2><p>Kept.</p>",
        ] {
            let text = self.text("<main>\(Self.prose)\(part)<p>The end.</p></main>")
            #expect(text?.contains("\(heading) Kept.") == true, "\(part): \(text ?? "")")
        }
    }

    @Test("An article has each word of a sentence, and no button beside one")
    func inlines() {
        let page = """
            <main>\(Self.prose)<p>The keepers gave the harbour <span class="ratings">five stars</span> and a \
            <a class="popup" href="/x">lamp that turns</a> all night, until the last of the ships has gone.</p><p><a class="share" href="/s">Share this</a></p></main>
            """
        let text = self.text(page)
        #expect(
            text?.contains("the harbour five stars and a lamp that turns all night, until") == true, "\(text ?? "")")
        #expect(text?.contains("Share this") == false)
    }

    @Test("An article has lists of links to other sites, but none to pages of its own")
    func roundup() {
        func list(_ site: String) -> String {
            "<h2>Links</h2><ul>"
                + (1...5).map { "<li><a href=\"\(site)/\($0)\">A story about boats, number \($0)</a></li>" }.joined()
                + "</ul>"
        }
        let canonical = "<link rel=canonical href=https://www.canonical.example/a>"
        func text(_ site: String) -> String? {
            self.text("\(canonical)<article><h1>Week 12</h1>\(Self.prose)\(list(site))</article>")
        }
        #expect(text("https://other.example")?.contains("Links A story about boats, number 1") == true)
        for own in ["", "https://news.site.example", "https://canonical.example"] {
            #expect(text(own)?.contains("about boats") == false, "\(own)")
        }
    }

    @Test(
        "An article has pictures whose classes name features that they have or lack",
        arguments: ["image-has-shares", "wp-block-image has-shares", "figure--with-social"])
    func pictures(_ name: String) {
        let page = "<main>\(Self.prose)<figure class=\"\(name)\"><img src=/a.png alt=Boat></figure></main>"
        guard case .article(let article) = extraction(page) else { return #expect(Bool(false)) }
        #expect(article.markup.contains("a.png"))
    }

    @Test("An article describes a picture once")
    func descriptions() {
        let page =
            "<main>\(Self.prose)<div><img src=/a.png alt='A boat at sea.'><p>A boat at sea.</p><p>A boat at sea.</p></div></main>"
        guard case .article(let article) = extraction(page) else { return #expect(Bool(false)) }
        #expect(article.markup.contains("alt=\"\"") && article.markup.split(separator: "A boat at sea").count == 2)
    }

    @Test(
        "An article has each formula once",
        arguments: [
            "<span><span style='display: none'><math><mi>E=mc</mi></math></span><img src=/f.svg aria-hidden=true alt='E=mc'></span>",
            "<span class=katex><span class=katex-mathml><math><mi>E=mc</mi></math></span><span class=katex-html aria-hidden=true>E=mc</span></span>",
            "<span class=katex><span class=katex-html aria-hidden=true>E=mc</span></span>",
            "<span class=visually-hidden><math><mi>E=mc</mi></math></span>",
            "<script type='math/tex'>E=mc</script>",
        ])
    func formulas(_ formula: String) {
        let page = "<main>\(Self.prose)<p>So \(formula) holds.</p></main>"
        guard case .article(let article) = extraction(page) else { return #expect(Bool(false)) }
        #expect(article.markup.split(separator: "E=mc").count == 2, "\(article.markup.suffix(300))")
    }

    @Test(
        "An article begins with its lead",
        arguments: [
            "<article><header><h1>Tides</h1><p>LEAD</p></header><div class=text>PROSE</div></article>",
            "<article><h1>Tides</h1><div class=intro>LEAD</div><div itemprop=articleBody>PROSE</div></article>",
            "<main><p class=lead>LEAD</p><div>PROSE</div></main>",
            "<title>Tides</title><div><p>About cookies, of which this site of the coast needs several to work as it should.</p><h2>Tides</h2><div><p>LEAD</p></div><div>PROSE</div></div>",
        ])
    func leads(_ page: String) {
        let lead = "After a year of works, ships are back in the old harbour, and so are the fishmongers of the town."
        let page = page.replacing("LEAD", with: lead).replacing("PROSE", with: Prose.marked(Prose.paragraphs(0..<12)))
        #expect(text(page)?.hasPrefix("\(lead) In paragraph 0 ") == true, "\(text(page)?.prefix(200) ?? "")")
    }
}
