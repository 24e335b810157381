/// What a stream delivers: `next* (error | completed)?`.
@frozen
public enum Event<Element> {
    /// The next element.
    case next(Element)
    /// The stream has failed; nothing follows.
    case error(any Error)
    /// The stream has ended well; nothing follows.
    case completed
}

extension Event: Sendable where Element: Sendable {}

extension Event: CustomDebugStringConvertible {
    /// `next(1)`, `error(timeout)` or `completed`.
    public var debugDescription: String {
        switch self {
        case .next(let element): "next(\(element))"
        case .error(let error): "error(\(error))"
        case .completed: "completed"
        }
    }
}

extension Event {
    /// Whether nothing can follow this event.
    public var isStopEvent: Bool {
        if case .next = self { false } else { true }
    }

    /// The element of a `next`, else nil.
    public var element: Element? {
        if case .next(let element) = self { element } else { nil }
    }

    /// The error of an `error`, else nil.
    public var error: (any Error)? {
        if case .error(let error) = self { error } else { nil }
    }

    /// Whether this is `completed`.
    public var isCompleted: Bool {
        if case .completed = self { true } else { false }
    }

    /// The same event with its element transformed; an error thrown by `transform` becomes an `error` event.
    public func map<Result>(_ transform: (Element) throws -> Result) -> Event<Result> {
        switch self {
        case .next(let element):
            do { return .next(try transform(element)) } catch { return .error(error) }
        case .error(let error): return .error(error)
        case .completed: return .completed
        }
    }
}

/// What stands for an ``Event``, so that `dematerialize` can unwrap it.
public protocol EventConvertible<Element>: SendableMetatype {
    /// The element of the event.
    associatedtype Element
    /// The event that this stands for.
    var event: Event<Element> { get }
}

extension Event: EventConvertible {
    /// The event itself.
    public var event: Event<Element> { self }
}
