public import Freshet

extension ObservableConvertibleType where Element: Sendable {
    /// The stream as a publisher that fails when 256 elements wait for demand and another comes.
    ///
    /// The same as `publisher(buffering: .failing(256))`.
    /// - Ends: with the stream; fails with its error, or with ``BufferOverflow`` behind the elements that wait.
    /// - Runs on: the stream's threads, or the thread that requests more.
    /// - Keeps: at most 256 elements that were not requested.
    public var publisherFailingOnOverflow: ObservablePublisher<Element, any Error> {
        publisher(buffering: .failing(256))
    }

    /// The stream as a publisher; `buffering` says what happens when elements come before they are requested.
    /// - Ends: with the stream; fails with its error, or with the overflow's if `buffering` is `.failing`.
    /// - Runs on: the stream's threads, or the thread that requests more.
    /// - Keeps: as many elements that were not requested as `buffering` allows.
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
    ///   - buffering: what happens to elements that were not requested. If nil, at most 256 wait; another fails the publisher with what `otherwise`
    ///     makes of ``BufferOverflow``.
    ///   - otherwise: makes the failure of an error of another type.
    /// - Ends: with the stream; fails with its error, or on overflow.
    /// - Runs on: the stream's threads, or the thread that requests more.
    /// - Keeps: as many elements that were not requested as `buffering` allows.
    public func publisher<Failure: Error>(
        failingWith type: Failure.Type, buffering: DemandBuffering<Failure>? = nil,
        otherwise: @escaping @Sendable (any Error) -> Failure
    ) -> ObservablePublisher<Element, Failure> {
        ObservablePublisher(asObservable(), buffering ?? DemandBuffering(256, .fail(nil))) { error in
            .failure(error as? Failure ?? otherwise(error))
        }
    }
}
