extension ObservableType {
    /// Calls closures before and after each event, and on subscription and disposal.
    ///
    /// The `on` closures run before the event is delivered, the `after` closures after it, even if the delivery ends
    /// the stream. `onSubscribe` runs before the subscription to the source, `onSubscribed` after it. After disposal,
    /// only `onDispose` runs. `onDispose` runs once the source has been disposed, whether the stream completed, failed
    /// or was disposed. An error thrown by `onError` or `onCompleted` replaces the terminal event. An error thrown by
    /// `afterError` or `afterCompleted` goes to ``Hooks/defaultErrorHandler``.
    /// - Ends: with the source; fails with an error thrown by a closure before the terminal event.
    /// - Runs on: the source's thread.
    /// - Keeps: nothing.
    @preconcurrency
    public func `do`(
        onNext: (@Sendable (Element) throws -> Void)? = nil,
        afterNext: (@Sendable (Element) throws -> Void)? = nil,
        onError: (@Sendable (any Error) throws -> Void)? = nil,
        afterError: (@Sendable (any Error) throws -> Void)? = nil,
        onCompleted: (@Sendable () throws -> Void)? = nil,
        afterCompleted: (@Sendable () throws -> Void)? = nil,
        onSubscribe: (@Sendable () -> Void)? = nil,
        onSubscribed: (@Sendable () -> Void)? = nil,
        onDispose: (@Sendable () -> Void)? = nil
    ) -> Observable<Element> {
        let closures = DoClosures(
            onNext: onNext, afterNext: afterNext, onError: onError, afterError: afterError, onCompleted: onCompleted,
            afterCompleted: afterCompleted, endsWithElement: false)
        return Do(asObservable(), closures, onSubscribe, onSubscribed, onDispose)
    }
}

extension PrimitiveSequence {
    /// Like
    /// ``ObservableType/do(onNext:afterNext:onError:afterError:onCompleted:afterCompleted:onSubscribe:onSubscribed:onDispose:)``,
    /// but the element is the only outcome: errors thrown after it go to ``Hooks/defaultErrorHandler``.
    func doing(
        onNext: (@Sendable (Element) throws -> Void)?, afterNext: (@Sendable (Element) throws -> Void)?,
        onError: (@Sendable (any Error) throws -> Void)?, afterError: (@Sendable (any Error) throws -> Void)?,
        onCompleted: (@Sendable () throws -> Void)? = nil, afterCompleted: (@Sendable () throws -> Void)? = nil,
        onSubscribe: (@Sendable () -> Void)?, onSubscribed: (@Sendable () -> Void)?,
        onDispose: (@Sendable () -> Void)?
    ) -> PrimitiveSequence {
        let closures = DoClosures(
            onNext: onNext, afterNext: afterNext, onError: onError, afterError: afterError, onCompleted: onCompleted,
            afterCompleted: afterCompleted, endsWithElement: true)
        return PrimitiveSequence(Do(source, closures, onSubscribe, onSubscribed, onDispose))
    }
}

private final class DoClosures<Element>: Sendable {
    let onNext: (@Sendable (Element) throws -> Void)?
    let afterNext: (@Sendable (Element) throws -> Void)?
    let onError: (@Sendable (any Error) throws -> Void)?
    let afterError: (@Sendable (any Error) throws -> Void)?
    let onCompleted: (@Sendable () throws -> Void)?
    let afterCompleted: (@Sendable () throws -> Void)?
    /// True if an element is the stream's outcome, so that no error may follow it.
    let endsWithElement: Bool

    init(
        onNext: (@Sendable (Element) throws -> Void)?, afterNext: (@Sendable (Element) throws -> Void)?,
        onError: (@Sendable (any Error) throws -> Void)?, afterError: (@Sendable (any Error) throws -> Void)?,
        onCompleted: (@Sendable () throws -> Void)?, afterCompleted: (@Sendable () throws -> Void)?,
        endsWithElement: Bool
    ) {
        self.endsWithElement = endsWithElement
        self.onNext = onNext
        self.afterNext = afterNext
        self.onError = onError
        self.afterError = afterError
        self.onCompleted = onCompleted
        self.afterCompleted = afterCompleted
    }
}

private final class Do<Element>: Observable<Element>, @unchecked Sendable {
    private let sourceReference: SourceReference
    private var source: Observable<Element> { sourceReference.stream() }
    private let closures: DoClosures<Element>
    private let onSubscribe, onSubscribed, onDispose: (@Sendable () -> Void)?

    init(
        _ source: Observable<Element>, _ closures: DoClosures<Element>, _ onSubscribe: (@Sendable () -> Void)?,
        _ onSubscribed: (@Sendable () -> Void)?, _ onDispose: (@Sendable () -> Void)?
    ) {
        sourceReference = SourceReference(source)
        self.closures = closures
        self.onSubscribe = onSubscribe
        self.onSubscribed = onSubscribed
        self.onDispose = onDispose
    }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        onSubscribe?()
        let disposal = onDispose.map { DisposalAfterStart($0) }
        if let disposal { lifetime.add(disposal) }
        source.run(DoSink(sink, closures, lifetime), lifetime)
        if !lifetime.isDisposedEarly { onSubscribed?() }
        disposal?.started()
    }
}

private final class DoSink<Element>: LinearSink<Element, Element>, @unchecked Sendable {
    private let closures: DoClosures<Element>
    /// True if the outcome of a trait has been delivered as an element.
    private var hasOutcome = false

    init(_ downstream: Sink<Element>, _ closures: DoClosures<Element>, _ lifetime: Lifetime) {
        self.closures = closures
        super.init(downstream, lifetime)
    }

    override func next(_ element: Element) {
        if isOver { return }
        do {
            try closures.onNext?(element)
            if lifetime.hasEnded { return }
            hasOutcome = closures.endsWithElement
            downstream.next(element)
            if lifetime.isDisposedEarly { return }
            try closures.afterNext?(element)
        } catch {
            if hasOutcome { Hooks.defaultErrorHandler([], error) } else { fail(error) }
        }
    }

    override func error(_ error: any Error) {
        guard !lifetime.hasEnded, end() else { return }
        do { try closures.onError?(error) } catch { return downstream.error(error) }
        downstream.error(error)
        if lifetime.isDisposedEarly { return }
        // The stream has ended; only the hook can receive the error.
        do { try closures.afterError?(error) } catch { Hooks.defaultErrorHandler([], error) }
    }

    override func completed() {
        guard !lifetime.hasEnded, end() else { return }
        do { try closures.onCompleted?() } catch {
            if !hasOutcome { return downstream.error(error) }
            Hooks.defaultErrorHandler([], error)
        }
        downstream.completed()
        if lifetime.isDisposedEarly { return }
        // The stream has ended; only the hook can receive the error.
        do { try closures.afterCompleted?() } catch { Hooks.defaultErrorHandler([], error) }
    }
}
