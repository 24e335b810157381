import Synchronization

/// A subject that has a current value: who subscribes receives it first, then what comes.
///
/// After a terminal event a new subscriber receives just that. Events may be sent from any thread, as with ``PublishSubject``. *Keeps* one element.
// Safe to share: see Multicaster; the value is in a Mutex.
public final class BehaviorSubject<Element>: Observable<Element>, SubjectType, ObserverType, Cancelable,
    @unchecked Sendable
{
    /// RxSwift's name for the observer's type.
    public typealias SubjectObserverType = BehaviorSubject<Element>

    private let multicaster: Multicaster<Element>
    private let latest: Mutex<Handover<(value: Element, error: (any Error)?, hasEnded: Bool)>>

    /// A subject whose current value is `value`.
    public init(value: Element) {
        multicaster = Multicaster(capacity: 1, initial: value)
        latest = Mutex(Handover((value, nil, false)))
        super.init()
    }

    /// Whether anybody listens.
    public var hasObservers: Bool { multicaster.hasObservers }

    /// Whether ``dispose()`` has been called.
    public var isDisposed: Bool { multicaster.isDisposed }

    /// The newest value that was sent, also one that another thread is still delivering.
    ///
    /// Throws the error that the subject received, or ``RxError/disposed(object:)``.
    public func value() throws -> Element {
        if isDisposed { throw RxError.disposed(object: self) }
        let latest = latest.withLock { $0 }
        if let error = latest.value.error { throw error }
        return latest.value.value
    }

    /// Delivers the event to all who listen.
    public func on(_ event: Event<Element>) {
        let change = Handover(event)
        latest.withLock { latest in
            let now = latest.value
            if now.hasEnded { return }
            switch change.value {
            case .next(let element): latest = Handover((element, nil, false))
            case .error(let error): latest = Handover((now.value, error, true))
            case .completed: latest = Handover((now.value, nil, true))
            }
        }
        multicaster.on(event)
    }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) { multicaster.join(sink, lifetime) }

    /// The subject as an observer.
    public func asObserver() -> BehaviorSubject<Element> { self }

    /// Forgets all subscribers; who subscribes later receives ``RxError/disposed(object:)``.
    public func dispose() { multicaster.dispose() }
}
