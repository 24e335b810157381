// Written by Scripts/generate-wrappers.py. Edit Scripts/wrappers.txt, not this file.

extension Infallible {
    /// Creates a stream that delivers the elements and completes; see
    /// ``ObservableType/from(_:scheduler:)-([Self.Element],_)``.
    public static func of(_ elements: Element...) -> Infallible<Element> {
        Infallible<Element>(.from(elements))
    }

    /// Creates the same stream on `scheduler`; see ``ObservableType/from(_:scheduler:)-(Elements,_)``.
    @preconcurrency
    public static func of(
        _ elements: Element..., scheduler: any ImmediateSchedulerType
    ) -> Infallible<Element> where Element: Sendable {
        Infallible<Element>(.from(elements, scheduler: scheduler))
    }

    /// Creates a stream that delivers the elements and completes; see
    /// ``ObservableType/from(_:scheduler:)-([Self.Element],_)``.
    public static func from(_ array: [Element]) -> Infallible<Element> {
        Infallible<Element>(.from(array))
    }

    /// Creates the same stream on `scheduler`; see ``ObservableType/from(_:scheduler:)-(Elements,_)``.
    @preconcurrency
    public static func from(
        _ array: [Element], scheduler: any ImmediateSchedulerType
    ) -> Infallible<Element> where Element: Sendable {
        Infallible<Element>(.from(array, scheduler: scheduler))
    }

    /// Creates a stream that iterates `sequence` for each subscription; see
    /// ``ObservableType/from(_:scheduler:)-(Elements,_)``.
    public static func from<Elements: Sequence>(
        _ sequence: Elements
    ) -> Infallible<Element> where Elements.Element == Element {
        Infallible<Element>(.from(sequence))
    }

    /// Creates the same stream on `scheduler`; see ``ObservableType/from(_:scheduler:)-(Elements,_)``.
    @preconcurrency
    public static func from<Elements: Sequence>(
        _ sequence: Elements, scheduler: any ImmediateSchedulerType
    ) -> Infallible<Element> where Elements.Element == Element, Element: Sendable {
        Infallible<Element>(.from(sequence, scheduler: scheduler))
    }
}

extension InfallibleType {
    /// Creates a stream that delivers `element` and completes; see ``ObservableType/just(_:)``.
    public static func just(_ element: Element) -> Infallible<Element> {
        Infallible<Element>(.just(element))
    }

    /// Creates a stream that delivers `element` on `scheduler` and completes; see
    /// ``ObservableType/just(_:scheduler:)``.
    @preconcurrency
    public static func just(
        _ element: Element, scheduler: any ImmediateSchedulerType
    ) -> Infallible<Element> where Element: Sendable {
        Infallible<Element>(.just(element, scheduler: scheduler))
    }

    /// Creates a stream that never delivers an event; see ``ObservableType/never()``.
    public static func never() -> Infallible<Element> {
        Infallible<Element>(.never())
    }

    /// Creates a stream that completes without an element; see ``ObservableType/empty()``.
    public static func empty() -> Infallible<Element> {
        Infallible<Element>(.empty())
    }

    /// Creates a new stream for each subscription; see ``ObservableType/deferred(_:)``.
    ///
    /// An error thrown by `observableFactory` ends the subscription and goes to ``Hooks/defaultErrorHandler``.
    @preconcurrency
    public static func deferred(
        _ observableFactory: @escaping @Sendable () throws -> Infallible<Element>
    ) -> Infallible<Element> {
        Infallible<Element>(.deferred { try observableFactory().source })
    }
}
