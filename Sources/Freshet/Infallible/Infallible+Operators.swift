// Written by Scripts/generate-wrappers.py. Edit Scripts/wrappers.txt, not this file.

extension InfallibleType {
    /// Delivers the elements that satisfy `predicate`; see ``ObservableType/filter(_:)``.
    @preconcurrency
    public func filter(_ predicate: @escaping @Sendable (Element) -> Bool) -> Infallible<Element> {
        Infallible<Element>(asObservable().filter(predicate))
    }

    /// Transforms each element; see ``ObservableType/map(_:)``.
    @preconcurrency
    public func map<Result>(_ transform: @escaping @Sendable (Element) -> Result) -> Infallible<Result> {
        Infallible<Result>(asObservable().map(transform))
    }

    /// Transforms each element and drops nil results; see ``ObservableType/compactMap(_:)-((Self.Element)->Result?)``.
    @preconcurrency
    public func compactMap<Result>(_ transform: @escaping @Sendable (Element) -> Result?) -> Infallible<Result> {
        Infallible<Result>(asObservable().compactMap(transform))
    }

    /// Drops consecutive elements with equal keys; see
    /// ``ObservableType/distinctUntilChanged(_:)-((Self.Element)->Equatable)``.
    ///
    /// An error thrown by `keySelector` ends the subscription and goes to ``Hooks/defaultErrorHandler``.
    @preconcurrency
    public func distinctUntilChanged(
        _ keySelector: @escaping @Sendable (Element) throws -> some Equatable
    ) -> Infallible<Element> {
        Infallible<Element>(asObservable().distinctUntilChanged(keySelector))
    }

    /// Drops consecutive elements that `comparer` considers equal; see
    /// ``ObservableType/distinctUntilChanged(_:)-((Self.Element,Self.Element)->Bool)``.
    ///
    /// An error thrown by `comparer` ends the subscription and goes to ``Hooks/defaultErrorHandler``.
    @preconcurrency
    public func distinctUntilChanged(
        _ comparer: @escaping @Sendable (Element, Element) throws -> Bool
    ) -> Infallible<Element> {
        Infallible<Element>(asObservable().distinctUntilChanged(comparer))
    }

    /// Drops consecutive elements whose keys `comparer` considers equal; see
    /// ``ObservableType/distinctUntilChanged(_:comparer:)``.
    ///
    /// An error thrown by a closure ends the subscription and goes to ``Hooks/defaultErrorHandler``.
    @preconcurrency
    public func distinctUntilChanged<K>(
        _ keySelector: @escaping @Sendable (Element) throws -> K, comparer: @escaping @Sendable (K, K) throws -> Bool
    ) -> Infallible<Element> {
        Infallible<Element>(asObservable().distinctUntilChanged(keySelector, comparer: comparer))
    }

    /// Drops consecutive elements whose property is equal; see ``ObservableType/distinctUntilChanged(at:)``.
    public func distinctUntilChanged<Property: Equatable>(
        at keyPath: any KeyPath<Element, Property> & Sendable
    ) -> Infallible<Element> {
        Infallible<Element>(asObservable().distinctUntilChanged(at: keyPath))
    }

    /// Delivers the accumulated value, mutated in place, after each element; see
    /// ``ObservableType/scan(into:accumulator:)``.
    @preconcurrency
    public func scan<Seed>(
        into seed: sending Seed, accumulator: @escaping @Sendable (inout Seed, Element) -> Void
    ) -> Infallible<Seed> {
        Infallible<Seed>(asObservable().scan(into: seed, accumulator: accumulator))
    }

    /// Delivers the accumulated value after each element; see ``ObservableType/scan(_:accumulator:)``.
    @preconcurrency
    public func scan<Seed>(
        _ seed: sending Seed, accumulator: @escaping @Sendable (Seed, Element) -> Seed
    ) -> Infallible<Seed> {
        Infallible<Seed>(asObservable().scan(seed, accumulator: accumulator))
    }

    /// Delivers `element`, then the elements of the source; see ``ObservableType/startWith(_:)``.
    @preconcurrency
    public func startWith(_ element: Element) -> Infallible<Element> where Element: Sendable {
        Infallible<Element>(asObservable().startWith(element))
    }

    /// Shares one subscription to the source among all subscribers; see ``ObservableType/share(replay:scope:)``.
    @preconcurrency
    public func share(
        replay: Int = 0, scope: SubjectLifetimeScope = .whileConnected
    ) -> Infallible<Element> where Element: Sendable {
        Infallible<Element>(asObservable().share(replay: replay, scope: scope))
    }

    /// Writes each subscription, event and disposal to ``Hooks/debugOutput``; see
    /// ``ObservableType/debug(_:trimOutput:file:line:function:)``.
    public func debug(
        _ identifier: String? = nil, trimOutput: Bool = false, file: String = #file, line: UInt = #line,
        function: String = #function
    ) -> Infallible<Element> {
        Infallible<Element>(
            asObservable().debug(identifier, trimOutput: trimOutput, file: file, line: line, function: function))
    }

    /// Delivers the results of `resultSelector` for `obj` and each element, without retaining `obj`; see
    /// ``ObservableType/withUnretained(_:resultSelector:)``.
    @preconcurrency
    public func withUnretained<Object: AnyObject & Sendable, Out>(
        _ obj: Object, resultSelector: @escaping @Sendable (Object, Element) -> Out
    ) -> Infallible<Out> {
        Infallible<Out>(asObservable().withUnretained(obj, resultSelector: resultSelector))
    }

    /// Delivers `obj` with each element, without retaining `obj`; see ``ObservableType/withUnretained(_:)``.
    @preconcurrency
    public func withUnretained<Object: AnyObject & Sendable>(_ obj: Object) -> Infallible<(Object, Element)> {
        withUnretained(obj) { ($0, $1) }
    }
}

extension Infallible {
    /// Calls the closures for side effects; see
    /// ``ObservableType/do(onNext:afterNext:onError:afterError:onCompleted:afterCompleted:onSubscribe:onSubscribed:onDispose:)``.
    ///
    /// An error thrown by a closure ends the subscription and goes to ``Hooks/defaultErrorHandler``.
    @preconcurrency
    public func `do`(
        onNext: (@Sendable (Element) throws -> Void)? = nil, afterNext: (@Sendable (Element) throws -> Void)? = nil,
        onCompleted: (@Sendable () throws -> Void)? = nil, afterCompleted: (@Sendable () throws -> Void)? = nil,
        onSubscribe: (@Sendable () -> Void)? = nil, onSubscribed: (@Sendable () -> Void)? = nil,
        onDispose: (@Sendable () -> Void)? = nil
    ) -> Infallible<Element> {
        Infallible<Element>(
            source.do(
                onNext: onNext, afterNext: afterNext, onCompleted: onCompleted, afterCompleted: afterCompleted,
                onSubscribe: onSubscribe, onSubscribed: onSubscribed, onDispose: onDispose))
    }
}
