import FeedStore
import Feeds
import Foundation
import Freshet
import FreshetHTTP
import HTTPTypes
import ImportExport
import SampleUpstreams
import Synchronization
import Testing
import WebFeeds

@Suite("The user and password in a feed's address") struct FeedCredentialsTests {
    private static let basic = "Basic cmVhZGVyOnBAc3M="

    private func address(_ scene: Scene, _ path: String = "harbor/feed.xml", as user: String = "reader:p%40ss")
        -> String
    {
        "http://\(user)@127.0.0.1:\(scene.sample.port)/web/\(path)"
    }

    private func follow(_ address: String, in scene: Scene) async throws -> Feed {
        let environment = scene.environment()
        guard case .feed(let feed) = try await environment.resolve(address).value else { throw CancellationError() }
        try environment.follow(feed)
        return feed
    }

    private func sent(_ scene: Scene) -> [String?] { scene.control.requests.map { $0.headers["authorization"] } }

    @Test("A feed's credentials are sent with Basic authentication, also at later refreshes")
    func sent() async throws {
        try await Scene.run { scene in
            let feed = try await follow(address(scene), in: scene)
            #expect(feed == scene.site("harbor").feed)
            scene.advance(86_400)
            #expect(try await scene.site("harbor").last().freshness == .fresh)
            #expect(sent(scene) == [Self.basic, Self.basic])
        }
    }

