// Safe to share: see Multicaster.
/// A subject that delivers what comes from now on to all who listen.
///
/// After a terminal event a new subscriber receives just that. Events may be sent from any thread: while one is being delivered, what another
/// thread sends is delivered after it, by the thread that is at work. *Keeps* nothing.
public final class PublishSubject<Element>: Observable<Element>, SubjectType, Cancelable, ObserverType,
    @unchecked Sendable
{
    /// RxSwift's name for the observer's type.
    public typealias SubjectObserverType = PublishSubject<Element>

    private let multicaster = Multicaster<Element>()

    /// A subject without subscribers.
    // The parameter, which nobody passes, keeps this from overriding an initializer that asks for nothing.
    @preconcurrency
    public init(_: Void = ()) where Element: Sendable { super.init() }

    /// For owners whose own type says whether it may be shared.
    init(anyElement: Void) { super.init() }

    deinit { multicaster.abandon() }

    /// Whether anybody listens.
    public var hasObservers: Bool { multicaster.hasObservers }

    /// Whether ``dispose()`` has been called.
    public var isDisposed: Bool { multicaster.isDisposed }

    /// Delivers the event to all who listen.
    public func on(_ event: Event<Element>) { multicaster.on(event) }

    /// Delivers the element; cheaper than `on(.next(element))`.
    public func onNext(_ element: Element) { multicaster.next(element) }

    override func start(_ sink: Sink<Element>, _ lifetime: Lifetime) { run(sink, lifetime) }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) { multicaster.join(sink, lifetime, to: self) }

    /// Returns the side that receives events: the subject, not a copy.
    public func asObserver() -> PublishSubject<Element> { self }

    /// Forgets all subscribers; who subscribes later receives ``RxError/disposed(object:)``.
    public func dispose() { multicaster.dispose() }
}
