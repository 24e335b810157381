import Catalog
import FeedStore
import Feeds
import Foundation
import Search
import Testing
import WebText

@testable import FreshetServer

@Suite("Triage on a feed's page") struct TriagePageTests {
    private func html(_ feed: Feed, muted: MutedKinds? = nil, _ change: (inout PageQuery) -> Void = { _ in }) -> String
    {
        var query = PageQuery(feed.controls)
        change(&query)
        let state = feed == .news ? SampleStates.stories() : SampleStates.repository(count: 4)
        return FeedPage(feed: feed, state: state, query: query, site: SampleStates.site, muted: muted).html.description
    }

    @Test("The page links to unread and to all items, and the links keep other choices")
    func unreadOnly() {
        #expect(
            html(.news).contains(
                "<a href=\"/news/top?unread=1\">Unread only</a><a href=\"/news/top\" aria-current=\"true\">All</a>"))
        let narrowed = html(.news) {
            $0.isUnreadOnly = true
            $0.words = "tide"
        }
        #expect(narrowed.contains("<a href=\"/news/top?q=tide\">All</a>"))
        #expect(
            narrowed.contains("<input type=\"hidden\" name=\"unread\" value=\"1\">")
                && narrowed.contains(" data-unread-only"))
    }

    @Test("The page shows ranks only in a ranked list")
    func ranks() {
        let rank = "<data class=\"rank\" value=\"1\"><span class=\"visually-hidden\">Rank </span>1</data>"
        #expect(html(.news).contains(rank))
        #expect(!html(SampleStates.harbour).contains("class=\"rank\""))
    }

    @Test("The page offers to mute the kinds of its items, and bots if there are any")
    func kinds() throws {
        #expect(MutedKinds(SampleStates.harbour, []).choices.first?.id == MutedKinds.bots)
        #expect(MutedKinds(.news, []).choices.map(\.id) == ["story", "job", "poll"])
        #expect(MutedKinds(.categories, []).choices.isEmpty)
        let muted = MutedKinds(SampleStates.harbour, [])
        #expect(html(SampleStates.harbour, muted: muted).contains("name=\"kind\" value=\"WatchEvent\""))
        #expect(!html(.categories, muted: MutedKinds(.categories, [])).contains("action=\"/mute\""))
    }

    @Test("The rules that mute kinds can be parsed and are recognized")
    func rules() throws {
        for feed in [SampleStates.harbour, .news] {
            for choice in MutedKinds(feed, []).choices {
                let rule = MutedKinds(feed, []).rule(for: choice.id)
                #expect(try MutedKinds(feed, [Rule(parsing: rule)]).muted == [choice.id])
            }
        }
        let others = try [
            "mute kind:WatchEvent", "mute kind:WatchEvent in:github",
            "keep kind:WatchEvent in:github/tidewrack/harbour",
        ].map { try Rule(parsing: $0) }
        #expect(MutedKinds(SampleStates.harbour, others).muted.isEmpty)
    }

    @Test("The rule for a kind with spaces quotes it")
    func quotes() throws {
        let quakes = try #require(FeedCatalog.all.feed(path: ["quakes", "week", "4.5"]))
        #expect(MutedKinds(quakes, []).rule(for: "quarry blast") == "mute kind:\"quarry blast\" in:quakes/week/4.5")
    }
}
