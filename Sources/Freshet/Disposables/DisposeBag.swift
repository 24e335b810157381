import Synchronization

// Safe to share: all state is in a Mutex.
/// Disposes what it holds when it is released itself.
public final class DisposeBag: DisposeBase, @unchecked Sendable {
    private struct State {
        var members: [any Disposable] = []
        var isDisposed = false
    }

    private let state = Mutex(State())

    /// An empty bag.
    public override init() { super.init() }

    /// A bag with these disposables.
    public convenience init(disposing disposables: any Disposable...) {
        self.init()
        insert(disposables)
    }

    /// A bag with these disposables.
    public convenience init(disposing disposables: [any Disposable]) {
        self.init()
        insert(disposables)
    }

    /// A bag with what the builder lists.
    public convenience init(@DisposableBuilder builder: () -> [any Disposable]) {
        self.init(disposing: builder())
    }

    deinit { dispose() }

    /// Keeps the disposable until the bag is released.
    public func insert(_ disposable: any Disposable) {
        let isLate = state.withLock { state in
            if !state.isDisposed { state.members.append(disposable) }
            return state.isDisposed
        }
        if isLate { disposable.dispose() }
    }

    /// Keeps the disposables until the bag is released.
    public func insert(_ disposables: any Disposable...) { insert(disposables) }

    /// Keeps the disposables until the bag is released.
    public func insert(_ disposables: [any Disposable]) {
        for disposable in disposables { insert(disposable) }
    }

    /// Keeps what the builder lists until the bag is released.
    public func insert(@DisposableBuilder builder: () -> [any Disposable]) { insert(builder()) }

    private func dispose() {
        let members = state.withLock { state in
            state.isDisposed = true
            defer { state.members = [] }
            return state.members
        }
        for member in members { member.dispose() }
    }

    /// Collects disposables written one below the other.
    @resultBuilder
    public struct DisposableBuilder {
        /// Gathers what the lines of the block return, in their order.
        public static func buildBlock(_ disposables: any Disposable...) -> [any Disposable] { disposables }
    }
}

extension Disposable {
    /// Disposes this when `bag` is released.
    public func disposed(by bag: DisposeBag) { bag.insert(self) }
}
