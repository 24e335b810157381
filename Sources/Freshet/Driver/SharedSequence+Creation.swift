extension SharedSequence {
    /// Completes during the subscription without an element.
    public static func empty() -> SharedSequence<SharingStrategy, Element> {
        SharedSequence(raw: .from([], scheduler: SharingStrategy.scheduler))
    }

    /// Delivers nothing and never ends.
    public static func never() -> SharedSequence<SharingStrategy, Element> { SharedSequence(raw: .never()) }

    /// Delivers `element` and completes.
    public static func just(_ element: Element) -> SharedSequence<SharingStrategy, Element> {
        SharedSequence(raw: .from([element], scheduler: SharingStrategy.scheduler))
    }

    /// Makes a sequence anew for each subscription. Ends with the sequence that was made.
    @preconcurrency
    public static func deferred(
        _ observableFactory: @escaping @Sendable () -> SharedSequence<SharingStrategy, Element>
    ) -> SharedSequence<SharingStrategy, Element> {
        SharedSequence(.deferred { observableFactory().source })
    }

    /// Delivers the elements in order, then completes.
    public static func of(_ elements: Element...) -> SharedSequence<SharingStrategy, Element> {
        SharedSequence(raw: .from(elements, scheduler: SharingStrategy.scheduler))
    }

    /// Delivers the elements in order, then completes.
    public static func from(_ array: [Element]) -> SharedSequence<SharingStrategy, Element> {
        SharedSequence(raw: .from(array, scheduler: SharingStrategy.scheduler))
    }

    /// Delivers the elements of the sequence in order, then completes.
    public static func from<Elements: Sequence>(
        _ sequence: Elements
    ) -> SharedSequence<SharingStrategy, Element> where Elements.Element == Element {
        SharedSequence(raw: .from(sequence, scheduler: SharingStrategy.scheduler))
    }

    /// Delivers the content of the optional, if there is one, and completes.
    public static func from(optional: Element?) -> SharedSequence<SharingStrategy, Element> {
        SharedSequence(raw: .from(optional: optional, scheduler: SharingStrategy.scheduler))
    }
}

extension SharedSequence where Element: FixedWidthInteger & SendableMetatype {
    /// Delivers 0, 1, 2, … one every `period`, the first after one period. Never ends.
    public static func interval(_ period: RxTimeInterval) -> SharedSequence<SharingStrategy, Element> {
        SharedSequence(.interval(period, scheduler: SharingStrategy.scheduler))
    }

    /// Delivers 0 after `dueTime`, then 1, 2, … one every `period`. Never ends.
    public static func timer(
        _ dueTime: RxTimeInterval, period: RxTimeInterval
    ) -> SharedSequence<SharingStrategy, Element> {
        SharedSequence(.timer(dueTime, period: period, scheduler: SharingStrategy.scheduler))
    }
}
