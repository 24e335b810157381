import FreshetPlatform

// Sendable: state is guarded by `state`.
/// A group of disposables that are disposed together. Insertion and removal are O(1).
public final class CompositeDisposable: DisposeBase, Cancelable, @unchecked Sendable {
    /// Identifies a disposable in the composite, for removal.
    public struct DisposeKey: Sendable {
        fileprivate let id: UInt64
    }

    private struct State {
        var members: [UInt64: any Disposable] = [:]
        var nextID: UInt64 = 0
        var isDisposed = false
    }

    private let state = Mutex(State())

    /// Creates an empty composite.
    public override init() { super.init() }

    /// Creates a composite of two disposables.
    public convenience init(_ disposable1: any Disposable, _ disposable2: any Disposable) {
        self.init(disposables: [disposable1, disposable2])
    }

    /// Creates a composite of three disposables.
    public convenience init(
        _ disposable1: any Disposable, _ disposable2: any Disposable, _ disposable3: any Disposable
    ) {
        self.init(disposables: [disposable1, disposable2, disposable3])
    }

    /// Creates a composite of four or more disposables.
    public convenience init(
        _ disposable1: any Disposable, _ disposable2: any Disposable, _ disposable3: any Disposable,
        _ disposable4: any Disposable, _ disposables: any Disposable...
    ) {
        self.init(disposables: [disposable1, disposable2, disposable3, disposable4] + disposables)
    }

    /// Creates a composite of the disposables in an array.
    public init(disposables: [any Disposable]) {
        super.init()
        for disposable in disposables { _ = insert(disposable) }
    }

    /// A Boolean value that indicates whether the composite is disposed.
    public var isDisposed: Bool { state.withLock { $0.isDisposed } }

    /// The number of disposables in the composite.
    public var count: Int { state.withLock { $0.members.count } }

    /// Adds a disposable and returns its key.
    ///
    /// If the composite is already disposed, disposes the disposable immediately and returns nil.
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

    /// Removes and disposes one disposable.
    public func remove(for disposeKey: DisposeKey) {
        let member = state.withLock { $0.members.removeValue(forKey: disposeKey.id) }
        member?.dispose()
    }

    /// Disposes all disposables in insertion order.
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
    /// Returns a disposable that disposes two disposables together.
    public static func create(_ disposable1: any Disposable, _ disposable2: any Disposable) -> any Cancelable {
        CompositeDisposable(disposables: [disposable1, disposable2])
    }

    /// Returns a disposable that disposes three disposables together.
    public static func create(
        _ disposable1: any Disposable, _ disposable2: any Disposable, _ disposable3: any Disposable
    ) -> any Cancelable {
        CompositeDisposable(disposables: [disposable1, disposable2, disposable3])
    }

    /// Returns a disposable that disposes several disposables together.
    public static func create(
        _ disposable1: any Disposable, _ disposable2: any Disposable, _ disposable3: any Disposable,
        _ disposables: any Disposable...
    ) -> any Cancelable {
        CompositeDisposable(disposables: [disposable1, disposable2, disposable3] + disposables)
    }

    /// Returns a disposable that disposes the disposables of an array together.
    public static func create(_ disposables: [any Disposable]) -> any Cancelable {
        CompositeDisposable(disposables: disposables)
    }
}
