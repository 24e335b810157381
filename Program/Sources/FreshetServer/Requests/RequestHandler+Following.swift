import FeedStore
import Feeds
import Freshet
import HTTPTypes
import HummingbirdCore
import Logging
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
                // A feed with a new address has a new page.
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
            ? EncodedBody(json: try CandidatesDocument(candidates).json())
            : EncodedBody(
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

extension RequestHandler {
    /// The followed feeds.
    func following(_ isForPrograms: Bool, _ incoming: IncomingRequest) throws -> Handling {
        let words = try incoming.target.text("q", atMost: 200)?.ifNotBlank
        let (undo, isMenu) = (incoming.target["undo"], incoming.target["part"] == "menu")
        return later(incoming) { context in
            if isForPrograms { return EncodedBody(json: try FollowingDocument(context.environment).json()) }
            if isMenu { return EncodedBody(html: FollowedMenu(site: site(for: incoming)).html) }
            var page = try FollowingPage(context.environment, site(for: incoming))
            page.words = words
            page.changed = try undo.flatMap { id in try Self.change(id, context).map { (id, $0) } }
            return EncodedBody(html: page.html)
        }
    }

    /// Arranges the followed feeds, changes many of them, or undoes such a change.
    func changeFollowing(_ form: Form, _ incoming: IncomingRequest) async throws -> ServerResponse {
        if let id = form["restore"] { return try await restore(id, form, incoming) }
        if let (item, place) = try arrangement(form) {
            let context = context
            try await context.blocking {
                try context.environment.arrange(item, place)
                try context.recheck()
            }
            return done(form, otherwise: "/following#" + Self.rowID(item, context.catalog), incoming)
        }
        return try await changeMany(form, incoming)
    }

    /// The id of an item's row in the table.
    private static func rowID(_ item: ArrangedItem, _ catalog: FeedCatalog) -> String {
        switch item {
        case .feed(let key): FollowingPage.rowID(catalog.feed(key)?.address ?? "")
        case .folder(let path): FollowingPage.rowID(path)
        }
    }

    /// The change of an id: the number of a marking, or the id of ``UndoableChanges``; nil if it can't be undone.
    private static func change(_ id: String, _ context: ServerContext) throws -> UndoableChange? {
        if let number = Int64(id) {
            let environment = context.environment
            return try environment.store.shownCount(of: number, at: environment.now()).map { .read($0) }
        }
        return context.undoable[id].map { .unfollowed($0) }
    }

    private func restore(_ id: String, _ form: Form, _ incoming: IncomingRequest) async throws -> ServerResponse {
        let context = context
        let isUndone = try await context.blocking {
            let isUndone: Bool
            if let number = Int64(id) {
                isUndone = try context.environment.undo([number]) != nil
            } else {
                let feeds = context.undoable[id]
                if let feeds { try context.environment.restore(feeds) }
                isUndone = feeds != nil
            }
            try context.recheck()
            return isUndone
        }
        if isUndone { return done(form, otherwise: "/following", incoming) }
        return cannotUndo(
            "This change can't be undone any more. To get unfollowed feeds back, follow them again.", incoming)
    }

    // MARK: Order

    /// The item that a form moves, and its new place; nil if it moves nothing. Fails with ``BadRequest``.
    private func arrangement(_ form: Form) throws -> (ArrangedItem, ArrangedPlace)? {
        if let name = form["up"] { return (try item(name), .up) }
        if let name = form["down"] { return (try item(name), .down) }
        guard let name = form["move"] else { return nil }
        let moved = try item(name)
        if let other = form["before"] { return (moved, .before(try item(other))) }
        if let other = form["after"] { return (moved, .after(try item(other))) }
        if let folder = form.raw("into") { return (moved, .into(FolderPath.normalized(folder))) }
        throw BadRequest(message: "Give the place in “before”, “after” or “into”.")
    }

    /// A feed by the path of its page, or a folder by its path, which begins with no slash.
    private func item(_ name: String) throws -> ArrangedItem {
        name.hasPrefix("/") ? .feed(try feed(name).0.key) : .folder(name)
    }

    // MARK: Many feeds

    private func changeMany(_ form: Form, _ incoming: IncomingRequest) async throws -> ServerResponse {
        guard let change = FollowedChange(rawValue: form["do"] ?? "") else {
            let names = FollowedChange.allCases.map(\.rawValue).joined(separator: ", ")
            throw BadRequest(message: "“\(form["do"] ?? "")” isn't a change. Use one of \(names) in “do”.")
        }
        var feeds = try form.all("feed").filter { !$0.isEmpty }.map { try feed($0).0 }
        if let folder = form["in"] { feeds += FeedFolder(context.followed.items).feeds(in: folder).map(\.feed) }
        guard !feeds.isEmpty else {
            let reason = form["in"].map { "You follow no feeds in \($0.inQuotes)." } ?? "Select the feeds to change."
            if wantsDocument(incoming) { throw BadRequest(message: reason) }
            let refused = RefusedForm(field: "selection", typed: "", reason: reason)
            return try await page("/following", refusing: refused, .badRequest, incoming)
        }
        let settings = try settings(form)
        if change == .stories, settings.stories == nil {
            throw BadRequest(
                message: "Give in “stories” how the feeds' items are joined: \(FollowSettings.Stories.names).")
        }
        let (context, changed, isFolder) = (context, feeds, form["in"] != nil)
        do {
            return try await context.blocking {
                defer { try? context.recheck() }  // the server rechecks every second
                let environment = context.environment
                let followed = Dictionary(try environment.followed().map { ($0.feed.key, $0.settings) }) { $1 }
                // A page that was opened earlier may show others.
                let feeds = changed.filter { followed[$0.key] != nil }
                switch change {
                case .folder: try environment.put(feeds, into: settings.folder ?? "")
                case .interval:
                    for feed in feeds { try environment.follow(feed, FollowSettings(interval: settings.interval)) }
                case .stories:
                    // A whole folder that joins again keeps the feeds whose headlines come first.
                    let keepsFirst = isFolder && settings.stories == .joined
                    for feed in feeds where !(keepsFirst && followed[feed.key]?.stories == .first) {
                        try environment.follow(feed, FollowSettings(stories: settings.stories))
                    }
                case .read:
                    let selection = ItemSelection(.these(feeds.map(\.key)), groupsStories: true)
                    let marking = try environment.mark(each: selection, as: .read)
                    if let number = marking.number, !incoming.request.headers.wantsJSON {
                        return .seeOther("/following?undo=\(number)")
                    }
                case .unfollow:
                    let unfollowed = try environment.unfollow(feeds)
                    if !unfollowed.isEmpty { return try self.undoable(unfollowed, form, incoming) }
                }
                return self.done(form, otherwise: "/following", incoming)
            }
        } catch {
            if wantsDocument(incoming) { throw error }
            logFailure(error, incoming)
            let reason = "Freshet couldn't change the selected feeds. \(explanation(of: error, incoming))"
            let refused = RefusedForm(field: "selection", typed: "", reason: reason)
            return try await page("/following", refusing: refused, .internalServerError, incoming)
        }
    }

    /// The response to unfollowing: a page that offers to undo it, for programs how to do so.
    func undoable(_ feeds: [Unfollowed], _ form: Form, _ incoming: IncomingRequest) throws -> ServerResponse {
        let id = context.undoable.add(feeds)
        guard incoming.request.headers.wantsJSON else { return .seeOther("/following?undo=" + id) }
        return done(form, otherwise: "/following", incoming, try UnfollowedDocument(restore: id, feeds).json())
    }
}

/// A change of several followed feeds, by its name in forms.
enum FollowedChange: String, CaseIterable {
    case folder, interval, stories, read, unfollow
}
