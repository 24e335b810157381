// Safe to share: the target is weak, which the runtime clears atomically; the binding runs on the scheduler only.
/// An observer that writes each element into an object, which it does not retain, on a scheduler: the main thread unless another is named.
///
/// Errors go to ``Hooks/defaultErrorHandler``: what is bound must not fail. Nothing is written when the target has gone.
public struct Binder<Value>: ObserverType {
    /// What it receives.
    public typealias Element = Value

    private let binding: @Sendable (Event<Value>) -> Void

    /// Calls `binding` with `target` and each element, on `scheduler`.
    @preconcurrency
    public init<Target: AnyObject & Sendable>(
        _ target: Target, scheduler: any ImmediateSchedulerType = MainScheduler(),
        binding: @escaping @Sendable (Target, Value) -> Void
    ) where Value: Sendable {
        self.binding = { [weak target] event in
            switch event {
            case .next(let element):
                _ = scheduler.schedule(()) { [weak target] in
                    if let target { binding(target, element) }
                    return Disposables.create()
                }
            case .error(let error): Hooks.defaultErrorHandler([], error)
            case .completed: break
            }
        }
    }

    /// Calls `onMain` with `target` and each element, isolated to the main actor.
    @preconcurrency
    public init<Target: AnyObject & Sendable>(
        _ target: Target, onMain: @escaping @MainActor @Sendable (Target, Value) -> Void
    ) where Value: Sendable {
        self.init(
            target,
            binding: { target, value in MainActor.assumeIsolated { onMain(target, value) } })
    }

    /// Writes an element, unless the event is another one.
    public func on(_ event: Event<Value>) { binding(event) }

    /// The binder without its own type.
    public func asObserver() -> AnyObserver<Value> { AnyObserver(eventHandler: binding) }
}

extension Binder: Sendable where Value: Sendable {}
