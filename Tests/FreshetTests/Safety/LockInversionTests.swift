import Dispatch
import Foundation
import Freshet
import Testing

/// Foreign code that a stream calls.
enum Place: String, CaseIterable {
    /// The observer's closures.
    case element, completion, failure
    /// The operator's closure.
    case closure
    /// The source's disposal.
    case release
    /// The deinit of an element.
    case deinitialization

    func exists(in candidate: TwoSourceStream) -> Bool {
        switch self {
        case .element: !candidate.traits.contains(.tasks)
        case .deinitialization: candidate.traits.isDisjoint(with: [.tasks, .keeps])
        case .completion: !candidate.traits.contains(.endless) && candidate.traits.isDisjoint(with: [.single, .tasks])
        case .failure: candidate.traits.isDisjoint(with: [.endless, .recovers, .single, .endsInTask])
        case .closure: candidate.traits.contains(.closure)
        case .release: !candidate.traits.contains(.fed)
        }
    }
}

/// Two identical streams on two threads. The foreign code of each calls into the other while both are inside foreign code.
/// ```
/// Thread 1                          Thread 2
/// sends to a, which calls           sends to b, which calls
/// foreign code, which waits         foreign code, which waits
/// until thread 2 is in b's,         until thread 1 is in a's,
/// then sends to b, …                then sends to a, …
/// ```
/// If either stream holds a lock while it calls foreign code, the threads deadlock.
final class Crossing: Sendable {
    enum Outcome { case passed, neverCalled, deadlock }

    private let sides: [Side]
    private let bothInside = Count()
    private let passed = Count()

    init(_ candidate: TwoSourceStream, _ place: Place) { sides = [Side(candidate, place), Side(candidate, place)] }

    /// Waits until both streams call the foreign code, and then until these calls return: the report of a misuse can take seconds.
    func run(calledWithin: TimeInterval, returnedWithin: TimeInterval) -> Outcome {
        for (side, other) in [(sides[0], sides[1]), (sides[1], sides[0])] {
            side.foreignCode.value = { [unowned self] in
                guard side.calls.up() == 1 else { return }
                side.isInside.open()
                if other.isInside.wait() { bothInside.up() }
                other.receiveForeignCalls()
                passed.up()
            }
        }
        for side in sides { Thread.detachNewThread { side.run() } }
        let areCalled = eventually(within: calledWithin) { [sides] in sides.allSatisfy { $0.calls.value > 0 } }
        let haveReturned =
            areCalled
            && eventually(within: returnedWithin) { [passed, sides] in
                passed.value == 2 && sides.allSatisfy { $0.finished.value == 1 }
            }
        for side in sides { side.foreignCode.value = {} }
        if haveReturned { for side in sides { side.end() } }
        if !areCalled { return .neverCalled }
        return haveReturned && bothInside.value == 2 ? .passed : .deadlock
    }

    /// One of the two streams.
    private final class Side: Sendable {
        let calls = Count()
        let finished = Count()
        let isInside = Gate()
        let foreignCode = Box<@Sendable () -> Void>({})
        private let candidate: TwoSourceStream
        private let place: Place
        private let living = Count()
        private let left = PublishSubject<Item>()
        private let right = PublishSubject<Item>()
        private let subscription = SingleAssignmentDisposable()
        private let stream: Observable<Item>
        private let context: TwoSourceContext

        init(_ candidate: TwoSourceStream, _ place: Place) {
            self.candidate = candidate
            self.place = place
            let foreignCode = foreignCode
            context = TwoSourceContext(living: living) { if place == .closure { foreignCode.value() } }
            let source = left.do(onDispose: { if place == .release { foreignCode.value() } })
            stream = candidate.make(source, right, context)
        }

        /// Makes the stream call the foreign code at `place`.
        func run() {
            let (place, foreignCode) = (place, foreignCode)
            subscription.setDisposable(
                stream.subscribe(
                    onNext: { _ in if place == .element { foreignCode.value() } },
                    onError: { _ in if place == .failure { foreignCode.value() } },
                    onCompleted: { if place == .completion { foreignCode.value() } }))
            for number in 1...4 {
                right.onNext(item(number))
                left.onNext(item(number))
            }
            switch place {
            case .completion: complete()
            case .failure:
                left.onError(Oops())
                right.onError(Oops())
            case .element, .closure: if candidate.traits.contains(.onlyAtEnd) { complete() }
            case .release: subscription.dispose()
            case .deinitialization: end()
            }
            finished.up()
        }

        private func item(_ number: Int) -> Item {
            let (place, foreignCode) = (place, foreignCode)
            return Item(number, living) { if place == .deinitialization { foreignCode.value() } }
        }

        private func complete() {
            left.onCompleted()
            right.onCompleted()
        }

        /// Called by the other stream's foreign code.
        func receiveForeignCalls() {
            left.onNext(Item(5, living))
            right.onNext(Item(6, living))
            stream.subscribe { _ in }.dispose()
            right.onCompleted()
            left.onError(Oops())
            subscription.dispose()
        }

        func end() {
            subscription.dispose()
            context.feeds.dispose()
        }
    }
}

@Suite("Locks while foreign code runs", .blocking) struct LockInversionTests {
    /// Retained, because deadlocked threads still use them.
    private static let stuck = Log<Crossing>()

    @Test("Two streams that call into each other from foreign code don't deadlock", arguments: TwoSourceStream.all)
    func noDeadlock(_ candidate: TwoSourceStream) {
        for place in Place.allCases where place.exists(in: candidate) {
            let outcome = Self.outcome(candidate, place)
            #expect(outcome == .passed, "\(place)")
            if outcome == .deadlock { return }
        }
    }

    /// Retries if a timer preempts the foreign code, such as a timeout that switches before the first element.
    private static func outcome(_ candidate: TwoSourceStream, _ place: Place) -> Crossing.Outcome {
        var attempts = 0
        while true {
            attempts += 1
            let crossing = Crossing(candidate, place)
            let outcome = crossing.run(calledWithin: 20, returnedWithin: longestWait)
            if outcome != .passed { stuck(crossing) }
            if outcome != .neverCalled || attempts == 5 { return outcome }
        }
    }

    @Test("The harness detects a lock held by an operator", arguments: [Place.element, .completion, .failure])
    func detectsLock(_ place: Place) {
        let locking = TwoSourceStream("a lock") { left, right, _ in
            .create { observer in
                let lock = NSRecursiveLock()
                // With a time limit, so that the threads of this test finish.
                let locked: @Sendable (Event<Item>) -> Void = { event in
                    let isLocked = lock.lock(before: Date(timeIntervalSinceNow: 3))
                    observer.on(event)
                    if isLocked { lock.unlock() }
                }
                return Disposables.create(left.subscribe(locked), right.subscribe(locked))
            }
        }
        let crossing = Crossing(locking, place)
        #expect(crossing.run(calledWithin: longestWait, returnedWithin: 0.3) == .deadlock)
        Self.stuck(crossing)
    }
}
