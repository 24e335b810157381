/// A stream that is also an observer: what the observer receives, the stream delivers.
public protocol SubjectType<Element>: ObservableType {
    /// The observer's type.
    associatedtype Observer: ObserverType
    /// The observer's side.
    func asObserver() -> Observer
}
