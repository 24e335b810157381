import Foundation
import Search

@testable import FeedStore

extension FeedStore.Options {
    /// The payloads of items are `TITLE|ADDRESS|SUBJECT`.
    static let telling = FeedStore.Options(
        busyTimeout: 120,
        stories: { _, payload in
            let parts = String(decoding: payload, as: UTF8.self).split(separator: "|", omittingEmptySubsequences: false)
            guard parts.count == 3 else { return nil }
            return StoryFields(
                title: String(parts[0]), address: parts[1].isEmpty ? nil : "https://news.example/\(parts[1])",
                subject: parts[2].isEmpty ? nil : "https://news.example/\(parts[2])")
        })
}

extension FeedStore {
    /// Stores an item of a feed that arrives in a second of the first day.
    func arrive(
        _ id: String, in feed: FeedKey, _ payload: String, at second: Int, access: FeedUpdate.Access = .asBefore
    ) throws {
        var refresh = FeedUpdate(
            feed: feed, scope: feed.rawValue,
            items: [
                FeedUpdate.Item(
                    id: id, date: day(1, seconds: second), payload: Data(payload.utf8),
                    search: SearchFields(title: String(payload.prefix { $0 != "|" })))
            ], mode: .merge, fetchedAt: day(1, seconds: second))
        refresh.access = access
        try commit(refresh)
    }
}
