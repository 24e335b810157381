import FeedStore
import Feeds
import HTTPTypes

extension RequestHandler {
    /// The page of a feed with an item open; `part=item` asks for the item alone, as the page's script does.
    func item(_ id: String, of feed: Feed, _ query: PageQuery, _ asked: Asked) -> Handling {
        .later(asked) {
            let context = context
            try await context.blocking { try context.recheck() }
            guard let article = try await article(id, of: feed, asked) else {
                return problem(
                    .notFound, "Item not found",
                    "“\(feed.title)” has no stored item with this id. It may have been removed.", asked)
            }
            guard asked.target["part"] == "item" else { return try await page(feed, query, asked) }
            return .content(Content(html: article.html))
        }
    }

    /// The item and its discussion, from the store alone; nil if the item isn't stored.
    func article(_ id: String?, of feed: Feed, _ asked: Asked) async throws -> ItemArticle? {
        guard let id else { return nil }
        let environment = context.environment
        guard let item = try await context.blocking({ try environment.item(id, of: feed) }) else { return nil }
        var discussion: ItemDiscussion?
        if let feed = environment.catalog.discussion(of: item) {
            var state = try await state(LiveFeed.Key(feed, PageQuery(feed.controls))).0
            state.lastVisitAt = try await context.blocking { try environment.lastVisit(of: feed.key) }
            discussion = ItemDiscussion(feed: feed, state: state)
        }
        return ItemArticle(item: item, discussion: discussion, site: site(for: asked))
    }
}
