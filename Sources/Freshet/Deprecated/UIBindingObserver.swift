/// RxCocoa 3's form of ``Binder``.
@available(*, deprecated, renamed: "Binder")
public struct UIBindingObserver<Target: AnyObject & Sendable, Value>: ObserverType {
    /// The type of elements that the observer receives.
    public typealias Element = Value

    private let binder: Binder<Value>

    /// Creates an observer that calls `binding` with `UIElement` and each value, on the main thread.
    ///
    /// The observer doesn't retain `UIElement`.
    @preconcurrency
    public init(UIElement: Target, binding: @escaping @Sendable (Target, Value) -> Void) where Value: Sendable {
        binder = Binder(UIElement, scheduler: MainScheduler(), binding: binding)
    }

    /// Writes a value. Reports an error; ignores a completion.
    public func on(_ event: Event<Value>) { binder.on(event) }
}

@available(*, deprecated, renamed: "Binder")
extension UIBindingObserver: Sendable where Value: Sendable {}
