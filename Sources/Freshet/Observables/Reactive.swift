/// The place for the streams of another type: `client.rx.response(for: request)`.
public struct Reactive<Base> {
    /// The object whose streams these are.
    public let base: Base

    /// The streams of `base`.
    public init(_ base: Base) { self.base = base }
}

extension Reactive: Sendable where Base: Sendable {}

/// A type whose streams stand under `rx`.
public protocol ReactiveCompatible {}

extension ReactiveCompatible {
    /// The streams of the type.
    public static var rx: Reactive<Self>.Type { Reactive<Self>.self }

    /// The streams of this object.
    public var rx: Reactive<Self> { Reactive(self) }
}
