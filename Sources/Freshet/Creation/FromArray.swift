/// Delivers the elements of an array.
///
/// Avoids the iterator that ``From`` uses: with a generic iterator each element costs three metadata lookups.
final class FromArray<Element>: Observable<Element>, @unchecked Sendable {
    private let elements: [Element]
    private let scheduler: any ImmediateSchedulerType

    init(_ elements: [Element], _ scheduler: any ImmediateSchedulerType) {
        self.elements = elements
        self.scheduler = scheduler
    }

    override var production: Production { .stepwise }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        StepSource.run(Steps(elements, sink), on: scheduler, lifetime)
    }

    private final class Steps: StepSource, @unchecked Sendable {
        private let elements: [Element]
        private let sink: Sink<Element>
        private var position = 0

        init(_ elements: [Element], _ sink: Sink<Element>) {
            self.elements = elements
            self.sink = sink
        }

        override func step() -> Bool { steps { false } }

        override func steps(while mayContinue: () -> Bool) -> Bool {
            elements.withUnsafeBufferPointer { elements in
                while position < elements.count {
                    position += 1
                    sink.next(elements[position - 1])
                    if !mayContinue() { return true }
                }
                sink.completed()
                return false
            }
        }
    }
}
