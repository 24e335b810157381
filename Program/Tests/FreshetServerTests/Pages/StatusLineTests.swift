import Feeds
import Foundation
import Testing

@testable import FreshetServer

@Suite("How a feed stands") struct StatusLineTests {
    private func words(_ standing: Standing, fetched: Bool = true) -> String {
        let state = LiveState.stories(
            FeedState(items: [], standing: standing, fetchedAt: fetched ? SampleStates.ago(12) : nil))
        let html = StatusLine(world: .news, state: state, site: SampleStates.site).html.description
        return html.replacing(/<[^>]*>/, with: "")
    }

    @Test("reads as a sentence")
    func sentences() {
        #expect(words(.fresh) == "fresh, 21 Nov 10:31 UTC")
        #expect(words(.stored) == "stored, 21 Nov 10:31 UTC")
        #expect(words(.stored, fetched: false) == "nothing is stored yet")
        #expect(words(.refreshing(nil)) == "refreshing…")
        #expect(words(.refreshing(Progress(done: 7, of: 26, "stories"))) == "refreshing, 7 of 26 stories")
        #expect(
            words(SampleStates.limited)
                == "stale since 21 Nov 10:31 UTC: Hacker News’s limit is used up until 21 Nov 10:45 UTC")
        #expect(
            words(SampleStates.unreachable, fetched: false).hasPrefix(
                "not to be had: hacker-news.firebaseio.com could not be reached"))
    }

    @Test("hides the button where trying again makes no sense")
    func retry() {
        let error = FeedError(kind: "notFound", message: "there is no such list", remedy: .askOtherwise)
        func html(_ standing: Standing) -> String {
            StatusLine(world: .news, state: .stories(FeedState(items: [], standing: standing)), site: SampleStates.site)
                .html.description
        }
        #expect(html(.stale(error)).contains("class=\"hopeless\""))
        #expect(html(SampleStates.limited).contains("class=\"limited\""))
        #expect(
            !html(SampleStates.unreachable).contains("hopeless") && !html(SampleStates.unreachable).contains("limited"))
    }

    @Test("tells a time of another year with its year")
    func years() {
        #expect(Instant(Date(timeIntervalSince1970: 0)).words(SampleStates.now) == "1 Jan 1970 00:00 UTC")
    }
}
