// Sendable: see Multicaster.
/// A subject that delivers each event to its current subscribers.
///
/// After a terminal event, a new subscriber receives only that event. Events can be sent from any thread. While one
/// thread delivers, an event from another thread is queued and the call returns; the delivering thread delivers it
/// next.
/// - Ends: with the first terminal event sent to it.
/// - Runs on: the thread that sends the event, or the thread that is delivering another event.
/// - Keeps: events sent while another thread delivers, without a bound.
public final class PublishSubject<Element>: Observable<Element>, SubjectType, Cancelable, ObserverType,
    @unchecked Sendable
{
    /// RxSwift's name for the observer type.
    public typealias SubjectObserverType = PublishSubject<Element>

    private let multicaster = Multicaster<Element>()

    // The unused parameter keeps this from overriding `Observable.init()`, which has no `Sendable` requirement.
    /// Creates a subject without subscribers.
    @preconcurrency
    public init(_: Void = ()) where Element: Sendable { super.init() }

    /// Creates a subject for an owner that declares its own `Sendable` conformance.
    init(anyElement: Void) { super.init() }

    deinit { multicaster.abandon() }

    /// A Boolean value that indicates whether the subject has subscribers.
    public var hasObservers: Bool { multicaster.hasObservers }

    /// A Boolean value that indicates whether ``dispose()`` has been called.
    public var isDisposed: Bool { multicaster.isDisposed }

    /// Delivers the event to all subscribers.
    public func on(_ event: Event<Element>) { multicaster.on(event) }

    /// Delivers the element to all subscribers. It costs less than `on(.next(element))`.
    public func onNext(_ element: Element) { multicaster.next(element) }

    override func start(_ sink: Sink<Element>, _ lifetime: Lifetime) { run(sink, lifetime) }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) { multicaster.join(sink, lifetime, to: self) }

    /// Returns the subject itself as an observer.
    public func asObserver() -> PublishSubject<Element> { self }

    /// Removes all subscribers. Later subscribers receive ``RxError/disposed(object:)``.
    public func dispose() { multicaster.dispose() }
}
