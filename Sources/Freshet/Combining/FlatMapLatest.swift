extension ObservableType {
    /// Turns each element into a stream and delivers the newest of these; the one before is disposed.
    /// ```
    /// source                       --1-----2-----|
    /// flatMapLatest { a$0--b$0-c$0| }  --a1-b1-a2-b2-c2|
    /// ```
    /// *Ends* when the source and the newest inner stream have completed; fails with the first error, of `selector` too.
    @preconcurrency
    public func flatMapLatest<Source: ObservableConvertibleType>(
        _ selector: @escaping @Sendable (Element) throws -> Source
    ) -> Observable<Source.Element> {
        Switch(asObservable(), selector)
    }
}

extension ObservableType where Element: ObservableConvertibleType {
    /// Delivers the newest inner stream; the one before is disposed. Ends and fails as ``flatMapLatest(_:)->Observable<Source.Element>`` does.
    public func switchLatest() -> Observable<Element.Element> {
        Switch(asObservable()) { $0 }
    }
}

// Safe to share: see Observable.
final class Switch<Input, Inner: ObservableConvertibleType>: Observable<Inner.Element>, @unchecked Sendable {
    private let source: Observable<Input>
    private let selector: @Sendable (Input) throws -> Inner

    init(_ source: Observable<Input>, _ selector: @escaping @Sendable (Input) throws -> Inner) {
        self.source = source
        self.selector = selector
    }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        let outer = lifetime.makeChild()
        source.run(SwitchSink(sink, selector, lifetime, outer), outer)
    }
}

// Safe to share: all that changes is touched inside the serializer only.
private final class SwitchSink<Input, Inner: ObservableConvertibleType>: Sink<Input>, @unchecked Sendable {
    typealias Output = Inner.Element

    let serializer = Serializer()
    private let downstream: Sink<Output>
    private let selector: @Sendable (Input) throws -> Inner
    /// That of the whole stage.
    private let lifetime: Lifetime
    private let outer: Lifetime
    /// That of the stream which runs; nil as long as each has ended at once.
    private var inner: LifetimeSlot?
    private var latest = 0
    private var isInnerRunning = false
    private var isOuterDone = false
    private var hasEnded = false

    init(
        _ downstream: Sink<Output>, _ selector: @escaping @Sendable (Input) throws -> Inner,
        _ lifetime: Lifetime, _ outer: Lifetime
    ) {
        self.downstream = downstream
        self.selector = selector
        self.lifetime = lifetime
        self.outer = outer
    }

    override func next(_ element: Input) {
        serializer.perform {
            switchOver(element)
        } deferred: {
            let element = Handover(element)
            return { self.switchOver(element.value) }
        }
    }

    override func error(_ error: any Error) {
        guard outer.stop() else { return }
        serializer.perform {
            fail(error)
        } deferred: {
            { self.fail(error) }
        }
    }

    override func completed() {
        guard outer.stop() else { return }
        serializer.perform {
            outerCompleted()
        } deferred: {
            { self.outerCompleted() }
        }
    }

    private func switchOver(_ element: Input) {
        guard !hasEnded else { return }
        do {
            let stream = try selector(element).asObservable()
            latest += 1
            if isInnerRunning { inner?.clear() }
            isInnerRunning = false
            switch stream.deliverAtOnce(to: downstream) {
            case .completed: break
            case .error(let error): fail(error)
            case nil:
                isInnerRunning = true
                let lifetime = slot().renew()
                if !lifetime.isDisposed { stream.start(InnerSink(self, latest, lifetime), lifetime) }
            }
        } catch {
            fail(error)
        }
    }

    private func slot() -> LifetimeSlot {
        if let inner { return inner }
        let fresh = LifetimeSlot()
        inner = fresh
        lifetime.add(fresh)
        return fresh
    }

    private func outerCompleted() {
        isOuterDone = true
        outer.dispose()
        if !isInnerRunning { complete() }
    }

    private func innerCompleted(_ id: Int) {
        guard id == latest else { return }
        isInnerRunning = false
        inner?.clear()
        if isOuterDone { complete() }
    }

    private func complete() {
        guard !hasEnded else { return }
        hasEnded = true
        downstream.completed()
    }

    private func fail(_ error: any Error) {
        guard !hasEnded else { return }
        hasEnded = true
        downstream.error(error)
        outer.dispose()
        inner?.dispose()
    }

    private func emit(_ element: Output, of id: Int) {
        if id == latest, !hasEnded { downstream.next(element) }
    }

    private func fail(_ error: any Error, of id: Int) {
        if id == latest { fail(error) }
    }

    // Safe to hand between threads: see Sink.
    private final class InnerSink: Sink<Output>, @unchecked Sendable {
        private let parent: SwitchSink
        private let id: Int
        private let lifetime: Lifetime

        init(_ parent: SwitchSink, _ id: Int, _ lifetime: Lifetime) {
            self.parent = parent
            self.id = id
            self.lifetime = lifetime
        }

        override func next(_ element: Output) {
            let (parent, id) = (parent, id)
            parent.serializer.perform {
                parent.emit(element, of: id)
            } deferred: {
                let element = Handover(element)
                return { parent.emit(element.value, of: id) }
            }
        }

        override func error(_ error: any Error) {
            guard lifetime.stop() else { return }
            let (parent, id) = (parent, id)
            parent.serializer.perform {
                parent.fail(error, of: id)
            } deferred: {
                { parent.fail(error, of: id) }
            }
        }

        override func completed() {
            guard lifetime.stop() else { return }
            let (parent, id) = (parent, id)
            parent.serializer.perform {
                parent.innerCompleted(id)
            } deferred: {
                { parent.innerCompleted(id) }
            }
        }
    }
}
