extension ObservableType {
    /// Maps each element to a stream and delivers only the newest of these streams.
    ///
    /// Calls `selector` first, then disposes the previous inner stream and subscribes to the new one. A consumer with a
    /// bounded buffer doesn't pause the source while an inner stream is running, so that a new one can replace it.
    /// ```
    /// source                       --1-----2-----|
    /// flatMapLatest { a$0--b$0-c$0| }  --a1-b1-a2-b2-c2|
    /// ```
    /// - Ends: when the source and the newest inner stream have completed; fails with the first error, including one
    ///   thrown by `selector`.
    /// - Runs on: the inner streams' threads, one event at a time.
    /// - Keeps: the newest inner subscription.
    @preconcurrency
    public func flatMapLatest<Source: ObservableConvertibleType>(
        _ selector: @escaping @Sendable (Element) throws -> Source
    ) -> Observable<Source.Element> where Element: Sendable, Source.Element: Sendable {
        Switch(asObservable(), selector)
    }
}

extension ObservableType where Element: ObservableConvertibleType {
    /// Delivers only the newest inner stream; see ``flatMapLatest(_:)->Observable<Source.Element>``.
    @preconcurrency
    public func switchLatest() -> Observable<Element.Element> where Element: Sendable, Element.Element: Sendable {
        Switch(asObservable()) { $0 }
    }
}

final class Switch<Input, Inner: ObservableConvertibleType>: Observable<Inner.Element>, @unchecked Sendable {
    private let sourceReference: SourceReference
    private var source: Observable<Input> { sourceReference.stream() }
    private let selector: @Sendable (Input) throws -> Inner

    init(_ source: Observable<Input>, _ selector: @escaping @Sendable (Input) throws -> Inner) {
        sourceReference = SourceReference(source)
        self.selector = selector
    }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        let stage = SwitchStage(sink, lifetime)
        let outer = stage.demand.makeSourceLifetime(in: lifetime)
        source.run(SwitchSink(stage, outer, selector), outer)
    }
}

private final class SwitchStage<Output>: SerializedStage<Output>, @unchecked Sendable {
    /// The lifetime of the running inner stream; nil until an inner stream needs a subscription.
    private var inner: SerialLifetime?
    private(set) var newest = 0
    private var isInnerRunning = false
    private var isOuterDone = false
    /// Pauses the source with the consumer unless an inner stream is running.
    let demand: QueueDemand

    override init(_ downstream: Sink<Output>, _ lifetime: Lifetime) {
        demand = QueueDemand(lifetime)
        super.init(downstream, lifetime)
    }

    /// Returns the number of the next inner stream and makes it the newest.
    ///
    /// The inner stream counts as running: if its selector or the disposal of the previous inner stream completes the
    /// source, the completion waits for it.
    func advance() -> Int {
        newest += 1
        isInnerRunning = true
        return newest
    }

    func switchOver(to stream: Observable<Output>, _ number: Int) {
        // The selector may have delivered a newer element or ended the stage.
        guard number == newest, isOpen else { return }
        inner?.clear()
        // So may the disposal.
        guard number == newest, isOpen else { return }
        if case .ended(let end) = stream.begin(downstream, lifetime, .whole) { return innerEnded(end, number) }
        demand.setInnerRunning(true)
        let lifetime = innerLifetime().renew(demand: lifetime.demand)
        if !lifetime.hasEnded { stream.start(SwitchInnerSink(self, lifetime, number), lifetime) }
    }

    private func innerLifetime() -> SerialLifetime {
        if let inner { return inner }
        let fresh = SerialLifetime()
        inner = fresh
        lifetime.add(fresh)
        return fresh
    }

    func outerCompleted() {
        isOuterDone = true
        if !isInnerRunning { complete() }
    }

    func innerEnded(_ end: Termination, _ number: Int) {
        guard number == newest else { return }
        if case .error = end { return finish(end) }
        isInnerRunning = false
        demand.setInnerRunning(false)
        if isOuterDone { complete() }
    }
}

private final class SwitchSink<Input, Inner: ObservableConvertibleType>:
    SerializedSink<Input, SwitchStage<Inner.Element>>, @unchecked Sendable
{
    private let selector: @Sendable (Input) throws -> Inner

    init(
        _ stage: SwitchStage<Inner.Element>, _ lifetime: Lifetime,
        _ selector: @escaping @Sendable (Input) throws -> Inner
    ) {
        self.selector = selector
        super.init(stage, lifetime)
    }

    override func received(_ element: Input) {
        // Advance first: the selector may deliver a newer element.
        let number = stage.advance()
        do { stage.switchOver(to: try selector(element).asObservable(), number) } catch { stage.fail(error) }
    }

    override func ended(_ end: Termination) {
        if case .error = end { stage.finish(end) } else { stage.outerCompleted() }
    }
}

private final class SwitchInnerSink<Output>: SerializedSink<Output, SwitchStage<Output>>, @unchecked Sendable {
    private let number: Int

    init(_ stage: SwitchStage<Output>, _ lifetime: Lifetime, _ number: Int) {
        self.number = number
        super.init(stage, lifetime)
    }

    override func received(_ element: Output) {
        if number == stage.newest { stage.forward(element) }
    }

    override func ended(_ end: Termination) { stage.innerEnded(end, number) }
}
