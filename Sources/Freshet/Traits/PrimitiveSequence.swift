/// A stream whose trait limits its events: ``Single``, ``Maybe`` or ``Completable``.
public struct PrimitiveSequence<Trait, Element> {
    let source: Observable<Element>

    init(_ source: Observable<Element>) { self.source = source }

    /// Wraps a stream that may complete without an element, even for a single, which then fails with
    /// ``RxError/noElements``.
    init(endingWith source: Observable<Element>) {
        self.source = Trait.self == SingleTrait.self ? source.single() : source
    }
}

/// A type that converts to a ``PrimitiveSequence``, for operators of one trait.
public protocol PrimitiveSequenceType<Trait, Element>: SendableMetatype {
    /// The trait.
    associatedtype Trait
    /// The type of the element.
    associatedtype Element
    /// This value as a primitive sequence.
    var primitiveSequence: PrimitiveSequence<Trait, Element> { get }
}

extension PrimitiveSequence: Sendable where Element: Sendable {}

extension PrimitiveSequence: PrimitiveSequenceType {
    /// This value as a primitive sequence.
    public var primitiveSequence: PrimitiveSequence<Trait, Element> { self }
}

extension PrimitiveSequence: ObservableConvertibleType {
    /// Returns the stream as an ``Observable`` with the same terminal event.
    public func asObservable() -> Observable<Element> { source }
}
