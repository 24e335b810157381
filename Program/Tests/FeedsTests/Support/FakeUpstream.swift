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

/// Virtual time with an upstream that answers at once, as it is told to.
final class VirtualScene: Sendable {
    enum Answer {
        /// No events, and headers.
        case empty(HTTPFields)
        case failure(HTTPError)
        case nothing
    }

    private struct Log {
        var answer: @Sendable (Int) -> Answer = { _ in .empty(VirtualScene.wishes(60)) }
        var asked: [(path: String, time: Int)] = []
        var cancelled = 0
    }

    private static let start = 1_800_000_000
    let scheduler = TestScheduler(initialClock: start, simulateProcessingDelay: false)
    let folder = FileManager.default.temporaryDirectory.appending(path: "watch-\(UUID().uuidString)")
    let store: SQLiteFeedStore
    private let log = Mutex(Log())

    init() throws { store = try SQLiteFeedStore(at: folder.appending(path: "freshet.sqlite")) }

    deinit {
        try? FileManager.default.removeItem(at: folder)  // what cannot be removed is the system's to clear away
    }

    var environment: FeedEnvironment {
        FeedEnvironment(
            catalog: .all, store: store, transport: Transport(scene: self), makeScheduler: { [scheduler] in scheduler },
            now: { [scheduler] in scheduler.now }
        )
    }

    func repository(_ name: String = "o/r") -> Subject { .gitHub(RepositoryName(name)!, environment) }

    /// Answers the n-th request, counted from 0.
    func answer(_ answer: @escaping @Sendable (Int) -> Answer) { log.withLock { $0.answer = answer } }

    /// The seconds at which requests were made.
    var asked: [Int] { log.withLock { $0.asked.map(\.time) } }
    func asked(for name: String) -> [Int] {
        log.withLock { $0.asked.filter { $0.path.contains(name) }.map(\.time) }
    }
    var cancelled: Int { log.withLock { $0.cancelled } }
    var now: Date { scheduler.now }

    func advance(to seconds: Int) { scheduler.advanceTo(Self.start + seconds) }

    static func wishes(_ seconds: Int) -> HTTPFields { [HTTPField.Name("X-Poll-Interval")!: String(seconds)] }

    private func reply(to request: HTTPRequest) -> Single<HTTPReply> {
        let time = scheduler.clock - Self.start
        let (answer, count) = log.withLock { log in
            log.asked.append((request.path ?? "", time))
            return (log.answer, log.asked.count - 1)
        }
        switch answer(count) {
        case .empty(let headers):
            return .just(
                HTTPReply(request: request, url: request.url!, status: .ok, headers: headers, body: Data("[]".utf8)))
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
