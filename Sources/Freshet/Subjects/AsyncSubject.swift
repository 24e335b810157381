import Synchronization

// Safe to share: see Multicaster; what changes is in a Mutex.
/// A subject that delivers its last element when it completes, and to all who come later; nothing but the error if it fails.
///
/// Events may be sent from any thread, as with ``PublishSubject``. *Keeps* one element.
public final class AsyncSubject<Element>: Observable<Element>, SubjectType, ObserverType, @unchecked Sendable {
    /// RxSwift's name for the observer's type.
    public typealias SubjectObserverType = AsyncSubject<Element>

    private struct State {
        var last: Handover<Element>?
        var hasEnded = false
    }

    private let multicaster = Multicaster<Element>.keeping(1, replaysAfterEnd: true)
    private let state = Mutex(State())

    /// A subject without subscribers.
    // The parameter, which nobody passes, keeps this from overriding an initializer that asks for nothing.
    @preconcurrency
    public init(_: Void = ()) where Element: Sendable { super.init() }

    deinit { multicaster.abandon() }

    /// Whether anybody listens.
    public var hasObservers: Bool { multicaster.hasObservers }

    /// Keeps an element; delivers the last one and the end at the end.
    public func on(_ event: Event<Element>) {
        switch event {
        case .next(let element): keep(Handover(element))
        case .error, .completed:
            guard let last = end() else { return }
            if event.isCompleted, let last { multicaster.next(last.value) }
            multicaster.end(event)
        }
    }

    private func keep(_ element: Handover<Element>) {
        // What is replaced may run foreign code in its deinit, so it is carried out of the lock.
        let former: Handover<Element>? = state.withLock { state in
            if state.hasEnded { return nil }
            defer { state.last = element }
            return state.last
        }
        withExtendedLifetime(former) {}
    }

    /// The last element, if there is one; nil if there has been an end already.
    private func end() -> Handover<Element>?? {
        state.withLock { state in
            if state.hasEnded { return nil }
            state.hasEnded = true
            return .some(state.last.take())
        }
    }

    override func start(_ sink: Sink<Element>, _ lifetime: Lifetime) { run(sink, lifetime) }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) { multicaster.join(sink, lifetime, to: self) }

    /// Returns the side that receives events: the subject, not a copy.
    public func asObserver() -> AsyncSubject<Element> { self }
}
