/// What can be turned into an ``Observable``.
public protocol ObservableConvertibleType<Element>: SendableMetatype {
    /// What the stream delivers.
    associatedtype Element
    /// The same stream as an ``Observable``.
    func asObservable() -> Observable<Element>
}
