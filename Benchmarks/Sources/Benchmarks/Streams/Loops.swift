import Opaque

/// The hand-written loops that the streams are measured against: what a programmer who needs no stream would write.
///
/// The closures are the same objects' that the streams are given, made at run time in another module behind `@inline(never)`. A loop holds them in
/// stored properties of a final class (`let`, of the concrete type `@Sendable (Int) -> Int`, so called without a thunk), calls them one after the other,
/// and adds what comes through to a `Sum` in place.
final class TwelveStages: Sendable {
    private let (m0, m1, m2, m3, m4, m5):
        (Opaque.Transform, Opaque.Transform, Opaque.Transform, Opaque.Transform, Opaque.Transform, Opaque.Transform)
    private let (f0, f1, f2, f3, f4, f5):
        (Opaque.Predicate, Opaque.Predicate, Opaque.Predicate, Opaque.Predicate, Opaque.Predicate, Opaque.Predicate)

    init() {
        let (m, f) = (Opaque.transforms(6), Opaque.predicates(6))
        (m0, m1, m2, m3, m4, m5) = (m[0], m[1], m[2], m[3], m[4], m[5])
        (f0, f1, f2, f3, f4, f5) = (f[0], f[1], f[2], f[3], f[4], f[5])
    }

    @inline(never)
    func run(_ count: Int, _ sum: Sum) {
        for element in 0..<count {
            let a = m0(element)
            if !f0(a) { continue }
            let b = m1(a)
            if !f1(b) { continue }
            let c = m2(b)
            if !f2(c) { continue }
            let d = m3(c)
            if !f3(d) { continue }
            let e = m4(d)
            if !f4(e) { continue }
            let f = m5(e)
            if !f5(f) { continue }
            sum.add(f)
        }
    }
}

/// A loop over a few closures, held as in ``TwelveStages``.
final class FewStages: Sendable {
    private let consume: Opaque.Transform
    private let add: @Sendable (Int, Int) -> Int
    private let predicate: Opaque.Predicate

    init() {
        consume = Opaque.transform(0)
        add = Opaque.sum()
        predicate = Opaque.predicate(0)
    }

    /// Adds each number as often as there are consumers.
    @inline(never)
    func deliver(_ count: Int, consumers: Int, _ sum: Sum) {
        for element in 0..<count {
            for _ in 0..<consumers { sum.add(consume(element)) }
        }
    }

    /// What `scan` and `filter` do.
    @inline(never)
    func scanAndFilter(_ elements: [Int], _ sum: Sum) {
        var accumulated = 0
        for element in elements {
            accumulated = add(accumulated, element)
            if predicate(accumulated) { sum.add(accumulated) }
        }
    }

    /// Combines each number with one seen before.
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
}
