import Catalog
import Dispatch
import FeedStore
import Feeds
import Foundation
import Freshet
import FreshetHTTP
import HTTPTypes
import Testing
import WebFeeds

@Suite("A feed that takes long to decode") struct SlowDecodingTests {
    /// A web feed whose decoding ends when all the others are done.
    private struct SlowFeed: FeedDescription {
        typealias Item = SiteItem

        let site: SiteFeed
        let others: DispatchGroup

        init(_ site: SiteFeed, after others: DispatchGroup) { (self.site, self.others) = (site, others) }
        init?(path: [String]) { nil }

        static var example: [String] { SiteFeed.example }
        var path: [String] { site.path }
        var key: FeedKey { site.key }
        var scope: String { site.scope }
        static var upstream: Upstream { SiteFeed.upstream }
        var title: String { site.title }
        var summary: String { site.summary }
        var emptyMessage: String { site.emptyMessage }
        var controls: FeedControls { site.controls }
        static var columns: [EntryColumn] { SiteFeed.columns }

        func policy(for request: HTTPRequest, _ purpose: RequestPurpose) -> RequestPolicy {
            site.policy(for: request, purpose)
        }

        func refresh(_ context: RefreshContext) -> Observable<RefreshStep> {
            site.refresh(context).map { step in
                guard others.wait(timeout: .now() + 60) == .success else {
                    throw FeedError(kind: "failed", message: "The other feeds waited for the slow one")
                }
                return step
            }
        }
    }

    /// Answers with a feed of one item at every address.
    private struct SmallFeeds: HTTPTransport {
        func response(for request: HTTPRequest, purpose: RequestPurpose) -> Single<HTTPReply> {
            .deferred {
                let body = """
                    <rss version="2.0"><channel><title>t</title><item><guid>\(request.path ?? "")</guid>\
                    <title>an item</title></item></channel></rss>
                    """
                guard let url = request.url else { return .never() }
                return .just(HTTPReply(request: request, url: url, status: .ok, headers: [:], body: Data(body.utf8)))
            }
        }
    }

    @Test("A feed that takes long to decode delays none of a hundred others")
    func independent() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "slow-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }  // the system's to clear away if it cannot be
        let store = try FeedStore(at: folder.appending(path: "freshet.sqlite"))
        let environment = FeedEnvironment(catalog: .all, store: store, transport: SmallFeeds())
        let sites = try (0...100).map { index in
            try #require(URL(string: "https://example.org/\(index)").flatMap { SiteFeed($0) })
        }
        let others = DispatchGroup()
        for _ in 1...100 { others.enter() }
        let slow = Feed(SlowFeed(sites[0], after: others))
        let loads =
            [slow.load(in: environment).takeLast(1)]
            + sites.dropFirst().map { site in
                Feed(site).load(in: environment).takeLast(1).do(onCompleted: { others.leave() })
            }
        let states = try await Observable.from(loads).merge().toArray().value
        #expect(states.count == 101)
        for state in states { #expect(state.freshness == .fresh && state.total == 1) }
    }
}
