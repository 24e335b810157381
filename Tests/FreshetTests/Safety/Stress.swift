import Foundation
import Freshet
import FreshetPlatform
import Testing

/// One round: four threads send, end, subscribe and dispose at random, from a seed.
struct Stress {
    /// The end of the streams after the threads have finished.
    private enum Ending: CaseIterable { case completion, failure, disposal, sourceRelease }

    private enum Act {
        case send(left: Bool, number: Int)
        case complete(left: Bool)
        case fail(left: Bool)
        case subscribe(Watcher.Plan)
        case dispose(Int)
    }

    static let threads = 4
    let candidate: TwoSourceStream
    let seed: UInt64
    /// The time limit for expected effects, in seconds.
    var timeout = longestWait

    /// Runs the round and returns the violations.
    func run() -> Set<String> {
        var generator = SeededGenerator(seed: seed)
        let ending = Ending.allCases.randomElement(using: &generator) ?? .disposal
        let (living, tokens) = (Count(), Count())
        var violations = play(&generator, ending, living, tokens)
        // Pending timers retain their work.
        if !eventually(within: timeout, { tokens.value == 0 }) {
            violations.insert("captures are not released (\(ending))")
        }
        if !eventually(within: timeout, { living.value == 0 }) {
            violations.insert("\(living.value) elements are not released (\(ending))")
        }
        return violations
    }

    private func play(_ generator: inout SeededGenerator, _ ending: Ending, _ living: Count, _ tokens: Count) -> Set<
        String
    > {
        let token = Token(tokens)
        let (left, right, watchers) = (PublishSubject<Item>(), PublishSubject<Item>(), Watchers())
        let context = TwoSourceContext(living: living) { token.touch() }
        let stream = candidate.make(left, right, context)
        let reaction: @Sendable () -> Void = { [weak left, weak right] in
            left?.onNext(Item(-2, living))
            right?.onNext(Item(-2, living))
        }
        let subscribe: @Sendable (Watcher.Plan) -> Void = { plan in
            let watcher = Watcher(plan, Token(tokens))
            watchers.add(watcher)
            watcher.watch(stream)
        }
        subscribe(Self.plan(&generator, reaction))
        let scripts = (0..<Self.threads).map { _ in (0..<30).map { _ in Self.act(&generator, reaction) } }
        let play: @Sendable (Int) -> Void = { number in
            for act in scripts[number] {
                switch act {
                case .send(let isLeft, let number): (isLeft ? left : right).onNext(Item(number, living))
                case .complete(let isLeft): (isLeft ? left : right).onCompleted()
                case .fail(let isLeft): (isLeft ? left : right).onError(Oops())
                case .subscribe(let plan): subscribe(plan)
                case .dispose(let number): watchers.dispose(number)
                }
            }
        }
        concurrently({ play(0) }, { play(1) }, { play(2) }, { play(3) })
        return finish(ending, left, right, context, watchers)
    }

    private func finish(
        _ ending: Ending, _ left: PublishSubject<Item>, _ right: PublishSubject<Item>, _ context: TwoSourceContext,
        _ watchers: Watchers
    ) -> Set<String> {
        var violations: Set<String> = []
        switch ending {
        case .completion, .failure:
            for source in [left, right] { ending == .completion ? source.onCompleted() : source.onError(Oops()) }
            if candidate.traits.isDisjoint(with: [.endless, .mayNotEnd]),
                !eventually(within: timeout, { watchers.allAreDone })
            {
                violations.insert("a terminal event is lost (\(ending))")
            }
        case .sourceRelease where candidate.traits.isDisjoint(with: [.timed, .fed, .keepsSources]):
            return watchers.violations(candidate)
        case .disposal, .sourceRelease: break
        }
        watchers.disposeAll()
        context.feeds.dispose()
        if left.hasObservers || right.hasObservers,
            !eventually(within: timeout, { !left.hasObservers && !right.hasObservers })
        {
            violations.insert("a source is not disposed (\(ending))")
        }
        return violations.union(watchers.violations(candidate))
    }

    private static func act(_ generator: inout SeededGenerator, _ reaction: @escaping @Sendable () -> Void) -> Act {
        let isLeft = Bool.random(using: &generator)
        switch generator.number(0...99) {
        case 0..<62: return .send(left: isLeft, number: generator.number(-1...30))
        case 62..<64: return .complete(left: isLeft)
        case 64..<66: return .fail(left: isLeft)
        case 66..<83: return .subscribe(plan(&generator, reaction))
        default: return .dispose(generator.number(0...20))
        }
    }

    private static func plan(_ generator: inout SeededGenerator, _ reaction: @escaping @Sendable () -> Void)
        -> Watcher.Plan
    {
        Watcher.Plan(
            disposesAt: generator.number(0...3) == 0 ? generator.number(1...8) : nil,
            reactsAt: generator.number(0...3) == 0 ? generator.number(1...6) : nil, reaction: reaction)
    }

    /// The subscribers; added and disposed on any thread.
    private final class Watchers: Sendable {
        private let watchers = Mutex<[Watcher]>([])

        func add(_ watcher: Watcher) { watchers.withLock { $0.append(watcher) } }

        func dispose(_ number: Int) {
            let watcher = watchers.withLock { $0.indices.contains(number) ? $0[number] : nil }
            watcher?.dispose()
        }

        func disposeAll() {
            for watcher in watchers.withLock({ $0 }) { watcher.dispose() }
        }

        var allAreDone: Bool {
            watchers.withLock { $0 }.allSatisfy { $0.hasEnded || $0.isDisposed }
        }

        func violations(_ candidate: TwoSourceStream) -> Set<String> {
            watchers.withLock { $0 }.reduce(into: []) { violations, watcher in
                violations.formUnion(watcher.violations)
                if candidate.traits.contains(.single), watcher.elements > 1 { violations.insert("a second element") }
            }
        }
    }
}
