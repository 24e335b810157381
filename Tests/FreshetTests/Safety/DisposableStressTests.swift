import Freshet
import Testing

@Suite("Disposables shared by four threads", .blocking) struct DisposableStressTests {
    /// A container of disposables, with closures that add to it and dispose it.
    struct Container: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let make: @Sendable () -> (add: @Sendable (any Disposable) -> Void, dispose: @Sendable () -> Void)
    }

    static let containers: [Container] = [
        Container(testDescription: "CompositeDisposable") {
            let composite = CompositeDisposable()
            return (
                { if let key = composite.insert($0), Bool.random() { composite.remove(for: key) } }, composite.dispose
            )
        },
        Container(testDescription: "SerialDisposable") {
            let serial = SerialDisposable()
            return ({ serial.disposable = $0 }, serial.dispose)
        },
        Container(testDescription: "DisposeBag") {
            let bag = Box<DisposeBag?>(DisposeBag())
            return (
                { disposable in if let bag = bag.value { bag.insert(disposable) } else { disposable.dispose() } },
                { bag.value = nil }
            )
        },
        Container(testDescription: "SingleAssignmentDisposable") {
            let all = CompositeDisposable()
            return (
                { disposable in
                    let single = SingleAssignmentDisposable()
                    _ = all.insert(single)
                    single.setDisposable(disposable)
                }, all.dispose
            )
        },
        Container(testDescription: "RefCountDisposable") {
            let all = CompositeDisposable()
            return (
                { disposable in
                    let counted = RefCountDisposable(disposable: disposable)
                    _ = all.insert(counted.retain())
                    _ = all.insert(counted)
                }, all.dispose
            )
        },
    ]

    @Test("A disposable that four threads use disposes each added one exactly once", arguments: containers)
    func once(_ container: Container) {
        for _ in 0..<50 {
            let (add, dispose) = container.make()
            let counts = (0..<60).map { _ in Count() }
            let insert: @Sendable (Range<Int>) -> Void = { range in
                for number in range { add(Disposables.create { counts[number].up() }) }
            }
            concurrently({ insert(0..<20) }, { insert(20..<40) }, { insert(40..<60) }, { dispose() })
            dispose()
            #expect(counts.allSatisfy { $0.value == 1 })
        }
    }
}
