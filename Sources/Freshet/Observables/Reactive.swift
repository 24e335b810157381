/// The place for the streams of another type: `client.rx.response(for: request)`.
@dynamicMemberLookup
public struct Reactive<Base> {
    /// The object whose streams these are.
    public let base: Base

    /// The streams of `base`.
    public init(_ base: Base) { self.base = base }

    /// An observer that sets a property of the object, on the main thread: `titles.bind(to: label.rx.text)`. It does not retain the object.
    @preconcurrency
    public subscript<Property: Sendable>(
        dynamicMember keyPath: any ReferenceWritableKeyPath<Base, Property> & Sendable
    ) -> Binder<Property> where Base: AnyObject & Sendable {
        Binder(base) { $0[keyPath: keyPath] = $1 }
    }
}

extension Reactive: Sendable where Base: Sendable {}

/// A type whose streams stand under `rx`.
public protocol ReactiveCompatible {
    /// The type whose streams stand under `rx`; the type itself unless it says otherwise.
    associatedtype ReactiveBase = Self

    /// The streams of the type.
    static var rx: Reactive<ReactiveBase>.Type { get set }

    /// The streams of this object.
    var rx: Reactive<ReactiveBase> { get set }
}

extension ReactiveCompatible {
    // The setters are there so that an extension of Reactive with a mutable property can be written to; they do nothing.
    /// The streams of the type.
    public static var rx: Reactive<Self>.Type {
        get { Reactive<Self>.self }
        set {}
    }

    /// The streams of this object.
    public var rx: Reactive<Self> {
        get { Reactive(self) }
        set {}
    }
}
