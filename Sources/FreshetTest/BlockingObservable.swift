import Dispatch
public import Freshet
public import FreshetPlatform

/// A stream whose functions block the calling thread until the stream ends.
///
/// Use it in tests and small tools. On the main thread, the functions serve the main run loop and the main queue until
/// the stream ends. Work of the main queue or the main actor, such as a `@MainActor` test of Swift Testing, must not
/// wait for a stream that needs the main queue: the queue runs one piece of work at a time. A closure of a stream may
/// block, too, but not for events of a serial queue or a source that is calling it: these wait until it returns. With a
/// `timeout`, the functions then throw instead of blocking for ever.
public struct BlockingObservable<Element> {
    let timeout: TimeInterval?
    let source: Observable<Element>
}

extension BlockingObservable: Sendable where Element: Sendable {}

extension ObservableConvertibleType {
    /// Returns a stream whose functions block the calling thread; each function subscribes again.
    ///
    /// A function throws ``/Freshet/RxError/timeout`` if the stream doesn't end within `timeout` seconds.
    /// - Ends: with the source, or after `timeout` seconds.
    /// - Runs on: the source's thread; the result returns on the calling thread.
    /// - Keeps: all elements until the stream ends.
    public func toBlocking(timeout: TimeInterval? = nil) -> BlockingObservable<Element> {
        BlockingObservable(timeout: timeout, source: asObservable())
    }
}

/// The elements of a stream and how it ended.
@frozen
public enum MaterializedSequenceResult<T> {
    /// The stream completed after these elements.
    case completed(elements: [T])
    /// The stream failed after these elements.
    case failed(elements: [T], error: any Error)
}

extension MaterializedSequenceResult: Sendable where T: Sendable {}

extension BlockingObservable {
    /// Returns all elements; throws the stream's error.
    public func toArray() throws -> [Element] { try elements(upTo: .max) { _ in true } }

    /// Returns the first element, or nil if the stream completes empty; throws the stream's error.
    ///
    /// The stream is disposed after its first element.
    public func first() throws -> Element? { try elements(upTo: 1) { _ in true }.first }

    /// Returns the last element, or nil if there is none; throws the stream's error. It keeps all elements until the
    /// end.
    public func last() throws -> Element? { try toArray().last }

    /// Returns the only element; throws ``/Freshet/RxError/noElements`` or ``/Freshet/RxError/moreThanOneElement``
    /// otherwise.
    public func single() throws -> Element { try single { _ in true } }

    /// Returns the only element that satisfies `predicate`; throws as ``single()`` does, and errors of `predicate`.
    @preconcurrency
    public func single(_ predicate: @escaping @Sendable (Element) throws -> Bool) throws -> Element {
        let found = try elements(upTo: 2, where: predicate)
        guard let element = found.first else { throw RxError.noElements }
        if found.count > 1 { throw RxError.moreThanOneElement }
        return element
    }

    /// Returns all elements and how the stream ended; never throws.
    public func materialize() -> MaterializedSequenceResult<Element> {
        let collector = BlockingCollector<Element>(limit: .max) { _ in true }
        if let error = collector.run(source, timeout) { return .failed(elements: collector.elements, error: error) }
        return .completed(elements: collector.elements)
    }

    private func elements(upTo limit: Int, where predicate: @escaping (Element) throws -> Bool) throws -> [Element] {
        let collector = BlockingCollector(limit: limit, predicate)
        if let error = collector.run(source, timeout) { throw error }
        return collector.elements
    }
}

// Sendable: state is guarded by `state`; `elements` is written under that lock, and read after `done` is sent.
/// Collects elements until the stream ends, the limit is reached, or the time runs out.
private final class BlockingCollector<Element>: @unchecked Sendable {
    private struct State {
        var isOver = false
        var error: (any Error)?
    }

    private let limit: Int
    private let predicate: (Element) throws -> Bool
    private let done = BlockingSignal()
    private let state = Mutex(State())
    private(set) var elements: [Element] = []

    init(limit: Int, _ predicate: @escaping (Element) throws -> Bool) {
        self.limit = limit
        self.predicate = predicate
    }

    /// Blocks until the end and returns the error, if any.
    func run(_ source: Observable<Element>, _ timeout: TimeInterval?) -> (any Error)? {
        Trampoline.suspend { collect(source, timeout) }
    }

    private func collect(_ source: Observable<Element>, _ timeout: TimeInterval?) -> (any Error)? {
        let subscription = SingleAssignmentDisposable()
        // `take(until:)` stops a source that emits endlessly during `subscribe`, before `subscription` is set.
        subscription.setDisposable(
            source.take(until: { try self.accept($0) }).subscribe(
                onError: { self.end($0) }, onCompleted: { self.end(nil) }))
        if !done.wait(until: timeout.map { .now() + $0 } ?? .distantFuture) { end(RxError.timeout) }
        subscription.dispose()
        return state.withLock { $0.error }
    }

    /// Adds the element if it satisfies the predicate. Returns whether no more elements are needed.
    private func accept(_ element: Element) throws -> Bool {
        guard try predicate(element) else { return false }
        // Under the lock, so that an element that arrives after the timeout isn't added while the waiting thread reads.
        return state.withLock { state in
            if !state.isOver { add(element) }
            return state.isOver || elements.count >= limit
        }
    }

    private func add(_ element: Element) { elements.append(element) }

    private func end(_ error: (any Error)?) {
        let isFirst = state.withLock { state in
            if state.isOver { return false }
            state.isOver = true
            state.error = error
            return true
        }
        if isFirst { done.send() }
    }
}
