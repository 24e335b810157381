import FeedStore
import Feeds
import WebText

extension ReaderState {
    /// Takes the selected voice out of its story, or the whole story apart.
    mutating func takeApart() -> [ReaderEffect] {
        guard areStoriesOn else {
            notice = Self.storiesAreOff
            return []
        }
        guard let item = current, item.shown.entry.isMarkable else { return [] }
        if focus == .item, let voice = article.selectedVoice {
            return [.takeApart([voice.key], "Taken out of the story.")]
        }
        let story = item.story ?? (focus == .item ? article.story : nil)
        guard let story else { return [.takeApart([item.key], "Taken out of its story.")] }
        return [.takeApart(story.voices.map(\.key), "Taken apart into \(story.voices.count.counted("row")).")]
    }

    /// Remembers a row, or joins it with the remembered one.
    mutating func join() -> [ReaderEffect] {
        guard areStoriesOn else {
            notice = Self.storiesAreOff
            return []
        }
        guard let item = current, item.shown.entry.isMarkable else { return [] }
        guard let first = joined else {
            joined = item
            return []
        }
        joined = nil
        if first.tells(item.key) {
            notice = "Not joined: this is the same row."
            return []
        }
        return [.join([first.key, item.key])]
    }

    private static let storiesAreOff = "Stories are off. To turn them on: freshet stories on"

    /// Shows a decision, and remembers how to undo it.
    mutating func decided(_ change: StoryChange?, _ words: String) {
        guard let change else {
            notice = words
            return
        }
        changes.append(.stories(change))
        countDecision()
        notice = "\(words) Press \(keyMap.names(.undo)) to undo."
    }

    mutating func undidStories(_ hasChanged: Bool) {
        countDecision()
        notice = hasChanged ? "Undone." : StoryChange.notUndone
    }
}

extension ListedItems.Item {
    /// The feeds whose numbers of unread items a mark of the item changes: those of the unread items of its story, or of all if
    /// none is unread.
    var unreadFeeds: [FeedKey] {
        guard let story else { return [feed.key] }
        return (story.isUnread ? story.voices.filter(\.isUnread) : story.voices).map(\.feed)
    }
}
