import FreshetPlatform

extension ObservableType where Element: Sendable {
    /// Transforms elements in tasks, and emits the results in the elements' order.
    ///
    /// At most `maxConcurrent` tasks run at a time. A result that waits for an earlier one counts as a running task.
    /// The first error and disposal cancel the remaining tasks.
    /// ```
    /// source                        a-b-c----|
    /// mapAsync(maxConcurrent: 2)    ---A-B--C|     the task of B is faster than the task of A
    /// ```
    /// - Ends: when the source has completed and all results are emitted; fails immediately with the first error.
    /// - Runs on: the executor of the tasks; the source's end also on the source's thread.
    /// - Keeps: waiting elements, without a bound; up to `maxConcurrent` results.
    /// - Precondition: `maxConcurrent` is positive.
    @_disfavoredOverload
    @preconcurrency
    public func mapAsync<Result: Sendable>(
        maxConcurrent: Int, _ transform: @escaping @Sendable (Element) async throws -> Result
    ) -> Observable<Result> {
        precondition(maxConcurrent > 0, "`maxConcurrent` must be positive.")
        let source = asObservable()
        return ClosureStream { sink, lifetime in
            let demand = QueueDemand(lifetime, bound: 1, holdsBack: true)
            let upstream = demand.makeSourceLifetime(in: lifetime)
            let stage = SerializedStage(sink, lifetime)
            source.run(MapAsyncSink(stage, upstream, demand, maxConcurrent, transform), upstream)
        }
    }

    /// Transforms elements one at a time, each in a task; see ``mapAsync(maxConcurrent:_:)``.
    @_disfavoredOverload
    @preconcurrency
    public func concatMapAsync<Result: Sendable>(
        _ transform: @escaping @Sendable (Element) async throws -> Result
    ) -> Observable<Result> {
        mapAsync(maxConcurrent: 1, transform)
    }
}

private final class MapAsyncSink<Input: Sendable, Output: Sendable>: SerializedSink<Input, SerializedStage<Output>>,
    @unchecked Sendable
{
    private let maxConcurrent: Int
    private let transform: @Sendable (Input) async throws -> Output
    private let tasks = CompositeDisposable()
    private let demand: QueueDemand
    /// True if a result waits for room in the consumer's buffer.
    private var isPaused = false
    private var waiting = Queue<Input>()
    /// Finished results by number. Results before `nextToDeliver` have been emitted.
    private var results: [Int: Output] = [:]
    private var nextToStart = 0
    private var nextToDeliver = 0
    private var isSourceDone = false

    init(
        _ stage: SerializedStage<Output>, _ upstream: Lifetime, _ demand: QueueDemand, _ maxConcurrent: Int,
        _ transform: @escaping @Sendable (Input) async throws -> Output
    ) {
        self.demand = demand
        self.maxConcurrent = maxConcurrent
        self.transform = transform
        super.init(stage, upstream)
        stage.lifetime.add(tasks)
    }

    override func received(_ element: Input) {
        waiting.append(element)
        startWaiting()
    }

    override func ended(_ end: Termination) {
        if case .error(let error) = end { return fail(error) }
        isSourceDone = true
        completeIfDone()
    }

    private func startWaiting() {
        while stage.isOpen, nextToStart - nextToDeliver < maxConcurrent, let element = waiting.popFirst() {
            start(element, nextToStart)
            nextToStart += 1
        }
        demand.update(waiting: waiting.count)
    }

    private func start(_ element: Input, _ number: Int) {
        let slot = SingleAssignmentDisposable()
        guard let key = tasks.insert(slot) else { return }
        let (transform, tasks) = (transform, tasks)
        let task = Task {
            let result: Result<Output, any Error>
            do { result = .success(try await transform(element)) } catch { result = .failure(error) }
            self.stage.perform { self.accept(result, number) }
            // Last, because it cancels the task, and downstream code could observe that.
            tasks.remove(for: key)
        }
        slot.setDisposable(Disposables.create { task.cancel() })
    }

    private func accept(_ result: Result<Output, any Error>, _ number: Int) {
        switch result {
        case .success(let element): results[number] = element
        case .failure(let error): return fail(error)
        }
        deliver()
    }

    /// Delivers the results that are next, unless the consumer has no room.
    private func deliver() {
        while stage.isOpen, !isPaused, results[nextToDeliver] != nil {
            if stage.lifetime.isPaused { return wait() }
            guard let next = results.removeValue(forKey: nextToDeliver) else { break }
            nextToDeliver += 1
            stage.emit(next)
        }
        startWaiting()
        completeIfDone()
    }

    private func wait() {
        isPaused = true
        stage.lifetime.whenRenewed { [self] in
            stage.perform {
                self.isPaused = false
                self.deliver()
            }
        }
    }

    private func completeIfDone() {
        if isSourceDone, waiting.isEmpty, nextToDeliver == nextToStart { stage.complete() }
    }

    private func fail(_ error: any Error) {
        stage.fail(error)
        results = [:]
        waiting.removeAll()
        tasks.dispose()
    }
}
