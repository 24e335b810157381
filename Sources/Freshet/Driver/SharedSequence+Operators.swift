// Written by Scripts/generate-wrappers.py. Edit Scripts/wrappers.txt, not this file.

extension SharedSequenceConvertibleType {
    /// Transforms each element; see ``ObservableType/map(_:)``.
    @_disfavoredOverload
    @preconcurrency
    public func map<Result: Sendable>(
        _ selector: @escaping @Sendable (Element) -> Result
    ) -> SharedSequence<SharingStrategy, Result> {
        SharedSequence<SharingStrategy, Result>(asObservable().map(selector))
    }

    /// Transforms each element and drops nil results; see ``ObservableType/compactMap(_:)-((Self.Element)->Result?)``.
    @_disfavoredOverload
    @preconcurrency
    public func compactMap<Result: Sendable>(
        _ selector: @escaping @Sendable (Element) -> Result?
    ) -> SharedSequence<SharingStrategy, Result> {
        SharedSequence<SharingStrategy, Result>(asObservable().compactMap(selector))
    }

    /// Delivers the elements that satisfy `predicate`; see ``ObservableType/filter(_:)``.
    @_disfavoredOverload
    @preconcurrency
    public func filter(_ predicate: @escaping @Sendable (Element) -> Bool) -> SharedSequence<SharingStrategy, Element> {
        SharedSequence<SharingStrategy, Element>(asObservable().filter(predicate))
    }

    /// Maps each element to a sequence and delivers only the newest sequence; see
    /// ``ObservableType/flatMapLatest(_:)->Observable<Source.Element>``.
    @_disfavoredOverload
    @preconcurrency
    public func flatMapLatest<Strategy: SharingStrategyProtocol, Result: Sendable>(
        _ selector: @escaping @Sendable (Element) -> SharedSequence<Strategy, Result>
    ) -> SharedSequence<Strategy, Result> {
        SharedSequence<Strategy, Result>(
            asObservable().flatMapLatest(selector) as Observable<Result>, subscribedBy: SharingStrategy.self)
    }

    /// Maps an element to a sequence and ignores further elements until that sequence completes; see
    /// ``ObservableType/flatMapFirst(_:)``.
    @_disfavoredOverload
    @preconcurrency
    public func flatMapFirst<Strategy: SharingStrategyProtocol, Result: Sendable>(
        _ selector: @escaping @Sendable (Element) -> SharedSequence<Strategy, Result>
    ) -> SharedSequence<Strategy, Result> {
        SharedSequence<Strategy, Result>(asObservable().flatMapFirst(selector), subscribedBy: SharingStrategy.self)
    }

    /// Maps each element to a sequence and merges these sequences; see ``ObservableType/flatMap(_:)``.
    @_disfavoredOverload
    @preconcurrency
    public func flatMap<Strategy: SharingStrategyProtocol, Result: Sendable>(
        _ selector: @escaping @Sendable (Element) -> SharedSequence<Strategy, Result>
    ) -> SharedSequence<Strategy, Result> {
        SharedSequence<Strategy, Result>(asObservable().flatMap(selector), subscribedBy: SharingStrategy.self)
    }

    /// Calls the closures for side effects; see
    /// ``ObservableType/do(onNext:afterNext:onError:afterError:onCompleted:afterCompleted:onSubscribe:onSubscribed:onDispose:)``.
    @_disfavoredOverload
    @preconcurrency
    public func `do`(
        onNext: (@Sendable (Element) -> Void)? = nil, afterNext: (@Sendable (Element) -> Void)? = nil,
        onCompleted: (@Sendable () -> Void)? = nil, afterCompleted: (@Sendable () -> Void)? = nil,
        onSubscribe: (@Sendable () -> Void)? = nil, onSubscribed: (@Sendable () -> Void)? = nil,
        onDispose: (@Sendable () -> Void)? = nil
    ) -> SharedSequence<SharingStrategy, Element> {
        SharedSequence<SharingStrategy, Element>(
            asObservable().do(
                onNext: onNext, afterNext: afterNext, onCompleted: onCompleted, afterCompleted: afterCompleted,
                onSubscribe: onSubscribe, onSubscribed: onSubscribed, onDispose: onDispose))
    }

