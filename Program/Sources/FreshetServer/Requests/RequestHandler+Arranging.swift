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
        let (undo, isMenu) = (incoming.target["undo"], incoming.target["part"] == "menu")
        return later(incoming) { context in
            if isForPrograms { return Content(json: try FollowingDocument(context.environment).json()) }
            if isMenu { return Content(html: FollowedMenu(site: site(for: incoming)).html) }
            var page = try FollowingPage(context.environment, site(for: incoming))
            page.words = words
            page.changed = try undo.flatMap { id in try Self.change(id, context).map { (id, $0) } }
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
