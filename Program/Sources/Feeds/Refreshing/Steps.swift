import Freshet

extension ObservableType where Element: Sendable {
    /// Maps each element to a step, and the last element also to the final step.
    /// ```
    /// source  --a--b--c-|
    /// result  --a--b--c-C|
    /// ```
    package func steps<Step: Sendable>(
        arrived: @escaping @Sendable (Element) throws -> Step, done: @escaping @Sendable (Element) throws -> Step
    ) -> Observable<Step> {
        map(Optional.some).concat(Observable.just(nil))
            .scan(Latest<Element>()) { latest, element in
                element.map { Latest(element: $0) } ?? Latest(element: latest.element, isLast: true)
            }
            .compactMap { latest in
                guard let element = latest.element else { return nil }
                return try latest.isLast ? done(element) : arrived(element)
            }
    }
}

/// The latest element, and whether the source has completed.
private struct Latest<Element: Sendable>: Sendable {
    var element: Element?
    var isLast = false
}
