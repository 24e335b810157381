import Dispatch
import FeedStore
import Testing

@testable import FreshetServer

@Suite("A search of a client") struct SearchThreadsTests {
    @Test("runs until its deadline, on threads of its own")
    func runs() async throws {
        #expect(try await SearchThreads().run { $0 } > .now)
    }

    @Test("that gets no thread in time doesn't run")
    func late() async {
        await #expect(throws: FeedStoreError.tooSlow) {
            try await SearchThreads(timeout: .zero).run { _ in Issue.record("It ran.") }
        }
    }

    @Test("is refused at once if many wait")
    func many() async throws {
        let threads = SearchThreads(timeout: .seconds(600))
        let open = DispatchSemaphore(value: 0)
        let refused = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<100 {
                group.addTask {
                    do {
                        try await threads.run { _ in
                            open.wait()
                            open.signal()
                        }
                        return false
                    } catch { return true }
                }
            }
            var count = 0
            for await isRefused in group {
                if isRefused { count += 1 }
                if count == 68 { open.signal() }
            }
            return count
        }
        #expect(refused == 68)
    }
}
