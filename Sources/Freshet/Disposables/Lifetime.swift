import Synchronization

// Safe to share: the phase is an atomic, the resources are in a Mutex; for the link see LifetimeResource.
/// How long one chain of stages lives: from a subscription up to the source, or to the next stage that outlives what is above it.
///
/// Linear stages (map, filter, take, …) own no lifetime: they hand the one they were given to their source. A stage that does not
/// pass a terminal event on at once (concat, catch, merge, observe(on:), …) gives each of its sources a lifetime of its own and
/// disposes it when that source ends. Sources look at `isDisposed` before they emit, and leave here what must be given back.
///
/// What is left here never refers to a sink, so that a forgotten subscription makes no retain cycle.
final class Lifetime: LifetimeResource, Cancelable, @unchecked Sendable {
    private enum Phase {
        static let live: UInt8 = 0
        static let stopped: UInt8 = 1
        static let disposed: UInt8 = 2
    }

    // Beside the byte of the phase, so that a lifetime takes no more memory for it: few have a demand.
    private let phase = Atomic<UInt8>(Phase.live)
    private let hasDemand: Bool
    private let resources: Mutex<LifetimeResources>

    init(demand: Demand? = nil) {
        hasDemand = demand != nil
        var kept = LifetimeResources()
        if let demand { kept.push(DemandReference(demand)) }
        resources = Mutex(kept)
    }

    deinit {
        if phase.load(ordering: .acquiring) == Phase.disposed { return }
        var kept = resources.withLock { $0.takeAll() }
        while kept.pop() != nil {}
    }

    /// What a consumer with a bounded buffer says, while the chain lives; stages that own the lifetime of one source hand it on.
    var demand: Demand? {
        guard hasDemand else { return nil }
        return resources.withLock { $0.first(DemandReference.self)?.demand }
    }

    /// Whether the chain has ended, by a terminal event or by disposal: nothing may be emitted any more.
    var isDisposed: Bool { phase.load(ordering: .acquiring) != Phase.live }

    /// Ends the chain without giving its resources back yet; true for the first caller only.
    func stop() -> Bool {
        phase.compareExchange(expected: Phase.live, desired: Phase.stopped, ordering: .acquiringAndReleasing).exchanged
    }

    /// Ends the chain and gives its resources back, the last added first.
    override func dispose() {
        guard phase.exchange(Phase.disposed, ordering: .acquiringAndReleasing) != Phase.disposed else { return }
        var taken = resources.withLock { $0.takeAll() }
        while let resource = taken.pop() { resource.dispose() }
    }

    /// Keeps `resource`, which no other lifetime keeps, until the chain is disposed; disposes it at once if that has happened.
    func add(_ resource: LifetimeResource) {
        let isLate = resources.withLock { resources in
            if phase.load(ordering: .acquiring) == Phase.disposed { return true }
            resources.push(resource)
            return false
        }
        if isLate { resource.dispose() }
    }

    /// Keeps `disposable` until the chain is disposed; disposes it at once if that has happened.
    func add(_ disposable: any Disposable) {
        // Not `is`, which takes as long as all the rest.
        if type(of: disposable) == NopDisposable.self { return }
        add(KeptDisposable(disposable))
    }

    /// A lifetime that ends no later than this one.
    func makeChild() -> Lifetime {
        let child = Lifetime(demand: demand)
        add(child)
        return child
    }
}

// Safe to share: nothing changes after init but the link.
/// Lets a demand hang at a lifetime, whose end does not concern it: the consumer's does.
private final class DemandReference: LifetimeResource, @unchecked Sendable {
    let demand: Demand

    init(_ demand: Demand) { self.demand = demand }
}
