// Sendable: see Current.
/// A subject with a current value, which each new subscriber receives first.
///
/// After a terminal event, a new subscriber receives only that event. Events can be sent from any thread; see
/// ``PublishSubject``.
/// - Ends: with the first terminal event sent to it.
/// - Runs on: the thread that sends the event, or the thread that is delivering another event.
/// - Keeps: the current value.
public final class BehaviorSubject<Element>: Observable<Element>, SubjectType, ObserverType, Cancelable,
    @unchecked Sendable
{
    /// RxSwift's name for the observer type.
    public typealias SubjectObserverType = BehaviorSubject<Element>

    private let current: Current<Element>

    /// Creates a subject with the initial value `value`.
    @preconcurrency
    public init(value: Element) where Element: Sendable {
        current = Current(value)
        super.init()
    }

    /// Whether the subject has subscribers.
    public var hasObservers: Bool { current.hasObservers }

    /// Whether ``dispose()`` has been called.
    public var isDisposed: Bool { current.isDisposed }

    /// Returns the newest value, even if another thread is still delivering it.
    ///
    /// Throws the error that the subject has failed with, or ``RxError/disposed(object:)``.
    public func value() throws -> Element {
        if isDisposed { throw RxError.disposed(self) }
        if let error = current.failure { throw error }
        return current.value
    }

    /// Delivers the event to all subscribers.
    public func on(_ event: Event<Element>) { current.on(event) }

    /// Delivers the element to all subscribers. It costs less than `on(.next(element))`.
    public func onNext(_ element: Element) { current.accept(element) }

    override func start(_ sink: Sink<Element>, _ lifetime: Lifetime) { run(sink, lifetime) }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) { current.join(sink, lifetime, to: self) }

    /// Returns the subject itself as an observer.
    public func asObserver() -> BehaviorSubject<Element> { self }

    /// Removes all subscribers. Later subscribers receive ``RxError/disposed(object:)``.
    public func dispose() { current.dispose() }
}
