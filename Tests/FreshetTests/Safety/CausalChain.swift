import Dispatch
import Foundation
import Freshet

/// One subscription to a junction, and the script that plays a plan with it.
final class CausalChain: Sendable {
    enum Mode {
        /// One thread sends everything, each event when the call before has returned.
        case sequential
        /// The other thread sends, and the observer reacts, in the middle of a delivery.
        case crossed
    }

    struct Outcome {
        let heard: [String]
        let offences: Set<String>
        /// How many elements had been delivered when the trigger's was being delivered; nil if it was not.
        let deliveriesAtTrigger: Int?
    }

    private let junction: Junction
    private let plan: CausalPlan
    private let mode: Mode
    private let limit: TimeInterval
    private let left = PublishSubject<Item>()
    private let right = PublishSubject<Item>()
    private let clock = HistoricalScheduler()
    private let site: Site
    private let chain: Observable<Item>
    private let subscription = SerialDisposable()
    private let witness = CausalWitness()
    private let living = Count()
    private let sent = Count()
    private let isArmed = Box(false)
    private let acted = Box(false)
    private let metAt = Box<Int?>(nil)
    /// Whether elements are delivered on threads that this one has to wait for.
    private let hops: Bool

    init(_ order: CausalOrder, _ mode: Mode, enoughAt count: Int? = nil) {
        (junction, plan, limit) = (order.junction, order.plan, order.limit)
        self.mode = mode
        hops = order.usesQueues || order.junction.traits.contains(.tasks)
        let (witness, living) = (witness, living)
        let inside: @Sendable () -> Void = { witness.closureStarts("the operator's closure") }
        site =
            order.usesQueues
            ? Site(living: living, inside: inside)
            : Site(queue: clock, pool: clock, living: living, inside: inside)
        let stream = junction.make(left, right, site).do(
            onNext: { _ in witness.closureStarts("do(onNext:)") },
            onError: { _ in witness.closureStarts("do(onError:)") },
            onCompleted: { witness.closureStarts("do(onCompleted:)") })
        chain = count.map { stream.take($0) } ?? stream
    }

    func run() -> Outcome {
        subscription.disposable = chain.subscribe { self.receive($0) }
        settle()
        prime()
        isArmed.value = true
        if junction.traits.contains(.onlyAtEnd) { source(plan.trigger).onCompleted() } else { send(plan.trigger) }
        awaitTrigger()
        if metAt.value != nil {
            if mode == .sequential { act() }
            settle()
            finish()
        }
        defer { cleanUp() }
        return Outcome(heard: witness.heard, offences: witness.offences, deliveriesAtTrigger: metAt.value)
    }

    // MARK: - The script

    /// Brings the junction to where the trigger's element is delivered: pairs, newest elements and inner streams are there.
    private func prime() {
        if junction.traits.contains(.single) { return }
        for side in [plan.other, plan.trigger, plan.other] {
            send(side)
            settle()
        }
    }

    /// Waits until the trigger's element has been delivered, or cannot be any more.
    private func awaitTrigger() {
        if hops {
            _ = eventually { self.acted.value || self.mode == .sequential && self.metAt.value != nil }
        } else {
            for _ in 0..<Self.steps where metAt.value == nil { step() }
        }
    }

    private func receive(_ event: Event<Item>) {
        witness.hear(event)
        guard case .next = event, isArmed.value, metAt.value == nil else { return }
        metAt.value = witness.deliveries
        if mode == .crossed {
            act()
            acted.value = true
        }
    }

    /// What the other thread sends, then the reaction.
    private func act() {
        switch mode {
        case .sequential: sendQueued()
        case .crossed:
            if plan.queued != .nothing, !onAnotherThread(within: limit, { self.sendQueued() }) {
                witness.offend("another thread is held up")
            }
        }
        react()
    }

    private func sendQueued() {
        switch plan.queued {
        case .nothing: break
        case .element: send(plan.other)
        case .completion: source(plan.other).onCompleted()
        case .error: source(plan.other).onError(Oops())
        }
    }

    private func react() {
        switch plan.reaction {
        case .nothing, .enough: break
        case .element(let side): send(side)
        case .completion: complete()
        case .error(let side): source(side).onError(Oops())
        case .disposal:
            subscription.dispose()
            witness.disposed()
        }
    }

    /// Brings out what the junction still keeps, then ends it.
    private func finish() {
        for side in [plan.other, plan.trigger, plan.other] {
            send(side)
            settle()
        }
        complete()
        if hops { _ = eventually { self.witness.isOver } } else { settle() }
    }

    private func cleanUp() {
        subscription.dispose()
        site.feeds.dispose()
    }

    // MARK: - Sending, and letting time pass

    private func source(_ side: CausalPlan.Side) -> PublishSubject<Item> { side == .left ? left : right }

    private func send(_ side: CausalPlan.Side) { source(side).onNext(Item(sent.up(), living)) }

    private func complete() {
        left.onCompleted()
        right.onCompleted()
    }

    /// Longer than the junctions' short times, shorter than the timeouts.
    private static let steps = 16

    private func step() { clock.advanceTo(clock.clock.addingTimeInterval(0.000_25)) }

    private func settle() {
        if hops {
            _ = eventually { self.witness.isOver || self.witness.hasHeard(self.sent.value) }
        } else {
            for _ in 0..<Self.steps { step() }
        }
    }
}
