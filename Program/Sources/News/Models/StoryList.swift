/// The stories of a list as far as they have come.
public struct StoryList: Sendable {
    /// Which list it is.
    public let list: HackerNews.List
    /// The numbers in the upstream's order (its ranking), as many as were asked for.
    public let ids: [Int]
    /// What has come, the newest first.
    public private(set) var stories: [Story] = []
    /// Items that there is nothing to show of, and why.
    public private(set) var absent: [Int: Absence] = [:]
    /// Items that could not be fetched or read.
    public private(set) var failures: [Int: any Error] = [:]
    /// How many entries of the upstream's list are no numbers.
    public let unreadable: Int
    /// How many items were known and not asked for.
    public private(set) var reused = 0

    /// How many items have been answered, one way or another, those that were known included.
    public private(set) var done = 0
    /// How many items there are to come in all.
    public var total: Int { ids.count }
    /// How many items could not be shown as they are now: absent, failed or unreadable.
    public var skipped: Int { absent.count + failures.count + unreadable }

    init(list: HackerNews.List, ids: [Int], unreadable: Int) {
        self.list = list
        self.ids = ids
        self.unreadable = unreadable
    }

    /// The first item's error when each has one and nothing is there to show.
    var failureOfAll: (any Error)? {
        stories.isEmpty && failures.count == total ? ids.first.flatMap { failures[$0] } : nil
    }

    /// Takes over stories that are known; those that have changed still have to come.
    mutating func reuse(_ known: [Int: Story], except changed: Set<Int>) {
        stories = ids.compactMap { known[$0] }.sorted(by: Story.newestFirst)
        reused = ids.count { known[$0] != nil && !changed.contains($0) }
        done = reused
    }

    /// Takes in what came for one item.
    mutating func add(_ id: Int, _ result: Result<ItemAnswer, any Error>) {
        done += 1
        switch result {
        case .success(.story(let story)):
            remove(id)
            insert(story)
        case .success(.absent(let reason)):
            remove(id)
            absent[id] = reason
        case .failure(let error):
            failures[id] = error
        }
    }

    /// Removes what was known of an item that has changed.
    private mutating func remove(_ id: Int) {
        if let index = stories.firstIndex(where: { $0.id == id }) { stories.remove(at: index) }
    }

    /// Puts a story into its place.
    private mutating func insert(_ story: Story) {
        var (low, high) = (0, stories.count)
        while low < high {
            let middle = (low + high) / 2
            if Story.newestFirst(stories[middle], story) { low = middle + 1 } else { high = middle }
        }
        stories.insert(story, at: low)
    }
}
