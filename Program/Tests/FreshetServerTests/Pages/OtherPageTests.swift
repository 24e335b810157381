import Catalog
import FeedStore
import Feeds
import Foundation
import Search
import Testing
import WebText

@testable import FreshetServer

@Suite("Other pages") struct OtherPageTests {
    @Test("have a language, a title, one first-level heading, and a link past the navigation")
    func frame() {
        let site = SampleStates.site
        for html in [
            HomePage(site: site).html, HelpPage(site: site).html,
            LoginPage(destination: "/", refusal: nil, site: site).html,
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

    @Test("ask readers who follow nothing to follow something")
    func welcome() {
        let html = HomePage(site: Site()).html.description
        #expect(html.contains("The newest items of what you follow appear here."))
        #expect(html.contains("name=\"address\" type=\"text\""))
    }

    @Test("keep rejected input in the field, escaped")
    func typed() {
        var site = Site()
        site.refused = RefusedForm(field: "home-follow", typed: "\"><script>", reason: "“<x>” is not an address.")
        let html = HomePage(site: site).html.description
        #expect(html.contains("value=\"&quot;&gt;&lt;script&gt;\""))
        #expect(html.contains("aria-invalid=\"true\" aria-describedby=\"home-follow-refusal\""))
        #expect(
            html.contains("<p id=\"home-follow-refusal\" class=\"wrong\" role=\"alert\">") && html.contains("&lt;x&gt;")
        )
    }

    @Test("offer the feeds of an address with what is known of them, the first one chosen")
    func candidates() {
        let html = CandidatesPage(
            address: "site.example",
            candidates: [
                FeedCandidate(
                    url: "https://site.example/a.xml", title: "All <posts>", format: .atom, items: 1,
                    newest: Date(timeIntervalSince1970: 1_790_000_000)),
                FeedCandidate(url: "https://site.example/b.xml", title: "News", format: .json, problem: .unreachable),
                FeedCandidate(url: "https://site.example/c.xml", title: "Comments"),
            ], site: Site()
        ).html.description
        #expect(html.contains("value=\"https://site.example/a.xml\" required autocomplete=\"off\" checked>"))
        #expect(html.components(separatedBy: " checked").count == 2)
        #expect(html.contains("All &lt;posts&gt;"))
        #expect(html.contains("<small>Atom · 1 item · newest <time class=\"ago\""))
        #expect(html.contains("<small>JSON Feed · not reachable</small>") && html.contains("<small></small>"))
        #expect(html.contains("name=\"page\" value=\"site.example\""))
    }

    @Test("show the store's notices")
    func notices() {
        #expect(
            HomePage(site: Site(notices: ["Rescued: 2 followed feeds."])).html.description
                .contains("<div class=\"notices\" role=\"note\"><p><bdi>Rescued: 2 followed feeds.</bdi></p></div>"))
    }
}
