import Freshet
import FreshetTest
import Testing

@Suite("Disposables.create, BooleanDisposable, SingleAssignmentDisposable") struct DisposableTests {
    @Test("Disposables.create runs its closure once, then releases it") func closure() {
        let count = Count()
        weak var token: Token?
        let disposable: any Cancelable
        do {
            let kept = Token()
            token = kept
            disposable = Disposables.create {
                kept.touch()
                count.up()
            }
        }
        #expect(!disposable.isDisposed)
        concurrently({ disposable.dispose() }, { disposable.dispose() })
        #expect(count.value == 1)
        #expect(disposable.isDisposed)
        #expect(token == nil)
    }

    // Fails by a trap.
    @Test("Disposables.create without a closure does nothing") func nop() { Disposables.create().dispose() }

    @Test("Disposables.create with several disposables disposes them in order") func several() {
        let log = Log<Int>()
        let all = (0..<5).map { number in Disposables.create { log(number) } }
        Disposables.create(all[0], all[1]).dispose()
        Disposables.create(all[2], all[3], all[4]).dispose()
        Disposables.create(all).dispose()
        #expect(log.entries == [0, 1, 2, 3, 4])
    }

    @Test("BooleanDisposable records its disposal") func boolean() {
        let disposable = BooleanDisposable()
        #expect(!disposable.isDisposed)
        disposable.dispose()
        #expect(disposable.isDisposed)
        #expect(BooleanDisposable(isDisposed: true).isDisposed)
    }

    @Test("SingleAssignmentDisposable disposes content set before or after its disposal", arguments: [true, false])
    func single(_ before: Bool) {
        let (count, disposable) = (Count(), SingleAssignmentDisposable())
        if before { disposable.setDisposable(Disposables.create { count.up() }) }
        disposable.dispose()
        if !before { disposable.setDisposable(Disposables.create { count.up() }) }
        #expect(count.value == 1)
        #expect(disposable.isDisposed)
    }
}
