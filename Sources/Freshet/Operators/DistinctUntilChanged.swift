extension ObservableType where Element: Equatable & SendableMetatype {
    /// Leaves out each element that equals the one before it. Keeps one element. Ends with the source.
    public func distinctUntilChanged() -> Observable<Element> {
        distinctUntilChanged({ $0 }, comparer: { $0 == $1 })
    }
}

extension ObservableType {
    /// Leaves out each element whose key equals that of the one before it. Ends with the source. Keeps one key. An error that a closure throws fails the stream.
    @preconcurrency
    public func distinctUntilChanged(
        _ keySelector: @escaping @Sendable (Element) throws -> some Equatable & SendableMetatype
    ) -> Observable<Element> {
        distinctUntilChanged(keySelector, comparer: { $0 == $1 })
    }

    /// Leaves out each element that `comparer` finds the same as the one delivered before it. Ends with the source. Keeps one element. An error that a closure throws fails the stream.
    @preconcurrency
    public func distinctUntilChanged(
        _ comparer: @escaping @Sendable (Element, Element) throws -> Bool
    ) -> Observable<Element> {
        distinctUntilChanged({ $0 }, comparer: comparer)
    }

    /// Leaves out each element whose property equals that of the one before it. Ends with the source. Keeps one property.
    public func distinctUntilChanged<Property: Equatable & SendableMetatype>(
        at keyPath: any KeyPath<Element, Property> & Sendable
    ) -> Observable<Element> {
        distinctUntilChanged({ $0[keyPath: keyPath] }, comparer: { $0 == $1 })
    }

    /// Leaves out each element whose property equals that of the one before it. Ends with the source. Keeps one property.
    public func distinctUntilChanged<Property: Equatable & SendableMetatype>(
        _ keyPath: any KeyPath<Element, Property> & Sendable
    ) -> Observable<Element> {
        distinctUntilChanged(at: keyPath)
    }

    /// Leaves out each element whose key `comparer` finds the same as that of the one delivered before it.
    ///
    /// An error that a closure throws fails the stream. Keeps one key.
    @preconcurrency
    public func distinctUntilChanged<K>(
        _ keySelector: @escaping @Sendable (Element) throws -> K,
        comparer: @escaping @Sendable (K, K) throws -> Bool
    ) -> Observable<Element> {
        Linear(asObservable()) { DistinctStage($0, keySelector, comparer) }
    }
}

// Safe to hand between threads: see Sink.
private final class DistinctStage<Element, Key>: Stage<Element, Element>, @unchecked Sendable {
    private let keySelector: @Sendable (Element) throws -> Key
    private let comparer: @Sendable (Key, Key) throws -> Bool
    private let last = Latest<Key>()

    init(
        _ downstream: Sink<Element>, _ keySelector: @escaping @Sendable (Element) throws -> Key,
        _ comparer: @escaping @Sendable (Key, Key) throws -> Bool
    ) {
        self.keySelector = keySelector
        self.comparer = comparer
        super.init(downstream)
    }

    override func next(_ element: Element) {
        do {
            let key = try keySelector(element)
            if last.isPresent, try comparer(last.current, key) { return }
            last.replace(with: key)
            downstream.next(element)
        } catch {
            fail(error)
        }
    }
}
