import FreshetPlatform

// Sendable: see Multicaster; state is guarded by `state`.
/// A subject that delivers only its last element, when it completes.
///
/// A later subscriber receives that element and the completion. If the subject fails, its subscribers receive only the
/// error. Events can be sent from any thread.
/// - Ends: with the first terminal event sent to it.
/// - Runs on: the thread that sends the terminal event; for later subscribers, the subscriber's thread.
/// - Keeps: the last element.
public final class AsyncSubject<Element>: Observable<Element>, SubjectType, ObserverType, @unchecked Sendable {
    /// RxSwift's name for the observer type.
    public typealias SubjectObserverType = AsyncSubject<Element>

    private struct State {
        var last: UncheckedTransfer<Element>?
        var hasEnded = false
    }

    private let multicaster = Multicaster<Element>.replaying(1, replaysAfterEnd: true)
    private let state = Mutex(State())

    // The unused parameter keeps this from overriding `Observable.init()`, which has no `Sendable` requirement.
    /// Creates a subject without subscribers.
    @preconcurrency
    public init(_: Void = ()) where Element: Sendable { super.init() }

    deinit { multicaster.abandon() }

    /// A Boolean value that indicates whether the subject has subscribers.
    public var hasObservers: Bool { multicaster.hasObservers }

    /// Replaces the kept element, or delivers it and ends on a terminal event.
    public func on(_ event: Event<Element>) {
        switch event {
        case .next(let element): keep(UncheckedTransfer(element))
        case .error, .completed:
            guard let last = end() else { return }
            if event.isCompleted, let last { multicaster.next(last.value) }
            multicaster.end(event)
        }
    }

    private func keep(_ element: UncheckedTransfer<Element>) {
        // The replaced element may run foreign code in its deinit, so it is released outside the lock.
        let former: UncheckedTransfer<Element>? = state.withLock { state in
            if state.hasEnded { return nil }
            defer { state.last = element }
            return state.last
        }
        withExtendedLifetime(former) {}
    }

    /// Ends the subject and returns its last element, if any. Returns nil if it has already ended.
    private func end() -> UncheckedTransfer<Element>?? {
        state.withLock { state in
            if state.hasEnded { return nil }
            state.hasEnded = true
            return .some(state.last.take())
        }
    }

    override func start(_ sink: Sink<Element>, _ lifetime: Lifetime) { run(sink, lifetime) }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) { multicaster.join(sink, lifetime, to: self) }

    /// Returns the subject itself as an observer.
    public func asObserver() -> AsyncSubject<Element> { self }
}
