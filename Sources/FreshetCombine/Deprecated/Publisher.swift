public import Freshet

// The name `publisher` doesn't state the policy for unrequested elements.

extension ObservableConvertibleType where Element: Sendable {
    /// A publisher of the stream that fails on overflow; see ``publisherFailingOnOverflow``.
    @available(*, deprecated, renamed: "publisherFailingOnOverflow")
    public var publisher: ObservablePublisher<Element, any Error> { publisherFailingOnOverflow }
}

extension InfallibleType where Element: Sendable {
    /// A publisher that drops the oldest element on overflow; see ``publisherDroppingOldest``.
    @available(*, deprecated, renamed: "publisherDroppingOldest")
    public var publisher: ObservablePublisher<Element, Never> { publisherDroppingOldest }
}

extension SharedSequenceConvertibleType where Element: Sendable {
    /// A publisher that drops the oldest element on overflow; see ``Freshet/InfallibleType/publisherDroppingOldest``.
    @available(*, deprecated, renamed: "publisherDroppingOldest")
    public var publisher: ObservablePublisher<Element, Never> { publisherDroppingOldest }
}

extension SharedSequenceConvertibleType where SharingStrategy == DriverSharingStrategy, Element: Sendable {
    /// A publisher that drops the oldest element on overflow; see ``Freshet/InfallibleType/publisherDroppingOldest``.
    @available(*, deprecated, renamed: "publisherDroppingOldest")
    public var publisher: ObservablePublisher<Element, Never> { publisherDroppingOldest }
}

extension BehaviorRelay where Element: Sendable {
    /// A publisher that drops the oldest element on overflow; see ``publisherDroppingOldest``.
    @available(*, deprecated, renamed: "publisherDroppingOldest")
    public var publisher: ObservablePublisher<Element, Never> { publisherDroppingOldest }
}

extension PublishRelay where Element: Sendable {
    /// A publisher that drops the oldest element on overflow; see ``publisherDroppingOldest``.
    @available(*, deprecated, renamed: "publisherDroppingOldest")
    public var publisher: ObservablePublisher<Element, Never> { publisherDroppingOldest }
}

extension ReplayRelay where Element: Sendable {
    /// A publisher that drops the oldest element on overflow; see ``publisherDroppingOldest``.
    @available(*, deprecated, renamed: "publisherDroppingOldest")
    public var publisher: ObservablePublisher<Element, Never> { publisherDroppingOldest }
}

extension ControlEvent where Element: Sendable {
    /// A publisher that drops the oldest element on overflow; see ``publisherDroppingOldest``.
    @available(*, deprecated, renamed: "publisherDroppingOldest")
    public var publisher: ObservablePublisher<Element, Never> { publisherDroppingOldest }
}

extension ControlProperty where Element: Sendable {
    /// A publisher that drops the oldest element on overflow; see ``publisherDroppingOldest``.
    @available(*, deprecated, renamed: "publisherDroppingOldest")
    public var publisher: ObservablePublisher<Element, Never> { publisherDroppingOldest }
}
