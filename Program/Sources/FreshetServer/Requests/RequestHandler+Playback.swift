import FeedStore
import Feeds
import HTTPTypes
import HummingbirdCore
import Platform

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
