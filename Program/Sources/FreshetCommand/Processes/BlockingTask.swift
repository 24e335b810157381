/// Runs an asynchronous function and blocks the calling thread until it returns.
struct BlockingTask<Value: Sendable> {
    private let outcome: Result<Value, any Error>

    init(_ work: @escaping @Sendable () async throws -> Value) throws {
        let end = BlockingResult<Result<Value, any Error>>()
        Task {
            do { end.finish(.success(.success(try await work()))) } catch { end.finish(.success(.failure(error))) }
        }
        outcome = try end.wait()
    }

    /// What the function returned; fails with a ``CommandFailure`` with this message if it threw.
    func value(orFail message: (any Error) -> String) throws -> Value {
        switch outcome {
        case .success(let value): return value
        case .failure(let error): throw CommandFailure(message(error))
        }
    }
}
