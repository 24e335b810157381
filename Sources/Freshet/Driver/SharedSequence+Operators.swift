// The operators of SharedSequence: each is the one of ObservableType, shared as the strategy says.

extension SharedSequenceConvertibleType {
    private func shared<Result: Sendable>(_ stream: Observable<Result>) -> SharedSequence<SharingStrategy, Result> {
        SharedSequence<SharingStrategy, Result>(stream)
    }

    /// Transforms each element. Ends with the source.
    @preconcurrency
    public func map<Result: Sendable>(
        _ selector: @escaping @Sendable (Element) -> Result
    ) -> SharedSequence<SharingStrategy, Result> {
        shared(asObservable().map(selector))
    }

    /// Transforms each element and leaves out what becomes nil. Ends with the source.
    @preconcurrency
    public func compactMap<Result: Sendable>(
        _ selector: @escaping @Sendable (Element) -> Result?
    ) -> SharedSequence<SharingStrategy, Result> {
        shared(asObservable().compactMap(selector))
    }

    /// Lets the elements pass for which `predicate` holds. Ends with the source.
    @preconcurrency
    public func filter(
        _ predicate: @escaping @Sendable (Element) -> Bool
    ) -> SharedSequence<SharingStrategy, Element> {
        shared(asObservable().filter(predicate))
    }

    /// Turns each element into a sequence and delivers the newest of these. Ends when the source and the newest inner sequence have.
    @preconcurrency
    public func flatMapLatest<Strategy: SharingStrategyProtocol, Result: Sendable>(
        _ selector: @escaping @Sendable (Element) -> SharedSequence<Strategy, Result>
    ) -> SharedSequence<Strategy, Result> {
        SharedSequence<Strategy, Result>(asObservable().flatMapLatest(selector) as Observable<Result>)
    }

    /// Turns an element into a sequence and ignores the elements that come until that one has completed.
    @preconcurrency
    public func flatMapFirst<Strategy: SharingStrategyProtocol, Result: Sendable>(
        _ selector: @escaping @Sendable (Element) -> SharedSequence<Strategy, Result>
    ) -> SharedSequence<Strategy, Result> {
        SharedSequence<Strategy, Result>(asObservable().flatMapFirst(selector))
    }

    /// Turns each element into a sequence and delivers what all of them deliver, as it comes. Ends when the source and all inner sequences have.
    @preconcurrency
    public func flatMap<Strategy: SharingStrategyProtocol, Result: Sendable>(
        _ selector: @escaping @Sendable (Element) -> SharedSequence<Strategy, Result>
    ) -> SharedSequence<Strategy, Result> {
        SharedSequence<Strategy, Result>(asObservable().flatMap(selector))
    }

    /// Calls the closures as events pass. Ends with the source; `onDispose` runs then, and at disposal.
    @preconcurrency
    public func `do`(
        onNext: (@Sendable (Element) -> Void)? = nil, afterNext: (@Sendable (Element) -> Void)? = nil,
        onCompleted: (@Sendable () -> Void)? = nil, afterCompleted: (@Sendable () -> Void)? = nil,
        onSubscribe: (@Sendable () -> Void)? = nil, onSubscribed: (@Sendable () -> Void)? = nil,
        onDispose: (@Sendable () -> Void)? = nil
    ) -> SharedSequence<SharingStrategy, Element> {
        shared(
            asObservable().do(
                onNext: onNext, afterNext: afterNext, onCompleted: onCompleted, afterCompleted: afterCompleted,
                onSubscribe: onSubscribe, onSubscribed: onSubscribed, onDispose: onDispose))
    }

    /// Tells ``Hooks/debugOutput`` of each subscription, event and disposal. Changes nothing.
    public func debug(
        _ identifier: String? = nil, trimOutput: Bool = false, file: String = #file, line: UInt = #line,
        function: String = #function
    ) -> SharedSequence<SharingStrategy, Element> {
        shared(asObservable().debug(identifier, trimOutput: trimOutput, file: file, line: line, function: function))
    }

    /// Leaves out each element whose key equals that of the one before it. Ends with the source. Keeps one key.
    @preconcurrency
    public func distinctUntilChanged(
        _ keySelector: @escaping @Sendable (Element) -> some Equatable & SendableMetatype
    ) -> SharedSequence<SharingStrategy, Element> {
        shared(asObservable().distinctUntilChanged(keySelector))
    }

    /// Leaves out each element that `comparer` finds the same as the one delivered before it. Ends with the source. Keeps one element.
    @preconcurrency
    public func distinctUntilChanged(
        _ comparer: @escaping @Sendable (Element, Element) -> Bool
    ) -> SharedSequence<SharingStrategy, Element> {
        shared(asObservable().distinctUntilChanged(comparer))
    }

    /// Leaves out each element whose key `comparer` finds the same as that of the one delivered before it. Ends with the source. Keeps one key.
    @preconcurrency
    public func distinctUntilChanged<K>(
        _ keySelector: @escaping @Sendable (Element) -> K, comparer: @escaping @Sendable (K, K) -> Bool
    ) -> SharedSequence<SharingStrategy, Element> {
        shared(asObservable().distinctUntilChanged(keySelector, comparer: comparer))
    }

