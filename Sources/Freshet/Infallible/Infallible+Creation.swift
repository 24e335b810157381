extension Infallible {
    /// The closure that ``create(subscribe:)`` passes to its `subscribe` closure to send events.
    public typealias InfallibleObserver = @Sendable (InfallibleEvent<Element>) -> Void

    /// Creates a stream from a closure that sends its events; see ``ObservableType/create(_:)``.
    @preconcurrency
    public static func create(
        subscribe: @escaping @Sendable (@escaping InfallibleObserver) -> any Disposable
    ) -> Infallible<Element> {
        Infallible(
            .create { observer in
                // Safe: the observer serializes its events.
                let observer = Handover(observer)
                return subscribe { observer.value.on($0.event) }
            })
    }

    /// Creates a stream that delivers the elements and completes; see
    /// ``ObservableType/from(_:scheduler:)-([Self.Element],_)``.
    public static func of(
        _ elements: Element...
    ) -> Infallible<Element> {
        Infallible(.from(elements))
    }

    /// Creates the same stream on `scheduler`; see ``ObservableType/from(_:scheduler:)-(Elements,_)``.
    @preconcurrency
    public static func of(
        _ elements: Element..., scheduler: any ImmediateSchedulerType
    ) -> Infallible<Element> where Element: Sendable {
        Infallible(.from(elements, scheduler: scheduler))
    }

    /// Creates a stream that delivers the elements and completes; see
    /// ``ObservableType/from(_:scheduler:)-([Self.Element],_)``.
    public static func from(
        _ array: [Element]
    ) -> Infallible<Element> {
        Infallible(.from(array))
    }

    /// Creates the same stream on `scheduler`; see ``ObservableType/from(_:scheduler:)-(Elements,_)``.
    @preconcurrency
    public static func from(
        _ array: [Element], scheduler: any ImmediateSchedulerType
    ) -> Infallible<Element> where Element: Sendable {
        Infallible(.from(array, scheduler: scheduler))
    }

    /// Creates a stream that iterates `sequence` for each subscription; see
    /// ``ObservableType/from(_:scheduler:)-(Elements,_)``.
    public static func from<Elements: Sequence>(
        _ sequence: Elements
    ) -> Infallible<Element> where Elements.Element == Element {
        Infallible(.from(sequence))
    }

    /// Creates the same stream on `scheduler`; see ``ObservableType/from(_:scheduler:)-(Elements,_)``.
    @preconcurrency
    public static func from<Elements: Sequence>(
        _ sequence: Elements, scheduler: any ImmediateSchedulerType
    ) -> Infallible<Element> where Elements.Element == Element, Element: Sendable {
        Infallible(.from(sequence, scheduler: scheduler))
    }
}

extension InfallibleType {
    /// Creates a stream that delivers `element` and completes; see ``ObservableType/just(_:)``.
    public static func just(_ element: Element) -> Infallible<Element> { Infallible(.just(element)) }

    /// Creates a stream that delivers `element` on `scheduler` and completes; see
    /// ``ObservableType/just(_:scheduler:)``.
    @preconcurrency
    public static func just(_ element: Element, scheduler: any ImmediateSchedulerType) -> Infallible<Element>
    where Element: Sendable {
        Infallible(.just(element, scheduler: scheduler))
    }

    /// Creates a stream that never delivers an event; see ``ObservableType/never()``.
    public static func never() -> Infallible<Element> { Infallible(.never()) }

    /// Creates a stream that completes without an element; see ``ObservableType/empty()``.
    public static func empty() -> Infallible<Element> { Infallible(.empty()) }

    /// Creates a new stream for each subscription; see ``ObservableType/deferred(_:)``.
    ///
    /// An error thrown by `observableFactory` ends the subscription and goes to ``Hooks/defaultErrorHandler``.
    @preconcurrency
    public static func deferred(
        _ observableFactory: @escaping @Sendable () throws -> Infallible<Element>
    ) -> Infallible<Element> {
        Infallible(.deferred { try observableFactory().source })
    }
}
