import Dispatch
import FeedStore
import Foundation
import Synchronization
import Testing

@testable import FreshetServer

@Suite("Liveness and readiness") struct ReadinessTests {
    /// A store that is silent until it is released.
    private final class SilentStore: Sendable {
        let isSilent = Atomic(true)
        let checks = Counter()
        private let released = DispatchSemaphore(value: 0)

        @Sendable func check(_ store: FeedStore) throws {
            checks.add(1)
            if isSilent.load(ordering: .relaxed) { released.wait() }
        }

        func release() {
            isSilent.store(false, ordering: .relaxed)
            released.signal()
        }
    }

    private struct Broken: Error, CustomStringConvertible {
        let description = "broken"
    }

    @Test("Readiness checks query the store once for simultaneous requests")
    func shared() async {
        let (checks, isReleased) = (Counter(), DispatchSemaphore(value: 0))
        let readiness = Readiness(every: .seconds(600), within: .seconds(600)) {
            checks.add(1)
            isReleased.wait()
            throw Broken()
        }
        let problems = await withTaskGroup(of: String?.self) { group in
            for _ in 0..<20 { group.addTask { await readiness.problem() } }
            isReleased.signal()
            return await group.reduce(into: [String?]()) { $0.append($1) }
        }
        #expect(problems == Array(repeating: "broken", count: 20))
        #expect(checks.value == 1)
        #expect(await readiness.problem() == "broken" && checks.value == 1)
    }

    @Test("Readiness checks report a silent store after the time limit, and its recovery")
    func silence() async throws {
        let (checks, isReleased) = (Counter(), DispatchSemaphore(value: 0))
        let readiness = Readiness(every: .zero, within: .milliseconds(100)) {
            if checks.next() == 1 { isReleased.wait() }
        }
        #expect(await readiness.problem()?.contains("hasn't answered") == true)
        for _ in 0..<20 { #expect(await readiness.problem()?.contains("hasn't answered") == true) }
        #expect(checks.value == 1)
        isReleased.signal()
        for _ in 0..<2000 where checks.value == 1 {
            _ = await readiness.problem()
            try await Task.sleep(for: .milliseconds(5))  // between two checks
        }
        #expect(checks.value > 1)
    }

    @Test("Liveness and style sheets are answered while the store is silent", arguments: [false, true])
    func server(hasAccounts: Bool) async throws {
        let store = SilentStore()
        defer { store.release() }
        try await SampledEnvironment.run { scene in
            if hasAccounts { try await SharedServer.add(to: scene) }
            let server = try await RunningServer.start(scene) { $0.checkStore = store.check }
            #expect(await server.ask("/health/live").text == #"{"status":"ok"}"#)
            #expect(await server.ask("/assets/page.css").status == 200)
            let ready = await server.ask("/health/ready")
            #expect(ready.status == 503 && ready.text == #"{"status":"failing"}"#)
            let health = await server.ask("/health")
            #expect(health.status == 503)
            #expect(health.json.keys.contains("problem") == !hasAccounts)
            #expect(store.checks.value == 1)
            #expect(await server.ask("/health/live").status == 200)
            store.release()
            for _ in 0..<2400 where await server.ask("/health/ready").status != 200 {
                try await Task.sleep(for: .milliseconds(25))  // between two checks
            }
            #expect(await server.ask("/health/ready").status == 200)
            #expect(await server.ask("/health").status == 200)
            try await server.stop()
        }
    }
}
