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
    /// The stream as a publisher that never fails: when 256 elements wait for demand, a new one drops the oldest.
    /// - Ends: with the stream.
    /// - Runs on: the stream's threads, or the thread that requests more.
    /// - Keeps: the newest 256 elements that were not requested.
    public var publisherDroppingOldest: ObservablePublisher<Element, Never> { publisher(buffering: .newest(256)) }

    /// The stream as a publisher that never fails; `buffering` says which elements are dropped.
    /// - Ends: with the stream.
    /// - Runs on: the stream's threads, or the thread that requests more.
    /// - Keeps: as many elements that were not requested as `buffering` allows.
    public func publisher(buffering: DemandBuffering<Never>) -> ObservablePublisher<Element, Never> {
        ObservablePublisher(neverFailing: asObservable(), buffering)
    }
}

extension SharedSequenceConvertibleType where Element: Sendable {
    /// The stream as a publisher that never fails: when 256 elements wait for demand, a new one drops the oldest.
    ///
    /// Subscribe on the main thread, and request more there.
    /// - Ends: with the stream.
    /// - Runs on: the main thread, or the thread that requests more.
    /// - Keeps: the newest 256 elements that were not requested.
    public var publisherDroppingOldest: ObservablePublisher<Element, Never> { publisher(buffering: .newest(256)) }

    /// The stream as a publisher that never fails; `buffering` says which elements are dropped.
    /// - Ends: with the stream.
    /// - Runs on: the main thread, or the thread that requests more.
    /// - Keeps: as many elements that were not requested as `buffering` allows.
    public func publisher(buffering: DemandBuffering<Never>) -> ObservablePublisher<Element, Never> {
        ObservablePublisher(neverFailing: asObservable(), buffering)
    }
}

extension SharedSequenceConvertibleType where SharingStrategy == DriverSharingStrategy, Element: Sendable {
    /// The state as a publisher that never fails: as with `CurrentValueSubject`, a new element drops one that waits.
    /// - Ends: with the stream.
    /// - Runs on: the main thread, or the thread that requests more.
    /// - Keeps: the newest element, if it was not requested.
    public var publisherDroppingOldest: ObservablePublisher<Element, Never> { publisher(buffering: .newest(1)) }
}

extension BehaviorRelay where Element: Sendable {
    /// The state as a publisher that never fails: as with `CurrentValueSubject`, a new element drops one that waits.
    /// - Ends: never; only cancelling ends it.
    /// - Runs on: the stream's threads, or the thread that requests more.
    /// - Keeps: the newest element, if it was not requested.
    public var publisherDroppingOldest: ObservablePublisher<Element, Never> { publisher(buffering: .newest(1)) }

    /// The state as a publisher that never fails; `buffering` says which elements are dropped.
    /// - Ends: never; only cancelling ends it.
    /// - Runs on: the stream's threads, or the thread that requests more.
    /// - Keeps: as many elements that were not requested as `buffering` allows.
    public func publisher(buffering: DemandBuffering<Never>) -> ObservablePublisher<Element, Never> {
        asInfallible().publisher(buffering: buffering)
    }
}

extension PublishRelay where Element: Sendable {
    /// What the relay accepts as a publisher that never fails: when 256 elements wait for demand, a new one drops the oldest.
    /// - Ends: never; only cancelling ends it.
    /// - Runs on: the stream's threads, or the thread that requests more.
    /// - Keeps: the newest 256 elements that were not requested.
    public var publisherDroppingOldest: ObservablePublisher<Element, Never> { asInfallible().publisherDroppingOldest }

    /// What the relay accepts as a publisher that never fails; `buffering` says which elements are dropped.
    /// - Ends: never; only cancelling ends it.
    /// - Runs on: the stream's threads, or the thread that requests more.
    /// - Keeps: as many elements that were not requested as `buffering` allows.
    public func publisher(buffering: DemandBuffering<Never>) -> ObservablePublisher<Element, Never> {
        asInfallible().publisher(buffering: buffering)
    }
}

extension ReplayRelay where Element: Sendable {
    /// What the relay replays and accepts as a publisher that never fails: when 256 elements wait, a new one drops the oldest.
    /// - Ends: never; only cancelling ends it.
    /// - Runs on: the stream's threads, or the thread that requests more.
    /// - Keeps: the newest 256 elements that were not requested.
    public var publisherDroppingOldest: ObservablePublisher<Element, Never> { asInfallible().publisherDroppingOldest }

    /// What the relay replays and accepts as a publisher that never fails; `buffering` says which elements are dropped.
    /// - Ends: never; only cancelling ends it.
    /// - Runs on: the stream's threads, or the thread that requests more.
    /// - Keeps: as many elements that were not requested as `buffering` allows.
    public func publisher(buffering: DemandBuffering<Never>) -> ObservablePublisher<Element, Never> {
        asInfallible().publisher(buffering: buffering)
    }
}

extension ControlEvent where Element: Sendable {
    /// A person's actions as a publisher that never fails: when 256 elements wait for demand, a new one drops the oldest.
    ///
    /// Subscribe on the main thread.
    /// - Ends: with the stream.
    /// - Runs on: the main thread, or the thread that requests more.
    /// - Keeps: the newest 256 elements that were not requested.
    public var publisherDroppingOldest: ObservablePublisher<Element, Never> { asInfallible().publisherDroppingOldest }
}

extension ControlProperty where Element: Sendable {
    /// The property as a publisher that never fails: a new element drops one that waits for demand.
    ///
    /// Subscribe on the main thread.
    /// - Ends: with the stream.
    /// - Runs on: the main thread, or the thread that requests more.
    /// - Keeps: the newest element, if it was not requested.
    public var publisherDroppingOldest: ObservablePublisher<Element, Never> {
        asInfallible().publisher(buffering: .newest(1))
    }
}
