/// A stream that drops consecutive equal elements, also if their conformance to `Equatable` is isolated to an actor.
///
/// With the default isolation of the main actor, an app's types have such conformances. The compiler refuses them for
/// the elements of ``ObservableType`` and ``SharedSequence``, which are `Sendable` or have `Sendable` metatypes; this
/// protocol requires neither.
public protocol DistinctStreamType<Element> {
    /// The type of the stream's elements.
    associatedtype Element
    /// The type of the resulting stream.
    associatedtype DistinctStream
    /// Drops each element that equals the previous one; see ``ObservableType/distinctUntilChanged(_:comparer:)``.
    func distinctUntilChanged(by equality: ElementEquality<Element>) -> DistinctStream
}

// Sendable: `areEqual` is the operator of a type. If it is isolated to an actor, it is the conformance's duty to use no
// state of that actor.
/// The operator `==` of a stream's elements. Not a closure, which a trailing closure of another overload would match.
public struct ElementEquality<Element>: @unchecked Sendable {
    let areEqual: (Element, Element) -> Bool
}

extension DistinctStreamType where Element: Equatable {
    /// Drops each element that equals the previous one; see
    /// ``ObservableType/distinctUntilChanged(_:comparer:)``.
    ///
    /// Compares on the source's thread, also if the conformance to `Equatable` is isolated to an actor.
    public func distinctUntilChanged() -> DistinctStream { distinctUntilChanged(by: ElementEquality(areEqual: ==)) }
}

extension DistinctStreamType where Self: ObservableType {
    /// Drops each element that equals the previous one; see ``ObservableType/distinctUntilChanged(_:comparer:)``.
    public func distinctUntilChanged(by equality: ElementEquality<Element>) -> Observable<Element> {
        distinct(UncheckedTransfer { $0 }, UncheckedTransfer(equality.areEqual))
    }
}

extension Observable: DistinctStreamType {}
extension BehaviorRelay: DistinctStreamType {}
extension PublishRelay: DistinctStreamType {}
extension ReplayRelay: DistinctStreamType {}
extension ControlEvent: DistinctStreamType {}
extension ControlProperty: DistinctStreamType {}

extension Infallible: DistinctStreamType {
    /// Drops each element that equals the previous one; see ``ObservableType/distinctUntilChanged(_:comparer:)``.
    public func distinctUntilChanged(by equality: ElementEquality<Element>) -> Infallible<Element> {
        Infallible(asObservable().distinctUntilChanged(by: equality))
    }
}

extension SharedSequence: DistinctStreamType {
    /// Drops each element that equals the previous one; see ``ObservableType/distinctUntilChanged(_:comparer:)``.
    public func distinctUntilChanged(by equality: ElementEquality<Element>) -> SharedSequence<SharingStrategy, Element>
    {
        SharedSequence(asObservable().distinctUntilChanged(by: equality))
    }
}

extension ObservableType where Element: Equatable {
    /// Drops each element that equals the previous one; see ``distinctUntilChanged(_:comparer:)``.
    @_disfavoredOverload
    public func distinctUntilChanged() -> Observable<Element> { distinctUntilChanged { $0 } }
}

extension InfallibleType where Element: Equatable {
    /// Drops consecutive equal elements; see ``ObservableType/distinctUntilChanged()``.
    @_disfavoredOverload
    public func distinctUntilChanged() -> Infallible<Element> { distinctUntilChanged { $0 } }
}

extension SharedSequenceConvertibleType where Element: Equatable {
    /// Drops consecutive equal elements; see ``ObservableType/distinctUntilChanged()``.
    @_disfavoredOverload
    public func distinctUntilChanged() -> SharedSequence<SharingStrategy, Element> { distinctUntilChanged { $0 } }
}

extension ObservableType {
    /// Drops each element whose key equals the previous element's key; see ``distinctUntilChanged(_:comparer:)``.
    @preconcurrency
    public func distinctUntilChanged(
        _ keySelector: @escaping @Sendable (Element) throws -> some Equatable
    ) -> Observable<Element> {
        distinct(UncheckedTransfer(keySelector), UncheckedTransfer { $0 == $1 })
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
    public func distinctUntilChanged<Property: Equatable>(
        at keyPath: any KeyPath<Element, Property> & Sendable
    ) -> Observable<Element> {
        distinct(UncheckedTransfer { $0[keyPath: keyPath] }, UncheckedTransfer { $0 == $1 })
    }

    /// Drops each element whose property equals the previous element's; see ``distinctUntilChanged(_:comparer:)``.
    @_disfavoredOverload
    public func distinctUntilChanged<Property: Equatable>(
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
        distinct(UncheckedTransfer(keySelector), UncheckedTransfer(comparer))
    }

    /// The closures are handed over because a key's conformance to `Equatable` may be isolated to an actor. With the
    /// default isolation of the main actor, an app's enums have such conformances, although they use no state of it.
    fileprivate func distinct<Key>(
        _ keySelector: UncheckedTransfer<(Element) throws -> Key>,
        _ comparer: UncheckedTransfer<(Key, Key) throws -> Bool>
    ) -> Observable<Element> {
        Linear(asObservable()) { DistinctSink($0, $1, keySelector.value, comparer.value) }
    }
}

private final class DistinctSink<Element, Key>: LinearSink<Element, Element>, @unchecked Sendable {
    private let keySelector: (Element) throws -> Key
    private let comparer: (Key, Key) throws -> Bool
    private let last = LatestValue<Key>()

    init(
        _ downstream: Sink<Element>, _ lifetime: Lifetime, _ keySelector: @escaping (Element) throws -> Key,
        _ comparer: @escaping (Key, Key) throws -> Bool
    ) {
        self.keySelector = keySelector
        self.comparer = comparer
        super.init(downstream, lifetime)
    }

    override func next(_ element: Element) {
        if isOver { return }
        do {
            let key = try keySelector(element)
            if lifetime.hasEnded { return }
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
