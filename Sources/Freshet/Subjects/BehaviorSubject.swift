// Sendable: see Multicaster.
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

    let multicaster: BehaviorMulticaster<Element>

    /// Creates a subject with the initial value `value`.
    @preconcurrency
    public convenience init(value: Element) where Element: Sendable { self.init(anyValue: value) }

    /// Creates a subject for an owner that declares its own `Sendable` conformance.
    init(anyValue value: Element) {
        multicaster = BehaviorMulticaster(value)
        super.init()
    }

    deinit { multicaster.abandon() }

    /// A Boolean value that indicates whether the subject has subscribers.
    public var hasObservers: Bool { multicaster.hasObservers }

    /// A Boolean value that indicates whether ``dispose()`` has been called.
    public var isDisposed: Bool { multicaster.isDisposed }

    /// Returns the newest value, even if another thread is still delivering it.
    ///
    /// Throws the error that the subject has failed with, or ``RxError/disposed(object:)``.
    public func value() throws -> Element {
        if isDisposed { throw RxError.disposed(self) }
        if let error = multicaster.failure { throw error }
        return multicaster.value
    }

    /// Delivers the event to all subscribers.
    public func on(_ event: Event<Element>) {
        switch event {
        case .next(let element): multicaster.accept(element)
        case .error(let error): multicaster.accept(.error(error))
        case .completed: multicaster.accept(.completed)
        }
    }

    /// Delivers the element to all subscribers. It costs less than `on(.next(element))`.
    public func onNext(_ element: Element) { multicaster.accept(element) }

    override var behaviorMulticaster: BehaviorMulticaster<Element>? { multicaster }

    override func start(_ sink: Sink<Element>, _ lifetime: Lifetime) { run(sink, lifetime) }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) { multicaster.join(sink, lifetime, to: self) }

    /// Returns the subject itself as an observer.
    public func asObserver() -> BehaviorSubject<Element> { self }

    /// Removes all subscribers. Later subscribers receive ``RxError/disposed(object:)``.
    public func dispose() { multicaster.dispose() }
}
