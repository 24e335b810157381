// The operators of a stream that never fails: each is the one of ObservableType, where its contract stands.

extension InfallibleType {
    /// Lets the elements pass for which `predicate` holds. Ends with the source.
    @preconcurrency
    public func filter(_ predicate: @escaping @Sendable (Element) -> Bool) -> Infallible<Element> {
        Infallible(asObservable().filter(predicate))
    }

    /// Transforms each element. Ends with the source.
    @preconcurrency
    public func map<Result>(_ transform: @escaping @Sendable (Element) -> Result) -> Infallible<Result> {
        Infallible<Result>(asObservable().map(transform))
    }

    /// Transforms each element and leaves out what becomes nil. Ends with the source.
    @preconcurrency
    public func compactMap<Result>(_ transform: @escaping @Sendable (Element) -> Result?) -> Infallible<Result> {
        Infallible<Result>(asObservable().compactMap(transform))
    }

    /// Leaves out each element whose key equals that of the one before it. Ends with the source. Keeps one key. An error that a closure throws ends the subscription and goes to ``Hooks/defaultErrorHandler``.
    @preconcurrency
    public func distinctUntilChanged(
        _ keySelector: @escaping @Sendable (Element) throws -> some Equatable & SendableMetatype
    ) -> Infallible<Element> {
        Infallible(asObservable().distinctUntilChanged(keySelector))
    }

    /// Leaves out each element that `comparer` finds the same as the one delivered before it. Ends with the source. Keeps one element. An error that a closure throws ends the subscription and goes to ``Hooks/defaultErrorHandler``.
    @preconcurrency
    public func distinctUntilChanged(
        _ comparer: @escaping @Sendable (Element, Element) throws -> Bool
    ) -> Infallible<Element> {
        Infallible(asObservable().distinctUntilChanged(comparer))
    }

    /// Leaves out each element whose key `comparer` finds the same as that of the one delivered before it. Ends with the source. Keeps one key. An error that a closure throws ends the subscription and goes to ``Hooks/defaultErrorHandler``.
    @preconcurrency
    public func distinctUntilChanged<K>(
        _ keySelector: @escaping @Sendable (Element) throws -> K, comparer: @escaping @Sendable (K, K) throws -> Bool
    ) -> Infallible<Element> {
        Infallible(asObservable().distinctUntilChanged(keySelector, comparer: comparer))
    }

    /// Leaves out each element whose property equals that of the one before it. Ends with the source. Keeps one element.
    public func distinctUntilChanged<Property: Equatable & SendableMetatype>(
        at keyPath: any KeyPath<Element, Property> & Sendable
    ) -> Infallible<Element> {
        Infallible(asObservable().distinctUntilChanged(at: keyPath))
    }

    /// Delivers an accumulated value that `accumulator` changes in place, after each element. Ends with the source.
    @preconcurrency
    public func scan<Seed>(
        into seed: Seed, accumulator: @escaping @Sendable (inout Seed, Element) -> Void
    ) -> Infallible<Seed> {
        Infallible<Seed>(asObservable().scan(into: seed, accumulator: accumulator))
    }

    /// Delivers what `accumulator` makes of all elements so far, after each of them. Ends with the source. Keeps one accumulated value.
    @preconcurrency
    public func scan<Seed>(
        _ seed: Seed, accumulator: @escaping @Sendable (Seed, Element) -> Seed
    ) -> Infallible<Seed> {
        Infallible<Seed>(asObservable().scan(seed, accumulator: accumulator))
    }

    /// Delivers `element` during the subscription, then the source. Ends with the source.
    public func startWith(_ element: Element) -> Infallible<Element> { Infallible(asObservable().startWith(element)) }

    /// One subscription to the source for all who subscribe to this. Ends with the source. Keeps the newest `replay` elements, for good with `.forever`.
    @preconcurrency
    public func share(replay: Int = 0, scope: SubjectLifetimeScope = .whileConnected) -> Infallible<Element>
    where Element: Sendable {
        Infallible(asObservable().share(replay: replay, scope: scope))
    }

    /// Tells ``Hooks/debugOutput`` of each subscription, event and disposal. Changes nothing.
    public func debug(
        _ identifier: String? = nil, trimOutput: Bool = false, file: String = #file, line: UInt = #line,
        function: String = #function
    ) -> Infallible<Element> {
        Infallible(
            asObservable().debug(identifier, trimOutput: trimOutput, file: file, line: line, function: function))
    }

    /// Delivers what `resultSelector` makes of `obj` and each element, as long as the object is alive. Ends with the source, or with the first element after the object has gone.
    @preconcurrency
    public func withUnretained<Object: AnyObject & Sendable, Out>(
        _ obj: Object, resultSelector: @escaping @Sendable (Object, Element) -> Out
    ) -> Infallible<Out> {
        Infallible<Out>(asObservable().withUnretained(obj, resultSelector: resultSelector))
    }

    /// Delivers `obj` together with each element, as long as the object is alive. Ends with the source, or with the first element after the object has gone.
    @preconcurrency
    public func withUnretained<Object: AnyObject & Sendable>(_ obj: Object) -> Infallible<(Object, Element)> {
        withUnretained(obj) { ($0, $1) }
    }
}

extension InfallibleType where Element: Equatable & SendableMetatype {
    /// Leaves out each element that equals the one before it. Ends with the source. Keeps one element.
    public func distinctUntilChanged() -> Infallible<Element> { Infallible(asObservable().distinctUntilChanged()) }
}

extension Infallible {
    /// Calls the closures as events pass; see ``ObservableType/do(onNext:afterNext:onError:afterError:onCompleted:afterCompleted:onSubscribe:onSubscribed:onDispose:)``.
    @preconcurrency
    public func `do`(
        onNext: (@Sendable (Element) throws -> Void)? = nil, afterNext: (@Sendable (Element) throws -> Void)? = nil,
        onCompleted: (@Sendable () throws -> Void)? = nil, afterCompleted: (@Sendable () throws -> Void)? = nil,
        onSubscribe: (@Sendable () -> Void)? = nil, onSubscribed: (@Sendable () -> Void)? = nil,
        onDispose: (@Sendable () -> Void)? = nil
    ) -> Infallible<Element> {
        Infallible(
            source.do(
                onNext: onNext, afterNext: afterNext, onCompleted: onCompleted, afterCompleted: afterCompleted,
                onSubscribe: onSubscribe, onSubscribed: onSubscribed, onDispose: onDispose))
    }
}