    /// Writes each subscription, event and disposal to ``Hooks/debugOutput``; see
    /// ``ObservableType/debug(_:trimOutput:file:line:function:)``.
    public func debug(
        _ identifier: String? = nil, trimOutput: Bool = false, file: String = #file, line: UInt = #line,
        function: String = #function
    ) -> SharedSequence<SharingStrategy, Element> {
        SharedSequence<SharingStrategy, Element>(
            asObservable().debug(identifier, trimOutput: trimOutput, file: file, line: line, function: function))
    }

    /// Drops consecutive elements with equal keys; see
    /// ``ObservableType/distinctUntilChanged(_:)-((Self.Element)->Equatable)``.
    @_disfavoredOverload
    @preconcurrency
    public func distinctUntilChanged<Key: Equatable>(
        _ keySelector: @escaping @Sendable (Element) -> Key
    ) -> SharedSequence<SharingStrategy, Element> {
        SharedSequence<SharingStrategy, Element>(asObservable().distinctUntilChanged(keySelector))
    }

    /// Drops consecutive elements that `comparer` considers equal; see
    /// ``ObservableType/distinctUntilChanged(_:)-((Self.Element,Self.Element)->Bool)``.
    @_disfavoredOverload
    @preconcurrency
    public func distinctUntilChanged(
        _ comparer: @escaping @Sendable (Element, Element) -> Bool
    ) -> SharedSequence<SharingStrategy, Element> {
        SharedSequence<SharingStrategy, Element>(asObservable().distinctUntilChanged(comparer))
    }

    /// Drops consecutive elements whose keys `comparer` considers equal; see
    /// ``ObservableType/distinctUntilChanged(_:comparer:)``.
    @_disfavoredOverload
    @preconcurrency
    public func distinctUntilChanged<K>(
        _ keySelector: @escaping @Sendable (Element) -> K, comparer: @escaping @Sendable (K, K) -> Bool
    ) -> SharedSequence<SharingStrategy, Element> {
        SharedSequence<SharingStrategy, Element>(asObservable().distinctUntilChanged(keySelector, comparer: comparer))
    }

    /// Delivers the accumulated value after each element; see ``ObservableType/scan(_:accumulator:)``.
    @_disfavoredOverload
    @preconcurrency
    public func scan<A: Sendable>(
        _ seed: A, accumulator: @escaping @Sendable (A, Element) -> A
    ) -> SharedSequence<SharingStrategy, A> {
        SharedSequence<SharingStrategy, A>(asObservable().scan(seed, accumulator: accumulator))
    }

    /// Delivers the accumulated value, mutated in place, after each element; see
    /// ``ObservableType/scan(into:accumulator:)``.
    @_disfavoredOverload
    @preconcurrency
    public func scan<A: Sendable>(
        into seed: A, accumulator: @escaping @Sendable (inout A, Element) -> Void
    ) -> SharedSequence<SharingStrategy, A> {
        SharedSequence<SharingStrategy, A>(asObservable().scan(into: seed, accumulator: accumulator))
    }

    /// Skips the first `count` elements; see ``ObservableType/skip(_:)``.
    public func skip(_ count: Int) -> SharedSequence<SharingStrategy, Element> {
        SharedSequence<SharingStrategy, Element>(asObservable().skip(count))
    }

    /// Delivers `element`, then the elements of the source; see ``ObservableType/startWith(_:)``.
    public func startWith(_ element: Element) -> SharedSequence<SharingStrategy, Element> {
        SharedSequence<SharingStrategy, Element>(asObservable().startWith(element))
    }

    /// Delivers an element once `dueTime` passes without another element; see
    /// ``ObservableType/debounce(_:scheduler:)-(RxTimeInterval,_)``.
    public func debounce(
        _ dueTime: RxTimeInterval
    ) -> SharedSequence<SharingStrategy, Element> where Element: Sendable {
        SharedSequence<SharingStrategy, Element>(asObservable().debounce(dueTime, scheduler: SharingStrategy.scheduler))
    }

    /// Delivers at most one element every `dueTime`; see
    /// ``ObservableType/throttle(_:latest:scheduler:)-(RxTimeInterval,_,_)``.
    public func throttle(
        _ dueTime: RxTimeInterval, latest: Bool = true
    ) -> SharedSequence<SharingStrategy, Element> where Element: Sendable {
        SharedSequence<SharingStrategy, Element>(
            asObservable().throttle(dueTime, latest: latest, scheduler: SharingStrategy.scheduler))
    }

