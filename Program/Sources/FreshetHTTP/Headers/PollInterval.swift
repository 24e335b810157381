import HTTPTypes

/// GitHub's requested interval between two polls of an endpoint (docs.github.com/en/rest/activity/events).
package struct PollInterval: Sendable, Hashable {
    /// The interval in seconds.
    package let seconds: Int

    // swift-format-ignore: NeverForceUnwrap
    private static let name = HTTPField.Name("X-Poll-Interval")!  // cannot fail: letters and hyphens make a name

    /// The field of a response; nil if it is missing.
    package init?(_ headers: HTTPFields) {
        guard let seconds = headers[Self.name].flatMap({ HeaderText.number($0) }) else { return nil }
        self.seconds = seconds
    }
}