    /// Delivers what `accumulator` makes of all elements so far, after each of them. Ends with the source. Keeps one accumulated value.
    @preconcurrency
    public func scan<A: Sendable>(
        _ seed: A, accumulator: @escaping @Sendable (A, Element) -> A
    ) -> SharedSequence<SharingStrategy, A> {
        shared(asObservable().scan(seed, accumulator: accumulator))
    }

    /// Delivers an accumulated value that `accumulator` changes in place, after each element. Ends with the source.
    @preconcurrency
    public func scan<A: Sendable>(
        into seed: A, accumulator: @escaping @Sendable (inout A, Element) -> Void
    ) -> SharedSequence<SharingStrategy, A> {
        shared(asObservable().scan(into: seed, accumulator: accumulator))
    }

    /// Leaves out the first `count` elements. Ends with the source.
    public func skip(_ count: Int) -> SharedSequence<SharingStrategy, Element> { shared(asObservable().skip(count)) }

    /// Delivers `element` first. Then the source, and ends with it.
    public func startWith(_ element: Element) -> SharedSequence<SharingStrategy, Element> {
        shared(asObservable().startWith(element))
    }

    /// Delivers an element when `dueTime` has passed without another one. Ends with the source, behind an element that waits.
    public func debounce(_ dueTime: RxTimeInterval) -> SharedSequence<SharingStrategy, Element>
    where Element: Sendable {
        shared(asObservable().debounce(dueTime, scheduler: SharingStrategy.scheduler))
    }

    /// Delivers an element at once, and then no more than one every `dueTime`. Ends with the source, behind an element that is held back.
    public func throttle(
        _ dueTime: RxTimeInterval, latest: Bool = true
    ) -> SharedSequence<SharingStrategy, Element> where Element: Sendable {
        shared(asObservable().throttle(dueTime, latest: latest, scheduler: SharingStrategy.scheduler))
    }

    /// Delivers each element and the completion `dueTime` later.
    public func delay(_ dueTime: RxTimeInterval) -> SharedSequence<SharingStrategy, Element> where Element: Sendable {
        shared(asObservable().delay(dueTime, scheduler: SharingStrategy.scheduler))
    }

    /// Delivers what `resultSelector` makes of `obj` and each element, as long as the object is alive. Ends with the source, or with the first element after the object has gone.
    @preconcurrency
    public func withUnretained<Object: AnyObject & Sendable, Out: Sendable>(
        _ obj: Object, resultSelector: @escaping @Sendable (Object, Element) -> Out
    ) -> SharedSequence<SharingStrategy, Out> {
        shared(asObservable().withUnretained(obj, resultSelector: resultSelector))
    }

    /// Delivers `obj` together with each element, as long as the object is alive. Ends with the source, or with the first element after the object has gone.
    @preconcurrency
    public func withUnretained<Object: AnyObject & Sendable>(
        _ obj: Object
    ) -> SharedSequence<SharingStrategy, (Object, Element)> {
        withUnretained(obj) { ($0, $1) }
    }

    /// Delivers, for each element, what `resultSelector` makes of it and of the newest element of `second`. Ends with the source. Keeps one element of `second`.
    @preconcurrency
    public func withLatestFrom<Second: SharedSequenceConvertibleType, Result: Sendable>(
        _ second: Second, resultSelector: @escaping @Sendable (Element, Second.Element) -> Result
    ) -> SharedSequence<SharingStrategy, Result> {
        shared(asObservable().withLatestFrom(second.asObservable(), resultSelector: resultSelector))
    }

    /// Delivers, for each element, the newest element of `second`. Ends with the source. Keeps one element.
    public func withLatestFrom<Second: SharedSequenceConvertibleType>(
        _ second: Second
    ) -> SharedSequence<SharingStrategy, Second.Element> {
        withLatestFrom(second) { $1 }
    }
}

extension SharedSequenceConvertibleType where Element: Equatable & SendableMetatype {
    /// Leaves out each element that equals the one before it. Ends with the source. Keeps one element.
    public func distinctUntilChanged() -> SharedSequence<SharingStrategy, Element> {
        SharedSequence(asObservable().distinctUntilChanged())
    }
}

extension SharedSequenceConvertibleType where Element: SharedSequenceConvertibleType {
    /// Delivers the newest inner sequence. Ends when the source and the newest inner sequence have.
    public func switchLatest() -> SharedSequence<Element.SharingStrategy, Element.Element> {
        SharedSequence<Element.SharingStrategy, Element.Element>(asObservable().switchLatest())
    }

    /// Delivers what all inner sequences deliver, as it comes. Ends when the source and all inner sequences have.
    public func merge() -> SharedSequence<Element.SharingStrategy, Element.Element> {
        SharedSequence<Element.SharingStrategy, Element.Element>(asObservable().merge())
    }

    /// Delivers what the inner sequences deliver, of which no more than `maxConcurrent` run at a time. Ends when the source and all inner sequences have. Keeps those that wait, without a bound.
    public func merge(maxConcurrent: Int) -> SharedSequence<Element.SharingStrategy, Element.Element> {
        SharedSequence<Element.SharingStrategy, Element.Element>(asObservable().merge(maxConcurrent: maxConcurrent))
    }
}
