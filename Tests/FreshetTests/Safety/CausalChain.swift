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
        /// The number of the element that was delivered when the trigger had been sent; nil if none was.
        let metNumber: Int?
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
    /// The sources that have ended.
    private let ended = Log<CausalPlan.Side>()
    private let isArmed = Box(false)
    private let acted = Box(false)
    private let metNumber = Box<Int?>(nil)
    /// Whether elements are delivered on threads that this one has to wait for.
    private let hops: Bool

    init(_ order: CausalOrder, _ mode: Mode, enoughAt number: Int? = nil) {
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
        let isArmed = isArmed
        chain =
            number.map { last in
                stream.take(until: { isArmed.value && $0.number == last }, behavior: .inclusive)
            } ?? stream
    }

    func run() -> Outcome {
        subscription.disposable = chain.subscribe { self.receive($0) }
        settle()
        prime()
        isArmed.value = true
        if junction.traits.contains(.onlyAtEnd) { end(plan.trigger) } else { send(plan.trigger) }
        awaitTrigger()
        if metNumber.value != nil {
            if mode == .sequential { act() }
            settle()
            finish()
        }
        defer { cleanUp() }
        return Outcome(heard: witness.heard, offences: witness.offences, metNumber: metNumber.value)
    }

    // MARK: - The script

    /// Brings the junction to where the trigger's element is delivered: pairs, newest elements and inner streams are there.
    private func prime() {
        if junction.traits.contains(.single) { return }
        // The trigger first, so that it wins a race; one more of the other, so that the trigger finds a partner.
        for side in [plan.trigger, plan.other, plan.other] {
            send(side)
            settle()
        }
    }

    /// Waits until the trigger's element has been delivered, or cannot be any more.
    private func awaitTrigger() {
        if hops {
            _ = eventually { self.acted.value || self.mode == .sequential && self.metNumber.value != nil }
        } else {
            for _ in 0..<Self.steps where metNumber.value == nil { step() }
        }
    }

    private func receive(_ event: Event<Item>) {
        witness.hear(event)
        guard case .next(let item) = event, isArmed.value, metNumber.value == nil else { return }
        // The second delivery of a former element may still come from another thread.
        if hops, item.number < sent.value { return }
        metNumber.value = item.number
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
        case .completion: end(plan.other)
        case .error: end(plan.other, .error(Oops()))
        }
    }

    private func react() {
        switch plan.reaction {
        case .nothing, .enough: break
        case .element(let side): send(side)
        case .completion: complete()
        case .error(let side): end(side, .error(Oops()))
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

    private func send(_ side: CausalPlan.Side) {
        if !ended.entries.contains(side) { source(side).onNext(Item(sent.up(), living)) }
    }

    private func end(_ side: CausalPlan.Side, _ end: Event<Item> = .completed) {
        ended(side)
        source(side).on(end)
    }

    private func complete() {
        end(.left)
        end(.right)
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
