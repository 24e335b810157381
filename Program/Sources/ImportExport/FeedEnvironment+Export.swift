import FeedStore
import Feeds
import Platform
import Search
import WebFeeds
import WebText

/// Followed feeds as OPML.
package struct OPMLExport: Sendable {
    /// The document.
    package let document: String
    /// The feeds that OPML can't represent: those without a web address, and those that only the account's token opens.
    package let omitted: [FollowedFeed]
}

extension FeedEnvironment {
    /// The followed feeds, marks, saved items, labels, rules and settings as one JSON document; see `docs/json.md`.
    ///
    /// Blocks the calling thread on the store, and fails with a ``FeedStoreError``.
    package func export() throws -> Data {
        let protected = Set(
            try followed().filter { try hasPassword($0.feed.description) }.map(\.feed.key))
        let follows = try store.followed().map { followed in
            ExportDocument.Follow(
                feed: followed.path, title: followed.title, name: followed.settings.name,
                folder: followed.settings.folder, interval: followed.settings.interval?.words,
                fullText: followed.settings.loadsFullTexts, keep: followed.settings.retention?.words,
                stories: followed.settings.stories?.rawValue,
                needsPassword: protected.contains(followed.feed) ? true : nil, since: followed.since)
        }
        let marks = try store.readItems().map { read in
            ExportDocument.Mark(scope: read.key.scope, id: read.key.id, readAt: read.readAt)
        }
        let saved = try store.items(ItemSelection(isSaved: true), limit: nil).items.compactMap { item in
            item.savedAt.map { savedItem(item, $0) }
        }
        let labelled = try store.labelNames().flatMap { label in
            try store.items(ItemSelection(.all, label: label), limit: nil).items
        }
        var known: Set<ItemKey> = []
        let document = ExportDocument(
            version: ExportDocument.version, follows: follows.map(Readable.init), marks: marks.map(Readable.init),
            saved: saved.map(Readable.init),
            labelled: labelled.filter { known.insert($0.key).inserted }.map { Readable(labelledItem($0)) },
            rules: try rules().map { Readable($0.rule.text) },
            settings: try store.settings().mapValues(Readable.init))
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(document)
    }

    private func savedItem(_ item: StoredItem, _ savedAt: Date) -> ExportDocument.Saved {
        let (title, url) = description(of: item)
        return ExportDocument.Saved(
            scope: item.key.scope, id: item.id, feed: item.feed.rawValue, savedAt: savedAt, date: item.date,
            title: title, url: url, payload: String(decoding: item.payload, as: UTF8.self))
    }

    private func labelledItem(_ item: StoredItem) -> ExportDocument.Labelled {
        let (title, url) = description(of: item)
        return ExportDocument.Labelled(
            scope: item.key.scope, id: item.id, feed: item.feed.rawValue, labels: item.labels, date: item.date,
            title: title, url: url, payload: String(decoding: item.payload, as: UTF8.self))
    }

    /// The title of an item and the address of its page.
    private func description(of item: StoredItem) -> (title: String, url: String?) {
        let entry = catalog.feed(item.feed)?.shown([item]).first?.entry
        let url: String? = if case .web(let address)? = entry?.link { address.absoluteString } else { nil }
        return (entry?.plainTitle ?? "", url)
    }

    /// The followed feeds as OPML 2.0. A folder such as `News/Tech` becomes two nested folders.
    ///
    /// Blocks the calling thread on the store, and fails with a ``FeedStoreError``.
    package func exportOPML() throws -> OPMLExport {
        var omitted: [FollowedFeed] = []
        let followed = try followed()
        let pages = try pages(of: followed)
        let feeds = try followed.compactMap { followed -> OPML.Feed? in
            let description = followed.feed.description
            let needsPassword = try hasPassword(description)
            // Only an address that resolves to the same feed can be imported again, or to the one that needs a password.
            let shared = needsPassword ? description.ownableFeed.map { Feed($0.owned(by: nil)) } : nil
            guard let page = description.page, let pasted = catalog.feed(pasted: page.absoluteString),
                pasted == followed.feed || pasted == shared
            else {
                omitted.append(followed)
                return nil
            }
            let folder = followed.settings.folder?.split(separator: "/").map(String.init) ?? []
            return OPML.Feed(
                url: pages[followed.feed.key] ?? page, title: followed.ownTitle ?? followed.feed.title,
                name: followed.settings.name, folder: folder, needsPassword: needsPassword)
        }
        return OPMLExport(document: OPML(title: "Freshet", feeds: feeds).document, omitted: omitted)
    }
}

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
    /// True if the account's lists have secret addresses as feeds.
    package let hasFeedAddresses: Bool

    /// The maximum number of names in a sentence.
    private static let maximumNames = 10

    /// A sentence that names the feeds that need their passwords after an import; nil without any.
    package var passwordSentence: String? {
        let names = Self.listed(feeds.map(\.title))
        switch feeds.count {
        case 0: return nil
        case 1: return "Passwords aren't exported. After an import, 1 feed needs its password again: \(names)."
        case let count: return "Passwords aren't exported. After an import, \(count) feeds need theirs again: \(names)."
        }
    }

    /// A sentence that names the other secrets that are left out; nil for none.
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
    /// Returns the omissions of an export of the account. Blocks the calling thread on the store.
    package func exportOmissions() throws -> ExportOmissions {
        ExportOmissions(
            feeds: try followed().filter { try hasPassword($0.feed.description) },
            destinations: try store.destinations().map(\.name),
            tokens: try catalog.upstreams.filter { try store.ownToken(for: $0.id) != nil }.map(\.name),
            appPasswordCount: try store.appPasswords().count, hasFeedAddresses: try store.feedSecret() != nil)
    }
}
