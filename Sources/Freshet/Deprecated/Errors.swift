// RxSwift's former names for what answers an error.

extension ObservableType {
    /// The former name of ``catch(_:)``.
    @preconcurrency
    @available(*, deprecated, renamed: "catch(_:)")
    public func catchError(
        _ handler: @escaping @Sendable (any Error) throws -> Observable<Element>
    ) -> Observable<Element> {
        `catch`(handler)
    }

    /// The former name of ``catchAndReturn(_:)``.
    @available(*, deprecated, renamed: "catchAndReturn(_:)")
    public func catchErrorJustReturn(_ element: Element) -> Observable<Element> { catchAndReturn(element) }

    /// The former name of ``catch(sequence:)``.
    @available(*, deprecated, renamed: "catch(sequence:)")
    public static func catchError<Streams: Sequence>(
        _ sequence: Streams
    ) -> Observable<Element> where Streams.Element == Observable<Element> {
        `catch`(sequence: sequence)
    }

    /// The former name of ``retry(when:)-((Observable<Error>)->ObservableType)``.
    @preconcurrency
    @available(*, deprecated, renamed: "retry(when:)")
    public func retryWhen<Failure: Error>(
        _ notificationHandler: @escaping @Sendable (Observable<Failure>) -> some ObservableType
    ) -> Observable<Element> {
        retry(when: notificationHandler)
    }

    /// The former name of ``retry(when:)-((Observable<Error>)->ObservableType)``.
    @preconcurrency
    @available(*, deprecated, renamed: "retry(when:)")
    public func retryWhen(
        _ notificationHandler: @escaping @Sendable (Observable<any Error>) -> some ObservableType
    ) -> Observable<Element> {
        retry(when: notificationHandler)
    }
}

extension PrimitiveSequence {
    /// The former name of ``catch(_:)``.
    @preconcurrency
    @available(*, deprecated, renamed: "catch(_:)")
    public func catchError(
        _ handler: @escaping @Sendable (any Error) throws -> PrimitiveSequence<Trait, Element>
    ) -> PrimitiveSequence<Trait, Element> {
        `catch`(handler)
    }

    /// The former name of ``retry(when:)-((Observable<Error>)->ObservableType)``.
    @preconcurrency
    @available(*, deprecated, renamed: "retry(when:)")
    public func retryWhen<Failure: Error>(
        _ notificationHandler: @escaping @Sendable (Observable<Failure>) -> some ObservableType
    ) -> PrimitiveSequence<Trait, Element> {
        retry(when: notificationHandler)
    }

    /// The former name of ``retry(when:)-((Observable<Error>)->ObservableType)``.
    @preconcurrency
    @available(*, deprecated, renamed: "retry(when:)")
    public func retryWhen(
        _ notificationHandler: @escaping @Sendable (Observable<any Error>) -> some ObservableType
    ) -> PrimitiveSequence<Trait, Element> {
        retry(when: notificationHandler)
    }
}

extension PrimitiveSequenceType where Trait == SingleTrait {
    /// The former name of `catchAndReturn(_:)`: succeeds with `element` in the place of an error.
    @available(*, deprecated, renamed: "catchAndReturn(_:)")
    public func catchErrorJustReturn(_ element: Element) -> PrimitiveSequence<Trait, Element> {
        catchAndReturn(element)
    }
}

extension PrimitiveSequenceType where Trait == MaybeTrait {
    /// The former name of `catchAndReturn(_:)`: succeeds with `element` in the place of an error.
    @available(*, deprecated, renamed: "catchAndReturn(_:)")
    public func catchErrorJustReturn(_ element: Element) -> PrimitiveSequence<Trait, Element> {
        catchAndReturn(element)
    }
}
