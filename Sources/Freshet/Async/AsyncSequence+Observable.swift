extension AsyncSequence where Self: Sendable, Element: Sendable {
    /// The sequence as a stream: each subscription iterates it in a task of its own, which is cancelled by disposal.
    ///
    /// Elements come on the task's executor, each when the one before has been delivered.
    public func asObservable(priority: TaskPriority? = nil) -> Observable<Element> {
        .create { observer in
            let task = Task(priority: priority) {
                do {
                    for try await element in self {
                        if Task.isCancelled { return }
                        observer.onNext(element)
                    }
                    // A sequence that is cancelled may just end.
                    if !Task.isCancelled { observer.onCompleted() }
                } catch {
                    if !Task.isCancelled { observer.onError(error) }
                }
            }
            return Disposables.create { task.cancel() }
        }
    }
}

extension ObservableType where Element: Sendable {
    /// The asynchronous sequence as a stream; see ``AsyncSequence/asObservable(priority:)``.
    public static func from<Elements: AsyncSequence & Sendable>(
        _ sequence: Elements, priority: TaskPriority? = nil
    ) -> Observable<Element> where Elements.Element == Element {
        sequence.asObservable(priority: priority)
    }
}
