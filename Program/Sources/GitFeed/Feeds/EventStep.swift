import Feeds

/// A step of a refresh of events, before the events have the titles of their pull requests.
enum EventStep: Sendable {
    /// All events so far, and the ids of those that arrive as read.
    case arrived([GitHubItem], Progress?, read: Set<String> = [])
    /// The end: the events, whether the stored ones stay, whether something failed, and what to store of them.
    case done(
        [GitHubItem], keepsStored: Bool, isPart: Bool = false,
        result: @Sendable (_ events: [GitHubItem]) throws -> RefreshResult)
}
