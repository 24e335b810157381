import Feeds
import Foundation
import Testing
import WebText

@testable import FreshetServer

@Suite("The status line of a feed") struct StatusLineTests {
    private func html(_ freshness: Freshness, fetched: Bool = true, skipped: Int = 0) -> String {
        let state = FeedState(
            freshness: freshness, fetchedAt: fetched ? SampleStates.ago(12) : nil, skipped: skipped)
        return StatusLine(feed: .news, state: state, site: SampleStates.site).html.description
    }

    private func words(_ freshness: Freshness, fetched: Bool = true, skipped: Int = 0) -> String {
        html(freshness, fetched: fetched, skipped: skipped).replacing(/<[^>]*>/, with: "")
    }

    @Test("The line says how fresh the feed is")
    func sentences() {
        #expect(words(.fresh) == "Checked 21 Nov 10:31 UTC")
        #expect(words(.fresh, skipped: 1) == "Checked 21 Nov 10:31 UTC · 1 item unavailable")
        #expect(words(.stored) == "Stored, 21 Nov 10:31 UTC")
        #expect(words(.stored, fetched: false) == "Nothing stored yet")
        #expect(words(.refreshing(nil)) == "Refreshing…")
        #expect(words(.refreshing(Progress(done: 7, of: 26, "stories"))) == "Refreshing, 7 of 26 stories")
        #expect(
            words(SampleStates.limited)
                == "Stale since 21 Nov 10:31 UTC: Hacker News rate limit reached. Resets at 21 Nov 10:45 UTC")
        #expect(
            words(SampleStates.unreachable, fetched: false).hasPrefix(
                "Unavailable: hacker-news.firebaseio.com couldn’t be reached"))
    }

    @Test("The line says when a missing feed was there, and when it is requested again")
    func missing() {
        let error = FeedError(
            kind: "missing", message: "a.example responded 404. It may come back",
            retryAt: SampleStates.now + 780)
        #expect(
            words(.stale(error))
                == "Missing, was there 21 Nov 10:31 UTC: a.example responded 404. It may come back. Next attempt at 21 Nov 10:45 UTC"
        )
    }

    @Test(
        "The line has the date of the items, for pages that lose the server",
        arguments: [Freshness.fresh, .stored, .refreshing(nil)])
    func updated(freshness: Freshness) {
        #expect(html(freshness).contains("<b class=\"word\" data-updated=\"2026-11-21T10:31:"))
        #expect(!html(freshness, fetched: false).contains("data-updated"))
    }

    @Test("The line counts unread items of followed feeds")
    func unread() {
        var site = SampleStates.site
        let line = StatusLine(feed: SampleStates.harbour, state: SampleStates.repository(), site: site).html.description
        #expect(line.contains("<span class=\"count-unread\">2 unread</span>"))
        site.followed = []
        let other = StatusLine(feed: SampleStates.harbour, state: SampleStates.repository(), site: site).html
            .description
        #expect(!other.contains("unread"))
    }

    @Test("The line hides the button if trying again can't help")
    func retry() {
        let error = FeedError(kind: "notFound", message: "There is no such list", remedy: .changeRequest)
        #expect(html(.stale(error)).contains("class=\"hopeless\""))
        #expect(html(SampleStates.limited).contains("class=\"limited\""))
        #expect(
            !html(SampleStates.unreachable).contains("hopeless") && !html(SampleStates.unreachable).contains("limited"))
    }

    @Test("The line names the year of dates in other years")
    func years() {
        #expect(Instant(Date(timeIntervalSince1970: 0)).words(SampleStates.now) == "1 Jan 1970 00:00 UTC")
    }
}
