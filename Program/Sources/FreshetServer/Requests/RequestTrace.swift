import Platform

/// What is known of a request when its response begins, for metrics and the log.
struct RequestTrace: Sendable {
    let start = ContinuousClock.now
    /// Nil if the path has no route, or the request was refused before.
    var route: Route?
    /// The client's address, behind a trusted proxy, too.
    var client: IPAddress?
}
