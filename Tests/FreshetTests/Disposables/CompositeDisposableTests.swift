import Freshet
import FreshetTest
import Testing

@Suite("CompositeDisposable") struct CompositeDisposableTests {
    @Test("CompositeDisposable disposes its members once, in insertion order") func disposes() {
        let log = Log<Int>()
        let composite = CompositeDisposable(Disposables.create { log(1) }, Disposables.create { log(2) })
        _ = composite.insert(Disposables.create { log(3) })
        #expect(composite.count == 3)
        composite.dispose()
        composite.dispose()
        #expect(log.entries == [1, 2, 3])
        #expect(composite.isDisposed && composite.count == 0)
    }

    @Test("Removing a member of a CompositeDisposable disposes it") func removes() {
        let (log, composite) = (Log<Int>(), CompositeDisposable())
        let key = composite.insert(Disposables.create { log(1) })
        if let key { composite.remove(for: key) }
        if let key { composite.remove(for: key) }
        #expect(log.entries == [1])
        composite.dispose()
        #expect(log.entries == [1])
    }

    @Test("A disposed CompositeDisposable disposes inserted members immediately") func late() {
        let (log, composite) = (Log<Int>(), CompositeDisposable())
        composite.dispose()
        let key = composite.insert(Disposables.create { log(1) })
        #expect(key == nil)
        #expect(log.entries == [1])
    }

    @Test("CompositeDisposable disposes each member once when threads insert and dispose") func twoThreads() {
        for _ in 0..<100 {
            let (count, composite) = (Count(), CompositeDisposable())
            concurrently(
                { for _ in 0..<20 { _ = composite.insert(Disposables.create { count.up() }) } }, { composite.dispose() }
            )
            #expect(count.value == 20)
        }
    }
}
