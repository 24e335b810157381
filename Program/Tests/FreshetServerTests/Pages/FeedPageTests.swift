import FeedStore
import Feeds
import Foundation
import News
import Testing
import WebText

@testable import FreshetServer

@Suite("The page of a feed") struct FeedPageTests {
    private func page(_ feed: Feed, _ state: FeedState, _ change: (inout PageQuery) -> Void = { _ in }) -> FeedPage {
        var query = PageQuery(feed.controls)
        change(&query)
        return FeedPage(feed: feed, state: state, query: query, site: SampleStates.site)
    }

    private func shown(_ page: FeedPage) -> Int { page.rows.count { !$0.html.description.contains(" hidden>") } }

    @Test("The page has all stored items, and forms that work without scripts")
    func complete() {
        let html = page(.news, SampleStates.stories()).html.description
        #expect(html.components(separatedBy: "<li class=\"row").count == 51)
        #expect(html.contains("<form id=\"filter\" class=\"filter\" method=\"get\" action=\"/news/top\""))
        #expect(html.contains("<form id=\"find\" class=\"find\" method=\"get\" action=\"/search\""))
        #expect(html.contains("<input type=\"hidden\" name=\"in\" value=\"news/top\">"))
        #expect(html.contains("<form class=\"refresh\" method=\"post\" action=\"/refresh\">"))
        #expect(html.contains("<form class=\"read-all\" method=\"post\" action=\"/marks\">"))
        #expect(html.contains("<main id=\"main\" class=\"feed\" data-feed=\"/news/top\""))
    }

