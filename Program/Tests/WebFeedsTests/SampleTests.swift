import Foundation
import Testing
import WebFeeds
import WebText

#if canImport(FoundationXML)
import FoundationXML
#endif

@Suite("Recorded feeds", .enabled(if: hasSamples, "no recorded samples beside the package"))
struct SampleTests {
    private func feed(_ name: String) throws -> WebFeed {
        let feed = try WebFeed(parsing: try sample(name), address: URL(string: "https://feed.example/dir/feed.xml"))
        #expect(feed.skipped == 0 && feed.repairs == 0)
        #expect(Set(feed.items.map(\.id)).count == feed.items.count)
        #expect(feed.items.allSatisfy { !$0.id.isEmpty && ($0.title != nil || $0.content != nil) })
        return feed
    }

    @Test(
        "Recorded feeds are read completely",
        arguments: [
            ("DaringFireball.atom", WebFeed.Format.atom, 48), ("OneFootTsunami.atom", .atom, 25),
            ("EMarley.rss", .rss, 10),
            ("scriptingNews.rss", .rss, 50), ("markdown1.rss", .rss, 25), ("medscape.rss", .rss, 20),
            ("phpxml.rss", .rss, 20),
            ("natasha.xml", .rss, 10), ("shopify-namespace.rss", .rss, 1), ("bio.rdf", .rdf, 30),
            ("allthis.json", .jsonFeed, 12), ("authors.json", .jsonFeed, 4),
        ])
    func all(name: String, format: WebFeed.Format, count: Int) throws {
        let feed = try feed(name)
        #expect(feed.format == format && feed.items.count == count && feed.title != nil)
        if name != "authors.json", name != "shopify-namespace.rss" {
            #expect(feed.items.allSatisfy { $0.url != nil && ($0.published ?? $0.updated) != nil && $0.content != nil })
        }
    }

