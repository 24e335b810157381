#if os(Linux)
import Foundation
import GRDB
import Synchronization
import Testing

@testable import FreshetCommand

extension ProgramTests {
    @Suite("The reader during refreshes")
    struct ReaderRefreshes {
        /// Serves a feed of one item at every address, those of `held` only once `release` was called.
        private final class HeldFeeds: Sendable {
            private let requests = Mutex<[String]>([])
            private let gate = DispatchSemaphore(value: 0)
            private let held: @Sendable (String) -> Bool
            private let server = Mutex<SocketServer?>(nil)

            init(_ held: @escaping @Sendable (String) -> Bool) throws {
                self.held = held
                let server = try SocketServer { [weak self] in self?.answer($0) }
                self.server.withLock { $0 = server }
            }

            var url: URL { get throws { try #require(server.withLock { $0 }).url } }
            func release() { gate.signal() }
            func stop() { server.withLock { $0?.stop() } }

            /// The number of requests of an address.
            func requests(of name: String) -> Int { requests.withLock { $0.count { $0 == name } } }

            private func answer(_ connection: SocketConnection) {
                guard let name = connection.request()?.target.dropFirst() else { return }
                requests.withLock { $0.append(String(name)) }
                if held(String(name)) {
                    gate.wait()
                    gate.signal()
                }
                let feed = """
                    <rss version="2.0"><channel><title>The feed \(name)</title>\
                    <item><guid>\(name)</guid><title>Item of \(name)</title></item></channel></rss>
                    """
                connection.answer("200 OK", type: "application/rss+xml", Data(feed.utf8))
            }
        }

        private static func with(
            _ names: [String], held: @escaping @Sendable (String) -> Bool,
            _ body: (Scene, HeldFeeds) async throws -> Void
        ) async throws {
            let feeds = try HeldFeeds(held)
            defer { feeds.stop() }
            try await Scene.with { scene in
                let outlines = try names.map { "<outline type=\"rss\" xmlUrl=\"\(try feeds.url)/\($0)\"/>" }.joined()
                let file = scene.folder.appending(path: "feeds.opml")
                try Data("<opml version=\"2.0\"><body>\(outlines)</body></opml>".utf8).write(to: file)
                #expect(try await scene.run("import \(file.path)").status(0))
                try await body(scene, feeds)
            }
        }

        @Test("A refresh in flight goes on when another feed gets its title")
        func titles() async throws {
            try await Self.with(["slow", "quick"], held: { $0 == "slow" }) { scene, feeds in
                let isThere = try await scene.fullScreen("", columns: 120) { screen in
                    screen.wait { _ in feeds.requests(of: "slow") > 0 }
                    screen.wait(for: "Item of quick")
                    screen.wait(for: "The feed quick")
                    feeds.release()
                    let isThere = screen.wait(for: "Item of slow")
                    screen.type("q")
                    _ = screen.end()
                    return isThere
                }
                #expect(isThere && feeds.requests(of: "slow") == 1)
            }
        }

        @Test("Keys are answered while the ends of refreshes wait for another process that writes")
        func keys() async throws {
            let names = (1...16).map { "feed\($0)" }
            try await Self.with(names, held: { _ in true }) { scene, feeds in
                var configuration = Configuration()
                configuration.allowsUnsafeTransactions = true
                let other = try DatabaseQueue(path: scene.store.path, configuration: configuration)
                let isAnswered = try await scene.fullScreen("", columns: 120) { screen in
                    screen.wait { _ in names.allSatisfy { feeds.requests(of: $0) > 0 } }
                    let isLocked = try? other.writeWithoutTransaction { db in
                        try db.execute(
                            sql: """
                                BEGIN IMMEDIATE; DELETE FROM followed; UPDATE sequence SET value = value + 1; COMMIT;
                                BEGIN IMMEDIATE
                                """)
                        return true
                    }
                    screen.wait(for: "You don't follow any feeds yet.")
                    screen.type("?")
                    let isAnswered = screen.wait(for: "next line")
                    try? other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
                    feeds.release()
                    screen.type("?q")
                    _ = screen.end()
                    return isLocked == true && isAnswered
                }
                try other.close()
                #expect(isAnswered)
            }
        }
    }
}
#endif
