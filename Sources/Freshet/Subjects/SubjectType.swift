/// A stream that is also an observer: it delivers the events that it receives.
public protocol SubjectType<Element>: ObservableType {
    /// The type of the subject's observer.
    associatedtype Observer: ObserverType
    /// Returns the observer whose events the subject delivers.
    func asObserver() -> Observer
}
