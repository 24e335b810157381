import Catalog
import FeedStore
import Feeds
import Foundation
import Freshet
import FreshetHTTP
import GRDB
import HTTPTypes
import SampleUpstreams
import Testing
import UpstreamTestSupport

@testable import FreshetServer

/// The sample upstreams and a store in a folder of its own, with a clock that stands still until it is set forward.
final class SampledEnvironment: Sendable {
    let sample: SampleUpstreams
    let folder: URL
    let environment: FeedEnvironment

    private init(members destinations: Set<Destination.Kind>, _ provider: FakeProvider?) async throws {
        let start = Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down))
        folder = FileManager.default.temporaryDirectory.appending(path: "server-\(UUID().uuidString)")
        sample = try await SampleUpstreams.start(.init(start: start, clock: { start }))
        let control = sample.control
        var environment = FeedEnvironment(
            catalog: .all,
            store: try FeedStore(
                at: folder.appending(path: "freshet.sqlite"),
                options: .init(isDiscussion: FeedCatalog.all.isDiscussion, measureKinds: FeedCatalog.all.measureKinds)),
            transport: PublicTransport(HTTPClient(configuration: .init(userAgent: "FreshetServerTests"))),
            addresses: sample.addresses,
            now: { control.now })
        environment.memberDestinations = destinations
        if let provider {
            environment.transport = FakeProviderTransport(provider: provider, rest: environment.transport)
        }
        self.environment = environment
    }

    /// - Parameters:
    ///   - destinations: the kinds of destination that act as the server and that every account may use.
    ///   - provider: answers requests to its address.
    static func run(
        members destinations: Set<Destination.Kind> = [], provider: FakeProvider? = nil,
        _ body: (SampledEnvironment) async throws -> Void
    ) async throws {
        let scene = try await SampledEnvironment(members: destinations, provider)
        let result: Result<Void, any Error>
        do { result = .success(try await body(scene)) } catch { result = .failure(error) }
        await scene.sample.stop()
        try? FileManager.default.removeItem(at: scene.folder)
        try result.get()
    }

    private var file: URL { folder.appending(path: "freshet.sqlite") }
    private var aside: URL { folder.appending(path: "aside") }

    /// Puts a link to nowhere in the place of the store's file.
    ///
    /// Threads of the server read the store meanwhile: without a file at its address, they would create one.
    func hideStore() throws {
        let link = folder.appending(path: "link")
        try FileManager.default.linkItem(at: file, to: aside)
        try FileManager.default.createSymbolicLink(
            at: link, withDestinationURL: folder.appending(path: "missing/freshet.sqlite"))
        try #require(rename(link.path, file.path) == 0)
    }

    /// Takes back ``hideStore()``.
    func restoreStore() throws { try #require(rename(aside.path, file.path) == 0) }

    /// Changes the store as another program does.
    func execute(_ sql: String) throws {
        let queue = try DatabaseQueue(path: file.path(percentEncoded: false))
        try queue.write { try $0.execute(sql: sql) }
    }

    /// The last state of a load of the feed.
    func state(_ feed: Feed) async throws -> FeedState {
        let request = FeedRequest(days: feed.controls.days == nil ? nil : 30)
        return try await feed.load(request, in: environment).takeLast(1).asSingle().value
    }
}

/// Replies as if the sample upstreams were public, so that accounts that aren't administrators may read their feeds.
private struct PublicTransport: HTTPTransport {
    private let transport: any HTTPTransport

    init(_ transport: any HTTPTransport) { self.transport = transport }

    func response(for request: HTTPRequest, purpose: RequestPurpose) -> Single<HTTPReply> {
        response(for: request, purpose: purpose, counting: RequestCount())
    }

    func response(
        for request: HTTPRequest, purpose: RequestPurpose, counting count: RequestCount
    ) -> Single<HTTPReply> {
        transport.response(for: request, purpose: purpose, counting: count).map { reply in
            HTTPReply(
                request: reply.request, url: reply.url, movedTo: reply.movedTo, status: reply.status,
                headers: reply.headers, body: reply.body)
        }
    }
}
