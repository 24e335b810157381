// Safe to share: see Current.
/// A subject that has a current value: who subscribes receives it first, then what comes.
///
/// After a terminal event a new subscriber receives just that. Events may be sent from any thread, as with ``PublishSubject``. *Keeps* one element.
public final class BehaviorSubject<Element>: Observable<Element>, SubjectType, ObserverType, Cancelable,
    @unchecked Sendable
{
    /// RxSwift's name for the observer's type.
    public typealias SubjectObserverType = BehaviorSubject<Element>

    private let current: Current<Element>

    /// A subject whose current value is `value`.
    @preconcurrency
    public init(value: Element) where Element: Sendable {
        current = Current(value)
        super.init()
    }

    /// Whether anybody listens.
    public var hasObservers: Bool { current.hasObservers }

    /// Whether ``dispose()`` has been called.
    public var isDisposed: Bool { current.isDisposed }

    /// The newest value that was sent, also one that another thread is still delivering.
    ///
    /// Throws the error that the subject received, or ``RxError/disposed(object:)``.
    public func value() throws -> Element {
        if isDisposed { throw RxError.disposed(self) }
        if let error = current.failure { throw error }
        return current.value
    }

    /// Delivers the event to all who listen.
    public func on(_ event: Event<Element>) { current.on(event) }

    /// Delivers the element; cheaper than `on(.next(element))`.
    public func onNext(_ element: Element) { current.accept(element) }

    override func start(_ sink: Sink<Element>, _ lifetime: Lifetime) { run(sink, lifetime) }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) { current.join(sink, lifetime, to: self) }

    /// Returns the side that receives events: the subject, not a copy.
    public func asObserver() -> BehaviorSubject<Element> { self }

    /// Forgets all subscribers; who subscribes later receives ``RxError/disposed(object:)``.
    public func dispose() { current.dispose() }
}
