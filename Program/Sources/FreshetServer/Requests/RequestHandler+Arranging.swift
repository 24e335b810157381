import FeedStore
import Feeds
import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import Platform
import WebText

extension RequestHandler {
    /// The followed feeds.
    func following(_ isForPrograms: Bool, _ incoming: IncomingRequest) throws -> Handling {
        let words = try incoming.target.text("q", atMost: 200)?.ifNotBlank
        let undo = incoming.target["undo"]
        return later(incoming) { context in
            if isForPrograms { return Content(json: try FollowingDocument(context.environment).json()) }
            var page = try FollowingPage(context.environment, site(for: incoming))
            page.words = words
            page.changed = undo.flatMap { id in context.undoable[id].map { (id, $0) } }
            return Content(html: page.html)
        }
    }

    /// Arranges the followed feeds, changes many of them at once, or undoes such a change.
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

    private func restore(_ id: String, _ form: Form, _ incoming: IncomingRequest) async throws -> ServerResponse {
        guard let change = context.undoable[id] else {
            return problem(
                .notFound, "Can't undo this",
                "This change can't be undone any more. To get unfollowed feeds back, follow them again.", incoming)
        }
        let context = context
        try await context.blocking {
            switch change {
            // The place of each is beside feeds that were still followed.
            case .unfollowed(let feeds): for feed in feeds.reversed() { try context.environment.restore(feed) }
            case .read(let items): _ = try context.environment.mark(items, as: .unread)
            }
            try context.recheck()
        }
        return done(form, otherwise: "/following", incoming)
    }

    // MARK: Order

    /// What a form moves, and where; nil if it moves nothing. Fails with ``BadRequest``.
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

    /// What a form does with the selected feeds.
    private enum Change: String, CaseIterable {
        case folder, interval, read, unfollow
    }

    private func changeMany(_ form: Form, _ incoming: IncomingRequest) async throws -> ServerResponse {
        guard let change = Change(rawValue: form["do"] ?? "") else {
            let names = Change.allCases.map(\.rawValue).joined(separator: ", ")
            throw BadRequest(message: "“\(form["do"] ?? "")” isn't a change. Use one of \(names) in “do”.")
        }
        let feeds = try form.all("feed").filter { !$0.isEmpty }.map { try feed($0).0 }
        guard !feeds.isEmpty else {
            let reason = "Select the feeds to change."
            if wantsDocument(incoming) { throw BadRequest(message: reason) }
            let refused = RefusedForm(field: "selection", typed: "", reason: reason)
            return try await page("/following", refusing: refused, .badRequest, incoming)
        }
        let settings = try settings(form)
        let context = context
        let (result, failure) = try await context.blocking { () -> (UndoableChange?, (any Error)?) in
            defer { try? context.recheck() }  // the server rechecks every second
            let environment = context.environment
            let followed = Set(try environment.followed().map(\.feed.key))
            // A page that was opened earlier may show others.
            let feeds = feeds.filter { followed.contains($0.key) }
            switch change {
            case .folder: try environment.put(feeds, into: settings.folder ?? "")
            case .interval:
                for feed in feeds { try environment.follow(feed, FollowSettings(interval: settings.interval)) }
            case .read:
                let (marked, failure) = Self.changed(feeds) {
                    try environment.mark(each: ItemSelection(.feed($0.key)), as: .read)
                }
                let items = marked.flatMap(\.self)
                return (items.isEmpty ? nil : .read(items), failure)
            case .unfollow:
                let (unfollowed, failure) = Self.changed(feeds) { try environment.unfollow($0) }
                let gone = unfollowed.compactMap(\.self)
                return (gone.isEmpty ? nil : .unfollowed(gone), failure)
            }
            return (nil, nil)
        }
        guard let failure else { return try response(to: result, form, incoming) }
        guard let result, !wantsDocument(incoming) else { throw failure }
        // What was changed before it failed can be undone.
        logFailure(failure, incoming)
        let reason = "Freshet couldn't change all of the selected feeds. \(explanation(of: failure, incoming))"
        let refused = RefusedForm(field: "selection", typed: "", reason: reason)
        let path = "/following?undo=" + context.undoable.add(result)
        return try await page(path, refusing: refused, .internalServerError, incoming)
    }

    /// What changes of one feed after another returned, and the failure that ended them.
    private static func changed<Result>(_ feeds: [Feed], _ change: (Feed) throws -> Result) -> ([Result], (any Error)?)
    {
        var results: [Result] = []
        do { for feed in feeds { results.append(try change(feed)) } } catch { return (results, error) }
        return (results, nil)
    }

    /// The response to a change of several feeds: a page that offers to undo it, for programs how to do so.
    private func response(to change: UndoableChange?, _ form: Form, _ incoming: IncomingRequest) throws
        -> ServerResponse
    {
        switch change {
        case .unfollowed(let feeds): return try undoable(feeds, form, incoming)
        case .read(let items) where !incoming.request.headers.wantsJSON:
            return .seeOther("/following?undo=" + context.undoable.add(.read(items)))
        case .read, nil: return done(form, otherwise: "/following", incoming)
        }
    }

    /// The response to unfollowing: a page that offers to undo it, for programs how to do so.
    func undoable(_ feeds: [Unfollowed], _ form: Form, _ incoming: IncomingRequest) throws -> ServerResponse {
        let id = context.undoable.add(.unfollowed(feeds))
        guard incoming.request.headers.wantsJSON else { return .seeOther("/following?undo=" + id) }
        return done(form, otherwise: "/following", incoming, try UnfollowedDocument(restore: id, feeds).json())
    }
}
