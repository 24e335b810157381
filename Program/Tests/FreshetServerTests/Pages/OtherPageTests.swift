import Catalog
import FeedStore
import Feeds
import Foundation
import Search
import Testing
import WebText

@testable import FreshetServer

@Suite("Other pages") struct OtherPageTests {
    @Test("Every page has a language, a title, one first-level heading, and a link past the navigation")
    func frame() {
        let site = SampleStates.site
        for html in [
            HomePage(site: site).html, HelpPage(site: site).html,
            LoginPage(returnPath: "/", refusal: nil, site: site).html,
            ProblemPage(status: 404, title: "Page not found", message: "No.", site: site).html,
            SearchPage(query: "", order: .rank, outcome: .none, site: site).html,
            CandidatesPage(address: "a.example", candidates: [], site: site).html,
        ].map(\.description) {
            #expect(
                html.contains("<html lang=\"en\" data-theme=\"system\"") && html.contains("</title>")
                    && html.contains("<a class=\"skip\" href=\"#main\">"))
            #expect(
                html.components(separatedBy: "<h1").count == 2
                    && html.components(separatedBy: "<main id=\"main\"").count == 2)
        }
    }

    @Test("The home page asks readers who follow nothing to follow something")
    func welcome() {
        let html = HomePage(site: PageContext()).html.description
        #expect(html.contains("The newest items of what you follow appear here."))
        #expect(html.contains("name=\"address\" type=\"text\""))
    }

    @Test("A rejected form keeps its input in the field, escaped")
    func typed() {
        var site = PageContext()
        site.refused = RefusedForm(field: "home-follow", typed: "\"><script>", reason: "“<x>” is not an address.")
        let html = HomePage(site: site).html.description
        #expect(html.contains("value=\"&quot;&gt;&lt;script&gt;\""))
        #expect(html.contains("aria-invalid=\"true\" aria-describedby=\"home-follow-refusal\""))
        #expect(
            html.contains("<p id=\"home-follow-refusal\" class=\"wrong\" role=\"alert\">") && html.contains("&lt;x&gt;")
        )
    }

    @Test("The page of candidates offers the feeds of an address with their facts, the first one chosen")
    func candidates() {
        let html = CandidatesPage(
            address: "site.example",
            candidates: [
                FeedCandidate(
                    url: "https://site.example/a.xml", title: "All <posts>", format: .atom, items: 1,
                    newest: Date(timeIntervalSince1970: 1_790_000_000)),
                FeedCandidate(url: "https://site.example/b.xml", title: "News", format: .json, problem: .unreachable),
                FeedCandidate(url: "https://site.example/c.xml", title: "Comments"),
            ], site: PageContext()
        ).html.description
        #expect(html.contains("value=\"https://site.example/a.xml\" required autocomplete=\"off\" checked>"))
        #expect(html.components(separatedBy: " checked").count == 2)
        #expect(html.contains("All &lt;posts&gt;"))
        #expect(html.contains("<small>Atom · 1 item · newest <time class=\"ago\""))
        #expect(html.contains("<small>JSON Feed · not reachable</small>") && html.contains("<small></small>"))
        #expect(html.contains("name=\"page\" value=\"site.example\""))
    }

    @Test("Each example of a search or a rule leads to its result, with the reader's feed and folder")
    func examples() throws {
        var site = SampleStates.site
        let feed = try #require(site.followed.first?.feed)
        site.followed[0] = FollowedFeed(feed: feed, settings: FollowSettings(folder: "Coast"))
        let search = SearchPage(query: "", order: .rank, outcome: .none, site: site).html.description
        let rules = RulesPage(rules: [], typed: "", outcome: .none, hasDestinations: true, site: site).html.description
        let examples = SearchFilter.terms.flatMap(\.examples)
        #expect(examples.contains("in:FEED"))
        for example in examples {
            let own = ExampleNames(site).own(example)
            #expect(search.contains("<a href=\"/search?q=\(own.percentEncoded)\"><code>"), "\(example)")
            _ = try FeedCatalog.all.query(own)
        }
        #expect(search.contains("/search?q=\("in:\(feed.key.address)".percentEncoded)\""))
        #expect(search.contains("/search?q=folder%3ACoast\""))
        let mute = "<a href=\"/rules?rule=mute%20author%3ANAME\"><code>mute author:NAME</code></a>"
        #expect(rules.contains(mute) && rules.contains("no%20release%20for%2090d%20in%3A"))
        #expect(!search.contains("FEED") && !rules.contains("FEED"))
    }

    @Test("A page without items names what appears there, and offers one action")
    func nothing() {
        let site = SampleStates.site
        func list(_ kind: ItemListPage.Kind, _ site: PageContext = site) -> HTML {
            let label = kind == .label ? "a" : nil
            let items = ListedItems(items: [], total: 0, mutedCount: 0)
            return ItemListPage(kind: kind, items: items, site: site, label: label).html
        }
        let pages = [
            list(.unread), list(.unread, PageContext()), list(.saved), list(.label), list(.muted),
            LabelsPage(labels: [], site: site).html,
            RulesPage(rules: [], typed: "", outcome: .none, hasDestinations: true, site: site).html,
            SearchPage(query: "x", order: .rank, outcome: .found(SearchedItems()), site: site).html,
        ].map(\.description)
        for page in pages {
            let rest = page.components(separatedBy: "<div class=\"nothing").last ?? ""
            let note = rest.components(separatedBy: "</div>").first ?? ""
            let actions = note.components(separatedBy: "class=\"button\"").count - 1
            #expect(note.contains("class=\"lede\"") && note.contains("here") && actions == 1, "\(note)")
        }
    }

    @Test("Pages show the store's notices")
    func notices() {
        #expect(
            HomePage(site: PageContext(notices: ["Rescued: 2 followed feeds."])).html.description
                .contains("<div class=\"notices\" role=\"note\"><p><bdi>Rescued: 2 followed feeds.</bdi></p></div>"))
    }
}
