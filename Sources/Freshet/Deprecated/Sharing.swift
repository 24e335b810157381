// RxSwift's earlier names of sharing operators.

extension ObservableType {
    /// Shares with the scope `.forever`; see ``share(replay:scope:)``.
    @preconcurrency
    @available(*, deprecated, message: "Use share(replay:scope:) instead.")
    public func shareReplay(_ bufferSize: Int) -> Observable<Element> where Element: Sendable {
        share(replay: bufferSize, scope: .forever)
    }

    /// Shares with one replayed element and the scope `.whileConnected`; see ``share(replay:scope:)``.
    @preconcurrency
    @available(*, deprecated, message: "Use share(replay: 1) instead.")
    public func shareReplayLatestWhileConnected() -> Observable<Element> where Element: Sendable {
        share(replay: 1, scope: .whileConnected)
    }
}
