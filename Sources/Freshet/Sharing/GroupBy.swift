/// The elements of a stream that share a key; see ``ObservableType/groupBy(keySelector:)``.
public struct GroupedObservable<Key, Element>: ObservableType {
    /// The key of every element in the group.
    public let key: Key
    private let source: Observable<Element>

    /// Creates a group that delivers the elements of `source`.
    public init(key: Key, source: Observable<Element>) {
        self.key = key
        self.source = source
    }

    /// Subscribes `observer` to the elements that follow.
    ///
    /// It delivers on the source's thread until the group ends or the returned disposable is disposed.
    @preconcurrency
    public func subscribe<Observer: ObserverType & Sendable>(
        _ observer: Observer
    ) -> any Disposable where Observer.Element == Element {
        source.subscribe(observer)
    }

    /// The group's elements as a stream, without the key. Ends with the group.
    public func asObservable() -> Observable<Element> { source }
}

extension GroupedObservable: Sendable where Key: Sendable, Element: Sendable {}

extension ObservableType {
    /// Groups elements by key, and emits one stream for each key.
    ///
    /// Emits a group just before its first element. A subscriber that subscribes when the group is emitted misses no
    /// element; groups replay nothing. The source is disposed once the stream of groups and every subscription to a
    /// group are disposed.
    /// - Ends: with the source, after all groups, which end the same way; fails with an error that `keySelector`
    ///   throws.
    /// - Runs on: the source's thread.
    /// - Keeps: every key and its group, without a bound.
    @preconcurrency
    public func groupBy<Key: Hashable & SendableMetatype>(
        keySelector: @escaping @Sendable (Element) throws -> Key
    ) -> Observable<GroupedObservable<Key, Element>> {
        let source = asObservable()
        return ClosureStream { sink, lifetime in
            let upstream = Lifetime()
            let references = RefCountDisposable(disposable: upstream)
            lifetime.add(references)
            source.run(GroupBySink(sink, keySelector, lifetime, upstream, references), upstream)
        }
    }
}

private final class GroupBySink<Key: Hashable & SendableMetatype, Element>: Sink<Element>, @unchecked Sendable {
    private let downstream: Sink<GroupedObservable<Key, Element>>
    private let keySelector: @Sendable (Element) throws -> Key
    private let lifetime: Lifetime
    private let upstream: Lifetime
    private let references: RefCountDisposable
    private var indices: [Key: Int] = [:]
    /// In the order of their first elements.
    private var groups: [PublishSubject<Element>] = []
    /// The events that the source sends while an element's group is chosen and emitted: they follow that element.
    // Unchecked exclusivity: no foreign code runs during an access.
    @exclusivity(unchecked) private var postponed = PostponedEvents<Element>()
    @exclusivity(unchecked) private var isChoosingGroup = false

    init(
        _ downstream: Sink<GroupedObservable<Key, Element>>,
        _ keySelector: @escaping @Sendable (Element) throws -> Key, _ lifetime: Lifetime, _ upstream: Lifetime,
        _ references: RefCountDisposable
    ) {
        self.downstream = downstream
        self.keySelector = keySelector
        self.lifetime = lifetime
        self.upstream = upstream
        self.references = references
    }

    override func next(_ element: Element) {
        if isChoosingGroup || !postponed.isEmpty { return postponed.append(element) }
        deliver(element)
        if !postponed.isEmpty { deliverPostponed() }
        if let end = postponed.end { self.end(end) }
    }

    @inline(never)
    private func deliverPostponed() {
        while let element = postponed.next() {
            if !upstream.hasEnded { deliver(element) }
        }
    }

    private func deliver(_ element: Element) {
        do { try chooseGroup(of: element).onNext(element) } catch { end(.error(error)) }
    }

    private func chooseGroup(of element: Element) throws -> PublishSubject<Element> {
        isChoosingGroup = true
        defer { isChoosingGroup = false }
        return group(of: try keySelector(element))
    }

    private func group(of key: Key) -> PublishSubject<Element> {
        if let index = indices[key] { return groups[index] }
        let group = PublishSubject<Element>(anyElement: ())
        indices[key] = groups.count
        groups.append(group)
        // The stream of groups may be disposed while subscribers of its groups still use the source.
        if !lifetime.hasEnded {
            downstream.next(GroupedObservable(key: key, source: RefCountedStream(group, references)))
        }
        return group
    }

    override func error(_ error: any Error) { sourceEnded(.error(error)) }
    override func completed() { sourceEnded(.completed) }

    private func sourceEnded(_ end: Termination) {
        if isChoosingGroup || !postponed.isEmpty { postponed.end = end } else { self.end(end) }
    }

    private func end(_ end: Termination) {
        guard upstream.stop() else { return }
        for group in groups {
            group.on(end.event())
        }
        if !lifetime.hasEnded { downstream.finish(end) }
        upstream.dispose()
    }
}
