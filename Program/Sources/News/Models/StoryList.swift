/// The stories of a list, as far as they have arrived.
package struct StoryList: Sendable {
    /// The list.
    package let list: HackerNews.List
    /// The numbers in the upstream's order, up to the requested limit.
    package let ids: [Int]
    /// The stories so far, newest first.
    package private(set) var stories: [Story] = []
    /// Items that aren't stories, with the reason.
    package private(set) var absent: [Int: Absence] = [:]
    /// Items that failed or are unreadable.
    package private(set) var failures: [Int: any Error] = [:]
    /// The number of entries of the list that aren't numbers.
    package let unreadable: Int
    /// The number of known items that weren't requested.
    package private(set) var reused = 0

    /// The number of items that are known, or have arrived or failed.
    package private(set) var done = 0
    /// The total number of items.
    package var total: Int { ids.count }
    /// The number of items whose current form can't be shown: missing, failed or unreadable.
    package var skipped: Int { absent.count + failures.count + unreadable }

    init(list: HackerNews.List, ids: [Int], unreadable: Int) {
        self.list = list
        self.ids = ids
        self.unreadable = unreadable
    }

    /// The first error, if every item failed and nothing can be shown.
    var failureOfAll: (any Error)? {
        stories.isEmpty && failures.count == total ? ids.first.flatMap { failures[$0] } : nil
    }

    /// Adds known stories; changed ones are still requested.
    mutating func reuse(_ known: [Int: Story], except changed: Set<Int>) {
        stories = ids.compactMap { known[$0] }.sorted(by: Story.newestFirst)
        reused = ids.count { known[$0] != nil && !changed.contains($0) }
        done = reused
    }

    /// Adds the result for one item.
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

    /// Removes the known form of an item that has changed.
    private mutating func remove(_ id: Int) {
        if let index = stories.firstIndex(where: { $0.id == id }) { stories.remove(at: index) }
    }

    /// Inserts a story in order.
    private mutating func insert(_ story: Story) {
        var (low, high) = (0, stories.count)
        while low < high {
            let middle = (low + high) / 2
            if Story.newestFirst(stories[middle], story) { low = middle + 1 } else { high = middle }
        }
        stories.insert(story, at: low)
    }
}
