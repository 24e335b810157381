import Opaque

/// A hand-written loop, the baseline for the streams.
///
/// It uses the same closures as the streams, created at run time in another module behind `@inline(never)`. They are stored properties of a final
/// class with the concrete type `@Sendable (Int) -> Int`, so calls need no thunk. The loop adds the results to a `Sum` in place.
final class TwelveStages: Sendable {
    private let (m0, m1, m2) = (Opaque.transform(0), Opaque.transform(1), Opaque.transform(2))
    private let (m3, m4, m5) = (Opaque.transform(3), Opaque.transform(4), Opaque.transform(5))
    private let (f0, f1, f2) = (Opaque.predicate(0), Opaque.predicate(1), Opaque.predicate(2))
    private let (f3, f4, f5) = (Opaque.predicate(3), Opaque.predicate(4), Opaque.predicate(5))

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

/// The same loop for elements of any type.
///
/// Swift stores a closure whose type depends on a generic parameter in a general form: its argument and result pass through memory, and calls go
/// through a thunk. This is the minimum cost of opaque closures in a library with generic streams.
final class TwelveGenericStages<Element>: Sendable {
    typealias Transform = @Sendable (Element) throws -> Element
    typealias Predicate = @Sendable (Element) throws -> Bool

    private let m0, m1, m2, m3, m4, m5: Transform
    private let f0, f1, f2, f3, f4, f5: Predicate

    init(
        _ m0: @escaping Transform, _ f0: @escaping Predicate, _ m1: @escaping Transform, _ f1: @escaping Predicate,
        _ m2: @escaping Transform, _ f2: @escaping Predicate, _ m3: @escaping Transform, _ f3: @escaping Predicate,
        _ m4: @escaping Transform, _ f4: @escaping Predicate, _ m5: @escaping Transform, _ f5: @escaping Predicate
    ) {
        (self.m0, self.m1, self.m2, self.m3, self.m4, self.m5) = (m0, m1, m2, m3, m4, m5)
        (self.f0, self.f1, self.f2, self.f3, self.f4, self.f5) = (f0, f1, f2, f3, f4, f5)
    }
}

extension TwelveGenericStages<Int> {
    convenience init() {
        self.init(
            Opaque.transform(0), Opaque.predicate(0), Opaque.transform(1), Opaque.predicate(1), Opaque.transform(2),
            Opaque.predicate(2), Opaque.transform(3), Opaque.predicate(3), Opaque.transform(4), Opaque.predicate(4),
            Opaque.transform(5), Opaque.predicate(5))
    }

    @inline(never)
    func run(_ count: Int, _ sum: Sum) {
        for element in 0..<count {
            do {
                let a = try m0(element)
                if try !f0(a) { continue }
                let b = try m1(a)
                if try !f1(b) { continue }
                let c = try m2(b)
                if try !f2(c) { continue }
                let d = try m3(c)
                if try !f3(d) { continue }
                let e = try m4(d)
                if try !f4(e) { continue }
                let f = try m5(e)
                if try !f5(f) { continue }
                sum.add(f)
            } catch {
                return
            }
        }
    }
}
