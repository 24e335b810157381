import FeedStore
import Feeds
import HTTPTypes
import NIOCore
import Platform
import Search
import Syndication
import WebText

extension RequestHandler {
    /// Answers a program that follows a list. The secret in the address alone identifies the account.
    func personalFeed(_ feed: PersonalFeed, _ incoming: IncomingRequest) -> Handling {
        let secret = Secret(incoming.path["secret"])
        guard secret.isMade, let format = incoming.target.suffix else { return .now(unknownFeed(incoming)) }
        return .later(incoming) {
            guard let (handler, known) = try await handler(of: secret) else { return unknownFeed(incoming) }
            var response: ServerResponse
            switch try handler.answer(known, feed, format, incoming) {
            case .now(let made): response = made
            case .later(let incoming, let work): response = await handler.response(incoming, work)
            }
            // The address of the feed stays secret also where a browser shows it and a link in it is opened.
            response.headers[.referrerPolicy] = "no-referrer"
            return response
        }
    }

    /// The handler of the account with that secret; nil if no account has it.
    private func handler(of secret: Secret) async throws -> (RequestHandler, FeedSecret)? {
        let (contexts, store) = (contexts, context.environment.store)
        let found = try await context.blocking { () -> (ServerContext, FeedSecret)? in
            guard let found = try store.feedSecret(secret) else { return nil }
            // Another process may just have added the account.
            if contexts.context(of: found.account) == nil { try contexts.refreshAccounts() }
            guard let context = contexts.context(of: found.account) else { return nil }
            try context.recheck()
            return (context, found)
        }
        guard let (context, secret) = found else { return nil }
        var handler = self
        handler.context = context
        return (handler, secret)
    }

    /// The response to a wrong secret, which is the same for one that was renewed.
    ///
    /// Correct secrets are answered regardless of wrong ones from the same network: a program that has an old address
    /// doesn't stop others behind the same proxy.
    private func unknownFeed(_ incoming: IncomingRequest) -> ServerResponse {
        if context.shared.wrongSecretAddresses.note(incoming.client.network) {
            return tooManyAttempts(
                incoming, "Too many requests for feeds that don't exist came from your address. Wait a minute.")
        }
        return problem(
            .notFound, "Feed not found",
            "There is no feed at this address. If the address was renewed, its account's page has the new one.",
            incoming)
    }

    private func answer(
        _ secret: FeedSecret, _ feed: PersonalFeed, _ format: Feed.Format, _ incoming: IncomingRequest
    ) throws -> Handling {
        let target = incoming.target
        try target.allow(incoming.match?.route.operation(.get)?.queryNames ?? [])
        let limit = try listLimit(target) ?? 50
        let text = feed == .search ? try searchedText(target) : ""
        let document = PersonalDocument(
            feed: feed, format: format, secret: secret, searched: text,
            location: SyndicatedFeed.Location(
                origin: origin(for: incoming),
                path: "/" + PersonalFeed.root + "/" + secret.secret.text + "/" + feed.path, query: target.rawQuery,
                ownPage: feed.page(searching: text)),
            // The address of a list may be passed on, and those of feeds may be secret.
            picture: pictureAddress(for: incoming, namesFeeds: false))
        guard let selection = feed.selection else {
            let order = try searchOrder(target, otherwise: .arrival)
            return search(incoming) { context, deadline in
                let found = try context.environment.search(
                    try searchQuery(text), order: order, limit: limit, groupsStories: true, until: deadline)
                return .content(try document.content(found.hits.map(\.item), context.environment))
            }
        }
        if case .folder(let folder) = feed, !context.followed.items.contains(where: { $0.isIn(folder: folder) }) {
            return .now(
                problem(.notFound, "Folder not found", "No followed feed is in the folder “\(folder)”.", incoming))
        }
        let key = ContentCache.Key.personalFeed(feed, format, document.location, limit: limit)
        return response(
            CachedContent(key: key, feeds: []) {
                let context = context
                return try await context.blocking {
                    let items = try context.environment.items(selection, limit: limit).items
                    return try document.content(items, context.environment)
                }
            }, incoming)
    }
}

extension Secret {
    /// True if the text has the form of ``make()``, so that looking it up may find something.
    fileprivate var isMade: Bool {
        text.utf8.count == 64
            && text.utf8.allSatisfy { byte in
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                    || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
            }
    }
}

extension PersonalFeed {
    /// The items that the feed has, by when they appeared in it; nil for a search.
    fileprivate var selection: ItemSelection? {
        switch self {
        case .search: nil
        case .unread: ItemSelection(.followed, isUnread: true, groupsStories: true, order: .arrival)
        case .saved: ItemSelection(.all, isSaved: true, groupsStories: true)
        case .folder(let folder): ItemSelection(.folder(folder), groupsStories: true, order: .arrival)
        }
    }
}

/// A list of an account in a format of feed readers.
private struct PersonalDocument: Sendable {
    let feed: PersonalFeed
    let format: Feed.Format
    let secret: FeedSecret
    let searched: String
    let location: SyndicatedFeed.Location
    let picture: ListedItems.PictureAddress

    func content(_ items: [ListedItems.Item], _ environment: FeedEnvironment) throws -> EncodedBody {
        let names = Dictionary(try environment.followed().map { ($0.feed.key, $0.title) }) { first, _ in first }
        var sources: [FeedKey: SyndicatedSource] = [:]
        func source(_ feed: Feed) throws -> SyndicatedSource {
            if let known = sources[feed.key] { return known }
            let page = feed.description.addresses(try environment.store.extra(of: feed.key)).page?.absoluteString
            let source = SyndicatedSource(feed, title: names[feed.key], page: page)
            sources[feed.key] = source
            return source
        }
        // The items of a feed that is one of the account's lists would appear in the list again with each refresh.
        let isOwn = { (item: ListedItems.Item) in item.feed.key.rawValue.contains(secret.secret.text) }
        // A story without other voices has no entry. Nothing is swallowed: an error fails the request.
        let entries = try items.compactMap { item -> SyndicatedEntry? in
            let others = try item.story.map(environment.voices)?.filter { $0.key != item.key } ?? []
            let voices = ([item] + others).filter { !isOwn($0) }
            guard let lead = voices.first else { return nil }
            let id = item.story?.first ?? item.key
            let whole = voices.first { $0.shown.entry.text != nil } ?? lead
            var entry = lead.shown.entry
            entry.text = whole.shown.entry.text
            return SyndicatedEntry(
                entry, scope: id.scope, id: id.id, origin: location.origin, source: try source(lead.feed),
                appearedAt: feed == .saved ? item.savedAt : lead.shown.firstSeenAt,
                voices: try voices.dropFirst().map {
                    SyndicatedVoice($0.shown.entry, source: try source($0.feed).title, origin: location.origin)
                }
            ) { picture($0, whole.feed) }
        }
        let syndicated = SyndicatedFeed(
            // Unlike an account's number, the secret's hash is the same on no other server.
            id: Fingerprint(of: "feeds " + secret.secret.hash + " " + feed.path + "?" + searched).urn,
            title: "Freshet: " + feed.title(searching: searched), publisher: "Freshet", entries: entries,
            began: secret.createdAt, at: location)
        return try EncodedBody(syndicated, format)
    }
}
