public import FeedStore
public import GitFeed
public import News
public import OurPlanet

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What was saved for later, of all upstreams.
public struct SavedItems: Sendable {
    /// What can be read, the last saved first.
    public var entries: [Entry]
    /// How many this version does not understand.
    public var unreadable: Int

    /// A saved item.
    public struct Entry: Sendable {
        /// When it was saved, and from which feed.
        public var saved: SavedItem
        /// The item as it was then.
        public var content: Content
    }

    /// An item of whichever upstream.
    public enum Content: Sendable {
        /// An event, or a repository.
        case gitHub(GitHubItem)
        /// A natural event.
        case planet(NaturalEvent)
        /// A story.
        case news(Story)
    }

    /// Reads what the store keeps.
    init(_ saved: [SavedItem]) {
        entries = saved.compactMap { item in Content(item).map { Entry(saved: item, content: $0) } }
        unreadable = saved.count - entries.count
    }
}

extension SavedItems.Content {
    /// Nil for what this version does not understand.
    fileprivate init?(_ saved: SavedItem) {
        do {
            switch saved.key.upstream {
            case "github": self = .gitHub(try GitHubItem(payload: saved.payload))
            case "planet": self = .planet(try NaturalEvent(payload: saved.payload))
            case "news": self = .news(try Story(payload: saved.payload))
            default: return nil
            }
        } catch {
            return nil
        }
    }
}
