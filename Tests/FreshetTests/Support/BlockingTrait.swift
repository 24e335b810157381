import Dispatch
import Testing

/// Runs blocking tests on a dedicated thread, one at a time.
///
/// Swift's shared pool has one thread for each core. Two tests that block its threads on a machine with two cores
/// would starve the tasks that they and other tests wait for.
struct BlockingTrait: SuiteTrait, TestTrait, TestScoping {
    var isRecursive: Bool { true }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(OwnThread.shared) { try await function() }
    }

    private final class OwnThread: TaskExecutor {
        static let shared = OwnThread()
        private let queue = DispatchQueue(label: "freshet.tests.blocking")

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        }
    }
}

extension Trait where Self == BlockingTrait {
    /// For tests that block their thread until work on Swift's shared pool has finished.
    static var blocking: Self { Self() }
}
