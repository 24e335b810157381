// Sendable: see Multicaster.
/// A subject that replays its newest elements to each new subscriber.
///
/// After a terminal event, a new subscriber receives the retained elements and that event. Events can be sent from any
/// thread; see ``PublishSubject``.
/// - Ends: with the first terminal event sent to it.
/// - Runs on: the thread that sends the event, or the thread that is delivering another event; replayed elements on the
///   subscriber's thread.
/// - Keeps: the newest elements up to its buffer size, even after it ends.
public final class ReplaySubject<Element>: Observable<Element>, SubjectType, ObserverType, Disposable,
    @unchecked Sendable
{
    /// RxSwift's name for the observer type.
    public typealias SubjectObserverType = ReplaySubject<Element>

    let multicaster: Multicaster<Element>

    /// Creates a subject for an owner that declares its own `Sendable` conformance.
    init(capacity: Int) {
        multicaster = .replaying(capacity, replaysAfterEnd: true)
        super.init()
    }

    /// Creates a subject that replays the newest `bufferSize` elements.
    /// - Precondition: `bufferSize` is not negative.
    @preconcurrency
    public static func create(bufferSize: Int) -> ReplaySubject<Element> where Element: Sendable {
        precondition(bufferSize >= 0, "`bufferSize` must not be negative.")
        return ReplaySubject(capacity: bufferSize)
    }

    /// Creates a subject that keeps and replays all elements, without a bound.
    @preconcurrency
    public static func createUnbounded() -> ReplaySubject<Element> where Element: Sendable {
        ReplaySubject(capacity: .max)
    }

    deinit { multicaster.abandon() }

    /// A Boolean value that indicates whether the subject has subscribers.
    public var hasObservers: Bool { multicaster.hasObservers }

    /// Delivers the event to all subscribers.
    public func on(_ event: Event<Element>) { multicaster.on(event) }

    /// Delivers the element to all subscribers. It costs less than `on(.next(element))`.
    public func onNext(_ element: Element) { multicaster.next(element) }

    override func start(_ sink: Sink<Element>, _ lifetime: Lifetime) { run(sink, lifetime) }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) { multicaster.join(sink, lifetime, to: self) }

    /// Returns the subject itself as an observer.
    public func asObserver() -> ReplaySubject<Element> { self }

    /// Removes all subscribers. Later subscribers receive ``RxError/disposed(object:)``.
    public func dispose() { multicaster.dispose() }
}
