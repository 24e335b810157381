import Platform
import WebText

/// A made-up site that publishes an article every ten minutes.
struct SampleSite: Sendable {
    let name: String
    /// The address of its page, without a slash at the end.
    let address: String
    let world: World

    /// The number of articles in a feed.
    private static let length = 20

    var title: String { name.prefix(1).uppercased() + name.dropFirst() + " Notes" }

    /// An article, numbered from 0; those before the start are negative.
    struct Article {
        let number: Int
        let title: String
        let text: String
        let author: String
        let date: Date
        let url: String
    }

    func updated(at now: Date) -> Date { date(newest(at: now)) }

    func articles(at now: Date) -> [Article] {
        let newest = newest(at: now)
        return (newest - Self.length + 1...newest).reversed().map(article)
    }

    private func newest(at now: Date) -> Int {
        Int((now.timeIntervalSince(world.start) / world.pace(600)).rounded(.down))
    }

    private func date(_ number: Int) -> Date { world.start.addingTimeInterval(Double(number) * world.pace(600)) }

    private func article(_ number: Int) -> Article {
        var chance = SeededRandom(world.seed, "article " + name, number)
        return Article(
            number: number, title: NewsWords.title(&chance),
            text: name.hasPrefix("rich") ? RichArticle.text(&chance) : NewsWords.text(&chance),
            author: chance.one(of: NewsWords.authors), date: date(number), url: address + "/\(number + 100_000)")
    }
}

extension SampleSite.Article {
    /// The text, with its line breaks, which XML's own escapes would replace.
    fileprivate var content: XML { XML(safe: text.escapedForMarkup) }
}

extension SampleSite {
    /// The hub and the feed's own address, for sites that are pushed.
    private func hubLinks(_ file: String) -> XML? {
        guard name.hasPrefix("pushed") else { return nil }
        let hub = String(address.dropLast(name.count)) + "hub"
        return "<link rel=\"hub\" href=\"\(hub)\"/><link rel=\"self\" href=\"\(address)/\(file)\"/>"
    }

    /// The web page.
    var page: String {
        let all = [
            ("application/rss+xml", "feed.xml", "RSS"), ("application/atom+xml", "atom.xml", "Atom"),
            ("application/feed+json", "feed.json", "JSON Feed"),
        ]
        let named = name.hasPrefix("plain") ? [] : name.hasPrefix("twins") ? Array(all.prefix(2)) : Array(all.prefix(1))
        let links: [HTML] = named.map {
            "<link rel=\"alternate\" type=\"\($0.0)\" title=\"\(title): \($0.2)\" href=\"\($0.1)\">"
        }
        let icon: HTML? =
            name.hasPrefix("plain") ? nil : "<link rel=\"icon\" type=\"image/png\" href=\"pictures/icon-\(name).png\">"
        let page: HTML = """
            <!doctype html><html><head><title>\(title)</title>\(icon)\(links)</head><body>\(title)</body></html>
            """
        return page.description
    }

    func rss(at now: Date) -> String {
        let items: [XML] = articles(at: now).map { article in
            """
            <item><title>\(article.title)</title><link>\(article.url)</link>\
            <guid isPermaLink="false">\(name)-\(article.number)</guid><dc:creator>\(article.author)</dc:creator>\
            <pubDate>\(HTTPDate(article.date).description)</pubDate><description>\(article.content)</description></item>
            """
        }
        let feed: XML = """
            <?xml version="1.0" encoding="UTF-8"?>
            <rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>\(title)</title>\
            <link>\(address)/</link><description>Made up</description><ttl>30</ttl>\(items)</channel></rss>
            """
        return feed.description
    }

    func atom(at now: Date) -> String {
        let entries: [XML] = articles(at: now).map { article in
            """
            <entry><id>tag:\(name),2026:\(article.number)</id><title>\(article.title)</title>\
            <link href="\(article.url)"/><author><name>\(article.author)</name></author>\
            <updated>\(article.date.internetDateTime)</updated>\
            <content type="html">\(article.content)</content></entry>
            """
        }
        let feed: XML = """
            <?xml version="1.0" encoding="UTF-8"?>
            <feed xmlns="http://www.w3.org/2005/Atom"><title>\(title)</title><id>\(address)/</id>\
            <link href="\(address)/"/>\(hubLinks("atom.xml"))<updated>\(updated(at: now).internetDateTime)</updated>\(entries)</feed>
            """
        return feed.description
    }

    func json(at now: Date) -> String {
        let items: [JSON] = articles(at: now).map { article in
            [
                "id": .string("\(name)-\(article.number)"), "url": .string(article.url),
                "title": .string(article.title), "content_html": .string(article.text),
                "date_published": .string(article.date.internetDateTime),
                "authors": .array([["name": .string(article.author)]]),
            ]
        }
        let feed: JSON = [
            "version": "https://jsonfeed.org/version/1.1", "title": .string(title),
            "home_page_url": .string(address + "/"), "items": .array(items),
        ]
        return String(decoding: feed.text(.compact), as: UTF8.self)
    }
}

/// A made-up article with all the markup that sites use, including parts that readers must not see.
enum RichArticle {
    static func text(_ chance: inout SeededRandom) -> String {
        let subject = NewsWords.subject(&chance)
        let high = chance.number(2..<9)
        return """
            <div class="entry" style="color:red"><p>I&rsquo;ve been thinking about <strong>\(subject)</strong>, and wrote \
            <em>everything</em> down. It&#8217;s 10<sup>\(high)</sup> words<sub>1</sub>.</p>
            <h2 onclick="alert(1)">What you need</h2>
            <ul><li>A boat<ul><li>with oars</li><li>without leaks</li></ul></li><li>Patience</li></ul>
            <ol start="3"><li>Wait for the tide.<li>Row to <a href="/harbor">the harbor</a>.</ol>
            <blockquote><p>The sea, once it casts its spell.</p><p>&mdash; <cite>A poster</cite></p></blockquote>
            <figure><img src="pictures/\(chance.hex(4)).jpg" alt="A boat at low tide" width="240" height="240" srcset="big.jpg 2x" onload="alert(1)">\
            <figcaption>Low tide, <i>yesterday</i>.</figcaption></figure>
            <table><caption>Tides</caption><thead><tr><th>Day</th><th>High</th><th>Low</th></tr></thead>
            <tbody><tr><td>Monday</td><td>\(high) m</td><td>1 m</td></tr><tr><td>Tuesday</td><td>\(high + 1) m</td><td></td></tr></tbody></table>
            <dl><dt>Ebb</dt><dd>The water leaves.</dd><dt>Flood</dt><dd>It returns.</dd></dl>
            <pre><code>if tide &gt; \(high) {\n\tmoor()\n}</code></pre><hr/>
            <p>Write to <a href="mailto:keeper@tidepool.example?subject=Tides">the keeper</a>.</p>
            <script>document.title = "taken over"</script><iframe src="https://frames.example/"></iframe>
            <svg onload="alert(1)"><text>drawing</text></svg><form action="/buy"><button>Buy</button></form>
            <img src="https://counter.example/pixel.gif" width="1" height="1" alt=""></div>
            """
    }
}