    @Test("A feed's credentials are requested with an address's form, without its query, if a site needs them")
    func missing() async throws {
        try await Scene.run { scene in
            scene.control.fail("/web/harbor/feed.xml", with: .status(401))
            let site = "127.0.0.1:\(scene.sample.port)"
            for (typed, reason) in [
                ("", "requires a user and a password"), ("reader:wrong@", "refused the user or the password"),
            ] {
                let address = "http://\(typed)\(site)/web/harbor/feed.xml?key=s3cret"
                let error = await #expect(throws: FeedError.self) {
                    try await scene.environment().resolve(address).value
                }
                let form = "http://USER:PASSWORD@\(site)/web/harbor/feed.xml?…"
                #expect(error?.message == "\(site) \(reason) (401). Follow the feed with both: \(form)")
                #expect(error?.remedy == .credentials)
            }
        }
    }

    @Test("A feed's credentials are sent to a page and to the feed that it names")
    func page() async throws {
        try await Scene.run { scene in
            let feed = try await follow(address(scene, "harbor/"), in: scene)
            #expect(feed == scene.site("harbor").feed)
            #expect(sent(scene) == [Self.basic, Self.basic])
        }
    }

    @Test("A feed's credentials are never sent to another host that a page names")
    func otherHost() async throws {
        try await Scene.run { scene in
            let transport = PageTransport()
            var environment = scene.environment()
            environment.transport = transport
            _ = try await environment.resolve("https://reader:p%40ss@a.example/").value
            #expect(transport.sent == ["a.example \(Self.basic)", "b.example -"])
        }
    }

    @Test("A feed's credentials are replaced by those of an address that is followed again")
    func replaced() async throws {
        try await Scene.run { scene in
            let feed = try await follow(address(scene), in: scene)
            scene.advance(60)
            let again = try await follow(address(scene, as: "reader:new"), in: scene)
            #expect(again == feed)
            scene.advance(86_400)
            try await scene.site("harbor").last()
            #expect(sent(scene) == [Self.basic, "Basic cmVhZGVyOm5ldw==", "Basic cmVhZGVyOm5ldw=="])
        }
    }

    @Test("A feed's credentials are sent to the feed that is chosen among a page's feeds")
    func chosen() async throws {
        try await Scene.run { scene in
            let environment = scene.environment()
            let page = address(scene, "twins/")
            guard case .candidates(let candidates) = try await environment.resolve(page).value else { return }
            let chosen = try #require(candidates.first)
            _ = try await environment.resolve(chosen.url, namedBy: page).value
            #expect(sent(scene) == [Self.basic, Self.basic])
        }
    }

    @Test("A feed's credentials come with an imported list")
    func imported() async throws {
        try await Scene.run { scene in
            let outline = "<outline text='Harbor' xmlUrl='\(address(scene))'/>"
            let list = "<opml version='2.0'><body>\(outline)</body></opml>"
            #expect(try scene.environment().importing(Data(list.utf8)).added == 1)
            try await scene.site("harbor").last()
            #expect(sent(scene) == [Self.basic])
        }
    }

    @Test("A feed's credentials are deleted with the follow, and restored when that is undone")
    func unfollowed() async throws {
        try await Scene.run { scene in
            let feed = try await follow(address(scene), in: scene)
            func isStored() throws -> Bool {
                let extra = try scene.store.snapshot(of: feed.key, order: .newest, limit: 0).extra
                return String(decoding: extra ?? Data(), as: UTF8.self).contains("credentials")
            }
            let environment = scene.environment()
            #expect(try isStored())
            let unfollowed = try #require(try environment.unfollow(feed))
            #expect(try !isStored())
            try environment.restore([unfollowed])
            #expect(try isStored())
            try environment.unfollow(feed)
            try environment.follow(feed)
            #expect(try isStored())
        }
    }

    @Test("A feed's credentials stay deleted if the feed is unfollowed during a refresh")
    func unfollowedMeanwhile() async throws {
        try await Scene.run { scene in
            let feed = try await follow(address(scene), in: scene)
            let environment = scene.environment()
            let store = scene.store.interposing { write in
                if write == .other { try environment.unfollow(feed) }
            }
            let refreshing = scene.environment(store: store)
            scene.advance(86_400)
            for try await _ in feed.load(FeedRequest(), in: refreshing).values {}
            let stored = try scene.store.snapshot(of: feed.key, order: .newest, limit: 0)
            #expect(try scene.store.followed().isEmpty && stored.fetchedAt == scene.now)
            #expect(!String(decoding: stored.extra ?? Data(), as: UTF8.self).contains("credentials"))
            // Following it again in the same program is an undo.
            try environment.follow(feed)
            let extra = try scene.store.snapshot(of: feed.key, order: .newest, limit: 0).extra
            #expect(String(decoding: extra ?? Data(), as: UTF8.self).contains("credentials"))
        }
    }

    @Test("A feed's credentials leave the key of a feed that an earlier version followed")
    func earlier() async throws {
        try await Scene.run { scene in
            let path = "web/" + address(scene).addingPercentEncoding(withAllowedCharacters: .alphanumerics)!
            try scene.store.follow(FeedKey(path), path: path, FollowSettings(name: "Quay"), at: scene.now)
            let followed = try scene.environment().followed()
            #expect(followed.map(\.feed) == [scene.site("harbor").feed] && followed.map(\.title) == ["Quay"])
            let stored = try scene.store.followed().map(\.feed.rawValue)
            #expect(stored.allSatisfy { !$0.contains("reader") })
            try await scene.site("harbor").last()
            #expect(sent(scene) == [Self.basic])
        }
    }

    @Test("A feed's credentials appear nowhere else")
    func hidden() async throws {
        try await Scene.run { scene in
            let feed = try await follow(address(scene), in: scene)
            let environment = scene.environment()
            scene.control.fail("/web/harbor", with: .status(401))
            scene.advance(86_400)
            let failed = try await scene.site("harbor").last()
            let shown = [
                feed.key.rawValue, feed.encodedPath, feed.title, feed.summary, "\(failed)",
                "\(try environment.followed())", "\(try scene.store.ledger())", "\(try scene.store.followed())",
                "\(try environment.pages(of: environment.followed()))",
            ]
            #expect(shown.allSatisfy { !$0.contains("p@ss") && !$0.contains("p%40ss") && !$0.contains("cmVhZGVy") })
            #expect(failed.freshness.error?.remedy == .credentials)
        }
    }

    @Test("A feed's credentials are for an origin, and for the same host with encryption")
    func origins() throws {
        func shares(_ one: String, _ other: String) throws -> Bool {
            try #require(URL(string: one)).sharesCredentials(with: try #require(URL(string: other)))
        }
        #expect(try shares("http://a.example/x", "http://a.example/y"))
        #expect(try shares("http://a.example/x", "https://a.example/x"))
        for other in ["http://a.example/", "https://b.example/", "https://a.example:8443/", "https://x.a.example/"] {
            #expect(try !shares("https://a.example/", other))
        }
    }
}

/// Answers with a page of `a.example` that names a feed of `b.example`.
private final class PageTransport: HTTPTransport {
    private let requests = Mutex<[HTTPRequest]>([])

    /// The host and the credentials of each request.
    var sent: [String] {
        requests.withLock { $0.map { "\($0.authority ?? "-") \($0.headerFields[.authorization] ?? "-")" } }
    }

    func response(for request: HTTPRequest, purpose: RequestPurpose) -> Single<HTTPReply> {
        requests.withLock { $0.append(request) }
        let body =
            request.authority == "a.example"
            ? "<link rel=alternate type=application/rss+xml href=https://b.example/feed>"
            : "<rss><channel><item><title>a</title></item></channel></rss>"
        return .deferred {
            let url = try #require(request.url)
            return .just(HTTPReply(request: request, url: url, status: .ok, headers: [:], body: Data(body.utf8)))
        }
    }
}