    /// Delays each element and the completion by `dueTime`; see
    /// ``ObservableType/delay(_:scheduler:)-(RxTimeInterval,_)``.
    public func delay(_ dueTime: RxTimeInterval) -> SharedSequence<SharingStrategy, Element> where Element: Sendable {
        SharedSequence<SharingStrategy, Element>(asObservable().delay(dueTime, scheduler: SharingStrategy.scheduler))
    }

    /// Delivers the results of `resultSelector` for `obj` and each element, without retaining `obj`; see
    /// ``ObservableType/withUnretained(_:resultSelector:)``.
    @_disfavoredOverload
    @preconcurrency
    public func withUnretained<Object: AnyObject & Sendable, Out: Sendable>(
        _ obj: Object, resultSelector: @escaping @Sendable (Object, Element) -> Out
    ) -> SharedSequence<SharingStrategy, Out> {
        SharedSequence<SharingStrategy, Out>(asObservable().withUnretained(obj, resultSelector: resultSelector))
    }

    /// Delivers `obj` with each element, without retaining `obj`; see ``ObservableType/withUnretained(_:)``.
    @preconcurrency
    public func withUnretained<Object: AnyObject & Sendable>(
        _ obj: Object
    ) -> SharedSequence<SharingStrategy, (Object, Element)> {
        withUnretained(obj) { ($0, $1) }
    }

    /// Delivers the results of `resultSelector` for each element and the newest element of `second`; see
    /// ``ObservableType/withLatestFrom(_:resultSelector:)``.
    @_disfavoredOverload
    @preconcurrency
    public func withLatestFrom<Second: SharedSequenceConvertibleType, Result: Sendable>(
        _ second: Second, resultSelector: @escaping @Sendable (Element, Second.Element) -> Result
    ) -> SharedSequence<SharingStrategy, Result> {
        SharedSequence<SharingStrategy, Result>(
            asObservable().withLatestFrom(second.asObservable(), resultSelector: resultSelector))
    }

    /// Delivers the newest element of `second` for each element; see ``ObservableType/withLatestFrom(_:)``.
    public func withLatestFrom<Second: SharedSequenceConvertibleType>(
        _ second: Second
    ) -> SharedSequence<SharingStrategy, Second.Element> {
        withLatestFrom(second) { $1 }
    }
}

extension SharedSequenceConvertibleType where SharingStrategy: MainSharingStrategyProtocol {
    /// Transforms each element; see ``ObservableType/map(_:)``.
    @preconcurrency
    public func map<Result: Sendable>(
        _ selector: @escaping @MainActor @Sendable (Element) -> Result
    ) -> SharedSequence<SharingStrategy, Result> {
        let selector = MainIsolation.unchecked(selector, as: (@Sendable (Element) -> Result).self)
        return SharedSequence<SharingStrategy, Result>(onMain: asObservable().map(selector))
    }

    /// Transforms each element and drops nil results; see ``ObservableType/compactMap(_:)-((Self.Element)->Result?)``.
    @preconcurrency
    public func compactMap<Result: Sendable>(
        _ selector: @escaping @MainActor @Sendable (Element) -> Result?
    ) -> SharedSequence<SharingStrategy, Result> {
        let selector = MainIsolation.unchecked(selector, as: (@Sendable (Element) -> Result?).self)
        return SharedSequence<SharingStrategy, Result>(onMain: asObservable().compactMap(selector))
    }

    /// Delivers the elements that satisfy `predicate`; see ``ObservableType/filter(_:)``.
    @preconcurrency
    public func filter(
        _ predicate: @escaping @MainActor @Sendable (Element) -> Bool
    ) -> SharedSequence<SharingStrategy, Element> {
        let predicate = MainIsolation.unchecked(predicate, as: (@Sendable (Element) -> Bool).self)
        return SharedSequence<SharingStrategy, Element>(onMain: asObservable().filter(predicate))
    }

    /// Maps each element to a sequence and delivers only the newest sequence; see
    /// ``ObservableType/flatMapLatest(_:)->Observable<Source.Element>``.
    @preconcurrency
    public func flatMapLatest<Strategy: SharingStrategyProtocol, Result: Sendable>(
        _ selector: @escaping @MainActor @Sendable (Element) -> SharedSequence<Strategy, Result>
    ) -> SharedSequence<Strategy, Result> {
        let selector = MainIsolation.unchecked(
            selector, as: (@Sendable (Element) -> SharedSequence<Strategy, Result>).self)
        return SharedSequence<Strategy, Result>(onMain: asObservable().flatMapLatest(selector) as Observable<Result>)
    }

