// RxSwift's former names for what shares a stream.

extension ObservableType {
    /// What RxSwift 3 had for ``share(replay:scope:)`` with `.forever`.
    @preconcurrency
    @available(*, deprecated, message: "Please use share(replay:scope:)")
    public func shareReplay(_ bufferSize: Int) -> Observable<Element> where Element: Sendable {
        share(replay: bufferSize, scope: .forever)
    }

    /// What RxSwift 3 had for ``share(replay:scope:)`` with one element and `.whileConnected`.
    @preconcurrency
    @available(*, deprecated, message: "Please use share(replay: 1)")
    public func shareReplayLatestWhileConnected() -> Observable<Element> where Element: Sendable {
        share(replay: 1, scope: .whileConnected)
    }
}
