/// The instant at which the search that runs on this thread has to end.
package enum SearchDeadline {
    /// Nil without one.
    @TaskLocal package static var current: ContinuousClock.Instant?

    /// Whether the search has to end now.
    package static var hasPassed: Bool { current.map { $0 <= .now } ?? false }
}
