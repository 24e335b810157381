import Catalog
import FeedStore
import Feeds
import Foundation
import Freshet
import FreshetHTTP
import FreshetTest
import HTTPTypes
import SampleUpstreams
import Synchronization
import Testing

@testable import FreshetServer

@Suite("The check for updates") struct UpdateCheckTests {
    private static let url = URL(string: "https://packages.example.org/freshet/version")!
    private static let day = 86_400

    /// Virtual time, and an address that answers with a text or an error.
    private final class Scene: HTTPTransport {
        private struct State {
            var answer: Result<String, HTTPError> = .success("1.3.0\n")
            var requests: [(request: HTTPRequest, bounds: RequestBounds, second: Int)] = []
        }

        private static let start = 1_800_000_000
        /// Ticks are milliseconds.
        let scheduler = TestScheduler(initialClock: start * 1000, resolution: 0.001, simulateProcessingDelay: false)
        let folder = FileManager.default.temporaryDirectory.appending(path: "update-\(UUID().uuidString)")
        private let store: FeedStore
        private let state = Mutex(State())

        init() throws { store = try FeedStore(at: folder.appending(path: "freshet.sqlite")) }

        deinit {
            try? FileManager.default.removeItem(at: folder)  // what cannot be removed is the system's to clear away
        }

        func answer(_ answer: Result<String, HTTPError>) { state.withLock { $0.answer = answer } }

        /// The seconds at which requests were made.
        var seconds: [Int] { state.withLock { $0.requests.map(\.second) } }

        var requests: [(request: HTTPRequest, bounds: RequestBounds, second: Int)] { state.withLock { $0.requests } }

        func advance(to second: Int) { scheduler.advanceTo((Self.start + second) * 1000) }

        /// A check as a server makes one when it starts.
        func check(_ url: URL = UpdateCheckTests.url, version: String = "1.2.3") -> UpdateCheck {
            let environment = FeedEnvironment(
                catalog: .all, store: store, transport: self, makeScheduler: { [scheduler] in scheduler },
                now: { [scheduler] in scheduler.now })
            return UpdateCheck(url, version: version, environment, folder: folder)
        }

        func response(for request: HTTPRequest, purpose: RequestPurpose) -> Single<HTTPReply> {
            .deferred { [self] in
                let answer = state.withLock { state in
                    state.requests.append((request, purpose.bounds, scheduler.clock / 1000 - Self.start))
                    return state.answer
                }
                let body = Data(try answer.get().utf8)
                return .just(
                    HTTPReply(request: request, url: UpdateCheckTests.url, status: .ok, headers: [:], body: body))
            }
        }
    }

    @Test("A check for updates is made a minute after the start, and once a day, also if it fails")
    func daily() throws {
        let scene = try Scene()
        let running = scene.check().run(after: 60).subscribe()
        scene.advance(to: Self.day)
        scene.answer(.failure(.unreachable(Self.url, cause: .refused)))
        scene.advance(to: 4 * Self.day)
        let seconds = scene.seconds
        #expect(seconds.first == 60 && seconds.count == 4)
        for (one, next) in zip(seconds, seconds.dropFirst()) {
            #expect((Self.day...Self.day + 3600).contains(next - one))
        }
        running.dispose()
        scene.advance(to: 6 * Self.day)
        #expect(scene.seconds.count == 4)
    }

    @Test("A check for updates isn't repeated when the server starts again, unless it has another address")
    func restarted() throws {
        let scene = try Scene()
        let first = scene.check().run(after: 0).subscribe()
        scene.advance(to: 10)
        first.dispose()
        #expect(scene.seconds.count == 1)
        let again = scene.check()
        #expect(again.news.newerVersion == ReleaseNumber("1.3.0"))
        let running = again.run(after: 0).subscribe()
        scene.advance(to: Self.day - 10)
        #expect(scene.seconds.count == 1)
        scene.advance(to: Self.day + 3600)
        #expect(scene.seconds.count == 2)
        running.dispose()
        let other = try #require(URL(string: "https://other.example.org/version"))
        let moved = scene.check(other)
        #expect(moved.news == UpdateCheck.News())
        let elsewhere = moved.run(after: 0).subscribe()
        scene.advance(to: Self.day + 7200)
        #expect(scene.seconds.count == 3)
        elsewhere.dispose()
    }

    @Test(
        "A check for updates reports newer versions only",
        arguments: [
            ("1.2.4", true), ("1.10.0\nnotes", true), ("  2.0.0 \r\n", true), ("1.2.3", false), ("1.2.2", false),
            ("0.9.9", false),
        ])
    func versions(text: String, isNewer: Bool) throws {
        let scene = try Scene()
        scene.answer(.success(text))
        let check = scene.check()
        let running = check.run(after: 0).subscribe()
        scene.advance(to: 10)
        #expect((check.news.newerVersion != nil) == isNewer && check.news.problem == nil)
        running.dispose()
    }

