/// How the lines of a log are written.
package enum LogFormat: String, Sendable, Hashable, CaseIterable {
    /// For people, and for fail2ban.
    case text
    /// One JSON object a line, for programs.
    case json
}
