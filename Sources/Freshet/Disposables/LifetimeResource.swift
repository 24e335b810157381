// Safe to share: the link is touched with the lock of the lifetime held, or when nobody else has the list; subclasses say for themselves.
/// What a ``Lifetime`` gives back at its end. Each is a link of the lifetime's list, so that keeping it allocates nothing; it is kept by one lifetime at most.
class LifetimeResource: Disposable, @unchecked Sendable {
    /// The one that was added before.
    fileprivate(set) final var former: LifetimeResource?

    func dispose() {}
}

// Safe to share: nothing changes after init but the link.
/// A disposable of any kind.
final class KeptDisposable: LifetimeResource, @unchecked Sendable {
    private let disposable: any Disposable

    init(_ disposable: any Disposable) { self.disposable = disposable }

    override func dispose() { disposable.dispose() }
}

/// The resources of a lifetime, the last added on top.
///
/// A list that is let go of link by link: one that releases the next from its `deinit` would overflow the stack when there are many.
struct LifetimeResources {
    private var top: LifetimeResource?

    mutating func push(_ resource: LifetimeResource) {
        resource.former = top
        top = resource
    }

    mutating func pop() -> LifetimeResource? {
        let popped = top
        top = popped?.former.take()
        return popped
    }

    mutating func takeAll() -> LifetimeResources {
        defer { top = nil }
        return self
    }

    func first<Wanted: LifetimeResource>(_: Wanted.Type) -> Wanted? {
        var resource = top
        while let present = resource {
            if let wanted = present as? Wanted { return wanted }
            resource = present.former
        }
        return nil
    }
}
