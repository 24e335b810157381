// Written by Scripts/generate-arities.py; change that instead.

extension InfallibleType {
    /// Pairs the elements by index and delivers what `resultSelector` returns; see ``ObservableType/zip(_:resultSelector:)``.
    ///
    /// An error thrown by `resultSelector` ends the subscription and goes to ``Hooks/defaultErrorHandler``.
    @preconcurrency
    public static func zip<E1: Sendable, E2: Sendable>(
        _ source1: Infallible<E1>, _ source2: Infallible<E2>,
        resultSelector: @escaping @Sendable (E1, E2) throws -> Element
    ) -> Infallible<Element> {
        Infallible(.zip(source1.source, source2.source, resultSelector: resultSelector))
    }
}

extension InfallibleType {
    /// Pairs the elements by index and delivers what `resultSelector` returns; see ``ObservableType/zip(_:resultSelector:)``.
    ///
    /// An error thrown by `resultSelector` ends the subscription and goes to ``Hooks/defaultErrorHandler``.
    @preconcurrency
    public static func zip<E1: Sendable, E2: Sendable, E3: Sendable>(
        _ source1: Infallible<E1>, _ source2: Infallible<E2>, _ source3: Infallible<E3>,
        resultSelector: @escaping @Sendable (E1, E2, E3) throws -> Element
    ) -> Infallible<Element> {
        Infallible(.zip(source1.source, source2.source, source3.source, resultSelector: resultSelector))
    }
}

extension InfallibleType {
    /// Pairs the elements by index and delivers what `resultSelector` returns; see ``ObservableType/zip(_:resultSelector:)``.
    ///
    /// An error thrown by `resultSelector` ends the subscription and goes to ``Hooks/defaultErrorHandler``.
    @preconcurrency
    public static func zip<E1: Sendable, E2: Sendable, E3: Sendable, E4: Sendable>(
        _ source1: Infallible<E1>, _ source2: Infallible<E2>, _ source3: Infallible<E3>, _ source4: Infallible<E4>,
        resultSelector: @escaping @Sendable (E1, E2, E3, E4) throws -> Element
    ) -> Infallible<Element> {
        Infallible(.zip(source1.source, source2.source, source3.source, source4.source, resultSelector: resultSelector))
    }
}

extension InfallibleType {
    /// Pairs the elements by index and delivers what `resultSelector` returns; see ``ObservableType/zip(_:resultSelector:)``.
    ///
    /// An error thrown by `resultSelector` ends the subscription and goes to ``Hooks/defaultErrorHandler``.
    @preconcurrency
    public static func zip<E1: Sendable, E2: Sendable, E3: Sendable, E4: Sendable, E5: Sendable>(
        _ source1: Infallible<E1>, _ source2: Infallible<E2>, _ source3: Infallible<E3>, _ source4: Infallible<E4>,
        _ source5: Infallible<E5>,
        resultSelector: @escaping @Sendable (E1, E2, E3, E4, E5) throws -> Element
    ) -> Infallible<Element> {
        Infallible(
            .zip(
                source1.source, source2.source, source3.source, source4.source, source5.source,
                resultSelector: resultSelector))
    }
}

extension InfallibleType {
    /// Pairs the elements by index and delivers what `resultSelector` returns; see ``ObservableType/zip(_:resultSelector:)``.
    ///
    /// An error thrown by `resultSelector` ends the subscription and goes to ``Hooks/defaultErrorHandler``.
    @preconcurrency
    public static func zip<E1: Sendable, E2: Sendable, E3: Sendable, E4: Sendable, E5: Sendable, E6: Sendable>(
        _ source1: Infallible<E1>, _ source2: Infallible<E2>, _ source3: Infallible<E3>, _ source4: Infallible<E4>,
        _ source5: Infallible<E5>, _ source6: Infallible<E6>,
        resultSelector: @escaping @Sendable (E1, E2, E3, E4, E5, E6) throws -> Element
    ) -> Infallible<Element> {
        Infallible(
            .zip(
                source1.source, source2.source, source3.source, source4.source, source5.source, source6.source,
                resultSelector: resultSelector))
    }
}

extension InfallibleType {
    /// Pairs the elements by index and delivers what `resultSelector` returns; see ``ObservableType/zip(_:resultSelector:)``.
    ///
    /// An error thrown by `resultSelector` ends the subscription and goes to ``Hooks/defaultErrorHandler``.
    @preconcurrency
    public static func zip<
        E1: Sendable, E2: Sendable, E3: Sendable, E4: Sendable, E5: Sendable, E6: Sendable, E7: Sendable
    >(
        _ source1: Infallible<E1>, _ source2: Infallible<E2>, _ source3: Infallible<E3>, _ source4: Infallible<E4>,
        _ source5: Infallible<E5>, _ source6: Infallible<E6>, _ source7: Infallible<E7>,
        resultSelector: @escaping @Sendable (E1, E2, E3, E4, E5, E6, E7) throws -> Element
    ) -> Infallible<Element> {
        Infallible(
            .zip(
                source1.source, source2.source, source3.source, source4.source, source5.source, source6.source,
                source7.source, resultSelector: resultSelector))
    }
}

extension InfallibleType {
    /// Pairs the elements by index and delivers what `resultSelector` returns; see ``ObservableType/zip(_:resultSelector:)``.
    ///
    /// An error thrown by `resultSelector` ends the subscription and goes to ``Hooks/defaultErrorHandler``.
    @preconcurrency
    public static func zip<
        E1: Sendable, E2: Sendable, E3: Sendable, E4: Sendable, E5: Sendable, E6: Sendable, E7: Sendable, E8: Sendable
    >(
        _ source1: Infallible<E1>, _ source2: Infallible<E2>, _ source3: Infallible<E3>, _ source4: Infallible<E4>,
        _ source5: Infallible<E5>, _ source6: Infallible<E6>, _ source7: Infallible<E7>, _ source8: Infallible<E8>,
        resultSelector: @escaping @Sendable (E1, E2, E3, E4, E5, E6, E7, E8) throws -> Element
    ) -> Infallible<Element> {
        Infallible(
            .zip(
                source1.source, source2.source, source3.source, source4.source, source5.source, source6.source,
                source7.source, source8.source, resultSelector: resultSelector))
    }
}
