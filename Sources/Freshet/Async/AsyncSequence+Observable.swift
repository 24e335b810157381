extension AsyncSequence where Self: Sendable, Element: Sendable {
    /// Converts the sequence to a stream.
    ///
    /// Each subscription iterates the sequence in its own task, which disposal cancels. The task requests the next
    /// element once the previous one has been delivered, also on the scheduler of an `observe(on:)` that follows it
    /// directly or after stages such as `map`. It requests none after the end or disposal.
    /// - Ends: with the sequence; fails with the error that it throws.
    /// - Runs on: the task's executor.
    /// - Keeps: nothing.
    public func asObservable(priority: TaskPriority? = nil) -> Observable<Element> {
        AsyncSource(self, priority)
    }
}

private final class AsyncSource<Elements: AsyncSequence & Sendable>: Observable<Elements.Element>, @unchecked Sendable
where Elements.Element: Sendable {
    private let elements: Elements
    private let priority: TaskPriority?

    init(_ elements: Elements, _ priority: TaskPriority?) {
        self.elements = elements
        self.priority = priority
    }

    override var production: Production { .pulled }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        let elements = elements
        let stage = ObserverStage(sink, lifetime)
        let observer = SerializedObserverSink(stage)
        let task = Task(priority: priority) {
            do {
                var hasCancelled = false
                for try await element in elements {
                    if hasCancelled { return }
                    observer.next(element)
                    await lifetime.waitWhilePaused()
                    guard lifetime.hasEnded else { continue }
                    // A stream that has enough elements doesn't request another.
                    guard elements is any CancelledInNext else { return }
                    // Calls `next()` once more: only there does AsyncStream detect the cancellation.
                    hasCancelled = true
                    withUnsafeCurrentTask { $0?.cancel() }
                }
                // A canceled sequence may end without an error.
                if !Task.isCancelled { observer.completed() }
            } catch {
                if !Task.isCancelled { observer.error(error) }
            }
        }
        lifetime.add(ObserverRelease(stage, Disposables.create { task.cancel() }))
    }
}

/// A sequence whose `next()` detects a cancellation, and then requests no element from its producer.
private protocol CancelledInNext {}

extension AsyncStream: CancelledInNext {}
extension AsyncThrowingStream: CancelledInNext {}
extension AsyncMapSequence: CancelledInNext where Base: CancelledInNext {}
extension AsyncThrowingMapSequence: CancelledInNext where Base: CancelledInNext {}
extension AsyncCompactMapSequence: CancelledInNext where Base: CancelledInNext {}
extension AsyncThrowingCompactMapSequence: CancelledInNext where Base: CancelledInNext {}
extension AsyncFilterSequence: CancelledInNext where Base: CancelledInNext {}
extension AsyncThrowingFilterSequence: CancelledInNext where Base: CancelledInNext {}

extension ObservableType where Element: Sendable {
    /// Converts an asynchronous sequence to a stream.
    ///
    /// Each subscription iterates the sequence in its own task, which disposal cancels.
    /// - Ends: with the sequence; fails with the error that it throws.
    /// - Runs on: the task's executor.
    /// - Keeps: nothing.
    public static func from<Elements: AsyncSequence & Sendable>(
        _ sequence: Elements, priority: TaskPriority? = nil
    ) -> Observable<Element> where Elements.Element == Element {
        sequence.asObservable(priority: priority)
    }
}
