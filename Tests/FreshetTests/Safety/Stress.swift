import Foundation
import Freshet
import Synchronization
import Testing

/// One round: four threads send, end, subscribe and dispose as drawn from a seed.
struct Stress {
    /// What becomes of the streams when the threads are done.
    private enum Ending: CaseIterable { case completion, failure, disposal, oblivion }

    private enum Act {
        case send(left: Bool, number: Int)
        case complete(left: Bool)
        case fail(left: Bool)
        case subscribe(Watcher.Plan)
        case dispose(Int)
    }

    static let threads = 4
    let junction: Junction
    let seed: UInt64
    /// How long what should happen is waited for, in seconds.
    var patience: TimeInterval = 20

    /// What was wrong; nothing if all was well.
    func run() -> Set<String> {
        var draw = Draw(seed: seed)
        let ending = Ending.allCases.randomElement(using: &draw) ?? .disposal
        let (living, tokens) = (Count(), Count())
        var offences = play(&draw, ending, living, tokens)
        // Timers that are still to fire keep what they work on.
        if !eventually(within: patience, { tokens.value == 0 }) {
            offences.insert("what closures captured is not released (\(ending))")
        }
        if !eventually(within: patience, { living.value == 0 }) {
            offences.insert("\(living.value) elements are not released (\(ending))")
        }
        return offences
    }

    private func play(_ draw: inout Draw, _ ending: Ending, _ living: Count, _ tokens: Count) -> Set<String> {
        let token = Token(tokens)
        let (left, right, watchers) = (PublishSubject<Item>(), PublishSubject<Item>(), Watchers())
        let site = Site(living: living) { token.touch() }
        let stream = junction.make(left, right, site)
        let reaction: @Sendable () -> Void = { [weak left, weak right] in
            left?.onNext(Item(-2, living))
            right?.onNext(Item(-2, living))
        }
        let subscribe: @Sendable (Watcher.Plan) -> Void = { plan in
            let watcher = Watcher(plan, Token(tokens))
            watchers.add(watcher)
            watcher.watch(stream)
        }
        subscribe(Self.plan(&draw, reaction))
        let scripts = (0..<Self.threads).map { _ in (0..<30).map { _ in Self.act(&draw, reaction) } }
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
        return finish(ending, left, right, site, watchers)
    }

    private func finish(
        _ ending: Ending, _ left: PublishSubject<Item>, _ right: PublishSubject<Item>, _ site: Site,
        _ watchers: Watchers
    ) -> Set<String> {
        var offences: Set<String> = []
        switch ending {
        case .completion, .failure:
            for source in [left, right] { ending == .completion ? source.onCompleted() : source.onError(Oops()) }
            if junction.traits.isDisjoint(with: [.endless, .endsAtTimes]),
                !eventually(within: patience, { watchers.allAreDone })
            {
                offences.insert("an end is lost (\(ending))")
            }
        case .oblivion where junction.traits.isDisjoint(with: [.timed, .fed, .keepsSources]):
            return watchers.offences(junction)
        case .disposal, .oblivion: break
        }
        watchers.disposeAll()
        site.feeds.dispose()
        if left.hasObservers || right.hasObservers,
            !eventually(within: patience, { !left.hasObservers && !right.hasObservers })
        {
            offences.insert("a source is not let go of (\(ending))")
        }
        return offences.union(watchers.offences(junction))
    }

    private static func act(_ draw: inout Draw, _ reaction: @escaping @Sendable () -> Void) -> Act {
        let isLeft = Bool.random(using: &draw)
        switch draw.number(0...99) {
        case 0..<62: return .send(left: isLeft, number: draw.number(-1...30))
        case 62..<64: return .complete(left: isLeft)
        case 64..<66: return .fail(left: isLeft)
        case 66..<83: return .subscribe(plan(&draw, reaction))
        default: return .dispose(draw.number(0...20))
        }
    }

    private static func plan(_ draw: inout Draw, _ reaction: @escaping @Sendable () -> Void) -> Watcher.Plan {
        Watcher.Plan(
            disposesAt: draw.number(0...3) == 0 ? draw.number(1...8) : nil,
            reactsAt: draw.number(0...3) == 0 ? draw.number(1...6) : nil, reaction: reaction)
    }

    /// Those who listen, added and disposed from any thread.
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

        func offences(_ junction: Junction) -> Set<String> {
            watchers.withLock { $0 }.reduce(into: []) { offences, watcher in
                offences.formUnion(watcher.offences)
                if junction.traits.contains(.single), watcher.elements > 1 { offences.insert("a second element") }
            }
        }
    }
}
