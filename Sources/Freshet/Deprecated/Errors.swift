// Written by Scripts/generate-wrappers.py. Edit Scripts/wrappers.txt, not this file.
// RxSwift's earlier names of error-handling operators.

extension ObservableType {
    /// RxSwift's earlier name; see ``catch(_:)``.
    @preconcurrency
    @available(*, deprecated, renamed: "catch(_:)")
    public func catchError(
        _ handler: @escaping @Sendable (any Error) throws -> Observable<Element>
    ) -> Observable<Element> {
        `catch`(handler)
    }

    /// RxSwift's earlier name; see ``ObservableType/catchAndReturn(_:)``.
    @preconcurrency
    @available(*, deprecated, renamed: "catchAndReturn(_:)")
    public func catchErrorJustReturn(_ element: Element) -> Observable<Element> where Element: Sendable {
        catchAndReturn(element)
    }

    /// RxSwift's earlier name; see ``catch(sequence:)``.
    @available(*, deprecated, renamed: "catch(sequence:)")
    public static func catchError<Streams: Sequence>(
        _ sequence: Streams
    ) -> Observable<Element> where Streams.Element == Observable<Element> {
        `catch`(sequence: sequence)
    }

    /// RxSwift's earlier name; see ``retry(when:)-((Observable<Error>)->ObservableType)``.
    @preconcurrency
    @available(*, deprecated, renamed: "retry(when:)")
    public func retryWhen<Failure: Error>(
        _ notificationHandler: @escaping @Sendable (Observable<Failure>) -> some ObservableType
    ) -> Observable<Element> {
        retry(when: notificationHandler)
    }

    /// RxSwift's earlier name; see ``retry(when:)-((Observable<Error>)->ObservableType)``.
    @preconcurrency
    @available(*, deprecated, renamed: "retry(when:)")
    public func retryWhen(
        _ notificationHandler: @escaping @Sendable (Observable<any Error>) -> some ObservableType
    ) -> Observable<Element> {
        retry(when: notificationHandler)
    }
}

extension PrimitiveSequence {
    /// RxSwift's earlier name; see ``catch(_:)``.
    @preconcurrency
    @available(*, deprecated, renamed: "catch(_:)")
    public func catchError(
        _ handler: @escaping @Sendable (any Error) throws -> PrimitiveSequence<Trait, Element>
    ) -> PrimitiveSequence<Trait, Element> {
        `catch`(handler)
    }

    /// RxSwift's earlier name; see ``retry(when:)-((Observable<Error>)->ObservableType)``.
    @preconcurrency
    @available(*, deprecated, renamed: "retry(when:)")
    public func retryWhen<Failure: Error>(
        _ notificationHandler: @escaping @Sendable (Observable<Failure>) -> some ObservableType
    ) -> PrimitiveSequence<Trait, Element> {
        retry(when: notificationHandler)
    }

    /// RxSwift's earlier name; see ``retry(when:)-((Observable<Error>)->ObservableType)``.
    @preconcurrency
    @available(*, deprecated, renamed: "retry(when:)")
    public func retryWhen(
        _ notificationHandler: @escaping @Sendable (Observable<any Error>) -> some ObservableType
    ) -> PrimitiveSequence<Trait, Element> {
        retry(when: notificationHandler)
    }
}

extension PrimitiveSequenceType where Trait == SingleTrait {
    /// RxSwift's earlier name; see ``ObservableType/catchAndReturn(_:)``.
    @preconcurrency
    @available(*, deprecated, renamed: "catchAndReturn(_:)")
    public func catchErrorJustReturn(_ element: Element) -> PrimitiveSequence<Trait, Element> where Element: Sendable {
        catchAndReturn(element)
    }
}

extension PrimitiveSequenceType where Trait == MaybeTrait {
    /// RxSwift's earlier name; see ``ObservableType/catchAndReturn(_:)``.
    @preconcurrency
    @available(*, deprecated, renamed: "catchAndReturn(_:)")
    public func catchErrorJustReturn(_ element: Element) -> PrimitiveSequence<Trait, Element> where Element: Sendable {
        catchAndReturn(element)
    }
}
