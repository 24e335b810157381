import Dispatch
import FeedStore
import Catalog
import Feeds
import Foundation
import Freshet
import FreshetHTTP
import GitFeed
import SampleUpstreams
import UpstreamTestSupport

/// The sample upstreams, a store in a folder of its own, and a clock that stands still until it is set forward.
final class Scene: Sendable {
    let sample: SampleUpstreams
    let folder: URL
    let store: FeedStore
    /// Real requests wait for the machine, however busy it is.
    static let limits = HTTPClient.Limits(connect: .seconds(600), firstByte: .seconds(600), whole: .seconds(600))
    let client = HTTPClient(configuration: .init(userAgent: "FeedsTests", limits: limits))

    var control: FaultControl { sample.control }
    var now: Date { sample.control.now }
    var file: URL { folder.appending(path: "freshet.sqlite") }

    private init(_ configuration: SampleUpstreams.Configuration) async throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "feeds-\(UUID().uuidString)")
        store = try FeedStore(
            at: folder.appending(path: "freshet.sqlite"),
            options: .init(isDiscussion: FeedCatalog.all.isDiscussion, measureKinds: FeedCatalog.all.measureKinds))
        sample = try await SampleUpstreams.start(configuration)
    }

    /// Runs a scene and takes everything away again.
    static func run(
        _ configure: (inout SampleUpstreams.Configuration) -> Void = { _ in }, _ body: (Scene) async throws -> Void
    ) async throws {
        let start = Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down))
        var configuration = SampleUpstreams.Configuration(start: start, clock: { start })
        configure(&configuration)
        let scene = try await Scene(configuration)
        let result: Result<Void, any Error>
        do { result = .success(try await body(scene)) } catch { result = .failure(error) }
        await scene.sample.stop()
        try? FileManager.default.removeItem(at: scene.folder)  // what cannot be removed is the system's to clear away
        try result.get()
    }

    func environment(
        token: String? = nil, store: FeedStore? = nil, ahead: TimeInterval = 0
    ) -> FeedEnvironment {
        let control = sample.control
        var environment = FeedEnvironment(
            catalog: .all, store: store ?? self.store, transport: client,
            addresses: sample.addresses,
            tokens: token.map { ["github": $0] } ?? [:], now: { control.now + ahead })
        // Real requests wait for the machine, however busy it is.
        environment.itemTimeout = .seconds(600)
        return environment
    }

    func repository(
        _ name: String = "harbor", token: String? = nil, store: FeedStore? = nil, ahead: TimeInterval = 0
    ) -> Subject {
        .gitHub(RepositoryName("octo-sample/\(name)")!, environment(token: token, store: store, ahead: ahead))
    }

    func advance(_ seconds: Int) { control.advance(by: .seconds(seconds)) }
}

extension FaultControl {
    /// The number of requests for pages of events from GitHub.
    var eventRequests: Int { requests.count { $0.path.contains("/events") } }
}

/// Waits for a condition; false when it does not come true in a minute.
func eventually(_ holds: () -> Bool) async -> Bool {
    for _ in 0..<6000 {
        if holds() { return true }
        try? await Task.sleep(for: .milliseconds(10))
    }
    return holds()
}

/// As long as the sample's GitHub wants between two polls, and a second.
let pollInterval = 61

/// Blocks the thread until something holds, a minute at most.
func wait(until holds: () throws -> Bool) throws {
    for _ in 0..<30_000 {
        if try holds() { return }
        usleep(2_000)
    }
    throw CancellationError()
}
