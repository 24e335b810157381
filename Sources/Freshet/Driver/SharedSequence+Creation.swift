// Written by Scripts/generate-wrappers.py. Edit Scripts/wrappers.txt, not this file.

extension SharedSequence {
    /// Creates a sequence that completes without an element; see ``ObservableType/empty()``.
    public static func empty() -> SharedSequence<SharingStrategy, Element> {
        SharedSequence<SharingStrategy, Element>(raw: Observable.empty().subscribe(on: SharingStrategy.scheduler))
    }

    /// Creates a sequence that never delivers an event; see ``ObservableType/never()``.
    public static func never() -> SharedSequence<SharingStrategy, Element> {
        SharedSequence<SharingStrategy, Element>(raw: .never())
    }

    /// Creates a sequence that delivers `element` and completes; see ``ObservableType/just(_:scheduler:)``.
    public static func just(_ element: Element) -> SharedSequence<SharingStrategy, Element> {
        SharedSequence<SharingStrategy, Element>(raw: Observable.just(element).subscribe(on: SharingStrategy.scheduler))
    }

    /// Creates a new sequence for each subscription; see ``ObservableType/deferred(_:)``.
    @_disfavoredOverload
    @preconcurrency
    public static func deferred(
        _ observableFactory: @escaping @Sendable () -> SharedSequence<SharingStrategy, Element>
    ) -> SharedSequence<SharingStrategy, Element> {
        SharedSequence<SharingStrategy, Element>(.deferred { observableFactory().source })
    }

    /// Creates a sequence that delivers the elements and completes; see
    /// ``ObservableType/from(_:scheduler:)-([Self.Element],_)``.
    public static func of(_ elements: Element...) -> SharedSequence<SharingStrategy, Element> {
        SharedSequence<SharingStrategy, Element>(raw: .from(elements, scheduler: SharingStrategy.scheduler))
    }

    /// Creates a sequence that delivers the elements and completes; see
    /// ``ObservableType/from(_:scheduler:)-([Self.Element],_)``.
    public static func from(_ array: [Element]) -> SharedSequence<SharingStrategy, Element> {
        SharedSequence<SharingStrategy, Element>(raw: .from(array, scheduler: SharingStrategy.scheduler))
    }

    /// Creates a sequence that delivers the elements of `sequence` and completes; see
    /// ``ObservableType/from(_:scheduler:)-(Elements,_)``.
    public static func from<Elements: Sequence>(
        _ sequence: Elements
    ) -> SharedSequence<SharingStrategy, Element> where Elements.Element == Element {
        SharedSequence<SharingStrategy, Element>(raw: .from(sequence, scheduler: SharingStrategy.scheduler))
    }

    /// Creates a sequence that delivers the optional's value, if any, and completes; see
    /// ``ObservableType/from(optional:scheduler:)``.
    public static func from(optional: Element?) -> SharedSequence<SharingStrategy, Element> {
        SharedSequence<SharingStrategy, Element>(raw: .from(optional: optional, scheduler: SharingStrategy.scheduler))
    }
}

extension SharedSequence where SharingStrategy: MainSharingStrategyProtocol {
    /// Creates a new sequence for each subscription; see ``ObservableType/deferred(_:)``.
    @preconcurrency
    public static func deferred(
        _ observableFactory: @escaping @MainActor @Sendable () -> SharedSequence<SharingStrategy, Element>
    ) -> SharedSequence<SharingStrategy, Element> {
        let observableFactory = MainIsolation.unchecked(
            observableFactory, as: (@Sendable () -> SharedSequence<SharingStrategy, Element>).self)
        return SharedSequence<SharingStrategy, Element>(onMain: .deferred { observableFactory().source })
    }
}

extension SharedSequence where Element: FixedWidthInteger & SendableMetatype {
    /// Delivers 0, 1, 2, …, one every `period`; see ``ObservableType/interval(_:scheduler:)-(RxTimeInterval,_)``.
    public static func interval(_ period: RxTimeInterval) -> SharedSequence<SharingStrategy, Element> {
        SharedSequence<SharingStrategy, Element>(.interval(period, scheduler: SharingStrategy.scheduler))
    }

    /// Delivers 0 after `dueTime`, then 1, 2, …, one every `period`; see
    /// ``ObservableType/timer(_:period:scheduler:)-(RxTimeInterval,_,_)``.
    public static func timer(
        _ dueTime: RxTimeInterval, period: RxTimeInterval
    ) -> SharedSequence<SharingStrategy, Element> {
        SharedSequence<SharingStrategy, Element>(.timer(dueTime, period: period, scheduler: SharingStrategy.scheduler))
    }
}
