import Opaque

/// A loop over a few closures, stored as in ``TwelveStages``.
final class FewStages: Sendable {
    private let consume: Opaque.Transform
    private let add: @Sendable (Int, Int) -> Int
    private let addFour: @Sendable (Int, Int, Int, Int) -> Int
    private let predicate: Opaque.Predicate

    init() {
        consume = Opaque.transform(0)
        add = Opaque.sum()
        addFour = Opaque.sumOfFour()
        predicate = Opaque.predicate(0)
    }

    /// Adds each number once per consumer.
    @inline(never)
    func deliver(_ count: Int, consumers: Int, _ sum: Sum) {
        for element in 0..<count {
            for _ in 0..<consumers { sum.add(consume(element)) }
        }
    }

    /// The work of `scan` and `filter`.
    @inline(never)
    func scanAndFilter(_ elements: [Int], _ sum: Sum) {
        var accumulated = 0
        for element in elements {
            accumulated = add(accumulated, element)
            if predicate(accumulated) { sum.add(accumulated) }
        }
    }

    /// Combines each number with an earlier one.
    @inline(never)
    func combine(_ count: Int, _ sum: Sum) {
        var latest = 0
        for element in 0..<count {
            sum.add(add(latest, element))
            latest = 0
        }
    }

    /// Five transforms in a row.
    @inline(never)
    func five(_ count: Int, _ sum: Sum) {
        for element in 0..<count { sum.add(consume(consume(consume(consume(consume(element)))))) }
    }

    /// Adds three ones and a number, seven times.
    @inline(never)
    func addFours(_ count: Int, _ sum: Sum) {
        for element in 0..<count {
            var total = element
            for _ in 0..<7 { total = addFour(1, 1, 1, total) }
            sum.add(total)
        }
    }

    /// The work of `distinctUntilChanged` on numbers that each occur twice.
    @inline(never)
    func leaveOutRepeated(_ count: Int, _ sum: Sum) {
        var last = -1
        for element in 0..<count where element / 2 != last {
            last = element / 2
            sum.add(last)
        }
    }
}

/// A loop over any number of transforms.
///
/// Each transform is stored in its own object: closures in an array would be retained for each call.
final class ManyStages: Sendable {
    private let transform: Opaque.Transform
    private let rest: ManyStages?

    init?(_ count: Int) {
        if count == 0 { return nil }
        transform = Opaque.transform(count)
        rest = ManyStages(count - 1)
    }

    @inline(never)
    func run(_ count: Int, _ sum: Sum) {
        for element in 0..<count { sum.add(apply(element)) }
    }

    private func apply(_ element: Int) -> Int {
        let result = transform(element)
        return rest?.apply(result) ?? result
    }
}
