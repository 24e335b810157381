/// The elements of a stream that have one key in common; see ``ObservableType/groupBy(keySelector:)``.
public struct GroupedObservable<Key, Element>: ObservableType {
    /// What the elements have in common.
    public let key: Key
    private let source: Observable<Element>

    /// The stream `source` under the name of `key`.
    public init(key: Key, source: Observable<Element>) {
        self.key = key
        self.source = source
    }

    /// Begins to deliver the elements of the group that come from now on, on the source's threads, until the source ends or what is returned is disposed.
    public func subscribe<Observer: ObserverType>(
        _ observer: Observer
    ) -> any Disposable where Observer.Element == Element {
        source.subscribe(observer)
    }

    /// The stream without its key; ends with the group.
    public func asObservable() -> Observable<Element> { source }
}

extension GroupedObservable: Sendable where Key: Sendable {}

extension ObservableType {
    /// Delivers a stream for each key, when its first element comes; the elements go to the stream of their key.
    ///
    /// *Ends* with the source, behind all groups, which end in the same way; an error that `keySelector` throws fails them and this.
    /// A group keeps nothing: who subscribes to it while it is being delivered misses no element. *Keeps* all keys, without a bound.
    /// The source is given back when neither this nor a group is listened to.
    @preconcurrency
    public func groupBy<Key: Hashable & SendableMetatype>(
        keySelector: @escaping @Sendable (Element) throws -> Key
    ) -> Observable<GroupedObservable<Key, Element>> {
        GroupBy(asObservable(), keySelector)
    }
}

// Safe to share: see Observable.
private final class GroupBy<Key: Hashable & SendableMetatype, Element>: Observable<GroupedObservable<Key, Element>>,
    @unchecked Sendable
{
    private let source: Observable<Element>
    private let keySelector: @Sendable (Element) throws -> Key

    init(_ source: Observable<Element>, _ keySelector: @escaping @Sendable (Element) throws -> Key) {
        self.source = source
        self.keySelector = keySelector
    }

    override func run(_ sink: Sink<GroupedObservable<Key, Element>>, _ lifetime: Lifetime) {
        let upstream = Lifetime()
        let listeners = RefCountDisposable(disposable: upstream)
        lifetime.add(listeners)
        source.run(GroupBySink(sink, keySelector, lifetime, upstream, listeners), upstream)
    }
}

// Safe to hand between threads: see Sink.
private final class GroupBySink<Key: Hashable & SendableMetatype, Element>: Sink<Element>, @unchecked Sendable {
    private let downstream: Sink<GroupedObservable<Key, Element>>
    private let keySelector: @Sendable (Element) throws -> Key
    private let lifetime: Lifetime
    private let upstream: Lifetime
    private let listeners: RefCountDisposable
    private var places: [Key: Int] = [:]
    /// In the order in which their first elements came.
    private var groups: [PublishSubject<Element>] = []

    init(
        _ downstream: Sink<GroupedObservable<Key, Element>>,
        _ keySelector: @escaping @Sendable (Element) throws -> Key, _ lifetime: Lifetime, _ upstream: Lifetime,
        _ listeners: RefCountDisposable
    ) {
        self.downstream = downstream
        self.keySelector = keySelector
        self.lifetime = lifetime
        self.upstream = upstream
        self.listeners = listeners
    }

    override func next(_ element: Element) {
        do { group(of: try keySelector(element)).onNext(element) } catch { self.error(error) }
    }

    private func group(of key: Key) -> PublishSubject<Element> {
        if let place = places[key] { return groups[place] }
        let group = PublishSubject<Element>()
        places[key] = groups.count
        groups.append(group)
        // Who has lost interest in the groups may still listen to some of them.
        if !lifetime.isDisposed {
            downstream.next(GroupedObservable(key: key, source: CountedListener(group, listeners)))
        }
        return group
    }

    override func error(_ error: any Error) { end(.error(error)) }
    override func completed() { end(.completed) }

    private func end(_ end: Termination) {
        guard upstream.stop() else { return }
        for group in groups {
            group.on(end.event())
        }
        if !lifetime.isDisposed { downstream.finish(end) }
        upstream.dispose()
    }
}
