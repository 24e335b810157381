/// A type that converts to an ``Observable``.
public protocol ObservableConvertibleType<Element>: SendableMetatype {
    /// The type of the stream's elements.
    associatedtype Element
    /// Returns the stream as an ``Observable``.
    func asObservable() -> Observable<Element>
}
