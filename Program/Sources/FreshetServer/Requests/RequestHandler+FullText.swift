import Feeds
import Freshet
import HTTPTypes
import HummingbirdCore
import Platform

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
