import FreshetPlatform

// Sendable: `phase` is atomic; `resources` is a mutex; for the link see LifetimeResource.
/// The lifetime of a chain of stages, starting at a subscription.
///
/// The chain ends at the source, or at the next stage with its own lifetime.
///
/// Linear stages (map, filter, take, …) own no lifetime: they pass theirs to their source. A stage that doesn't forward
/// a terminal event immediately (concat, catch, merge, observe(on:), …) gives each source its own lifetime and disposes
/// it when that source ends. Sources check `hasEnded` before they emit, and add the resources that must be released to
/// the lifetime.
///
/// Resources never refer to a sink; an abandoned subscription therefore causes no retain cycle.
class Lifetime: LifetimeResource, @unchecked Sendable {
    /// A set of flags: a stopped lifetime is usually disposed later.
    private enum Phase {
        static let live: UInt8 = 0
        static let stopped: UInt8 = 1
        static let disposed: UInt8 = 2
    }

    private let phase = Atomic<UInt8>(Phase.live)
    // Fits in the padding after `phase`.
    /// True if this is a ``PacedLifetime``.
    private let hasDemand: Bool
    private let resources = Mutex(LifetimeResources())

    /// - Parameter isPaced: true if this is a ``PacedLifetime``.
    init(isPaced: Bool = false) { hasDemand = isPaced }

    deinit {
        if hasReleased { return }
        var kept = resources.withLock { $0.takeAll() }
        while kept.pop() != nil {}
    }

    /// True if a consumer with a bounded buffer can pause the source; see ``PacedLifetime``. False after disposal.
    final var isPaced: Bool { hasDemand && !hasReleased }

    /// True if the chain has ended, by a terminal event or by disposal. If true, sources must not emit.
    final var hasEnded: Bool { phase.load(ordering: .acquiring) != Phase.live }

    /// True if the chain was disposed before a terminal event ended it.
    final var isDisposedEarly: Bool { phase.load(ordering: .acquiring) == Phase.disposed }

    /// True if the resources are released.
    private var hasReleased: Bool { phase.load(ordering: .acquiring) & Phase.disposed != 0 }

    /// Ends the chain without releasing its resources; returns true for the first caller only.
    final func stop() -> Bool {
        phase.compareExchange(expected: Phase.live, desired: Phase.stopped, ordering: .acquiringAndReleasing).exchanged
    }

    /// Ends the chain and releases its resources in reverse order of addition.
    override final func dispose() {
        let former = phase.bitwiseOr(Phase.disposed, ordering: .acquiringAndReleasing).oldValue
        if former & Phase.disposed != 0 { return }
        var taken = resources.withLock { $0.takeAll() }
        while let resource = taken.pop() { release(resource) }
        if hasDemand { released() }
    }

    /// Called after the release of the resources of a ``PacedLifetime``.
    func released() {}

    /// Disposes a resource of this disposed lifetime.
    private func release(_ resource: LifetimeResource) {
        if isDisposedEarly { resource.dispose() } else { resource.disposeAfterEnd() }
    }

    override final func disposeAfterEnd() {
        _ = stop()
        dispose()
    }

    /// Retains `resource` until the chain is disposed.
    ///
    /// If the chain is already disposed, disposes `resource` immediately. No other lifetime may retain `resource`.
    final func add(_ resource: LifetimeResource) {
        let isLate = resources.withLock { resources in
            if hasReleased { return true }
            resources.push(resource)
            return false
        }
        if isLate { release(resource) }
    }

    /// Retains `disposable` until the chain is disposed.
    ///
    /// If the chain is already disposed, disposes `disposable` immediately.
    final func add(_ disposable: any Disposable) {
        // Not `is`, which costs as much as the rest of the function.
        if type(of: disposable) == NopDisposable.self { return }
        add(DisposableResource(disposable))
    }

    /// Returns a lifetime that ends no later than this one.
    final func makeChild() -> Lifetime { makeChild(demand: demand) }

    /// Returns a lifetime for a source that is paused by `demand`. It ends no later than this one.
    final func makeChild(demand: Demand?) -> Lifetime { adopt(.make(demand: demand)) }

    /// Returns a lifetime for a source that only decides what happens to others' elements, so it is never paused.
    ///
    /// It ends no later than this one.
    final func makeTrigger() -> Lifetime { adopt(Lifetime()) }

    private func adopt(_ child: Lifetime) -> Lifetime {
        add(child)
        return child
    }
}
