public import Freshet

extension ObservableConvertibleType where Element: Sendable {
    /// The stream as a publisher that fails with the stream's error; 256 elements wait for demand, then it fails with ``BufferOverflow``.
    public var publisher: ObservablePublisher<Element, any Error> { publisher(buffering: .failing(256)) }

    /// The stream as a publisher that fails with the stream's error.
    public func publisher(
        buffering: DemandBuffering<any Error>
    ) -> ObservablePublisher<Element, any Error> {
        ObservablePublisher(asObservable(), buffering) { .failure($0) }
    }

    /// The stream as a publisher whose failures have one type: `feed.publisher(failingWith: HTTPError.self) { .connectionFailed("\($0)") }`.
    ///
    /// An error of that type is the failure as it is.
    /// - Parameters:
    ///   - type: the type of the failures.
    ///   - buffering: what happens to elements that were not asked for; if nil, 256 wait, then the failure is what `otherwise` makes of ``BufferOverflow``.
    ///   - otherwise: makes the failure of an error of another type.
    public func publisher<Failure: Error>(
        failingWith type: Failure.Type, buffering: DemandBuffering<Failure>? = nil,
        otherwise: @escaping @Sendable (any Error) -> Failure
    ) -> ObservablePublisher<Element, Failure> {
        ObservablePublisher(asObservable(), buffering ?? DemandBuffering(256, .fail(nil))) { error in
            .failure(error as? Failure ?? otherwise(error))
        }
    }
}