    @Test("The page has no inline scripts or styles", arguments: [Feed.news, .wildfires])
    func strict(feed: Feed) throws {
        let html = page(feed, feed == .news ? SampleStates.stories() : SampleStates.category()).html.description
        #expect(!html.contains(" style=") && !html.contains("<style") && !html.contains(" onclick="))
        #expect(
            html.components(separatedBy: "<script").count == 2
                && html.contains("<script type=\"module\" src=\"/assets/page.js?v="))
    }

    @Test(
        "The page reloads without scripts while there is nothing to show",
        arguments: [
            (Freshness.refreshing(nil), 0, true), (.stored, 0, true), (.fresh, 0, false), (.refreshing(nil), 3, false),
        ])
    func waiting(freshness: Freshness, count: Int, isWaiting: Bool) {
        let html = page(.news, SampleStates.stories(freshness, count: count)).html.description
        #expect(html.contains("<noscript><meta http-equiv=\"refresh\"") == isWaiting)
    }

    @Test("The page hides items without the words, in any case")
    func words() {
        #expect(shown(page(.news, SampleStates.stories(count: 6)) { $0.words = "LIGHTHOUSE tiny" }) == 1)
        #expect(shown(page(.news, SampleStates.stories(count: 6)) { $0.words = "no such word" }) == 0)
    }

    @Test("The page hides items of other kinds")
    func kinds() {
        #expect(shown(page(.news, SampleStates.stories(count: 10)) { $0.kind = "job" }) == 1)
        #expect(shown(page(.wildfires, SampleStates.category(count: 6)) { $0.kind = "closed" }) == 2)
    }

    @Test("The page and its map hide events that closed before the chosen days")
    func days() {
        let whole = page(.wildfires, SampleStates.category(count: 20))
        let recent = page(.wildfires, SampleStates.category(count: 20)) { $0.days = 1 }
        #expect(shown(whole) == 20 && shown(recent) == 15)
        #expect(recent.rows.count { $0.marker?.description.contains(" hidden ") == true } == 5)
    }

    @Test(
        "The page sorts its items by the chosen order",
        arguments: [(ItemOrder.ranked, [0, 1, 2]), (.newest, [0, 1, 2]), (.largest, [1, 2, 0])])
    func order(order: ItemOrder, indices: [Int]) {
        let rows = page(.news, SampleStates.stories(count: 3)) { $0.order = order }.rows
        #expect(rows.map(\.id) == indices.map { "row-\(SampleStates.story($0).id)" })
    }

    @Test("The page offers more items while there are more")
    func more() {
        #expect(
            page(.news, SampleStates.stories()).html.description.contains("href=\"/news/top?limit=100\">Show 50 more"))
        let all = FeedState(items: [ShownItem(SampleStates.story(0))], freshness: .fresh)
        #expect(!page(.news, all).html.description.contains("Show 50 more"))
    }

    @Test("The page's stream has the chosen order and type, and leaves words out")
    func stream() {
        let page = page(.news, SampleStates.stories()) { query in
            query.limit = 100
            query.words = "x"
            query.order = .largest
            query.kind = "job"
        }
        let live = "data-live=\"/news/top?limit=100&amp;type=job&amp;order=points\""
        #expect(page.html.description.contains(live))
    }

    @Test("The list has a line for each gap")
    func gaps() throws {
        let ids = page(SampleStates.harbour, SampleStates.repository()).rows.map(\.id)
        let gap = try #require(ids.firstIndex { $0.hasPrefix("gap-") })
        #expect(gap > 0 && gap < ids.count - 1)
    }

    @Test("A line separates the items that arrived since the last visit from the others")
    func lastVisit() throws {
        let state = SampleStates.repository(lastVisit: SampleStates.ago(1500))
        let rows = page(SampleStates.harbour, state).rows
        let line = try #require(rows.firstIndex { $0.id == "last-visit" })
        // Items are 600 s apart.
        #expect(line == 3 && rows[line].html.description.contains("Since your last visit"))
        let first = SampleStates.repository(lastVisit: nil)
        #expect(!page(SampleStates.harbour, first).rows.contains { $0.id == "last-visit" })
        let nothingNew = SampleStates.repository(lastVisit: SampleStates.now)
        #expect(!page(SampleStates.harbour, nothingNew).rows.contains { $0.id == "last-visit" })
    }

    @Test("The button unfollows a followed feed regardless of capitals, and follows others")
    func following() {
        let followed = page(.repository("Tidewrack/Harbour"), SampleStates.repository()).html.description
        #expect(followed.contains("<form class=\"unfollow\" method=\"post\" action=\"/unfollow\">"))
        #expect(followed.contains("<details class=\"settings\">"))
        let other = page(.repository("a/b"), SampleStates.repository()).html.description
        #expect(
            other.contains(
                "<form class=\"follow\" method=\"post\" action=\"/follow\"><input type=\"hidden\" name=\"feed\" value=\"/github/a/b\">"
            ))
        #expect(!other.contains("<details class=\"settings\">"))
    }

    @Test("The title has the number of unread items of followed feeds")
    func title() {
        #expect(
            page(.news, SampleStates.stories()).html.description.contains("<title>(5) Top stories · Freshet</title>"))
    }

    @Test("A page without items gives the reason: muted, no match, all read, or none")
    func empty() {
        func page(muted: Int, _ change: (inout PageQuery) -> Void = { _ in }) -> String {
            var query = PageQuery(Feed.news.controls)
            change(&query)
            let state = FeedState(mutedCount: muted, freshness: .fresh, fetchedAt: SampleStates.now)
            let html = FeedPage(feed: .news, state: state, query: query, site: SampleStates.site).html.description
            return html.components(separatedBy: "<div class=\"when-empty\"><div class=\"nothing\">").last ?? ""
        }
        #expect(
            page(muted: 3).hasPrefix(
                "<p class=\"lede\">Your rules hide all 3 items.</p><p><a class=\"button\" href=\"/news/top?muted=1\">"))
        #expect(page(muted: 1).hasPrefix("<p class=\"lede\">Your rules hide the only item."))
        #expect(page(muted: 3) { $0.kind = "job" }.hasPrefix("<p class=\"lede\">Nothing in this list matches."))
        #expect(page(muted: 3) { $0.isUnreadOnly = true }.hasPrefix("<p class=\"lede\">All caught up."))
        #expect(!page(muted: 0).contains("Your rules hide"))
    }
}
