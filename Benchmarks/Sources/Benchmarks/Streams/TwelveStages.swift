import Freshet
import OpenCombine
import Opaque

/// Six alternating maps and filters with opaque closures.
func twelveStages(_ source: Observable<Int>) -> Observable<Int> {
    source
        .map(Opaque.transform(0)).filter(Opaque.predicate(0))
        .map(Opaque.transform(1)).filter(Opaque.predicate(1))
        .map(Opaque.transform(2)).filter(Opaque.predicate(2))
        .map(Opaque.transform(3)).filter(Opaque.predicate(3))
        .map(Opaque.transform(4)).filter(Opaque.predicate(4))
        .map(Opaque.transform(5)).filter(Opaque.predicate(5))
}

/// The same stages on a driver, which shares each of them.
func twelveStages(_ source: Driver<Int>) -> Driver<Int> {
    source
        .map(Opaque.transform(0)).filter(Opaque.predicate(0))
        .map(Opaque.transform(1)).filter(Opaque.predicate(1))
        .map(Opaque.transform(2)).filter(Opaque.predicate(2))
        .map(Opaque.transform(3)).filter(Opaque.predicate(3))
        .map(Opaque.transform(4)).filter(Opaque.predicate(4))
        .map(Opaque.transform(5)).filter(Opaque.predicate(5))
}

/// The same stages on a publisher.
func twelveStages(_ source: some Publisher<Int, Never>) -> some Publisher<Int, Never> & SendableMetatype {
    source
        .map(Opaque.transform(0)).filter(Opaque.predicate(0))
        .map(Opaque.transform(1)).filter(Opaque.predicate(1))
        .map(Opaque.transform(2)).filter(Opaque.predicate(2))
        .map(Opaque.transform(3)).filter(Opaque.predicate(3))
        .map(Opaque.transform(4)).filter(Opaque.predicate(4))
        .map(Opaque.transform(5)).filter(Opaque.predicate(5))
}

/// The same stages on a publisher, each shared as a driver does.
func twelveSharedStages(_ source: some Publisher<Int, Never>) -> some Publisher<Int, Never> & SendableMetatype {
    source
        .map(Opaque.transform(0)).share().filter(Opaque.predicate(0)).share()
        .map(Opaque.transform(1)).share().filter(Opaque.predicate(1)).share()
        .map(Opaque.transform(2)).share().filter(Opaque.predicate(2)).share()
        .map(Opaque.transform(3)).share().filter(Opaque.predicate(3)).share()
        .map(Opaque.transform(4)).share().filter(Opaque.predicate(4)).share()
        .map(Opaque.transform(5)).share().filter(Opaque.predicate(5)).share()
}

/// The same stages on an asynchronous sequence.
func twelveStages<Source: AsyncSequence & Sendable>(
    _ source: Source
) -> some AsyncSequence<Int, Source.Failure> where Source.Element == Int {
    source
        .map(Opaque.transform(0)).filter(Opaque.predicate(0))
        .map(Opaque.transform(1)).filter(Opaque.predicate(1))
        .map(Opaque.transform(2)).filter(Opaque.predicate(2))
        .map(Opaque.transform(3)).filter(Opaque.predicate(3))
        .map(Opaque.transform(4)).filter(Opaque.predicate(4))
        .map(Opaque.transform(5)).filter(Opaque.predicate(5))
}