    @Test(
        "A check for updates reports a response that isn't a version, and keeps what it knew",
        arguments: ["", "1.3", "v1.3.0", "1.3.0-beta", "1.3.0.0", "1..0", "<html>1.3.0", "1.3.1234567", "-1.3.0"])
    func wrong(text: String) throws {
        let scene = try Scene()
        let check = scene.check()
        let running = check.run(after: 0).subscribe()
        scene.advance(to: 10)
        scene.answer(.success(text))
        scene.advance(to: Self.day + 7200)
        #expect(check.news.newerVersion?.description == "1.3.0")
        #expect(check.news.problem?.reason.contains("such as 0.2.0") == true)
        running.dispose()
    }

    @Test("A check for updates reports why it failed, until it succeeds")
    func failed() throws {
        let scene = try Scene()
        scene.answer(.failure(.status(Self.url, .notFound, body: "")))
        let check = scene.check()
        let running = check.run(after: 0).subscribe()
        scene.advance(to: 10)
        #expect(check.news.problem?.reason.contains("404") == true && check.news.newerVersion == nil)
        scene.answer(.success("1.3.0"))
        scene.advance(to: Self.day + 7200)
        #expect(check.news.problem == nil && check.news.newerVersion != nil)
        running.dispose()
    }

    @Test("A check for updates sends only the address, reads little, and stays on its host")
    func bounds() throws {
        let scene = try Scene()
        let running = scene.check().run(after: 0).subscribe()
        scene.advance(to: 10)
        let sent = try #require(scene.requests.first)
        #expect(sent.request.method == .get && sent.request.path == "/freshet/version")
        #expect(sent.request.headerFields.map(\.name) == [.accept])
        #expect(sent.bounds.body == 1024 && !sent.bounds.isRetried)
        let addresses = [
            ("https://packages.example.org/other", true), ("https://PACKAGES.example.org/", true),
            ("http://packages.example.org/freshet/version", false), ("https://example.org/freshet/version", false),
            ("https://packages.example.org:8443/freshet/version", false),
        ]
        for (address, isAllowed) in addresses {
            #expect(sent.bounds.allows(try #require(URL(string: address))) == isAllowed, "\(address)")
        }
        running.dispose()
    }

    /// Runs a server that checks the sample's `/version` immediately.
    private func serve(_ fault: Fault, _ body: (RunningServer) async throws -> Void) async throws {
        try await SampledEnvironment.run { scene in
            scene.sample.control.fail("/version", with: fault)
            let server = try await RunningServer.start(scene) {
                $0.updateAddress = URL(string: "http://127.0.0.1:\(scene.sample.port)/version")
                $0.updateDelay = 0
            }
            let result: Result<Void, any Error>
            do { result = .success(try await body(server)) } catch { result = .failure(error) }
            try await server.stop()
            try result.get()
        }
    }

    @Test("A check for updates shows a newer version on the status page, and nowhere else")
    func page() async throws {
        try await serve(.status(200, body: "1.10.0\n<b>notes</b>")) { server in
            try await waits { await server.ask("/status").text.contains("<p>Freshet 1.10.0 is available.</p>") }
            for path in ["/", "/help", "/api/status", "/health"] {
                #expect(!(await server.ask(path).text.contains("1.10.0")), "\(path)")
            }
            let requests = server.control.requests(to: "/version")
            let headers = try #require(requests.first).headers
            #expect(requests.count == 1 && headers["user-agent"] == "FreshetServerTests")
            let usual: Set = ["host", "user-agent", "accept", "accept-encoding", "connection", "content-length"]
            #expect(Set(headers.keys).isSubset(of: usual))
        }
    }

    @Test("A check for updates follows no redirect to another host, and reads at most 1 KiB")
    func redirect() async throws {
        try await serve(.redirect(to: "http://localhost:1/version")) { server in
            try await waits { await server.ask("/status").text.contains("localhost:1 isn&#39;t allowed") }
        }
        try await serve(.status(200, body: "1.10.0\n" + String(repeating: " ", count: 1024))) { server in
            try await waits { await server.ask("/status").text.contains("larger than the limit of 1 KiB") }
            #expect(!(await server.ask("/status").text.contains("is available")))
        }
    }

    @Test("A check for updates isn't made unless it is configured")
    func off() async throws {
        try await RunningServer.run({ $0.updateDelay = 0 }) { server in
            #expect(server.contexts.shared.updateCheck == nil)
            #expect(!(await server.ask("/status").text.contains("check for updates")))
        }
    }
}
