// Sendable: the target is a weak reference; the binding runs only on the scheduler.
/// An observer that writes each element to an object on a scheduler.
///
/// The binder doesn't retain the object; elements that arrive after its release are dropped. The default scheduler is
/// the main thread. Errors go to ``Hooks/defaultErrorHandler``, because a bound stream must not fail.
public struct Binder<Value>: ObserverType {
    /// The type of elements that the binder receives.
    public typealias Element = Value

    private let binding: @Sendable (Event<Value>) -> Void

    /// Creates a binder that calls `binding` with `target` and each element, on `scheduler`.
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

    /// Creates a binder that calls `onMain` on the main actor with `target` and each element.
    @preconcurrency
    public init<Target: AnyObject & Sendable>(
        _ target: Target, onMain: @escaping @MainActor @Sendable (Target, Value) -> Void
    ) where Value: Sendable {
        self.init(
            target,
            binding: { target, value in MainActor.assumeIsolated { onMain(target, value) } })
    }

    /// Writes an element. Reports an error; ignores a completion.
    public func on(_ event: Event<Value>) { binding(event) }

    /// Returns a type-erased observer.
    public func asObserver() -> AnyObserver<Value> { AnyObserver(eventHandler: binding) }
}

extension Binder: Sendable where Value: Sendable {}
