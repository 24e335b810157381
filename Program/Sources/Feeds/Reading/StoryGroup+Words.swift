import FeedStore
import WebText

extension StoryGroup {
    /// How many items tell the story besides the one that is shown: “and 5 more”.
    package var othersWords: String { "and \(voices.count - 1) more" }

    /// The other feeds that tell it, each once.
    package func feeds(besides feed: FeedKey?) -> [FeedKey] {
        var feeds: [FeedKey] = []
        for voice in voices where voice.feed != feed && !feeds.contains(voice.feed) { feeds.append(voice.feed) }
        return feeds
    }

    /// The number of items added since the story was read: “2 new voices since you read”; nil for none.
    package var newVoicesWords: String? {
        newVoices == 0 ? nil : "\(newVoices.counted("new voice")) since you read"
    }
}

extension ListedItems.Item {
    /// True for the item itself, and for the row of its story.
    package func tells(_ item: ItemKey) -> Bool { key == item || story?.voices.contains { $0.key == item } == true }
}
