import Freshet
import FreshetCombine
import News
import SampleUpstreams
import Testing
import UpstreamBench

@Suite("A Combine client of a feed") struct FeedTests {
    @Test("follows a story as it would any other publisher") func story() async throws {
        try await withBench { bench in
            let news = HackerNews(transport: bench.client, baseURL: bench.sample.newsURL)
            let ids = try await news.ids(of: .top).value
            let id = try #require(ids.first)
            let log = Log<String>()
            var subscriptions: Set<AnyCancellable> = []
            news.story(id: id).publisherFailingOnOverflow
                .map(\.title)
                .sink(receiveCompletion: { log("\($0)") }, receiveValue: { log($0) })
                .store(in: &subscriptions)
            #expect(await eventually { log.entries.count == 2 })
            #expect(log.entries.last == "finished" && log.entries.first?.isEmpty == false)
        }
    }

    @Test("gets a list that grows, one state for each it asks for") func stories() async throws {
        try await withBench { bench in
            let news = HackerNews(transport: bench.client, baseURL: bench.sample.newsURL)
            let probe = news.stories(of: .new, limit: 5).publisherFailingOnOverflow.map(\.done).probed(.max(1))
            #expect(await eventually { probe.values == [0] })
            for count in 2...6 {
                probe.request(.max(1))
                #expect(await eventually { probe.values.count == count })
            }
            #expect(await eventually { probe.hasEnded })
            #expect(probe.values.last == 5)
        }
    }

    @Test("lets a request go when it leaves") func leaving() async throws {
        try await withBench { bench in
            bench.control.fail("/news/v0/item/", with: .hang)
            let news = HackerNews(transport: bench.client, baseURL: bench.sample.newsURL)
            let subscription = news.story(id: 1000).publisherFailingOnOverflow.sink(
                receiveCompletion: { _ in }, receiveValue: { _ in })
            #expect(await eventually { bench.control.inFlight(.news) == 1 })
            subscription.cancel()
            #expect(await eventually { bench.control.inFlight(.news) == 0 })
        }
    }
}