    /// Maps an element to a sequence and ignores further elements until that sequence completes; see
    /// ``ObservableType/flatMapFirst(_:)``.
    @preconcurrency
    public func flatMapFirst<Strategy: SharingStrategyProtocol, Result: Sendable>(
        _ selector: @escaping @MainActor @Sendable (Element) -> SharedSequence<Strategy, Result>
    ) -> SharedSequence<Strategy, Result> {
        let selector = MainIsolation.unchecked(
            selector, as: (@Sendable (Element) -> SharedSequence<Strategy, Result>).self)
        return SharedSequence<Strategy, Result>(onMain: asObservable().flatMapFirst(selector))
    }

    /// Maps each element to a sequence and merges these sequences; see ``ObservableType/flatMap(_:)``.
    @preconcurrency
    public func flatMap<Strategy: SharingStrategyProtocol, Result: Sendable>(
        _ selector: @escaping @MainActor @Sendable (Element) -> SharedSequence<Strategy, Result>
    ) -> SharedSequence<Strategy, Result> {
        let selector = MainIsolation.unchecked(
            selector, as: (@Sendable (Element) -> SharedSequence<Strategy, Result>).self)
        return SharedSequence<Strategy, Result>(onMain: asObservable().flatMap(selector))
    }

    /// Calls the closures for side effects; see
    /// ``ObservableType/do(onNext:afterNext:onError:afterError:onCompleted:afterCompleted:onSubscribe:onSubscribed:onDispose:)``.
    @preconcurrency
    public func `do`(
        onNext: (@MainActor @Sendable (Element) -> Void)? = nil,
        afterNext: (@MainActor @Sendable (Element) -> Void)? = nil,
        onCompleted: (@MainActor @Sendable () -> Void)? = nil, afterCompleted: (@MainActor @Sendable () -> Void)? = nil,
        onSubscribe: (@MainActor @Sendable () -> Void)? = nil, onSubscribed: (@MainActor @Sendable () -> Void)? = nil,
        onDispose: (@MainActor @Sendable () -> Void)? = nil
    ) -> SharedSequence<SharingStrategy, Element> {
        let onNext = MainIsolation.unchecked(onNext, as: ((@Sendable (Element) -> Void)?).self)
        let afterNext = MainIsolation.unchecked(afterNext, as: ((@Sendable (Element) -> Void)?).self)
        let onCompleted = MainIsolation.unchecked(onCompleted, as: ((@Sendable () -> Void)?).self)
        let afterCompleted = MainIsolation.unchecked(afterCompleted, as: ((@Sendable () -> Void)?).self)
        let onSubscribe = MainIsolation.unchecked(onSubscribe, as: ((@Sendable () -> Void)?).self)
        let onSubscribed = MainIsolation.unchecked(onSubscribed, as: ((@Sendable () -> Void)?).self)
        let onDispose = onDispose.map { MainIsolation.isolate($0) }
        return SharedSequence<SharingStrategy, Element>(
            onMain: asObservable().do(
                onNext: onNext, afterNext: afterNext, onCompleted: onCompleted, afterCompleted: afterCompleted,
                onSubscribe: onSubscribe, onSubscribed: onSubscribed, onDispose: onDispose))
    }

    /// Drops consecutive elements with equal keys; see
    /// ``ObservableType/distinctUntilChanged(_:)-((Self.Element)->Equatable)``.
    @preconcurrency
    public func distinctUntilChanged<Key: Equatable>(
        _ keySelector: @escaping @MainActor @Sendable (Element) -> Key
    ) -> SharedSequence<SharingStrategy, Element> {
        let keySelector = MainIsolation.unchecked(keySelector, as: (@Sendable (Element) -> Key).self)
        return SharedSequence<SharingStrategy, Element>(onMain: asObservable().distinctUntilChanged(keySelector))
    }

    /// Drops consecutive elements that `comparer` considers equal; see
    /// ``ObservableType/distinctUntilChanged(_:)-((Self.Element,Self.Element)->Bool)``.
    @preconcurrency
    public func distinctUntilChanged(
        _ comparer: @escaping @MainActor @Sendable (Element, Element) -> Bool
    ) -> SharedSequence<SharingStrategy, Element> {
        let comparer = MainIsolation.unchecked(comparer, as: (@Sendable (Element, Element) -> Bool).self)
        return SharedSequence<SharingStrategy, Element>(onMain: asObservable().distinctUntilChanged(comparer))
    }

