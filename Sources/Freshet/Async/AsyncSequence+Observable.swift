extension AsyncSequence where Self: Sendable, Element: Sendable {
    /// The sequence as a stream: each subscription iterates it in a task of its own, which is cancelled by disposal.
    ///
    /// Elements come on the task's executor, each when the one before has been delivered. Ends and fails with the sequence.
    public func asObservable(priority: TaskPriority? = nil) -> Observable<Element> {
        AsyncSource(self, priority)
    }
}

// Safe to share: see Observable.
private final class AsyncSource<Elements: AsyncSequence & Sendable>: Observable<Elements.Element>, @unchecked Sendable
where Elements.Element: Sendable {
    private let elements: Elements
    private let priority: TaskPriority?

    init(_ elements: Elements, _ priority: TaskPriority?) {
        self.elements = elements
        self.priority = priority
    }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        let elements = elements
        let task = Task(priority: priority) {
            do {
                for try await element in elements {
                    if lifetime.isDisposed { return }
                    sink.next(element)
                    if let demand = lifetime.demand, demand.isExhausted { await demand.wait() }
                }
                // A sequence that is cancelled may just end.
                if !Task.isCancelled, !lifetime.isDisposed { sink.completed() }
            } catch {
                if !Task.isCancelled, !lifetime.isDisposed { sink.error(error) }
            }
        }
        lifetime.add(Disposables.create { task.cancel() })
    }
}

extension ObservableType where Element: Sendable {
    /// The asynchronous sequence as a stream: each subscription iterates it in a task of its own, which is cancelled by disposal. Ends and fails with the sequence.
    public static func from<Elements: AsyncSequence & Sendable>(
        _ sequence: Elements, priority: TaskPriority? = nil
    ) -> Observable<Element> where Elements.Element == Element {
        sequence.asObservable(priority: priority)
    }
}
