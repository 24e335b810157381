public import Freshet

extension ObservablePublisher where Failure == Never {
    /// Creates a publisher of a stream that is declared never to fail.
    ///
    /// If the stream fails anyway, the error goes to ``Hooks/defaultErrorHandler`` and the publisher finishes.
    init(neverFailing source: Observable<Output>, _ buffering: DemandBuffering<Never>) {
        self.init(source, buffering) { error in
            Hooks.defaultErrorHandler([], error)
            return .finished
        }
    }
}

extension InfallibleType where Element: Sendable {
    /// A publisher of the stream; a full 256-element buffer drops its oldest element.
    /// - Ends: with the stream.
    /// - Runs on: the stream's threads, or the thread that requests more.
    /// - Keeps: the newest 256 unrequested elements.
    public var publisherDroppingOldest: ObservablePublisher<Element, Never> { publisher(buffering: .newest(256)) }

    /// Returns a publisher of the stream; `buffering` is the policy for unrequested elements.
    /// - Ends: with the stream.
    /// - Runs on: the stream's threads, or the thread that requests more.
    /// - Keeps: unrequested elements, up to the limit of `buffering`.
    public func publisher(buffering: DemandBuffering<Never>) -> ObservablePublisher<Element, Never> {
        ObservablePublisher(neverFailing: asObservable(), buffering)
    }
}

extension SharedSequenceConvertibleType where Element: Sendable {
    /// A publisher of the stream; a full 256-element buffer drops its oldest element.
    ///
    /// Subscribe and request elements on the main thread.
    /// - Ends: with the stream.
    /// - Runs on: the main thread, or the thread that requests more.
    /// - Keeps: the newest 256 unrequested elements.
    public var publisherDroppingOldest: ObservablePublisher<Element, Never> { publisher(buffering: .newest(256)) }

    /// Returns a publisher of the stream; `buffering` is the policy for unrequested elements.
    /// - Ends: with the stream.
    /// - Runs on: the main thread, or the thread that requests more.
    /// - Keeps: unrequested elements, up to the limit of `buffering`.
    public func publisher(buffering: DemandBuffering<Never>) -> ObservablePublisher<Element, Never> {
        ObservablePublisher(neverFailing: asObservable(), buffering)
    }
}

extension SharedSequenceConvertibleType where SharingStrategy == DriverSharingStrategy, Element: Sendable {
    /// A publisher of the state; a new element replaces an unrequested one, as in `CurrentValueSubject`.
    /// - Ends: with the stream.
    /// - Runs on: the main thread, or the thread that requests more.
    /// - Keeps: the newest unrequested element.
    public var publisherDroppingOldest: ObservablePublisher<Element, Never> { publisher(buffering: .newest(1)) }
}

extension BehaviorRelay where Element: Sendable {
    /// A publisher of the state; a new element replaces an unrequested one, as in `CurrentValueSubject`.
    /// - Ends: never.
    /// - Runs on: the stream's threads, or the thread that requests more.
    /// - Keeps: the newest unrequested element.
    public var publisherDroppingOldest: ObservablePublisher<Element, Never> { publisher(buffering: .newest(1)) }

    /// Returns a publisher of the state; `buffering` is the policy for unrequested elements.
    /// - Ends: never.
    /// - Runs on: the stream's threads, or the thread that requests more.
    /// - Keeps: unrequested elements, up to the limit of `buffering`.
    public func publisher(buffering: DemandBuffering<Never>) -> ObservablePublisher<Element, Never> {
        asInfallible().publisher(buffering: buffering)
    }
}

extension PublishRelay where Element: Sendable {
    /// A publisher of the accepted elements; a full 256-element buffer drops its oldest element.
    /// - Ends: never.
    /// - Runs on: the stream's threads, or the thread that requests more.
    /// - Keeps: the newest 256 unrequested elements.
    public var publisherDroppingOldest: ObservablePublisher<Element, Never> { asInfallible().publisherDroppingOldest }

    /// Returns a publisher of the accepted elements; `buffering` is the policy for unrequested elements.
    /// - Ends: never.
    /// - Runs on: the stream's threads, or the thread that requests more.
    /// - Keeps: unrequested elements, up to the limit of `buffering`.
    public func publisher(buffering: DemandBuffering<Never>) -> ObservablePublisher<Element, Never> {
        asInfallible().publisher(buffering: buffering)
    }
}

extension ReplayRelay where Element: Sendable {
    /// A publisher of the replayed and accepted elements; a full 256-element buffer drops its oldest element.
    /// - Ends: never.
    /// - Runs on: the stream's threads, or the thread that requests more.
    /// - Keeps: the newest 256 unrequested elements.
    public var publisherDroppingOldest: ObservablePublisher<Element, Never> { asInfallible().publisherDroppingOldest }

    /// Returns a publisher of the replayed and accepted elements; `buffering` is the policy for unrequested elements.
    /// - Ends: never.
    /// - Runs on: the stream's threads, or the thread that requests more.
    /// - Keeps: unrequested elements, up to the limit of `buffering`.
    public func publisher(buffering: DemandBuffering<Never>) -> ObservablePublisher<Element, Never> {
        asInfallible().publisher(buffering: buffering)
    }
}

extension ControlEvent where Element: Sendable {
    /// A publisher of the events; a full 256-element buffer drops its oldest element.
    ///
    /// Subscribe on the main thread.
    /// - Ends: with the stream.
    /// - Runs on: the main thread, or the thread that requests more.
    /// - Keeps: the newest 256 unrequested elements.
    public var publisherDroppingOldest: ObservablePublisher<Element, Never> { asInfallible().publisherDroppingOldest }
}

extension ControlProperty where Element: Sendable {
    /// A publisher of the property; a new value replaces an unrequested one.
    ///
    /// Subscribe on the main thread.
    /// - Ends: with the stream.
    /// - Runs on: the main thread, or the thread that requests more.
    /// - Keeps: the newest unrequested element.
    public var publisherDroppingOldest: ObservablePublisher<Element, Never> {
        asInfallible().publisher(buffering: .newest(1))
    }
}
