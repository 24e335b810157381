/// A policy for elements that arrive faster than they are consumed.
public enum ValuesBuffering: Sendable {
    /// Keeps all elements, without a bound.
    case unbounded
    /// Keeps the newest `count` elements and drops older ones.
    case newest(Int)
    /// Keeps the oldest `count` elements and drops newer ones.
    case oldest(Int)
    /// Keeps all elements, and pauses the producer while the buffer is full.
    ///
    /// Once the buffer holds `count` elements, the producer pauses until half of them have been consumed. These
    /// producers can pause: `from`, `of`, `range`, `generate`, `repeatElement` and streams of an `AsyncSequence`,
    /// through all operators except those that share or split a stream (share, groupBy, window, …). Elements of other
    /// producers buffer without a bound. <doc:AsyncAwait> lists what can pause and what can't.
    case suspending(Int)
}

extension ObservableConvertibleType where Element: Sendable {
    /// The stream's elements for `for try await`, without a bound; see ``values(buffering:)``.
    public var values: AsyncValues<Element> { values(buffering: .unbounded) }

    /// The stream's elements for `for try await`.
    ///
    /// It subscribes immediately, not when the iteration begins.
    /// - Ends: with the source; throws the source's error, or `CancellationError` if the task is canceled or the source
    ///   is released first.
    /// - Runs on: the executor of the iterating task.
    /// - Keeps: elements that haven't been consumed, bounded by `policy`; the subscription until the iteration ends or
    ///   is released.
    /// - Precondition: the count of `policy` is positive.
    @_disfavoredOverload
    public func values(buffering policy: ValuesBuffering) -> AsyncValues<Element> {
        AsyncValues(asObservable(), policy)
    }
}

/// The elements of a stream as an asynchronous sequence; see ``ObservableConvertibleType/values(buffering:)``.
///
/// Iterate it once. Concurrent iterations share the elements.
public struct AsyncValues<Element: Sendable>: AsyncSequence, Sendable {
    /// The error type of an iteration.
    public typealias Failure = any Error

    private let buffer: ValuesBuffer<Element>

    init(_ source: Observable<Element>, _ policy: ValuesBuffering) {
        buffer = ValuesBuffer(policy)
        buffer.start(source)
    }

    /// An iterator that takes elements from the buffer.
    public func makeAsyncIterator() -> Iterator { Iterator(buffer) }

    /// Takes elements from the buffer of an ``AsyncValues``.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let buffer: ValuesBuffer<Element>
        private var hasThrown = false

        fileprivate init(_ buffer: ValuesBuffer<Element>) { self.buffer = buffer }

        /// The oldest buffered element, or the next one; nil once the stream has completed.
        ///
        /// Throws the stream's error, or `CancellationError` if the task is canceled or the stream is released first.
        /// Returns nil after that.
        public mutating func next() async throws -> Element? { try await next(isolation: nil) }

        /// The oldest buffered element, or the next one, as ``next()``. It stays on `actor` if an element is buffered.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Element? {
            if hasThrown { return nil }
            do {
                return try await buffer.next(isolation: actor)
            } catch {
                hasThrown = true
                throw error
            }
        }
    }
}
