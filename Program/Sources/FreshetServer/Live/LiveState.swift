import Feeds
import GitFeed
import News
import OurPlanet

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A feed's state, whatever its items are.
enum LiveState: Sendable {
    /// Events of repositories, or repositories.
    case gitHub(FeedState<GitHubItem>)
    /// The categories of natural events.
    case categories(FeedState<CategorySummary>)
    /// The natural events of one category.
    case events(FeedState<NaturalEvent>)
    /// The stories of a list.
    case stories(FeedState<Story>)
}

extension LiveState {
    /// What does not depend on the items.
    private var common: any CommonState {
        switch self {
        case .gitHub(let state): state
        case .categories(let state): state
        case .events(let state): state
        case .stories(let state): state
        }
    }

    /// How the items stand.
    var standing: Standing { common.standing }
    /// When the feed was last brought up to date.
    var fetchedAt: Date? { common.fetchedAt }
    /// The ids of the items, in their order.
    var ids: [String] { common.ids }
    /// Whether a look has ended with this state.
    var isSettled: Bool { standing != .stored && !standing.isRefreshing }

    /// The document for programs, in one line.
    func document(named feed: String) throws -> Data { try common.document(named: feed) }

    /// The same items under another standing.
    func standing(_ standing: Standing) -> LiveState {
        switch self {
        case .gitHub(let state): .gitHub(state.standing(standing))
        case .categories(let state): .categories(state.standing(standing))
        case .events(let state): .events(state.standing(standing))
        case .stories(let state): .stories(state.standing(standing))
        }
    }

    /// This state with what the store has learned since, such as marks: `stored` is a later offline look at the same feed.
    ///
    /// While a refresh goes on, only marks are taken over: what has arrived may not be stored yet.
    func updated(by stored: LiveState) -> LiveState {
        switch (self, stored) {
        case (.gitHub(let state), .gitHub(let stored)): .gitHub(state.updated(by: stored))
        case (.categories(let state), .categories(let stored)): .categories(state.updated(by: stored))
        case (.events(let state), .events(let stored)): .events(state.updated(by: stored))
        case (.stories(let state), .stories(let stored)): .stories(state.updated(by: stored))
        default: self
        }
    }
}

/// What a state is whatever its items are.
private protocol CommonState {
    var standing: Standing { get }
    var fetchedAt: Date? { get }
    var ids: [String] { get }
    func document(named feed: String) throws -> Data
}

extension FeedState: CommonState where Item: DocumentedItem {
    fileprivate var ids: [String] { items.map(\.item.feedID) }

    fileprivate func document(named feed: String) throws -> Data { try FeedDocument(feed: feed, self).json() }
}

extension FeedState {
    fileprivate func standing(_ standing: Standing) -> FeedState {
        var state = self
        state.standing = standing
        return state
    }

    fileprivate func updated(by stored: FeedState) -> FeedState {
        var state = self
        if standing.isRefreshing {
            let known = Dictionary(stored.items.map { ($0.item.feedID, $0) }) { first, _ in first }
            for index in state.items.indices {
                guard let mark = known[state.items[index].item.feedID] else { continue }
                state.items[index].isNew = mark.isNew
                state.items[index].isRead = mark.isRead
                state.items[index].isSaved = mark.isSaved
            }
            state.newTotal = stored.newTotal
            state.hasBeenShown = stored.hasBeenShown
            return state
        }
        state.items = stored.items
        state.newTotal = stored.newTotal
        state.total = stored.total
        state.gaps = stored.gaps
        state.skipped = stored.skipped
        state.hasBeenShown = stored.hasBeenShown
        if let fetchedAt = stored.fetchedAt, fetchedAt > self.fetchedAt ?? .distantPast {
            state.fetchedAt = fetchedAt
            state.standing = .fresh
        }
        return state
    }
}
