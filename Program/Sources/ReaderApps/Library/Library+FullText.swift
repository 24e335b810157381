import FeedStore
import Feeds
import Freshet
import Platform
import WebText

extension Library {
    /// The full text of an item: what is stored, or else what its page has, which is then stored. Waits for its page.
    ///
    /// Fails with a ``FeedError`` if the item has no page, or if it can't be loaded.
    func fullText(of item: LibraryItem) async throws -> FullText {
        do {
            let text = try await environment.fullText(of: item.listed).value
            try await blocking { try apply() }
            return text
        } catch let error as FeedStoreError {
            throw error
        } catch {
            throw FeedError(error)
        }
    }

    /// Markup of a feed's item as apps get it.
    func html(_ markup: String, of feed: Feed) -> String {
        let picture = picture
        return AllowedMarkup(markup) { picture($0, feed) }.html
    }
}
