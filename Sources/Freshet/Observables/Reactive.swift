/// A namespace for the streams of another type: `client.rx.response(for: request)`.
@dynamicMemberLookup
public struct Reactive<Base> {
    /// The object that the streams belong to.
    public let base: Base

    /// Creates the namespace of `base`.
    public init(_ base: Base) { self.base = base }

    /// An observer that sets a property on the main thread: `titles.bind(to: label.rx.text)`. It doesn't retain the
    /// object.
    @preconcurrency
    public subscript<Property: Sendable>(
        dynamicMember keyPath: any ReferenceWritableKeyPath<Base, Property> & Sendable
    ) -> Binder<Property> where Base: AnyObject & Sendable {
        Binder(base) { $0[keyPath: keyPath] = $1 }
    }
}

extension Reactive: Sendable where Base: Sendable {}

/// A type with an `rx` namespace for its streams.
public protocol ReactiveCompatible {
    /// The type that the namespace extends; `Self` by default.
    associatedtype ReactiveBase = Self

    /// The namespace for static members.
    static var rx: Reactive<ReactiveBase>.Type { get set }

    /// The namespace for members of this object.
    var rx: Reactive<ReactiveBase> { get set }
}

extension ReactiveCompatible {
    // The setters do nothing. They allow assignments to mutable properties declared in extensions of Reactive.
    /// The namespace for static members.
    public static var rx: Reactive<Self>.Type {
        get { Reactive<Self>.self }
        set {}
    }

    /// The namespace for members of this object.
    public var rx: Reactive<Self> {
        get { Reactive(self) }
        set {}
    }
}
