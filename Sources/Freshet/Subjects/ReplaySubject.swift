// Safe to share: see Multicaster.
/// A subject that keeps elements: who subscribes receives those first, then what comes, and after the end the terminal event too.
///
/// Events may be sent from any thread, as with ``PublishSubject``.
public final class ReplaySubject<Element>: Observable<Element>, SubjectType, ObserverType, Disposable,
    @unchecked Sendable
{
    /// RxSwift's name for the observer's type.
    public typealias SubjectObserverType = ReplaySubject<Element>

    private let multicaster: Multicaster<Element>

    /// For owners whose own type says whether it may be shared.
    init(capacity: Int) {
        multicaster = .keeping(capacity, replaysAfterEnd: true)
        super.init()
    }

    /// A subject that keeps the newest `bufferSize` elements.
    /// - Precondition: `bufferSize` is not negative.
    @preconcurrency
    public static func create(bufferSize: Int) -> ReplaySubject<Element> where Element: Sendable {
        precondition(bufferSize >= 0, "One cannot keep \(bufferSize) elements.")
        return ReplaySubject(capacity: bufferSize)
    }

    /// A subject that keeps all elements, without a bound.
    @preconcurrency
    public static func createUnbounded() -> ReplaySubject<Element> where Element: Sendable {
        ReplaySubject(capacity: .max)
    }

    deinit { multicaster.abandon() }

    /// Whether anybody listens.
    public var hasObservers: Bool { multicaster.hasObservers }

    /// Delivers the event to all who listen.
    public func on(_ event: Event<Element>) { multicaster.on(event) }

    /// Delivers the element; cheaper than `on(.next(element))`.
    public func onNext(_ element: Element) { multicaster.next(element) }

    override func start(_ sink: Sink<Element>, _ lifetime: Lifetime) { run(sink, lifetime) }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) { multicaster.join(sink, lifetime, to: self) }

    /// Returns the side that receives events: the subject, not a copy.
    public func asObserver() -> ReplaySubject<Element> { self }

    /// Forgets all subscribers; who subscribes later receives ``RxError/disposed(object:)``.
    public func dispose() { multicaster.dispose() }
}
