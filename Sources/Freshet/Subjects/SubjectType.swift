/// A stream that is also an observer: what the observer receives, the stream delivers.
public protocol SubjectType<Element>: ObservableType {
    /// The observer's type.
    associatedtype Observer: ObserverType
    /// Returns the side that receives events; what it is sent, the stream delivers.
    func asObserver() -> Observer
}
