extension Infallible {
    /// What a stream made by hand sends its events to.
    public typealias InfallibleObserver = @Sendable (InfallibleEvent<Element>) -> Void

    /// A stream made by hand; see ``ObservableType/create(_:)``.
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

    /// Delivers the elements in order, then completes, on `scheduler`: the current thread, during the subscription, unless another is named.
    public static func of(
        _ elements: Element...
    ) -> Infallible<Element> {
        Infallible(.from(elements))
    }

    /// The same on `scheduler`, to which the elements are handed over.
    @preconcurrency
    public static func of(
        _ elements: Element..., scheduler: any ImmediateSchedulerType
    ) -> Infallible<Element> where Element: Sendable {
        Infallible(.from(elements, scheduler: scheduler))
    }

    /// Delivers the elements in order, then completes, on `scheduler`: the current thread, during the subscription, unless another is named.
    public static func from(
        _ array: [Element]
    ) -> Infallible<Element> {
        Infallible(.from(array))
    }

    /// The same on `scheduler`, to which the elements are handed over.
    @preconcurrency
    public static func from(
        _ array: [Element], scheduler: any ImmediateSchedulerType
    ) -> Infallible<Element> where Element: Sendable {
        Infallible(.from(array, scheduler: scheduler))
    }

    /// Delivers the elements of the sequence, which is iterated anew for each subscription, then completes, on `scheduler`: the current thread unless another is named.
    public static func from<Elements: Sequence>(
        _ sequence: Elements
    ) -> Infallible<Element> where Elements.Element == Element {
        Infallible(.from(sequence))
    }

    /// The same on `scheduler`, to which the elements are handed over.
    @preconcurrency
    public static func from<Elements: Sequence>(
        _ sequence: Elements, scheduler: any ImmediateSchedulerType
    ) -> Infallible<Element> where Elements.Element == Element, Element: Sendable {
        Infallible(.from(sequence, scheduler: scheduler))
    }
}

extension InfallibleType {
    /// Delivers `element` during the subscription and completes.
    public static func just(_ element: Element) -> Infallible<Element> { Infallible(.just(element)) }

    /// Delivers `element` on `scheduler`, then completes there.
    @preconcurrency
    public static func just(_ element: Element, scheduler: any ImmediateSchedulerType) -> Infallible<Element>
    where Element: Sendable {
        Infallible(.just(element, scheduler: scheduler))
    }

    /// Delivers nothing and never ends.
    public static func never() -> Infallible<Element> { Infallible(.never()) }

    /// Completes during the subscription without an element.
    public static func empty() -> Infallible<Element> { Infallible(.empty()) }

    /// Makes a stream anew for each subscription, and ends with it. An error that the factory throws ends the subscription and goes to ``Hooks/defaultErrorHandler``.
    @preconcurrency
    public static func deferred(
        _ observableFactory: @escaping @Sendable () throws -> Infallible<Element>
    ) -> Infallible<Element> {
        Infallible(.deferred { try observableFactory().source })
    }
}
