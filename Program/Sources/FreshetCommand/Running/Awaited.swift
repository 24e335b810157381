/// Waits on this thread for what an asynchronous function returns.
struct Awaited<Value: Sendable> {
    private let outcome: Result<Value, any Error>

    init(_ work: @escaping @Sendable () async throws -> Value) throws {
        let end = Blocking<Result<Value, any Error>>()
        Task {
            do { end.finish(.success(.success(try await work()))) } catch { end.finish(.success(.failure(error))) }
        }
        outcome = try end.wait()
    }

    /// What came, or a failure of the command in these words.
    func value(orFail message: (any Error) -> String) throws -> Value {
        switch outcome {
        case .success(let value): return value
        case .failure(let error): throw CommandFailure(message(error))
        }
    }
}
