import FeedStore
import Feeds
import Freshet
import HTTPTypes
import HummingbirdCore
import Platform
import WebText

extension RequestHandler {
    /// The items that a form marks.
    private enum Marked: Sendable {
        case items([ItemKey])
        case all(ItemSelection)
    }

    /// Marks items, or all of a list, or undoes that; programs get the keys of those that changed.
    func mark(_ form: Form, _ incoming: IncomingRequest) async throws -> ServerResponse {
        if form["undo"] != nil { return try await undo(form, incoming) }
        let (marked, mark) = try marked(form)
        let context = context
        let marking = try await context.blocking {
            let marking =
                switch marked {
                case .items(let keys): Marking(items: try context.environment.mark(keys, as: mark))
                case .all(let selection): try context.environment.mark(each: selection, as: mark)
                }
            try context.recheck()
            return marking
        }
        return done(
            form, otherwise: "/", row: MarkButton(form)?.rowID, incoming,
            try MarkedDocument(marking, context.followed.unread.total).json())
    }

    /// Undoes markings of whole lists, all of them in one transaction.
    private func undo(_ form: Form, _ incoming: IncomingRequest) async throws -> ServerResponse {
        let numbers = form.all("undo").compactMap { Int64($0) }
        guard numbers.count == form.all("undo").count, numbers.count <= 1000 else {
            throw BadRequest(
                message: "Give in “undo” what Freshet returned for marking a whole list, at most 1,000 numbers.")
        }
        let context = context
        let changed = try await context.blocking {
            let changed = try context.environment.undo(numbers)
            try context.recheck()
            return changed
        }
        guard let changed else { return cannotUndo("These marks can't be undone any more.", incoming) }
        let document = try MarkedDocument(Marking(items: changed), context.followed.unread.total).json()
        return done(form, otherwise: "/", incoming, document)
    }

    /// The response to an undo of what isn't remembered.
    func cannotUndo(_ reason: String, _ incoming: IncomingRequest) -> ServerResponse {
        problem(.notFound, "Can't undo this", reason, incoming)
    }

    /// Fails with ``BadRequest``.
    private func marked(_ form: Form) throws -> (Marked, Mark) {
        if let button = MarkButton(form) { return try marked(button, form) }
        let name = form["mark"] ?? ""
        // The button of a row that marks the items older than it.
        if name == "older" {
            return (.all(try selection(form, before: form["date"])), .read)
        }
        let mark = try mark(name)
        if try form.flag("all") == true {
            var selection = try selection(form, before: form["before"])
            selection.firstSeenBy = try form["until"].map(epoch)
            return (.all(selection), mark)
        }
        return (.items(try itemKeys(form, otherwise: ", or use all=true to mark a whole list")), mark)
    }

    /// The items that a form names; fails with ``BadRequest``.
    ///
    /// - Parameter alternative: the end of the message for a form without ids.
    func itemKeys(_ form: Form, atMost limit: Int = 1000, otherwise alternative: String = "") throws -> [ItemKey] {
        let ids = form.all("id").filter { !$0.isEmpty }
        guard (1...limit).contains(ids.count) else {
            throw BadRequest(message: "Give 1 to \(limit.grouped) item ids in “id”\(alternative).")
        }
        let scope = try scope(form)
        return ids.map { ItemKey(scope: scope, id: $0) }
    }

    private func marked(_ button: MarkButton, _ form: Form) throws -> (Marked, Mark) {
        if button.mark == "older" { return (.all(try selection(form, before: button.date)), .read) }
        return (.items([button.item]), try mark(button.mark))
    }

    private func mark(_ name: String) throws -> Mark {
        guard let mark = Mark(rawValue: name) else {
            let marks = Mark.allCases.map(\.rawValue).joined(separator: ", ")
            throw BadRequest(message: "“\(name)” isn't a mark. Use one of \(marks) in “mark”.")
        }
        return mark
    }

    private func scope(_ form: Form) throws -> String {
        if let scope = form["scope"] { return scope }
        guard form["feed"] != nil else {
            throw BadRequest(
                message: "Give the items' scope in “scope”, or the path of a feed that lists them in “feed”.")
        }
        return try feed(form["feed"]).0.description.scope
    }

    private func epoch(_ text: String) throws -> Date {
        guard let date = Date(milliseconds: text) else {
            throw BadRequest(
                message: "“\(text)” isn't a time. Use milliseconds since 1970, such as 1795428720000, in “until”.")
        }
        return date
    }

    private func selection(_ form: Form, before date: String?) throws -> ItemSelection {
        var selection = ItemSelection(.followed, groupsStories: true)
        if form["feed"] != nil {
            selection.feeds = .feed(try feed(form["feed"]).0.key)
        } else if let folder = form["folder"] {
            selection.feeds = .folder(folder)
        }
        if let date {
            guard let before = Date(internetDateTime: date) else {
                throw BadRequest(message: "“\(date)” isn't a date. Use one such as 2026-11-21T10:32:00Z.")
            }
            selection.before = before
        }
        return selection
    }
}

/// The items that a change of marks has changed, for programs.
private struct MarkedDocument: JSONDocument {
    private let changed: [ItemKey]
    private let unreadCount: Int
    /// The value of `undo` that undoes it; nil for single items.
    private let undo: Int64?

    init(_ marking: Marking, _ unreadCount: Int) {
        changed = marking.items
        undo = marking.number
        self.unreadCount = unreadCount
    }
}

