/// What RxCocoa 3 had for ``Binder``.
@available(*, deprecated, renamed: "Binder")
public struct UIBindingObserver<Target: AnyObject & Sendable, Value>: ObserverType {
    /// What it receives.
    public typealias Element = Value

    private let binder: Binder<Value>

    /// Calls `binding` with the element and each value, on the main thread. It does not retain the element.
    @preconcurrency
    public init(UIElement: Target, binding: @escaping @Sendable (Target, Value) -> Void) where Value: Sendable {
        binder = Binder(UIElement, scheduler: MainScheduler(), binding: binding)
    }

    /// Writes a value, unless the event is another one.
    public func on(_ event: Event<Value>) { binder.on(event) }
}

@available(*, deprecated, renamed: "Binder")
extension UIBindingObserver: Sendable where Value: Sendable {}
