import Freshet
import OpenCombine
import Opaque

/// Six maps and six filters in turn, whose closures the optimizer cannot see.
func twelveStages(_ source: Observable<Int>) -> Observable<Int> {
    let (m, f) = (Opaque.transforms(6), Opaque.predicates(6))
    return source.map(m[0]).filter(f[0]).map(m[1]).filter(f[1]).map(m[2]).filter(f[2])
        .map(m[3]).filter(f[3]).map(m[4]).filter(f[4]).map(m[5]).filter(f[5])
}

/// The same of a publisher.
func twelveStages(_ source: some Publisher<Int, Never>) -> some Publisher<Int, Never> {
    let (m, f) = (Opaque.transforms(6), Opaque.predicates(6))
    return source.map(m[0]).filter(f[0]).map(m[1]).filter(f[1]).map(m[2]).filter(f[2])
        .map(m[3]).filter(f[3]).map(m[4]).filter(f[4]).map(m[5]).filter(f[5])
}

/// The same of an asynchronous sequence.
func twelveStages<Source: AsyncSequence & Sendable>(
    _ source: Source
) -> some AsyncSequence<Int, Source.Failure> where Source.Element == Int {
    let (m, f) = (Opaque.transforms(6), Opaque.predicates(6))
    return source.map(m[0]).filter(f[0]).map(m[1]).filter(f[1]).map(m[2]).filter(f[2])
        .map(m[3]).filter(f[3]).map(m[4]).filter(f[4]).map(m[5]).filter(f[5])
}
