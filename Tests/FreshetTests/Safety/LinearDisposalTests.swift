import Freshet
import Testing

@Suite("Disposal within a closure of a linear stage") struct LinearDisposalTests {
    /// An operator whose closure first calls the given closure.
    struct Operator: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let apply: @Sendable (Observable<Int>, @escaping @Sendable () -> Void) -> Observable<Int>

        init(
            _ name: String,
            _ apply: @escaping @Sendable (Observable<Int>, @escaping @Sendable () -> Void) -> Observable<Int>
        ) {
            testDescription = name
            self.apply = apply
        }
    }

    private static let map = Operator("map") { source, called in
        source.map { element in
            called()
            return element
        }
    }
    private static let filter = Operator("filter") { source, called in
        source.filter { _ in
            called()
            return true
        }
    }
    private static let retained = Box(0)
    private static let others: [Operator] = [
        Operator("compactMap") { source, called in
            source.compactMap { element in
                called()
                return element
            }
        },
        Operator("do(onNext:)") { source, called in source.do(onNext: { _ in called() }) },
        Operator("scan") { source, called in
            source.scan(0) { _, element in
                called()
                return element
            }
        },
        Operator("scan(into:)") { source, called in source.scan(into: 0) { _, _ in called() } },
        Operator("reduce") { source, called in
            source.reduce(0) { _, element in
                called()
                return element
            }
        },
        Operator("distinctUntilChanged with a key") { source, called in
            source.distinctUntilChanged { element in
                called()
                return element
            }
        },
        Operator("distinctUntilChanged with a comparer") { source, called in
            source.distinctUntilChanged { _, _ in
                called()
                return false
            }
        },
        Operator("take(while:)") { source, called in
            source.take(while: { _ in
                called()
                return true
            })
        },
        Operator("take(until: a predicate)") { source, called in
            source.take(until: { _ in
                called()
                return false
            })
        },
        Operator("skip(while:)") { source, called in
            source.skip(while: { _ in
                called()
                return true
            })
        },
        Operator("single") { source, called in
            source.single { _ in
                called()
                return false
            }
        },
        Operator("withUnretained") { source, called in
            source.withUnretained(retained) { _, element in
                called()
                return element
            }
        },
    ]

    /// Sends three elements through the operators; the closure of the one at `disposer` disposes at the second.
    private func callsAfterDisposal(_ operators: [Operator], disposer: Int) -> [String] {
        let (subject, subscription) = (PublishSubject<Int>(), SerialDisposable())
        let (late, isDisposed, elements) = (Box<[String]>([]), Box(false), Count())
        var stream = subject.asObservable()
        for (place, stage) in operators.enumerated() {
            stream = stage.apply(stream) {
                if isDisposed.value { late.value.append("\(stage.testDescription) at \(place)") }
                if place == disposer, elements.value == 2, !isDisposed.value {
                    subscription.dispose()
                    isDisposed.value = true
                }
            }
        }
        subscription.disposable = stream.subscribe()
        for element in 1...3 {
            _ = elements.up()
            subject.onNext(element)
        }
        subject.onCompleted()
        #expect(isDisposed.value)
        return late.value
    }

    @Test("No later closure of consecutive maps and filters starts after disposal", arguments: 0..<32)
    func run(_ kinds: Int) {
        let run = (0..<5).map { kinds >> $0 & 1 == 0 ? Self.map : Self.filter }
        for disposer in 0..<5 { #expect(callsAfterDisposal(run, disposer: disposer) == []) }
    }

    @Test("The next operator's closure doesn't start after disposal", arguments: [map, filter] + others)
    func next(_ later: Operator) {
        for first in [Self.map, Self.filter] + Self.others where first.testDescription != "reduce" {
            // Here `single` delivers nothing before the end, and `skip(while:)` nothing at all.
            if ["single", "skip(while:)"].contains(first.testDescription) { continue }
            #expect(callsAfterDisposal([first, later], disposer: 0) == [])
        }
    }
}
