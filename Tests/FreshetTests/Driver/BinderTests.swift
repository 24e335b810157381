import Freshet
import FreshetTest
import Testing

@MainActor
private final class Label {
    var text = ""
    var writes = 0
}

extension Label: ReactiveCompatible {}

private final class Plain: ReactiveCompatible, @unchecked Sendable {
    var number = 0
}

@Suite("Binder, Reactive") @MainActor struct BinderTests {
    @Test("A binder writes on the main actor, with no explicit hop in the caller's code") func writes() {
        let label = Label()
        let subscription = Observable.of("a", "b").bind(
            to: Binder(label) { label, text in
                label.text = text
                label.writes += 1
            })
        #expect(label.text == "b" && label.writes == 2)
        subscription.dispose()
    }

    @Test("A binder writes an element from another thread on the main thread") func otherThread() async {
        let (label, queue) = (Label(), SerialDispatchQueueScheduler(internalSerialQueueName: "binder"))
        let subscription = Observable.just("a", scheduler: queue).bind(to: Binder(label) { $0.text = $1 })
        while label.text != "a" { await Task.yield() }
        subscription.dispose()
    }

    @Test("A binder doesn't retain the target, and drops elements after its release") func target() {
        weak var gone: Label?
        let written = Count()
        let subject = PublishSubject<String>()
        let subscription: any Disposable
        do {
            let label = Label()
            gone = label
            subscription = subject.bind(to: Binder(label) { _, _ in written.up() })
        }
        subject.onNext("a")
        #expect(gone == nil && written.value == 0)
        subscription.dispose()
    }

    @Test("A binder writes on a given scheduler") func scheduler() {
        let (plain, scheduler) = (Plain(), TestScheduler(initialClock: 0))
        let binder = Binder<Int>(plain, scheduler: scheduler, binding: { $0.number = $1 })
        binder.onNext(3)
        #expect(plain.number == 0)
        scheduler.start()
        #expect(plain.number == 3)
        binder.asObserver().onNext(4)
        scheduler.start()
        #expect(plain.number == 4)
    }

    @Test("A property in the rx namespace is a binder") func property() {
        let plain = Plain()
        _ = Observable.of(1, 2).bind(to: plain.rx.number)
        #expect(plain.number == 2)
        #expect(Plain.rx == Reactive<Plain>.self)
    }
}
