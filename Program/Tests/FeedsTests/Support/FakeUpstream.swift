import Catalog
import FeedStore
import Feeds
import Foundation
import Freshet
import FreshetHTTP
import FreshetTest
import GitFeed
import HTTPTypes
import Synchronization

/// Virtual time with an upstream that immediately gives the chosen answer.
final class VirtualScene: Sendable {
    enum Answer {
        /// No events, and headers.
        case empty(HTTPFields)
        case body(String, HTTPFields)
        case failure(HTTPError)
        case nothing
    }

    private struct Log {
        var answer: @Sendable (Int) -> Answer = { _ in .empty(VirtualScene.wishes(60)) }
        var asked: [(path: String, time: Int)] = []
        var cancelled = 0
        var start = VirtualScene.start
        var latency = 0
        var inFlight = 0
        var mostInFlight = 0
    }

    private static let start = 1_800_000_000
    /// Ticks are milliseconds.
    let scheduler = TestScheduler(initialClock: start * 1000, resolution: 0.001, simulateProcessingDelay: false)
    let folder = FileManager.default.temporaryDirectory.appending(path: "watch-\(UUID().uuidString)")
    let store: FeedStore
    private let log = Mutex(Log())

    init() throws { store = try FeedStore(at: folder.appending(path: "freshet.sqlite")) }

    deinit {
        try? FileManager.default.removeItem(at: folder)  // what cannot be removed is the system's to clear away
    }

    /// Another environment each time, as another process has one.
    var environment: FeedEnvironment { environment(token: nil) }

    func environment(token: String?, store: FeedStore? = nil) -> FeedEnvironment {
        FeedEnvironment(
            catalog: .all, store: store ?? self.store, transport: Transport(scene: self),
            tokens: token.map { ["github": $0] } ?? [:], makeScheduler: { [scheduler] in scheduler },
            now: { [scheduler] in scheduler.now }, random: { 0.5 })
    }

    func repository(_ name: String = "o/r") -> Subject { .gitHub(RepositoryName(name)!, environment) }

    /// Answers the n-th request, counted from 0.
    func answer(_ answer: @escaping @Sendable (Int) -> Answer) { log.withLock { $0.answer = answer } }

    /// Forgets the requests so far; now is second 0.
    func restart() {
        let now = scheduler.clock / 1000
        log.withLock { log in
            log.asked = []
            log.start = now
        }
    }

    /// Answers take so many seconds.
    func setLatency(_ seconds: Int) { log.withLock { $0.latency = seconds } }

    /// The maximum number of requests in flight.
    var mostInFlight: Int { log.withLock { $0.mostInFlight } }
    /// The paths of the requests.
    var paths: [String] { log.withLock { $0.asked.map(\.path) } }

    /// The seconds at which requests were made.
    var asked: [Int] { log.withLock { $0.asked.map(\.time) } }
    func asked(for name: String) -> [Int] {
        log.withLock { $0.asked.filter { $0.path.contains(name) }.map(\.time) }
    }
    var cancelled: Int { log.withLock { $0.cancelled } }
    var now: Date { scheduler.now }

    func advance(to seconds: Int) { scheduler.advanceTo((log.withLock { $0.start } + seconds) * 1000) }

    static func wishes(_ seconds: Int) -> HTTPFields { [HTTPField.Name("X-Poll-Interval")!: String(seconds)] }

    private func reply(to request: HTTPRequest) -> Single<HTTPReply> {
        let time = scheduler.clock / 1000 - log.withLock { $0.start }
        let (answer, count, latency) = log.withLock { log in
            log.asked.append((request.path ?? "", time))
            log.inFlight += 1
            log.mostInFlight = max(log.mostInFlight, log.inFlight)
            return (log.answer, log.asked.count - 1, log.latency)
        }
        let reply = reply(to: request, answer(count))
        let late =
            latency == 0
            ? reply : Single<Int>.timer(.seconds(latency), scheduler: scheduler).flatMap { _ in reply }
        return late.do(onDispose: { [self] in log.withLock { $0.inFlight -= 1 } })
    }

    private func reply(to request: HTTPRequest, _ answer: Answer) -> Single<HTTPReply> {
        func reply(_ body: String, _ headers: HTTPFields) -> Single<HTTPReply> {
            .just(HTTPReply(request: request, url: request.url!, status: .ok, headers: headers, body: Data(body.utf8)))
        }
        switch answer {
        case .empty(let headers): return reply("[]", headers)
        case .body(let body, let headers): return reply(body, headers)
        case .failure(let error): return .error(error)
        case .nothing:
            return .create { _ in Disposables.create { [self] in log.withLock { $0.cancelled += 1 } } }
        }
    }

    private struct Transport: HTTPTransport {
        let scene: VirtualScene

        func response(for request: HTTPRequest, purpose: RequestPurpose) -> Single<HTTPReply> {
            .deferred { scene.reply(to: request) }
        }
    }
}

let somewhere = URL(string: "https://api.github.com/")!
