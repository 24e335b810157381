import Synchronization

// Safe to share: all state is in a Mutex.
/// Several disposables that are disposed together. Adding and removing one cost O(1).
public final class CompositeDisposable: DisposeBase, Cancelable, @unchecked Sendable {
    /// Names one disposable in the composite, so that it can be removed.
    public struct DisposeKey: Sendable {
        fileprivate let id: UInt64
    }

    private struct State {
        var members: [UInt64: any Disposable] = [:]
        var nextID: UInt64 = 0
        var isDisposed = false
    }

    private let state = Mutex(State())

    /// An empty composite.
    public override init() { super.init() }

    /// A composite of two.
    public convenience init(_ disposable1: any Disposable, _ disposable2: any Disposable) {
        self.init(disposables: [disposable1, disposable2])
    }

    /// A composite of three.
    public convenience init(
        _ disposable1: any Disposable, _ disposable2: any Disposable, _ disposable3: any Disposable
    ) {
        self.init(disposables: [disposable1, disposable2, disposable3])
    }

    /// A composite of four or more.
    public convenience init(
        _ disposable1: any Disposable, _ disposable2: any Disposable, _ disposable3: any Disposable,
        _ disposable4: any Disposable, _ disposables: any Disposable...
    ) {
        self.init(disposables: [disposable1, disposable2, disposable3, disposable4] + disposables)
    }

    /// A composite of all in the array.
    public init(disposables: [any Disposable]) {
        super.init()
        for disposable in disposables { _ = insert(disposable) }
    }

    /// Whether it has been disposed.
    public var isDisposed: Bool { state.withLock { $0.isDisposed } }

    /// How many disposables are in it.
    public var count: Int { state.withLock { $0.members.count } }

    /// Adds a disposable; nil, and the disposable is disposed at once, if the composite has been.
    public func insert(_ disposable: any Disposable) -> DisposeKey? {
        let key: DisposeKey? = state.withLock { state in
            guard !state.isDisposed else { return nil }
            let id = state.nextID
            state.nextID += 1
            state.members[id] = disposable
            return DisposeKey(id: id)
        }
        if key == nil { disposable.dispose() }
        return key
    }

    /// Removes and disposes one of them.
    public func remove(for disposeKey: DisposeKey) {
        let member = state.withLock { $0.members.removeValue(forKey: disposeKey.id) }
        member?.dispose()
    }

    /// Disposes all of them, in the order in which they were added.
    public func dispose() {
        let members = state.withLock { state in
            state.isDisposed = true
            defer { state.members = [:] }
            return state.members
        }
        for member in members.sorted(by: { $0.key < $1.key }) { member.value.dispose() }
    }
}

extension Disposables {
    /// Two disposables that are disposed together.
    public static func create(_ disposable1: any Disposable, _ disposable2: any Disposable) -> any Cancelable {
        CompositeDisposable(disposables: [disposable1, disposable2])
    }

    /// Three disposables that are disposed together.
    public static func create(
        _ disposable1: any Disposable, _ disposable2: any Disposable, _ disposable3: any Disposable
    ) -> any Cancelable {
        CompositeDisposable(disposables: [disposable1, disposable2, disposable3])
    }

    /// Several disposables that are disposed together.
    public static func create(
        _ disposable1: any Disposable, _ disposable2: any Disposable, _ disposable3: any Disposable,
        _ disposables: any Disposable...
    ) -> any Cancelable {
        CompositeDisposable(disposables: [disposable1, disposable2, disposable3] + disposables)
    }

    /// All disposables of the array, disposed together.
    public static func create(_ disposables: [any Disposable]) -> any Cancelable {
        CompositeDisposable(disposables: disposables)
    }
}
