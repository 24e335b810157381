import Feeds
import Foundation
import GitFeed
import News
import Testing

@testable import FreshetServer

@Suite("The page of a feed") struct FeedPageTests {
    private func page(_ address: FeedAddress, _ state: LiveState, _ change: (inout PageQuery) -> Void = { _ in })
        -> FeedPage
    {
        var query = PageQuery(for: address)
        change(&query)
        return FeedPage(address: address, state: state, query: query, site: SampleStates.site)
    }

    private func shown(_ page: FeedPage) -> Int { page.rows.count { !$0.html.description.contains(" hidden>") } }

    @Test("has all that is stored in it, and needs no script for forms")
    func complete() {
        let html = page(.news(.top), SampleStates.stories()).html.description
        #expect(html.components(separatedBy: "<li class=\"row").count == 51)
        #expect(html.contains("<form id=\"filter\" class=\"filter\" method=\"get\" action=\"/news/top\""))
        #expect(html.contains("<form class=\"refresh\" method=\"post\" action=\"/refresh\">"))
        #expect(html.contains("<main id=\"main\" class=\"feed\" data-feed=\"/news/top\""))
    }

    @Test("has neither scripts nor styles within it")
    func strict() throws {
        for page in [page(.news(.top), SampleStates.stories()), page(.category("wildfires"), SampleStates.category())] {
            let html = page.html.description
            #expect(!html.contains(" style=") && !html.contains("<style") && !html.contains(" onclick="))
            #expect(
                html.components(separatedBy: "<script").count == 2
                    && html.contains("<script type=\"module\" src=\"/assets/page.js?v="))
        }
    }

    @Test(
        "comes anew by itself where no script does that, as long as there is nothing to show",
        arguments: [
            (Standing.refreshing(nil), 0, true), (.stored, 0, true), (.fresh, 0, false), (.refreshing(nil), 3, false),
        ])
    func awaited(standing: Standing, count: Int, isAwaited: Bool) {
        let html = page(.news(.top), SampleStates.stories(standing, count: count)).html.description
        #expect(html.contains("<noscript><meta http-equiv=\"refresh\"") == isAwaited)
    }

    @Test("hides what has not the words, capitals or not")
    func words() {
        #expect(shown(page(.news(.top), SampleStates.stories(count: 6)) { $0.words = "LIGHTHOUSE tiny" }) == 1)
        #expect(shown(page(.news(.top), SampleStates.stories(count: 6)) { $0.words = "no such word" }) == 0)
    }

    @Test("hides what is of another type")
    func types() {
        #expect(shown(page(.news(.top), SampleStates.stories(count: 10)) { $0.type = "job" }) == 1)
        #expect(shown(page(.category("wildfires"), SampleStates.category(count: 6)) { $0.type = "closed" }) == 2)
    }

    @Test("hides events that were closed before the days that are asked for, on the map, too")
    func days() {
        let whole = page(.category("wildfires"), SampleStates.category(count: 20))
        let recent = page(.category("wildfires"), SampleStates.category(count: 20)) { $0.days = 1 }
        #expect(shown(whole) == 20 && shown(recent) == 15)
        #expect(recent.rows.count { $0.marker?.description.contains(" hidden ") == true } == 5)
    }

    @Test("puts the most points first if that is asked for")
    func score() {
        let rows = page(.news(.top), SampleStates.stories(count: 3)) { $0.order = .score }.rows
        #expect(rows.map(\.id) == [1, 2, 0].map { "row-\(SampleStates.story($0).id)" })
    }

    @Test("offers more as long as there is more")
    func more() {
        #expect(
            page(.news(.top), SampleStates.stories()).html.description.contains(
                "href=\"/news/top?limit=100\">Show 50 more"))
        let all = LiveState.stories(FeedState(items: [ShownItem(SampleStates.story(0))], standing: .fresh))
        #expect(!page(.news(.top), all).html.description.contains("Show 50 more"))
    }

    @Test("asks of its stream what it cannot choose itself")
    func stream() {
        let page = page(.news(.top), SampleStates.stories()) { query in
            query.limit = 100
            query.words = "x"
            query.order = .score
        }
        #expect(page.html.description.contains("data-live=\"/news/top?limit=100\""))
    }

    @Test("tells gaps where they are")
    func gaps() throws {
        let name = try #require(RepositoryName("tidewrack/harbour"))
        let ids = page(.repository(name), SampleStates.repository()).rows.map(\.id)
        let gap = try #require(ids.firstIndex { $0.hasPrefix("gap-") })
        #expect(gap > 0 && gap < ids.count - 1)
    }

    @Test("lets a followed repository be unfollowed, and any other followed")
    func following() throws {
        let followed = try #require(RepositoryName("Tidewrack/Harbour"))
        #expect(
            page(.repository(followed), SampleStates.repository()).html.description.contains(
                "<form class=\"unfollow\" method=\"post\" action=\"/unfollow\">"))
        let other = try #require(RepositoryName("a/b"))
        #expect(
            page(.repository(other), SampleStates.repository()).html.description.contains(
                "<form class=\"follow\" method=\"post\" action=\"/follow\"><input type=\"hidden\" name=\"repository\" value=\"a/b\">"
            ))
    }
}
