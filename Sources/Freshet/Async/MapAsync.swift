import Synchronization

extension ObservableType where Element: Sendable {
    /// Transforms elements in tasks, up to `maxConcurrent` at a time, and delivers the results in the order of the elements.
    /// ```
    /// source                        a-b-c----|
    /// mapAsync(maxConcurrent: 2)    ---A-B--C|     a task each, of which B is quicker than A
    /// ```
    /// *Ends* when the source has and all results are delivered; fails at once with the first error, of the source or of a task, and cancels the others, as disposal does.
    /// *Runs on* the executor of the tasks. *Keeps* the elements that wait, without a bound; a result that waits for an earlier one counts as running.
    /// - Precondition: `maxConcurrent` is positive.
    @preconcurrency
    public func mapAsync<Result: Sendable>(
        maxConcurrent: Int, _ transform: @escaping @Sendable (Element) async throws -> Result
    ) -> Observable<Result> {
        precondition(maxConcurrent > 0, "With \(maxConcurrent) tasks at a time nothing would ever run.")
        return MapAsync(asObservable(), maxConcurrent, transform)
    }

    /// Transforms one element after the other in a task, each when the one before is done; see ``mapAsync(maxConcurrent:_:)``.
    @preconcurrency
    public func concatMapAsync<Result: Sendable>(
        _ transform: @escaping @Sendable (Element) async throws -> Result
    ) -> Observable<Result> {
        mapAsync(maxConcurrent: 1, transform)
    }
}

// Safe to share: see Observable.
private final class MapAsync<Input: Sendable, Output: Sendable>: Observable<Output>, @unchecked Sendable {
    private let source: Observable<Input>
    private let maxConcurrent: Int
    private let transform: @Sendable (Input) async throws -> Output

    init(
        _ source: Observable<Input>, _ maxConcurrent: Int,
        _ transform: @escaping @Sendable (Input) async throws -> Output
    ) {
        self.source = source
        self.maxConcurrent = maxConcurrent
        self.transform = transform
    }

    override func run(_ sink: Sink<Output>, _ lifetime: Lifetime) {
        let upstream = lifetime.makeChild()
        let tasks = CompositeDisposable()
        lifetime.add(tasks)
        source.run(MapAsyncSink(sink, maxConcurrent, transform, upstream, tasks), upstream)
    }
}

// Safe to share: all that changes is touched inside the serializer only.
private final class MapAsyncSink<Input: Sendable, Output: Sendable>: Sink<Input>, @unchecked Sendable {
    private let serializer = Serializer()
    private let downstream: Sink<Output>
    private let maxConcurrent: Int
    private let transform: @Sendable (Input) async throws -> Output
    private let upstream: Lifetime
    private let tasks: CompositeDisposable
    private var waiting = Queue<Input>()
    /// The results that have come, by number; those before `nextToDeliver` have been delivered.
    private var results: [Int: Output] = [:]
    private var nextToStart = 0
    private var nextToDeliver = 0
    private var isSourceDone = false
    private var hasEnded = false

    init(
        _ downstream: Sink<Output>, _ maxConcurrent: Int,
        _ transform: @escaping @Sendable (Input) async throws -> Output, _ upstream: Lifetime,
        _ tasks: CompositeDisposable
    ) {
        self.downstream = downstream
        self.maxConcurrent = maxConcurrent
        self.transform = transform
        self.upstream = upstream
        self.tasks = tasks
    }

    override func next(_ element: Input) {
        serializer.perform {
            accept(element)
        } deferred: {
            { self.accept(element) }
        }
    }

    override func error(_ error: any Error) {
        guard upstream.stop() else { return }
        serializer.perform {
            fail(error)
        } deferred: {
            { self.fail(error) }
        }
    }

    override func completed() {
        guard upstream.stop() else { return }
        serializer.perform {
            sourceCompleted()
        } deferred: {
            { self.sourceCompleted() }
        }
    }

    private func accept(_ element: Input) {
        if hasEnded { return }
        waiting.append(element)
        startWhatMay()
    }

    private func startWhatMay() {
        while !hasEnded, nextToStart - nextToDeliver < maxConcurrent, let element = waiting.popFirst() {
            start(element, nextToStart)
            nextToStart += 1
        }
    }

    private func start(_ element: Input, _ number: Int) {
        let slot = SingleAssignmentDisposable()
        guard let key = tasks.insert(slot) else { return }
        let (transform, tasks) = (transform, tasks)
        let task = Task {
            do {
                let result = try await transform(element)
                tasks.remove(for: key)
                self.serializer.perform {
                    self.accept(result, number)
                } deferred: {
                    { self.accept(result, number) }
                }
            } catch {
                // A task that is cancelled has nobody any more to tell of it.
                if slot.isDisposed { return }
                self.serializer.perform {
                    self.fail(error)
                } deferred: {
                    { self.fail(error) }
                }
            }
        }
        slot.setDisposable(Disposables.create { task.cancel() })
    }

    private func accept(_ result: Output, _ number: Int) {
        if hasEnded || tasks.isDisposed { return }
        results[number] = result
        while !hasEnded, let next = results.removeValue(forKey: nextToDeliver) {
            nextToDeliver += 1
            downstream.next(next)
        }
        startWhatMay()
        completeIfDone()
    }

    private func sourceCompleted() {
        isSourceDone = true
        upstream.dispose()
        completeIfDone()
    }

    private func completeIfDone() {
        guard isSourceDone, waiting.isEmpty, nextToDeliver == nextToStart, !hasEnded else { return }
        hasEnded = true
        downstream.completed()
    }

    private func fail(_ error: any Error) {
        if hasEnded { return }
        hasEnded = true
        results = [:]
        waiting.removeAll()
        downstream.error(error)
        upstream.dispose()
        tasks.dispose()
    }
}
