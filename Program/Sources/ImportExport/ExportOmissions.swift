import FeedStore
import Feeds
import WebText

/// The secrets of an account that an export leaves out, and the feeds and settings that need them.
package struct ExportOmissions: Sendable, Hashable {
    /// The followed feeds whose passwords are left out.
    package let feeds: [FollowedFeed]
    /// The names of the destinations of notifications, whose settings contain secrets.
    package let destinations: [String]
    /// The names of the upstreams for which the account has its own token.
    package let tokens: [String]
    /// The number of app passwords.
    package let appPasswordCount: Int
    /// Whether the account's lists have secret addresses as feeds.
    package let hasFeedAddresses: Bool

    /// The maximum number of names in a sentence.
    private static let maximumNames = 10

    /// Names the feeds that need their passwords again after an import; nil without any.
    package var passwordSentence: String? {
        let names = Self.listed(feeds.map(\.title))
        switch feeds.count {
        case 0: return nil
        case 1: return "Passwords aren't exported. After an import, 1 feed needs its password again: \(names)."
        case let count: return "Passwords aren't exported. After an import, \(count) feeds need theirs again: \(names)."
        }
    }

    /// Names what else is left out because it is secret or contains secrets; nil for nothing.
    package var settingsSentence: String? {
        var parts: [String] = []
        if destinations.count == 1 { parts.append("the destination \(destinations[0])") }
        if destinations.count > 1 { parts.append("\(destinations.count) destinations (\(Self.listed(destinations)))") }
        parts += tokens.map { "your \($0) token" }
        if appPasswordCount > 0 { parts.append(appPasswordCount.counted("app password")) }
        if hasFeedAddresses { parts.append("the secret addresses of your lists") }
        return parts.isEmpty ? nil : "Not exported, because of the secrets: \(parts.joined(separator: ", "))."
    }

    private static func listed(_ names: [String]) -> String {
        let more = names.count - maximumNames
        return names.prefix(maximumNames).joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    }
}

extension FeedEnvironment {
    /// What an export of the account leaves out. Blocks the calling thread on the store.
    package func exportOmissions() throws -> ExportOmissions {
        ExportOmissions(
            feeds: try followed().filter { try hasPassword($0.feed.description) },
            destinations: try store.sinks().map(\.name),
            tokens: try catalog.upstreams.filter { try store.ownToken(for: $0.id) != nil }.map(\.name),
            appPasswordCount: try store.appPasswords().count, hasFeedAddresses: try store.feedSecret() != nil)
    }
}
