import FeedStore
import Feeds
import Foundation
import Freshet
import FreshetHTTP
import GitFeed
import SampleUpstreams

@testable import FreshetServer

/// The sample upstreams and a store in a folder of its own, with a clock that stands still until it is set forward.
final class SampledEnvironment: Sendable {
    let sample: SampleUpstreams
    let folder: URL
    let environment: FeedEnvironment

    private init() async throws {
        let start = Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down))
        folder = FileManager.default.temporaryDirectory.appending(path: "server-\(UUID().uuidString)")
        sample = try await SampleUpstreams.start(.init(start: start, clock: { start }))
        let control = sample.control
        environment = FeedEnvironment(
            store: try SQLiteFeedStore(at: folder.appending(path: "freshet.sqlite")),
            transport: HTTPClient(configuration: .init(userAgent: "FreshetServerTests")),
            addresses: .init(gitHub: sample.gitHubURL, eonet: sample.eonetURL, news: sample.newsURL),
            now: { control.now })
    }

    static func run(_ body: (SampledEnvironment) async throws -> Void) async throws {
        let scene = try await SampledEnvironment()
        let result: Result<Void, any Error>
        do { result = .success(try await body(scene)) } catch { result = .failure(error) }
        await scene.sample.stop()
        try? FileManager.default.removeItem(at: scene.folder)
        try result.get()
    }

    /// What a look at the feed ends with.
    func state(_ address: FeedAddress) async throws -> LiveState {
        switch address {
        case .repository(let name): .gitHub(try await last(.gitHub(name, environment)))
        case .trending(let language): .gitHub(try await last(.gitHub(trending: language, environment)))
        case .repositories: .gitHub(try await last(.gitHubRepositories(environment)))
        case .planet: .categories(try await last(.planet(days: 30, environment)))
        case .category(let category): .events(try await last(.planet(category: category, days: 30, environment)))
        case .news(let list): .stories(try await last(.news(list, environment)))
        }
    }

    private func last<Item>(_ feed: Feed<Item>) async throws -> FeedState<Item> {
        var last: FeedState<Item>?
        for try await state in feed.look().values { last = state }
        return last!
    }
}
