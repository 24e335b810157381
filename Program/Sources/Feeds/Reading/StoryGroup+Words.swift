public import FeedStore
import WebText

extension StoryGroup {
    /// How many items tell the story besides the one that is shown: “and 5 more”.
    public var othersWords: String { "and \(voices.count - 1) more" }

    /// What has been added since the story was read: “2 new voices since you read”; nil for nothing.
    public var newVoicesWords: String? {
        newVoices == 0 ? nil : "\(newVoices.counted("new voice")) since you read"
    }
}

extension ListedItems.Item {
    /// Whether it is the item, or stands for it.
    public func tells(_ item: ItemKey) -> Bool { key == item || story?.voices.contains { $0.key == item } == true }
}
