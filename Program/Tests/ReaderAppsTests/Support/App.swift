import Catalog
import FeedStore
import Feeds
import Foundation
import Freshet
import FreshetHTTP
import HTTPTypes
import Synchronization
import Testing

@testable import ReaderApps

/// A reader app and the library that it reads, from which no upstream can be asked.
final class App: Sendable {
    static let top = FeedKey("news/top"), best = FeedKey("news/best")

    let folder: URL
    let store: FeedStore
    let environment: FeedEnvironment
    /// The seconds that have passed since the first instant.
    let clock: Clock

    final class Clock: Sendable {
        static let start = Date(timeIntervalSince1970: 1_790_000_000)
        // Commits and requests read the time on several threads.
        private let seconds = Mutex(0.0)
        var now: Date { Self.start + seconds.withLock { $0 } }
        func advance(_ by: Double = 60) { seconds.withLock { $0 += by } }
    }

    init() throws {
        let clock = Clock()
        self.clock = clock
        folder = FileManager.default.temporaryDirectory.appending(path: "reader-app-\(UUID().uuidString)")
        store = try FeedStore(at: folder.appending(path: "freshet.sqlite"))
        environment = FeedEnvironment(
            catalog: .all, store: store, transport: NoTransport(), now: { clock.now })
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func follow(_ feed: FeedKey, in folder: String? = nil) throws {
        try environment.follow(try #require(FeedCatalog.all.feed(feed)), FollowSettings(folder: folder))
    }

    /// Stories that arrive now.
    func stories(_ numbers: Int..., into feed: FeedKey = top, dated date: Int = 1_790_000_000) throws {
        try arrive(numbers.map { ($0, date, "Story \($0)") }, into: feed)
    }

    /// Stories that arrive now in one refresh, of which the first is the newest.
    func stories(_ numbers: ClosedRange<Int>, into feed: FeedKey = top) throws {
        try arrive(numbers.map { ($0, 1_790_000_000 - 60 * $0, "Story \($0)") }, into: feed)
    }

    /// A story with a title that arrives now.
    func story(_ number: Int, _ title: String, into feed: FeedKey = top) throws {
        try arrive([(number, 1_790_000_000, title)], into: feed)
    }

    private func arrive(_ stories: [(number: Int, date: Int, title: String)], into feed: FeedKey) throws {
        clock.advance()
        let items = stories.map { number, date, title in
            let json = """
                {"id":\(number),"type":"story","title":"\(title)","url":"https://example.org/\(number)",\
                "date":\(date),"score":12,"comments":3,"author":"ann"}
                """
            return FeedCatalog.all.feed(feed)?.item(payload: Data(json.utf8))
                ?? FeedUpdate.Item(id: "\(number)", payload: Data(json.utf8))
        }
        try store.commit(
            [FeedUpdate(feed: feed, scope: "news", items: items, mode: .merge, fetchedAt: clock.now)], ledger: [],
            quotas: [])
    }

    private func ask(
        _ api: ReaderAPI, _ method: HTTPRequest.Method, _ path: String, _ body: Data, _ headers: HTTPFields = [:]
    ) async throws -> AppResponse {
        let end = path.firstIndex(of: "?") ?? path.endIndex
        let request = AppRequest(
            method: method, path: String(path[..<end]), query: String(path[end...].dropFirst()), headers: headers,
            body: body)
        let reader = Library.Reader(id: 1, name: "admin", isAdministrator: true)
        let library = Library(
            environment: environment, reader: reader, origin: "http://127.0.0.1:8080", version: "1.0")
        return try await api.response(to: request, library)
    }

    func google(_ path: String, form: String? = nil, _ headers: HTTPFields = [:]) async throws -> AppResponse {
        let body = Data((form ?? "").utf8)
        return try await ask(.googleReader, form == nil ? .get : .post, "reader/api/0/" + path, body, headers)
    }

    /// A stream as Atom.
    func atom(_ path: String) async throws -> AppResponse {
        try await ask(.googleReader, .get, "reader/atom/" + path, Data())
    }

    func miniflux(_ method: HTTPRequest.Method, _ path: String, _ body: String = "") async throws -> AppResponse {
        try await ask(.miniflux, method, path, Data(body.utf8))
    }

    func fever(_ query: String, form: String = "", _ headers: HTTPFields = [:]) async throws -> AppResponse {
        try await ask(.fever, .post, "?" + query, Data(form.utf8), headers)
    }

    /// The ids of a stream, and where the next page begins.
    func ids(_ query: String) async throws -> (ids: [Int64], continuation: String?) {
        struct Page: Decodable {
            struct Ref: Decodable { let id: String }
            let itemRefs: [Ref]
            let continuation: String?
        }
        let page = try JSONDecoder().decode(Page.self, from: try await google("stream/items/ids?" + query).body)
        return (try page.itemRefs.map { try #require(Int64($0.id)) }, page.continuation)
    }

    /// The titles of a stream's items.
    func titles(_ query: String) async throws -> [String] { try await google("stream/contents/" + query).titles() }
}

private struct NoTransport: HTTPTransport {
    func response(for request: HTTPRequest, purpose: RequestPurpose) -> Single<HTTPReply> {
        Issue.record("asked \(request)")
        return .error(CancellationError())
    }
}

extension AppResponse {
    var text: String { String(decoding: body, as: UTF8.self) }

    /// The titles of the items in a list.
    func titles(in list: String = "items") throws -> [String] {
        struct Item: Decodable { let title: String? }
        struct Member: Decodable {
            let titles: [String]
            init(from decoder: any Decoder) throws {
                // Members that aren't lists of items have no titles.
                titles = (try? [Item](from: decoder).compactMap(\.title)) ?? []
            }
        }
        return try #require(try JSONDecoder().decode([String: Member].self, from: body)[list]).titles
    }
}
