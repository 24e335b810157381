import FeedStore
import Feeds
import Freshet
import HTTPTypes
import HummingbirdCore
import NIOCore
import Platform
import WebText

extension RequestHandler {
    /// Follows the feed at an address, or changes the settings of a followed feed.
    func follow(_ form: Form, _ incoming: IncomingRequest) async throws -> ServerResponse {
        let settings = try settings(form)
        var (typed, hasMoved) = (form["address"]?.trimmed ?? "", false)
        let resolution: Resolution
        do {
            let environment = context.environment
            let found: Single<Resolution>
            if form["feed"] != nil {
                let feed = try feed(form["feed"]).0
                typed = feed.description.page?.absoluteString ?? feed.key.rawValue
                if settings.loadsFullTexts == true, !feed.description.offersFullText {
                    throw BadRequest(message: FeedError.noFullText.message + ".")
                }
                if let address = form["address"]?.trimmed, address != typed {
                    (typed, hasMoved) = (address, true)
                    found = environment.changeAddress(of: feed, to: address, namedBy: form["page"]?.trimmed)
                } else {
                    let isFollowed = context.followed.items.contains { $0.feed == feed }
                    found = isFollowed ? .just(.feed(feed)) : feed.description.resolve(in: environment)
                }
            } else {
                guard !typed.isEmpty else {
                    return try await refusal(
                        .badRequest, "Give the address of a site or a feed in “address”.", form, incoming)
                }
                found = environment.resolve(typed, namedBy: form["page"]?.trimmed)
            }
            resolution = try await environment.readingCandidates(of: found, at: typed).value
        } catch  where !(error is BadRequest) && !(error is FeedStoreError) {
            let error = FeedError(error)
            return try await refusal(error.status, error.message + ".", form, incoming)
        }
        switch resolution {
        case .candidates(let candidates): return try choice(candidates, typed, hasMoved ? form["feed"] : nil, incoming)
        case .feed(let feed):
            let context = context
            do {
                let document = try await context.blocking {
                    let isNew = try context.environment.follow(feed, settings)
                    try context.recheck()
                    let title = try context.environment.followed(feed)?.title ?? feed.title
                    return try FollowDocument(feed: feed, title: title, isNew: isNew).json()
                }
                // The page of a feed that has another address now is another one.
                return done(hasMoved ? form.without("return") : form, otherwise: feed.address, incoming, document)
            } catch let error as FeedStoreError where error.isLimit {
                return try await refusal(.forbidden, error.description, form, incoming)
            }
        }
    }

    /// Unfollows a feed; its items stay.
    ///
    /// By its path, it may be unfollowed again: the page repeats changes that may not have arrived.
    func unfollow(_ form: Form, _ incoming: IncomingRequest) async throws -> ServerResponse {
        let pasted = form["address"].flatMap(context.catalog.feed(pasted:))
        let feed = try pasted ?? self.feed(form["feed"]).0
        let context = context
        let unfollowed = try await context.blocking {
            let unfollowed = try context.environment.unfollow(feed)
            try context.recheck()
            return unfollowed
        }
        if let unfollowed { return try undoable([unfollowed], form, incoming) }
        if let address = form["address"], pasted != nil, wantsDocument(incoming) {
            return problem(.notFound, "Feed not found", "You don't follow \(address.inQuotes).", incoming)
        }
        return done(form, otherwise: "/", incoming)
    }

    /// Fails with ``BadRequest``.
    func settings(_ form: Form) throws -> FollowSettings {
        var settings = FollowSettings()
        for (name, field) in [("name", \FollowSettings.name), ("folder", \FollowSettings.folder)] {
            guard let text = form.raw(name) else { continue }
            guard text.unicodeScalars.count <= 200 else {
                throw BadRequest(message: "“\(name)” is longer than 200 characters.")
            }
            settings[keyPath: field] = text.onOneLine
        }
        if let words = form["interval"] {
            guard let interval = FollowSettings.PollInterval(words: words) else {
                throw BadRequest(
                    message:
                        "“\(words)” isn't an interval. Use one from 1m to 365d, such as 30m, 2h or 1d, or use never or default."
                )
            }
            settings.interval = interval
        }
        if let words = form["keep"] {
            guard let retention = ItemRetention(words: words) else {
                throw BadRequest(message: "“\(words)” isn't a retention. \(ItemRetention.help)")
            }
            settings.retention = retention
        }
        settings.loadsFullTexts = try form.flag("fullText")
        if let word = form["stories"] {
            guard let stories = FollowSettings.Stories(rawValue: word) else {
                throw BadRequest(message: "“\(word)” isn't a way to join items. Use \(FollowSettings.Stories.names).")
            }
            settings.stories = stories
        }
        return settings
    }

    /// The reason beside the field or the button, or a document for programs.
    private func refusal(
        _ status: HTTPResponse.Status, _ reason: String, _ form: Form, _ incoming: IncomingRequest
    ) async throws -> ServerResponse {
        if wantsDocument(incoming) { return problem(status, "Can't follow this", reason, incoming) }
        if let feed = form["feed"] {
            let refused = RefusedForm(field: "feed-follow", typed: "", reason: reason)
            return try await page(feed, refusing: refused, status, incoming)
        }
        let refused = RefusedForm(field: form["form"] ?? "", typed: form.raw("address") ?? "", reason: reason)
        return try await page(form["from"], refusing: refused, status, incoming)
    }

    /// - Parameter changed: the path of the page of the followed feed that gets one of the addresses; nil to follow one.
    private func choice(
        _ candidates: [FeedCandidate], _ typed: String, _ changed: String?, _ incoming: IncomingRequest
    ) throws -> ServerResponse {
        let content =
            incoming.request.headers.wantsJSON
            ? Content(json: try CandidatesDocument(candidates).json())
            : Content(
                html: CandidatesPage(
                    address: typed, candidates: candidates, changed: changed, site: site(for: incoming)
                ).html)
        var response = ServerResponse.content(content, status: .multipleChoices)
        response.headers[.cacheControl] = "no-store"
        return response
    }
}

extension FeedError {
    /// The status of a response that refuses to follow a feed.
    fileprivate var status: HTTPResponse.Status {
        switch remedy {
        case .changeRequest, .credentials: kind == "notFound" ? .notFound : .badRequest
        case .tryLater: .badGateway
        }
    }
}