    @Test("The recorded feed of a link blog has both the page and its target")
    func linkBlog() throws {
        let feed = try feed("DaringFireball.atom")
        let item = try #require(feed.items.first)
        #expect(feed.title == "Daring Fireball" && feed.homePage?.absoluteString == "https://daringfireball.net/")
        #expect(item.id == "tag:daringfireball.net,2017:/linked//6.33853")
        #expect(
            item.url?.path == "/thetalkshow/2017/06/26/ep-195"
                && item.related?.path == "/linked/2017/06/26/the-talk-show-195")
        #expect(
            item.authors.map(\.name) == ["John Gruber"] && item.published == Date(timeIntervalSince1970: 1_498_524_857))
        #expect(item.content?.hasPrefix("<p>New episode of America") == true)
    }

    @Test("Recorded items without titles have text, and one identity each though they share a guid")
    func titleless() throws {
        let feed = try feed("scriptingNews.rss")
        #expect(feed.items.count { $0.title == nil } == 39)
        #expect(
            feed.items[0].id == "http://scripting.com/2017/06/26.html#a080605"
                && feed.items[0].content == "Good morning students and teachers! 🍏")
    }

    @Test("Recorded feeds may escape, encode and abbreviate in any way")
    func variants() throws {
        #expect(try feed("OneFootTsunami.atom").items[0].title == "Link: Pillow Fight Leaves 24 Concussed")
        #expect(
            try feed("OneFootTsunami.atom").items[0].url?.absoluteString.contains("mwrsm=Email&_r=1&pagewanted=all")
                == true)
        #expect(try feed("EMarley.rss").items[0].title == "UI Automation & screenshots")
        let natasha = try feed("natasha.xml")
        #expect(
            natasha.items[0].id == "https://www.natashatherobot.com/?p=6602" && natasha.pacing.updateInterval == 3600)
        #expect(natasha.items[0].discussion?.fragment == "comments" && natasha.items[0].tags.count == 6)
        #expect(natasha.items[0].summary != nil && natasha.items[0].content != natasha.items[0].summary)
        let medscape = try feed("medscape.rss")
        #expect(
            medscape.items[0].published == Date(timeIntervalSince1970: 1_762_368_730) && medscape.items[0].image != nil)
        let php = try feed("phpxml.rss")
        #expect(php.title == "www.fcutrecht.net voetbalnieuws" && php.language == "nl-nl")
        #expect(
            php.items[0].content?.hasPrefix("<img src=\"\(try #require(php.homePage))pictures/100/scheids.jpg\"")
                == true)
        #expect(try feed("markdown1.rss").feedURL?.host == "wordland.social")
        let bio = try feed("bio.rdf")
        #expect(
            bio.items[0].id == "http://biorxiv.org/cgi/content/short/743294v1?rss=1" && bio.items[0].authors.count == 1)
        #expect(bio.items[0].published == Date(timeIntervalSince1970: 1_566_864_000))
    }

    @Test("Recorded feeds are not confused by another namespace's names")
    func shop() throws {
        let item = try feed("shopify-namespace.rss").only
        #expect(item.title == "Real Product Title" && item.id == "https://example.com/products/1")
        #expect(item.authors.map(\.name) == ["Jane Maker"] && item.content == "<p>Body HTML</p>" && item.summary == nil)
    }

    @Test("Recorded JSON Feeds have authors of versions 1 and 1.1")
    func authors() throws {
        #expect(
            try feed("authors.json").items.map { $0.authors.map(\.name) } == [
                ["Root Author 1", "Root Author 2"], ["Legacy Item Author"], ["Item Author 1", "Item Author 2"],
                ["Item Author 1", "Item Author 2"],
            ])
        #expect(try feed("allthis.json").items[0].authors.map(\.name) == ["Dr. Drang"])
        #expect(try feed("allthis.json").icon?.path == "/all-this/resources/snowman-200.png")
    }

    @Test(
        "Recorded feeds have texts that are well-formed once they are sanitized",
        arguments: [
            "DaringFireball.atom", "OneFootTsunami.atom", "EMarley.rss", "scriptingNews.rss", "markdown1.rss",
            "medscape.rss", "natasha.xml", "bio.rdf", "allthis.json",
        ])
    func markup(name: String) throws {
        for content in try feed(name).items.compactMap(\.content) {
            let html = AllowedMarkup(content).html
            let document = "<x>" + html.replacing("<br>", with: "<br/>").replacing("<hr>", with: "<hr/>") + "</x>"
            #expect(XMLParser(data: Data(document.utf8)).parse(), "\(document)")
            #expect(!["<script", "<img", "<iframe", "<object", " style=", " class="].contains { html.contains($0) })
            #expect(html.isEmpty == ArticleText(content).lines.isEmpty)
        }
    }

    @Test("Recorded feeds are found through their pages")
    func pages() throws {
        let daring = FeedLinks(
            inPage: try sample("DaringFireball.html"), address: URL(string: "https://daringfireball.net/"))
        #expect(daring.links.map(\.url.absoluteString) == ["https://daringfireball.net/feeds/main"])
        let inessential = FeedLinks(inPage: try sample("inessential.html"), address: nil)
        #expect(inessential.links.map(\.url.absoluteString) == ["http://inessential.com/xml/rss.xml"])
        #expect(inessential.links.map(\.title) == ["RSS"])
        #expect(throws: WebFeedError.webPage) { try WebFeed(parsing: try sample("DaringFireball.html")) }
    }

    @Test("Recorded feeds are listed in folders, and the list is read back as it was written")
    func list() throws {
        let list = try OPML(parsing: try sample("Subs.opml"))
        #expect(list.title == "Subs" && list.feeds.count == 207 && list.refused.isEmpty)
        #expect(Set(list.feeds.map(\.folder)) == [[], ["Macintosh"], ["Programming"], ["Weblogs"], ["Writers"]])
        #expect(list.feeds[4].title == "chat & code")
        let written = try OPML(parsing: Data(list.document.utf8))
        #expect(Set(written.feeds) == Set(list.feeds) && written.feeds.count == list.feeds.count)
    }
}
