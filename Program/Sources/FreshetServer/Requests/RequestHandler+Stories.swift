import FeedStore
import Feeds
import HTTPTypes
import Platform
import WebText

/// Split, join and undo.
extension RequestHandler {
    /// The maximum number of rows that an item can be joined with, without an address.
    private static let joinLimit = 50

    /// The page that joins an item with others.
    func stories(_ incoming: IncomingRequest) throws -> Handling {
        guard let (feed, id) = page(ofItem: incoming.target["item"]) else {
            throw BadRequest(
                message: "Give in “item” the path of an item's page: a feed's path, “?item=” and the item's id.")
        }
        let words = try incoming.target.text("q", atMost: 200)?.ifNotBlank
        return answerLater(incoming) { context in
            let environment = context.environment
            guard let item = try environment.item(id, of: feed) else { return self.noItem(of: feed, incoming) }
            let site = self.site(for: incoming)
            var query = ItemListQuery()
            query.words = words
            var selection = ItemSelection(.followed, groupsStories: true)
            query.apply(to: &selection, followed: site.followed)
            let own = Set(try environment.story(of: item.key)?.voices.map(\.key) ?? [item.key])
            let rows = try environment.items(selection, limit: Self.joinLimit).items.filter { row in
                !own.contains(row.key) && site.followed(row.feed)?.settings.stories != .apart
            }
            return .content(EncodedBody(html: StoriesPage(item: item, rows: rows, words: words, site: site).html))
        }
    }

    /// Takes items apart, joins them, or undoes that. Programs get what undoes it.
    func changeStories(_ form: Form, _ incoming: IncomingRequest) async throws -> ServerResponse {
        if let text = form["undo"] { return try await undoStories(text, form, incoming) }
        guard let action = StoryAction(rawValue: form["do"] ?? "") else {
            let names = StoryAction.allCases.map(\.rawValue).joined(separator: " or ")
            throw BadRequest(message: "“\(form["do"] ?? "")” isn't a change of stories. Use \(names) in “do”.")
        }
        var keys = try itemKeys(form, atMost: StoryChange.maximum)
        if action == .join {
            let others = form.all("with").filter { !$0.isEmpty }.map { ($0, page(ofItem: $0)) }
            if let (typed, _) = others.first(where: { $0.1 == nil }) {
                let reason = "“\(typed)” isn't the page of an item. Open the item here and copy the address."
                return try await refusal(reason, typed, form, incoming)
            }
            keys += others.compactMap { _, page in page.map { ItemKey(scope: $0.feed.description.scope, id: $0.id) } }
            if keys.count > StoryChange.maximum {
                throw BadRequest(message: "Join at most \(StoryChange.maximum) items.")
            }
            if Set(keys).count < 2 {
                return try await refusal("Give another item in “with”.", form["with"] ?? "", form, incoming)
            }
        }
        let (items, context) = (keys, context)
        let (change, isJoined) = try await context.blocking {
            let environment = context.environment
            let change = action == .apart ? try environment.takeApart(items) : try environment.join(items)
            try context.recheck()
            let story = change == nil ? try environment.story(of: items[0]) : nil
            return (change, Set(items).isSubset(of: story?.voices.map(\.key) ?? []))
        }
        if action == .join, change == nil, !isJoined {
            return try await refusal(
                "These items can't be joined: you don't follow the feeds of both, one of the feeds never joins, or stories are off.",
                form["with"] ?? "", form, incoming)
        }
        guard let change else { return done(form, otherwise: "/", incoming) }
        let offer = form["return"].map { $0 + ($0.contains("?") ? "&" : "?") + "undo=" + change.text.percentEncoded }
        // A change of hundreds of items is too long for an address.
        let next = LocalPath(offer)?.text
        return done(
            next == nil ? form : form.without("return"), otherwise: next ?? "/", incoming,
            try StoryChangeDocument(change).json())
    }

    private func undoStories(_ text: String, _ form: Form, _ incoming: IncomingRequest) async throws -> ServerResponse {
        guard let change = StoryChange(text: text) else {
            throw BadRequest(message: "Give in “undo” what Freshet returned for the change of stories.")
        }
        let context = context
        try await context.blocking {
            try context.environment.undo(change)
            try context.recheck()
        }
        return done(form, otherwise: "/", incoming)
    }

    /// The feed and the id of the item at the address of its page, or of a list in which it is open; nil for other addresses.
    private func page(ofItem address: String?) -> (feed: Feed, id: String)? {
        guard let address = address?.trimmed, let target = target(address) else { return nil }
        guard let item = target["open"].map(self.target) ?? target, let id = item["item"] else { return nil }
        return RouteMatch(item, context.catalog)?.feedOfPage.map { ($0, id) }
    }

    /// The path and the query of an address here, complete or not.
    private func target(_ address: String) -> Target? {
        var path = address
        if let scheme = address.firstRange(of: "://") {
            path = String(address[scheme.upperBound...].drop { $0 != "/" })
            path = context.shared.prefix.removed(from: path) ?? path
        }
        return Target(path)
    }

    private func refusal(
        _ reason: String, _ typed: String, _ form: Form, _ incoming: IncomingRequest
    ) async throws -> ServerResponse {
        guard !wantsDocument(incoming), let from = form["from"] else { throw BadRequest(message: reason) }
        let refused = RefusedForm(field: StoriesPage.field, typed: typed, reason: reason)
        return try await page(from, refusing: refused, .badRequest, incoming)
    }
}
