public import Freshet

// `publisher` did not say what happens when elements come faster than they are requested.

extension ObservableConvertibleType where Element: Sendable {
    /// The stream as a publisher that fails when its buffer is full.
    @available(*, deprecated, renamed: "publisherFailingOnOverflow")
    public var publisher: ObservablePublisher<Element, any Error> { publisherFailingOnOverflow }
}

extension InfallibleType where Element: Sendable {
    /// The stream as a publisher that never fails and drops the oldest element when its buffer is full.
    @available(*, deprecated, renamed: "publisherDroppingOldest")
    public var publisher: ObservablePublisher<Element, Never> { publisherDroppingOldest }
}

extension SharedSequenceConvertibleType where Element: Sendable {
    /// The stream as a publisher that never fails and drops the oldest element when its buffer is full.
    @available(*, deprecated, renamed: "publisherDroppingOldest")
    public var publisher: ObservablePublisher<Element, Never> { publisherDroppingOldest }
}

extension SharedSequenceConvertibleType where SharingStrategy == DriverSharingStrategy, Element: Sendable {
    /// The stream as a publisher that never fails and drops the oldest element when its buffer is full.
    @available(*, deprecated, renamed: "publisherDroppingOldest")
    public var publisher: ObservablePublisher<Element, Never> { publisherDroppingOldest }
}

extension BehaviorRelay where Element: Sendable {
    /// The stream as a publisher that never fails and drops the oldest element when its buffer is full.
    @available(*, deprecated, renamed: "publisherDroppingOldest")
    public var publisher: ObservablePublisher<Element, Never> { publisherDroppingOldest }
}

extension PublishRelay where Element: Sendable {
    /// The stream as a publisher that never fails and drops the oldest element when its buffer is full.
    @available(*, deprecated, renamed: "publisherDroppingOldest")
    public var publisher: ObservablePublisher<Element, Never> { publisherDroppingOldest }
}

extension ReplayRelay where Element: Sendable {
    /// The stream as a publisher that never fails and drops the oldest element when its buffer is full.
    @available(*, deprecated, renamed: "publisherDroppingOldest")
    public var publisher: ObservablePublisher<Element, Never> { publisherDroppingOldest }
}

extension ControlEvent where Element: Sendable {
    /// The stream as a publisher that never fails and drops the oldest element when its buffer is full.
    @available(*, deprecated, renamed: "publisherDroppingOldest")
    public var publisher: ObservablePublisher<Element, Never> { publisherDroppingOldest }
}

extension ControlProperty where Element: Sendable {
    /// The stream as a publisher that never fails and drops the oldest element when its buffer is full.
    @available(*, deprecated, renamed: "publisherDroppingOldest")
    public var publisher: ObservablePublisher<Element, Never> { publisherDroppingOldest }
}
