import Dispatch
import Foundation
import Freshet

/// Runs a plan with one subscription to a two-source stream.
final class CausalChain: Sendable {
    enum Mode {
        /// One thread sends all events, each after the previous call has returned.
        case sequential
        /// The other thread sends and the observer reacts during a delivery.
        case crossed
    }

    struct Outcome {
        let received: [String]
        let violations: Set<String>
        /// The number of the first element delivered after the trigger was sent; nil if there was none.
        let deliveredNumber: Int?
    }

    private let candidate: TwoSourceStream
    private let plan: CausalPlan
    private let mode: Mode
    private let limit: TimeInterval
    private let left = PublishSubject<Item>()
    private let right = PublishSubject<Item>()
    private let clock = HistoricalScheduler()
    private let context: TwoSourceContext
    private let chain: Observable<Item>
    private let subscription = SerialDisposable()
    private let witness = CausalWitness()
    private let living = Count()
    private let sent = Count()
    /// The sources that have ended.
    private let ended = Log<CausalPlan.Side>()
    private let isArmed = Box(false)
    /// The number of the first element that was sent, or may be delivered, after the chain was armed.
    private let firstArmed = Box(0)
    private let acted = Box(false)
    private let deliveredNumber = Box<Int?>(nil)
    /// True if elements are delivered on other threads, so this thread must wait for them.
    private let hops: Bool

    init(_ order: CausalOrder, _ mode: Mode, takingUntil number: Int? = nil) {
        (candidate, plan, limit) = (order.candidate, order.plan, order.limit)
        self.mode = mode
        hops = order.usesQueues || order.candidate.traits.contains(.tasks)
        let (witness, living) = (witness, living)
        let userClosure: @Sendable () -> Void = { witness.closureStarts("the operator's closure") }
        context =
            order.usesQueues
            ? TwoSourceContext(living: living, userClosure: userClosure)
            : TwoSourceContext(queue: clock, pool: clock, living: living, userClosure: userClosure)
        let stream = candidate.make(left, right, context).do(
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
        firstArmed.value = sent.value + (candidate.traits.contains(.onlyAtEnd) ? 0 : 1)
        isArmed.value = true
        if candidate.traits.contains(.onlyAtEnd) { end(plan.trigger) } else { send(plan.trigger) }
        awaitTrigger()
        if deliveredNumber.value != nil {
            if mode == .sequential { act() }
            settle()
            finish()
        }
        defer { cleanUp() }
        return Outcome(
            received: witness.received, violations: witness.violations, deliveredNumber: deliveredNumber.value)
    }

    // MARK: - The script

    /// Prepares the two-source stream to deliver the trigger's element: fills pairs and newest elements, and starts inner streams.
    private func prime() {
        if candidate.traits.contains(.single) { return }
        // The trigger first, so that it wins a race; the other twice, so that the trigger can be paired.
        for side in [plan.trigger, plan.other, plan.other] {
            send(side)
            settle()
        }
    }

    /// Waits until the trigger's element is delivered or can no longer be.
    private func awaitTrigger() {
        if hops {
            _ = eventually { self.acted.value || self.mode == .sequential && self.deliveredNumber.value != nil }
        } else {
            for _ in 0..<Self.steps where deliveredNumber.value == nil { step() }
        }
    }

    private func receive(_ event: Event<Item>) {
        witness.receive(event)
        guard case .next(let item) = event, isArmed.value, deliveredNumber.value == nil else { return }
        // Another thread may still deliver an earlier element a second time.
        if hops, item.number < firstArmed.value { return }
        deliveredNumber.value = item.number
        if mode == .crossed {
            act()
            acted.value = true
        }
    }

    /// Sends the queued event from the other thread, then the reaction.
    private func act() {
        switch mode {
        case .sequential: sendQueued()
        case .crossed:
            if plan.queued != .nothing, !onAnotherThread(within: limit, { self.sendQueued() }) {
                witness.report("another thread is blocked")
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
        case .nothing, .take: break
        case .element(let side): send(side)
        case .completion: complete()
        case .error(let side): end(side, .error(Oops()))
        case .disposal:
            subscription.dispose()
            witness.disposed()
        }
    }

    /// Flushes the two-source stream, then ends it.
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
        context.feeds.dispose()
    }

    // MARK: - Sending and advancing time

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

    /// Longer than the two-source streams' short intervals, shorter than their timeouts.
    private static let steps = 16

    private func step() { clock.advanceTo(clock.clock.addingTimeInterval(0.000_25)) }

    private func settle() {
        if hops {
            _ = eventually { self.witness.isOver || self.witness.hasReceived(self.sent.value) }
        } else {
            for _ in 0..<Self.steps { step() }
        }
    }
}
