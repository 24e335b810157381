public import HTTPTypes

/// GitHub's wish for the pause between two polls of an endpoint (docs.github.com/en/rest/activity/events).
public struct PollInterval: Sendable, Hashable {
    /// The pause.
    public let seconds: Int

    // swift-format-ignore: NeverForceUnwrap
    private static let name = HTTPField.Name("X-Poll-Interval")!  // cannot fail: letters and hyphens make a name

    /// That of an answer; nil if it has none.
    public init?(_ headers: HTTPFields) {
        guard let seconds = headers[Self.name].flatMap({ HeaderText.number($0) }) else { return nil }
        self.seconds = seconds
    }
}
