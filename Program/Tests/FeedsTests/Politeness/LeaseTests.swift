import Dispatch
import FeedStore
import Foundation
import Freshet
import FreshetHTTP
import FreshetTest
import GitFeed
import HTTPTypes
import Synchronization
import Testing

@testable import Feeds

@Suite("Leases") struct LeaseTests {
    private static let endpoint = Endpoint(url: "https://example.org/feed.xml", requester: "")
    private static let start = Date(timeIntervalSince1970: 1_800_000_000)

    @Test("Leases that are released during their renewal don't stay")
    func released() throws {
        try withLeases { leases, write in
            if write == .other { try? leases.release(Self.endpoint) }
        } _: { leases, store, scheduler in
            _ = try leases.claim { try Self.claim(store) }
            scheduler.advanceTo(5)
            #expect(try isFree(store))
        }
    }

    @Test(
        "Leases that are claimed or renewed when the program ends don't stay",
        arguments: [InterposedDatabase.Write.claim, .other])
    func ended(during change: InterposedDatabase.Write) throws {
        let isReleased = DispatchSemaphore(value: 0)
        try withLeases { leases, write in
            if write != change { return }
            Thread.detachNewThread {
                leases.releaseAll()
                isReleased.signal()
            }
            Self.waitForEnd(of: leases)
        } _: { leases, store, scheduler in
            _ = try leases.claim { try Self.claim(store) }
            scheduler.advanceTo(5)
            isReleased.wait()
            #expect(try isFree(store))
            #expect(throws: CancellationError.self) { _ = try leases.claim { try Self.claim(store) } }
        }
    }

    @Test("Leases of a refresh that ends are all given up, even if the store fails meanwhile")
    func closed() throws {
        let scene = try VirtualScene()
        scene.answer { _ in .nothing }
        let fails = Mutex(false)
        let writes = Mutex(0)
        let store = scene.store.interposing { write in
            if write == .other { writes.withLock { $0 += 1 } }
            let isFailing = fails.withLock { isFailing in
                defer { isFailing = false }
                return isFailing
            }
            if isFailing { throw FeedStoreError.diskFull(path: "") }
        }
        let environment = scene.environment(token: nil, store: store)
        let transport = LedgerTransport(
            RepositoryFeed(RepositoryName("o/r")!), environment, scene.scheduler, interval: FeedInterval([]),
            urgency: .scheduled,
            sendsValidators: false)
        let requests = ["a", "b"].map { path in
            transport.response(
                for: HTTPRequest(get: URL(string: "https://api.github.com/\(path)")!), purpose: .init(rawValue: path)
            ).subscribe()
        }
        scene.advance(to: 6)
        #expect(writes.withLock { $0 } > 0)
        for request in requests { request.dispose() }
        fails.withLock { $0 = true }
        #expect(throws: FeedStoreError.self) { try transport.close() }
        let ended = writes.withLock { $0 }
        scene.advance(to: 60)
        #expect(writes.withLock { $0 } == ended)
    }

    /// Returns once no further lease can be claimed.
    private static func waitForEnd(of leases: Leases) {
        struct Unneeded: Error {}
        while true {
            do {
                _ = try leases.claim { throw Unneeded() }
            } catch is CancellationError {
                return
            } catch {}
        }
    }

    private static func claim(_ store: FeedStore, at date: Date = start) throws -> Claim {
        try store.claim(endpoint, now: date, lease: Leases.length, respecting: [], urgency: .required)
    }

    /// True if another process could request the endpoint.
    private func isFree(_ store: FeedStore) throws -> Bool {
        if case .leased = try Self.claim(store) { false } else { true }
    }

    /// Leases in a store with a hook after each claim and renewal.
    private func withLeases(
        after: @escaping @Sendable (Leases, InterposedDatabase.Write) -> Void,
        _ work: (Leases, FeedStore, TestScheduler) throws -> Void
    ) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "leases-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let plain = try FeedStore(at: folder.appending(path: "freshet.sqlite"))
        let holder = Holder()
        let store = plain.interposing { write in
            if let leases = holder.leases.withLock({ $0 }) { after(leases, write) }
        }
        let scheduler = TestScheduler(initialClock: 0)
        let leases = Leases(store, scheduler: scheduler) { Self.start + 5 }
        holder.leases.withLock { $0 = leases }
        try work(leases, store, scheduler)
        holder.leases.withLock { $0 = nil }
        try plain.close()
    }

    private final class Holder: Sendable {
        let leases = Mutex<Leases?>(nil)
    }
}
