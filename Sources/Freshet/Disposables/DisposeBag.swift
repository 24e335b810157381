import FreshetPlatform

// Sendable: state is guarded by `state`.
/// A container that disposes its disposables when it is released.
public final class DisposeBag: DisposeBase, @unchecked Sendable {
    private struct State {
        var members: [any Disposable] = []
        var isDisposed = false
    }

    private let state = Mutex(State())

    /// Creates an empty bag.
    public override init() { super.init() }

    /// Creates a bag that contains the disposables.
    public convenience init(disposing disposables: any Disposable...) {
        self.init()
        insert(disposables)
    }

    /// Creates a bag that contains the disposables.
    public convenience init(disposing disposables: [any Disposable]) {
        self.init()
        insert(disposables)
    }

    /// Creates a bag that contains the disposables listed in the builder.
    public convenience init(@DisposableBuilder builder: () -> [any Disposable]) {
        self.init(disposing: builder())
    }

    deinit { dispose() }

    /// Adds a disposable, which is disposed when the bag is released.
    public func insert(_ disposable: any Disposable) {
        let isLate = state.withLock { state in
            if !state.isDisposed { state.members.append(disposable) }
            return state.isDisposed
        }
        if isLate { disposable.dispose() }
    }

    /// Adds disposables, which are disposed when the bag is released.
    public func insert(_ disposables: any Disposable...) { insert(disposables) }

    /// Adds disposables, which are disposed when the bag is released.
    public func insert(_ disposables: [any Disposable]) {
        for disposable in disposables { insert(disposable) }
    }

    /// Adds the disposables listed in the builder, which are disposed when the bag is released.
    public func insert(@DisposableBuilder builder: () -> [any Disposable]) { insert(builder()) }

    private func dispose() {
        let members = state.withLock { state in
            state.isDisposed = true
            defer { state.members = [] }
            return state.members
        }
        for member in members { member.dispose() }
    }

    /// A result builder that collects disposables, one per line.
    @resultBuilder
    public struct DisposableBuilder {
        /// Returns the disposables of the block in order.
        public static func buildBlock(_ disposables: any Disposable...) -> [any Disposable] { disposables }
    }
}

extension Disposable {
    /// Adds the disposable to `bag`, which disposes it when the bag is released.
    public func disposed(by bag: DisposeBag) { bag.insert(self) }
}
