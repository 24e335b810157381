import Freshet
import FreshetCombine
import News
import SampleUpstreams
import Synchronization
import Testing
import UpstreamTestSupport

@Suite("A Combine client of a feed") struct CombineTests {
    @Test("A Combine client follows a story like any other publisher") func story() async throws {
        try await withUpstreams { upstreams in
            let news = HackerNews(transport: upstreams.client, baseURL: upstreams.sample.newsURL)
            let ids = try await news.ids(of: .top).value
            let id = try #require(ids.first)
            let events = Mutex<[String]>([])
            var subscriptions: Set<AnyCancellable> = []
            news.story(id: id).publisherFailingOnOverflow
                .map(\.title)
                .sink(
                    receiveCompletion: { completion in events.withLock { $0.append("\(completion)") } },
                    receiveValue: { title in events.withLock { $0.append(title) } }
                )
                .store(in: &subscriptions)
            try await waited { events.withLock(\.count) == 2 }
            #expect(events.withLock(\.last) == "finished")
            #expect(events.withLock(\.first)?.isEmpty == false)
        }
    }

    @Test("A Combine client receives a growing list, one state for each that it demands") func stories() async throws {
        try await withUpstreams { upstreams in
            let news = HackerNews(transport: upstreams.client, baseURL: upstreams.sample.newsURL)
            let client = PacedSubscriber<Int, any Error>()
            news.stories(of: .new, limit: 5).publisherFailingOnOverflow.map(\.done).subscribe(client)
            for count in 1...6 {
                client.request(.max(1))
                try await waited { client.values.count == count }
            }
            try await waited { client.hasEnded }
            #expect(client.values == [0, 1, 2, 3, 4, 5])
        }
    }

    @Test("A Combine client cancels its request when it leaves") func leaving() async throws {
        try await withUpstreams { upstreams in
            upstreams.control.fail("/news/v0/item/", with: .hang)
            let news = HackerNews(transport: upstreams.client, baseURL: upstreams.sample.newsURL)
            let subscription = news.story(id: 1000).publisherFailingOnOverflow.sink(
                receiveCompletion: { _ in }, receiveValue: { _ in })
            try await waited { upstreams.control.inFlight(.news) == 1 }
            subscription.cancel()
            try await waited { upstreams.control.inFlight(.news) == 0 }
        }
    }
}

/// Receives as many values as the test requests.
private final class PacedSubscriber<Input: Sendable, Failure: Error>: Subscriber, Sendable {
    // Sendable: Combine's subscriptions may be used from any thread.
    private struct Held: @unchecked Sendable {
        let subscription: any Subscription
    }

    private struct State {
        var held: Held?
        var values: [Input] = []
        var hasEnded = false
    }

    private let state = Mutex(State())

    var values: [Input] { state.withLock(\.values) }
    var hasEnded: Bool { state.withLock(\.hasEnded) }

    func request(_ demand: Subscribers.Demand) { state.withLock(\.held)?.subscription.request(demand) }

    func receive(subscription: any Subscription) {
        let held = Held(subscription: subscription)
        state.withLock { $0.held = held }
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        state.withLock { $0.values.append(input) }
        return .none
    }

    func receive(completion: Subscribers.Completion<Failure>) { state.withLock { $0.hasEnded = true } }
}