    /// Drops consecutive elements whose keys `comparer` considers equal; see
    /// ``ObservableType/distinctUntilChanged(_:comparer:)``.
    @preconcurrency
    public func distinctUntilChanged<K>(
        _ keySelector: @escaping @MainActor @Sendable (Element) -> K,
        comparer: @escaping @MainActor @Sendable (K, K) -> Bool
    ) -> SharedSequence<SharingStrategy, Element> {
        let keySelector = MainIsolation.unchecked(keySelector, as: (@Sendable (Element) -> K).self)
        let comparer = MainIsolation.unchecked(comparer, as: (@Sendable (K, K) -> Bool).self)
        return SharedSequence<SharingStrategy, Element>(
            onMain: asObservable().distinctUntilChanged(keySelector, comparer: comparer))
    }

    /// Delivers the accumulated value after each element; see ``ObservableType/scan(_:accumulator:)``.
    @preconcurrency
    public func scan<A: Sendable>(
        _ seed: A, accumulator: @escaping @MainActor @Sendable (A, Element) -> A
    ) -> SharedSequence<SharingStrategy, A> {
        let accumulator = MainIsolation.unchecked(accumulator, as: (@Sendable (A, Element) -> A).self)
        return SharedSequence<SharingStrategy, A>(onMain: asObservable().scan(seed, accumulator: accumulator))
    }

    /// Delivers the accumulated value, mutated in place, after each element; see
    /// ``ObservableType/scan(into:accumulator:)``.
    @preconcurrency
    public func scan<A: Sendable>(
        into seed: A, accumulator: @escaping @MainActor @Sendable (inout A, Element) -> Void
    ) -> SharedSequence<SharingStrategy, A> {
        let accumulator = MainIsolation.unchecked(accumulator, as: (@Sendable (inout A, Element) -> Void).self)
        return SharedSequence<SharingStrategy, A>(onMain: asObservable().scan(into: seed, accumulator: accumulator))
    }

    /// Delivers the results of `resultSelector` for `obj` and each element, without retaining `obj`; see
    /// ``ObservableType/withUnretained(_:resultSelector:)``.
    @preconcurrency
    public func withUnretained<Object: AnyObject & Sendable, Out: Sendable>(
        _ obj: Object, resultSelector: @escaping @MainActor @Sendable (Object, Element) -> Out
    ) -> SharedSequence<SharingStrategy, Out> {
        let resultSelector = MainIsolation.unchecked(resultSelector, as: (@Sendable (Object, Element) -> Out).self)
        return SharedSequence<SharingStrategy, Out>(
            onMain: asObservable().withUnretained(obj, resultSelector: resultSelector))
    }

    /// Delivers the results of `resultSelector` for each element and the newest element of `second`; see
    /// ``ObservableType/withLatestFrom(_:resultSelector:)``.
    @preconcurrency
    public func withLatestFrom<Second: SharedSequenceConvertibleType, Result: Sendable>(
        _ second: Second, resultSelector: @escaping @MainActor @Sendable (Element, Second.Element) -> Result
    ) -> SharedSequence<SharingStrategy, Result> {
        let resultSelector = MainIsolation.unchecked(
            resultSelector, as: (@Sendable (Element, Second.Element) -> Result).self)
        return SharedSequence<SharingStrategy, Result>(
            onMain: asObservable().withLatestFrom(second.asObservable(), resultSelector: resultSelector))
    }
}

extension SharedSequenceConvertibleType where Element: SharedSequenceConvertibleType {
    /// Delivers the newest inner sequence; see ``ObservableType/switchLatest()``.
    public func switchLatest() -> SharedSequence<Element.SharingStrategy, Element.Element> {
        SharedSequence<Element.SharingStrategy, Element.Element>(
            asObservable().switchLatest(), subscribedBy: SharingStrategy.self)
    }

    /// Merges the inner sequences; see ``ObservableType/merge()``.
    public func merge() -> SharedSequence<Element.SharingStrategy, Element.Element> {
        SharedSequence<Element.SharingStrategy, Element.Element>(
            asObservable().merge(), subscribedBy: SharingStrategy.self)
    }

    /// Merges the inner sequences, at most `maxConcurrent` at a time; see ``ObservableType/merge(maxConcurrent:)``.
    public func merge(maxConcurrent: Int) -> SharedSequence<Element.SharingStrategy, Element.Element> {
        SharedSequence<Element.SharingStrategy, Element.Element>(
            asObservable().merge(maxConcurrent: maxConcurrent), subscribedBy: SharingStrategy.self)
    }
}
