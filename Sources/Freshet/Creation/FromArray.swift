// Safe to share: see Observable.
/// The elements of an array, one after the other.
///
/// An array needs no iterator: through one of a type not known each element costs three look-ups of metadata.
final class FromArray<Element>: Observable<Element>, @unchecked Sendable {
    private let elements: [Element]
    private let scheduler: any ImmediateSchedulerType

    init(_ elements: [Element], _ scheduler: any ImmediateSchedulerType) {
        self.elements = elements
        self.scheduler = scheduler
    }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        StepSource.run(Steps(elements, sink), on: scheduler, lifetime)
    }

    // Safe to hand between threads: one step is taken at a time.
    private final class Steps: StepSource, @unchecked Sendable {
        private let elements: [Element]
        private let sink: Sink<Element>
        private var position = 0

        init(_ elements: [Element], _ sink: Sink<Element>) {
            self.elements = elements
            self.sink = sink
        }

        override func step() -> Bool { steps { false } }

        override func steps(while isAlone: () -> Bool) -> Bool {
            elements.withUnsafeBufferPointer { elements in
                while position < elements.count {
                    position += 1
                    sink.next(elements[position - 1])
                    if !isAlone() { return true }
                }
                sink.completed()
                return false
            }
        }
    }
}
