import FeedStore
import Feeds
import Platform

/// An event, which ``ReaderState/reduce(_:)`` handles.
enum ReaderAction: Sendable {
    case input(InputEvent)
    case resized(TerminalSize)
    /// The time, for ages in words.
    case ticked(Date)
    /// The store's followed feeds and their unread items, the feeds whose last refresh failed, and whether the
    /// account wants stories.
    case following([FollowedFeed], UnreadCounts, failed: Set<FeedKey> = [], areStoriesOn: Bool = true)
    /// A new state of a feed that the list shows.
    ///
    /// `hasMore` is true if its upstream has more items than were requested.
    case feed(Feed, FeedState, in: ListWindow, hasMore: Bool)
    /// A followed feed is being refreshed, or has been.
    case refreshing(RefreshProgress.Step)
    /// The items of a list across feeds.
    case listed(ReaderSource, ListedItems, in: ListWindow)
    /// A new state of the opened item's discussion.
    case discussion(Feed, FeedState)
    /// The state of an item's full text.
    case fullText(ItemKey, FullTextStatus)
    /// The story that an item tells, and the others that tell it.
    case voices(ItemKey, StoryGroup?, [ListedItems.Item])
    /// The user's split or join, with a sentence for the status line; nil if nothing changed.
    case decided(StoryChange?, String)
    /// The store has undone a split or a join, if it was still in effect.
    case undidStories(hasChanged: Bool)
    /// The store has marked items, of which some had the mark before.
    case marked([ItemKey], changed: [ItemKey], Mark, isUndoable: Bool)
    /// The store has marked all items of a list as read.
    case markedAll(Marking)
    /// It's too late to undo a marking.
    case undoExpired(Marking)
    /// The store refused a mark; nil for all items of a list.
    case markFailed([ItemKey]?, Mark, String)
    /// The outcome of following an address.
    case followed(FollowOutcome)
    /// The effect of a rule, with its text as typed.
    case ruleTested(String, RuleBox.Effect)
    /// The outcome of adding a rule.
    case ruleAdded(RuleOutcome)
    /// A feed was unfollowed.
    case unfollowed(Unfollowed)
    /// The store refused to undo a change other than of marks.
    case undoFailed(ReaderState.Change, String)
    /// It's too late to undo a rule.
    case ruleSettled(Int64)
    /// A sentence for the status line.
    case notice(String)
}

/// The outcomes of following an address.
enum FollowOutcome: Sendable {
    case followed(Feed, title: String, isNew: Bool)
    case candidates([FeedCandidate])
    case failed(String)
}

/// The outcomes of adding a rule.
enum RuleOutcome: Sendable {
    /// - Parameter remark: a sentence for the user, such as that no notification can be sent.
    case added(id: Int64, text: String, remark: String?)
    case exists(String)
    case failed(String)
}

/// A side effect that the program performs.
enum ReaderEffect: Hashable, Sendable {
    /// - Parameter asStories: true to mark the other items of their stories, too.
    case mark([ItemKey], Mark, isUndoable: Bool, asStories: Bool = true)
    /// Marks the items of a list as read that pass the filter and had arrived by then.
    case markAll(ReaderSource, filter: String = "", until: Date)
    /// Undoes a marking of all items of a list.
    case undo(Marking)
    /// Takes items out of their stories. The sentence is about the change.
    case takeApart([ItemKey], String)
    /// Makes the stories of items one.
    case join([ItemKey])
    /// Undoes a split or a join.
    case undoStories(StoryChange)
    /// Opens an address in the browser.
    case browse(String)
    /// Puts an address on the clipboard.
    case copy(String)
    /// Draws the whole screen again.
    case redraw
    /// Refreshes a feed; nil refreshes all followed feeds.
    case refresh(Feed?)
    /// Follows the feed at an address, or one that a page at another address names; an empty address cancels the last check.
    case follow(String, namedBy: String? = nil)
    case unfollow(Feed)
    /// Follows a feed again.
    case restore(Unfollowed)
    /// Changes the settings of a followed feed.
    case change(Feed, FollowSettings)
    /// Adds a label to an item, or removes it.
    case label(ItemKey, String, isAdded: Bool)
    /// Tests a rule; an empty text cancels the last test.
    case testRule(String)
    case addRule(String)
    case removeRule(Int64, text: String)
    /// Shows the full text of the open item.
    case fullText(FullTextRequest)
    case quit
}
