public import Freshet

extension ObservablePublisher where Failure == Never {
    /// Takes a stream by its word that it never fails. Should it, the error goes to ``Hooks/defaultErrorHandler``, as with every subscription to it, and the publisher finishes.
    init(neverFailing source: Observable<Output>, _ buffering: DemandBuffering<Never>) {
        self.init(source, buffering) { error in
            Hooks.defaultErrorHandler([], error)
            return .finished
        }
    }
}

extension InfallibleType where Element: Sendable {
    /// The stream as a publisher that never fails; the newest 256 elements wait for demand.
    public var publisher: ObservablePublisher<Element, Never> { publisher(buffering: .newest(256)) }

    /// The stream as a publisher that never fails.
    public func publisher(buffering: DemandBuffering<Never>) -> ObservablePublisher<Element, Never> {
        ObservablePublisher(neverFailing: asObservable(), buffering)
    }
}

extension SharedSequenceConvertibleType where Element: Sendable {
    /// The stream as a publisher that never fails; the newest 256 elements wait for demand.
    ///
    /// Values come on the main thread as long as the subscriber asks for more there. Subscribing belongs on the main thread as well.
    public var publisher: ObservablePublisher<Element, Never> { publisher(buffering: .newest(256)) }

    /// The stream as a publisher that never fails; see `publisher`.
    public func publisher(buffering: DemandBuffering<Never>) -> ObservablePublisher<Element, Never> {
        ObservablePublisher(neverFailing: asObservable(), buffering)
    }
}

extension SharedSequenceConvertibleType where SharingStrategy == DriverSharingStrategy, Element: Sendable {
    /// The state as a publisher that never fails: as with `CurrentValueSubject`, the newest element waits for demand.
    public var publisher: ObservablePublisher<Element, Never> { publisher(buffering: .newest(1)) }
}

extension BehaviorRelay where Element: Sendable {
    /// The state as a publisher that never fails: as with `CurrentValueSubject`, the newest element waits for demand.
    public var publisher: ObservablePublisher<Element, Never> { publisher(buffering: .newest(1)) }

    /// The state as a publisher that never fails.
    public func publisher(buffering: DemandBuffering<Never>) -> ObservablePublisher<Element, Never> {
        asInfallible().publisher(buffering: buffering)
    }
}

extension PublishRelay where Element: Sendable {
    /// What is accepted as a publisher that never fails; the newest 256 elements wait for demand.
    public var publisher: ObservablePublisher<Element, Never> { asInfallible().publisher }

    /// What is accepted as a publisher that never fails.
    public func publisher(buffering: DemandBuffering<Never>) -> ObservablePublisher<Element, Never> {
        asInfallible().publisher(buffering: buffering)
    }
}

extension ReplayRelay where Element: Sendable {
    /// What is kept and accepted as a publisher that never fails; the newest 256 elements wait for demand.
    public var publisher: ObservablePublisher<Element, Never> { asInfallible().publisher }

    /// What is kept and accepted as a publisher that never fails.
    public func publisher(buffering: DemandBuffering<Never>) -> ObservablePublisher<Element, Never> {
        asInfallible().publisher(buffering: buffering)
    }
}

extension ControlEvent where Element: Sendable {
    /// What a person does as a publisher that never fails; the newest 256 elements wait for demand. Subscribed to on the main thread.
    public var publisher: ObservablePublisher<Element, Never> { asInfallible().publisher }
}

extension ControlProperty where Element: Sendable {
    /// The property as a publisher that never fails: the newest element waits for demand. Subscribed to on the main thread.
    public var publisher: ObservablePublisher<Element, Never> { asInfallible().publisher(buffering: .newest(1)) }
}
