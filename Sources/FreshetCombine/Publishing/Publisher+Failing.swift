public import Freshet

extension ObservableConvertibleType where Element: Sendable {
    /// A publisher of the stream that fails on overflow of a 256-element buffer.
    ///
    /// Equivalent to `publisher(buffering: .failing(256))`.
    /// - Ends: with the stream; fails with its error, or with ``BufferOverflow`` after the buffered elements.
    /// - Runs on: the stream's threads, or the thread that requests more.
    /// - Keeps: unrequested elements, at most 256.
    public var publisherFailingOnOverflow: ObservablePublisher<Element, any Error> {
        publisher(buffering: .failing(256))
    }

    /// Returns a publisher of the stream; `buffering` is the policy for unrequested elements.
    /// - Ends: with the stream; fails with its error, or on overflow if `buffering` is `.failing`.
    /// - Runs on: the stream's threads, or the thread that requests more.
    /// - Keeps: unrequested elements, up to the limit of `buffering`.
    public func publisher(
        buffering: DemandBuffering<any Error>
    ) -> ObservablePublisher<Element, any Error> {
        ObservablePublisher(asObservable(), buffering) { .failure($0) }
    }

    /// Returns a publisher with a typed failure.
    ///
    /// For example, `feed.publisher(failingWith: HTTPError.self) { .connectionFailed("\($0)") }`. An error of type
    /// `Failure` is delivered unchanged.
    /// - Ends: with the stream; fails with its error, or on overflow.
    /// - Runs on: the stream's threads, or the thread that requests more.
    /// - Keeps: unrequested elements, up to the limit of `buffering`.
    /// - Parameters:
    ///   - type: The type of the failure.
    ///   - buffering: The policy for unrequested elements. If nil, the publisher keeps at most 256 and fails on
    ///     overflow with the result of `otherwise` for ``BufferOverflow``.
    ///   - otherwise: Converts an error of another type to a failure.
    public func publisher<Failure: Error>(
        failingWith type: Failure.Type, buffering: DemandBuffering<Failure>? = nil,
        otherwise: @escaping @Sendable (any Error) -> Failure
    ) -> ObservablePublisher<Element, Failure> {
        ObservablePublisher(asObservable(), buffering ?? DemandBuffering(256, .fail(nil))) { error in
            .failure(error as? Failure ?? otherwise(error))
        }
    }
}
