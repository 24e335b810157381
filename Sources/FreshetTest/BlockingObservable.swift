public import Freshet
import Dispatch
import Synchronization

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A stream whose functions hold the calling thread up until it has ended: for tests and small tools, never for a main thread that events come on.
public struct BlockingObservable<Element> {
    let timeout: TimeInterval?
    let source: Observable<Element>
}

extension BlockingObservable: Sendable where Element: Sendable {}

extension ObservableConvertibleType {
    /// The stream for code that waits; each function subscribes anew and fails with ``/Freshet/RxError/timeout`` when the stream has not ended `timeout` seconds later.
    public func toBlocking(timeout: TimeInterval? = nil) -> BlockingObservable<Element> {
        BlockingObservable(timeout: timeout, source: asObservable())
    }
}

/// How a stream went.
@frozen
public enum MaterializedSequenceResult<T> {
    /// It completed after these elements.
    case completed(elements: [T])
    /// It failed after these elements.
    case failed(elements: [T], error: any Error)
}

extension MaterializedSequenceResult: Sendable where T: Sendable {}

extension BlockingObservable {
    /// All elements; throws the stream's error.
    public func toArray() throws -> [Element] { try elements(upTo: .max) { _ in true } }

    /// The first element, at which the stream is disposed, or nil if it completes without one; throws the stream's error.
    public func first() throws -> Element? { try elements(upTo: 1) { _ in true }.first }

    /// The last element, or nil if there is none; throws the stream's error. Keeps all elements until then.
    public func last() throws -> Element? { try toArray().last }

    /// The only element; throws ``/Freshet/RxError/noElements`` or ``/Freshet/RxError/moreThanOneElement`` if there is not exactly one.
    public func single() throws -> Element { try single { _ in true } }

    /// The only element for which `predicate` holds; throws as ``single()`` does, and what the predicate throws.
    public func single(_ predicate: @escaping (Element) throws -> Bool) throws -> Element {
        let found = try elements(upTo: 2, where: predicate)
        guard let element = found.first else { throw RxError.noElements }
        if found.count > 1 { throw RxError.moreThanOneElement }
        return element
    }

    /// All elements, and how the stream ended; never throws.
    public func materialize() -> MaterializedSequenceResult<Element> {
        let wait = Wait<Element>(limit: .max) { _ in true }
        if let error = wait.run(source, timeout) { return .failed(elements: wait.elements, error: error) }
        return .completed(elements: wait.elements)
    }

    private func elements(upTo limit: Int, where predicate: @escaping (Element) throws -> Bool) throws -> [Element] {
        let wait = Wait(limit: limit, predicate)
        if let error = wait.run(source, timeout) { throw error }
        return wait.elements
    }
}

// Safe to share: the stream sends one event at a time, and the waiting thread reads when the semaphore has told it of the last one; what comes after is dropped inside the lock.
/// Collects elements until the stream ends, enough have come or the time has passed.
private final class Wait<Element>: @unchecked Sendable {
    private struct State {
        var isOver = false
        var error: (any Error)?
    }

    private let limit: Int
    private let predicate: (Element) throws -> Bool
    private let done = DispatchSemaphore(value: 0)
    private let state = Mutex(State())
    private(set) var elements: [Element] = []

    init(limit: Int, _ predicate: @escaping (Element) throws -> Bool) {
        self.limit = limit
        self.predicate = predicate
    }

    /// Waits; the error that it ended with.
    func run(_ source: Observable<Element>, _ timeout: TimeInterval?) -> (any Error)? {
        let subscription = SingleAssignmentDisposable()
        subscription.setDisposable(
            source.subscribe(
                onNext: { self.accept($0) }, onError: { self.end($0) }, onCompleted: { self.end(nil) }))
        if let timeout, done.wait(timeout: .now() + timeout) == .timedOut {
            end(RxError.timeout)
        } else if timeout == nil {
            done.wait()
        }
        subscription.dispose()
        return state.withLock { $0.error }
    }

    private func accept(_ element: Element) {
        do {
            guard try predicate(element) else { return }
        } catch {
            return end(error)
        }
        // Inside the lock, so that an element which comes when the time has passed is not added while the waiting thread reads.
        let isEnough = state.withLock { state in
            if state.isOver { return false }
            add(element)
            return elements.count >= limit
        }
        if isEnough { end(nil) }
    }

    private func add(_ element: Element) { elements.append(element) }

    private func end(_ error: (any Error)?) {
        let isFirst = state.withLock { state in
            if state.isOver { return false }
            state.isOver = true
            state.error = error
            return true
        }
        if isFirst { done.signal() }
    }
}