extension RequestHandler {
    /// The labels.
    func labels(_ isForPrograms: Bool, _ incoming: IncomingRequest) -> Handling {
        later(incoming) { context in
            let labels = try context.environment.labels()
            return isForPrograms
                ? EncodedBody(json: try LabelsDocument(labels).json())
                : EncodedBody(html: LabelsPage(labels: labels, site: site(for: incoming)).html)
        }
    }

    /// Gives items labels and takes others from them, or renames or removes a label.
    func changeLabels(_ form: Form, _ incoming: IncomingRequest) async throws -> ServerResponse {
        do {
            if let name = form["rename"] { return try await renameLabel(name, form, incoming) }
            if let name = form["delete"] { return try await removeLabel(name, form, incoming) }
            return try await changeItemLabels(form, incoming)
        } catch let error as LabelError {
            let isUnknown = if case .unknown = error { true } else { false }
            return problem(isUnknown ? .notFound : .badRequest, "Can't change labels", error.description, incoming)
        }
    }

    private func changeItemLabels(_ form: Form, _ incoming: IncomingRequest) async throws -> ServerResponse {
        let (added, removed) = (form.all("add").filter { !$0.isEmpty }, form.all("remove"))
        guard !added.isEmpty || !removed.isEmpty else {
            throw BadRequest(message: "Give the labels to add in “add”, or those to remove in “remove”.")
        }
        let (keys, context) = (try itemKeys(form), context)
        let changed = try await context.blocking {
            let changed = try context.environment.changeLabels(of: keys, adding: added, removing: removed)
            try context.recheck()
            return changed
        }
        return done(form, otherwise: "/labels", incoming, try ChangedLabelsDocument(changed: changed).json())
    }

    private func renameLabel(_ name: String, _ form: Form, _ incoming: IncomingRequest) async throws -> ServerResponse {
        guard let other = form["to"] else { throw BadRequest(message: "Give the new name in “to”.") }
        let context = context
        try await context.blocking {
            guard try context.environment.renameLabel(name, to: other) else { throw LabelError.unknown(name) }
            try context.recheck()
        }
        return done(form, otherwise: "/labels", incoming)
    }

    private func removeLabel(_ name: String, _ form: Form, _ incoming: IncomingRequest) async throws -> ServerResponse {
        let context = context
        try await context.blocking {
            guard try context.environment.removeLabel(name) else { throw LabelError.unknown(name) }
            try context.recheck()
        }
        return done(form, otherwise: "/labels", incoming)
    }
}

/// The items whose labels a request has changed, for programs.
private struct ChangedLabelsDocument: JSONDocument {
    let changed: [ItemKey]
}

extension RequestHandler {
    /// The longest file whose position is stored, in seconds.
    private static let longestFile: TimeInterval = 7 * 86_400

    /// Stores where playing a file of an item stopped, for the next time and for other devices.
    func notePlayback(_ form: Form, _ incoming: IncomingRequest) async throws -> ServerResponse {
        let feed = try feed(form["feed"]).0
        guard let id = form["id"] else { throw BadRequest(message: "Give the item's id in “id”.") }
        guard let position = try seconds("position", form) else {
            throw BadRequest(message: "Give the position in seconds in “position”.")
        }
        let duration = try seconds("duration", form)
        let (context, environment) = (context, context.environment)
        let isStored = try await context.blocking {
            // Only files of items: a store isn't to be filled with other addresses.
            guard let item = try environment.item(id, of: feed),
                let file = item.shown.entry.enclosures.first(where: { $0.url.absoluteString == form["url"] })
            else { return false }
            return try environment.store.store(
                Playback(
                    address: file.url.absoluteString, position: position, duration: duration, date: environment.now()),
                of: item.key)
        }
        guard isStored else {
            return problem(.notFound, "File not found", "“\(feed.title)” has no stored item with this file.", incoming)
        }
        // Scripts don't accept JSON where they report positions as pages close; a redirect would send them the whole page.
        return .empty(.noContent)
    }

    private func seconds(_ name: String, _ form: Form) throws -> TimeInterval? {
        guard let text = form[name] else { return nil }
        guard let seconds = TimeInterval(text), (0...Self.longestFile).contains(seconds) else {
            throw BadRequest(message: "“\(text)” isn't a number of seconds. Use one such as 61.5 in “\(name)”.")
        }
        return seconds
    }
}

extension RequestHandler {
    /// Loads the full text of an item, and stores it; programs get it.
    func loadFullText(_ form: Form, _ incoming: IncomingRequest) async throws -> ServerResponse {
        let feed = try feed(form["feed"]).0
        guard let id = form["id"], !id.isEmpty else { throw BadRequest(message: "Give the item's id in “id”.") }
        let (context, environment) = (context, context.environment)
        guard let item = try await context.blocking({ try environment.item(id, of: feed) }) else {
            return problem(.notFound, "Item not found", "“\(feed.title)” has no stored item with this id.", incoming)
        }
        let again = try form.flag("again") ?? false
        let document: FullTextDocument
        do {
            let picture = pictureAddress(for: incoming)
            document = FullTextDocument(try await environment.fullText(of: item, again: again).value) {
                picture($0, feed)
            }
        } catch {
            let failure = FeedError(error)
            return problem(.badGateway, "Can't load the full text", failure.message + ".", incoming)
        }
        try await context.blocking { try context.recheck() }
        return done(form, otherwise: ItemArticle.address(id, in: feed), incoming, try document.json())
    }
}
