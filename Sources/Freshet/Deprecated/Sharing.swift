// RxSwift's former names for what shares a stream.

extension ObservableType {
    /// What RxSwift 3 had for ``share(replay:scope:)`` with `.forever`.
    @available(*, deprecated, message: "Please use share(replay:scope:)")
    public func shareReplay(_ bufferSize: Int) -> Observable<Element> { share(replay: bufferSize, scope: .forever) }

    /// What RxSwift 3 had for ``share(replay:scope:)`` with one element and `.whileConnected`.
    @available(*, deprecated, message: "Please use share(replay: 1)")
    public func shareReplayLatestWhileConnected() -> Observable<Element> { share(replay: 1, scope: .whileConnected) }
}
