// Sendable: `previous` is accessed only under the lifetime's lock or after the list is detached; subclasses state the
// rest.
/// A resource that a ``Lifetime`` releases at its end.
///
/// Each resource is itself a node of the lifetime's linked list, so adding one allocates nothing. At most one lifetime
/// retains a resource.
class LifetimeResource: Disposable, @unchecked Sendable {
    /// The resource that was added before this one.
    fileprivate(set) final var previous: LifetimeResource?

    func dispose() {}

    /// Disposes the resource because a terminal event has ended its lifetime.
    func disposeAfterEnd() { dispose() }
}

/// Wraps a disposable of any type.
final class DisposableResource: LifetimeResource, @unchecked Sendable {
    private let disposable: any Disposable

    init(_ disposable: any Disposable) { self.disposable = disposable }

    override func dispose() { disposable.dispose() }
}

/// The resources of a lifetime, a stack.
///
/// The list is released link by link: releasing the next link from `deinit` would overflow the stack of a long list.
struct LifetimeResources {
    private var top: LifetimeResource?

    mutating func push(_ resource: LifetimeResource) {
        resource.previous = top
        top = resource
    }

    mutating func pop() -> LifetimeResource? {
        let popped = top
        top = popped?.previous.take()
        return popped
    }

    mutating func takeAll() -> LifetimeResources {
        defer { top = nil }
        return self
    }
}
