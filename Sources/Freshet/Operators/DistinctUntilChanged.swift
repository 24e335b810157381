extension ObservableType where Element: Equatable & SendableMetatype {
    /// Drops each element that equals the previous one; see ``distinctUntilChanged(_:comparer:)``.
    public func distinctUntilChanged() -> Observable<Element> {
        distinctUntilChanged({ $0 }, comparer: { $0 == $1 })
    }
}

extension ObservableType {
    /// Drops each element whose key equals the previous element's key; see ``distinctUntilChanged(_:comparer:)``.
    @preconcurrency
    public func distinctUntilChanged(
        _ keySelector: @escaping @Sendable (Element) throws -> some Equatable & SendableMetatype
    ) -> Observable<Element> {
        distinctUntilChanged(keySelector, comparer: { $0 == $1 })
    }

    /// Drops each element that `comparer` considers equal to the last delivered one; see
    /// ``distinctUntilChanged(_:comparer:)``.
    @preconcurrency
    public func distinctUntilChanged(
        _ comparer: @escaping @Sendable (Element, Element) throws -> Bool
    ) -> Observable<Element> {
        distinctUntilChanged({ $0 }, comparer: comparer)
    }

    /// Drops each element whose property equals the previous element's; see ``distinctUntilChanged(_:comparer:)``.
    public func distinctUntilChanged<Property: Equatable & SendableMetatype>(
        at keyPath: any KeyPath<Element, Property> & Sendable
    ) -> Observable<Element> {
        distinctUntilChanged({ $0[keyPath: keyPath] }, comparer: { $0 == $1 })
    }

    /// Drops each element whose property equals the previous element's; see ``distinctUntilChanged(_:comparer:)``.
    @_disfavoredOverload
    public func distinctUntilChanged<Property: Equatable & SendableMetatype>(
        _ keyPath: any KeyPath<Element, Property> & Sendable
    ) -> Observable<Element> {
        distinctUntilChanged(at: keyPath)
    }

    /// Drops each element whose key `comparer` considers equal to the previous key.
    ///
    /// Compares with the key of the last delivered element. Calls `keySelector` once for each element.
    /// - Ends: with the source; fails with an error thrown by a closure.
    /// - Runs on: the source's thread.
    /// - Keeps: one key.
    @preconcurrency
    public func distinctUntilChanged<K>(
        _ keySelector: @escaping @Sendable (Element) throws -> K,
        comparer: @escaping @Sendable (K, K) throws -> Bool
    ) -> Observable<Element> {
        Linear(asObservable()) { DistinctSink($0, $1, keySelector, comparer) }
    }
}

private final class DistinctSink<Element, Key>: LinearSink<Element, Element>, @unchecked Sendable {
    private let keySelector: @Sendable (Element) throws -> Key
    private let comparer: @Sendable (Key, Key) throws -> Bool
    private let last = Latest<Key>()

    init(
        _ downstream: Sink<Element>, _ lifetime: Lifetime, _ keySelector: @escaping @Sendable (Element) throws -> Key,
        _ comparer: @escaping @Sendable (Key, Key) throws -> Bool
    ) {
        self.keySelector = keySelector
        self.comparer = comparer
        super.init(downstream, lifetime)
    }

    override func next(_ element: Element) {
        if isOver { return }
        do {
            let key = try keySelector(element)
            if lifetime.isDisposed { return }
            guard last.isPresent else {
                last.replace(with: key)
                return downstream.next(element)
            }
            let former = last.current
            if try comparer(former, key) { return }
            last.replace(with: key)
            downstream.next(element)
            // Released after the delivery: an element that its `deinit` sends must not overtake this one.
            withExtendedLifetime(former) {}
        } catch {
            fail(error)
        }
    }
}
