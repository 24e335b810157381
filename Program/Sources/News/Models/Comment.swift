import Platform

/// A comment on a story, or on another comment.
package struct Comment: Sendable, Hashable, Identifiable {
    /// The item's number.
    package let id: Int
    /// The login of the author; nil if it was deleted.
    package let author: String?
    /// The date of the comment.
    package let date: Date
    /// The text in Hacker News' HTML; nil if it was deleted or hidden.
    package let text: String?
    /// The numbers of direct answers, in the site's order.
    package let kids: [Int]
}

/// A story with its comments, as far as they have arrived.
package struct CommentTree: Sendable {
    /// A comment with its position in the tree.
    package struct Node: Sendable {
        /// The comment.
        package let comment: Comment
        /// The number of the parent: another comment, or the story.
        package let parent: Int
        /// The depth; 1 for answers to the story.
        package let depth: Int
    }

    /// The story.
    package let story: Story
    /// The numbers of answers to the story, in the site's order.
    package let kids: [Int]
    /// The maximum number of comments to request.
    package let limit: Int
    /// The number of comments that failed.
    package private(set) var failures = 0
    /// The first error.
    package private(set) var failure: (any Error)?
    /// The number of comments that have arrived or failed.
    package private(set) var done = 0
    /// The number of unreadable and missing comments.
    package private(set) var skipped = 0
    private var nodes: [Int: Node] = [:]

    init(story: Story, kids: [Int], limit: Int) {
        self.story = story
        self.kids = kids
        self.limit = limit
    }

    /// The expected number of comments: the site's count, within the limit.
    package var total: Int { max(done, min(limit, story.comments ?? kids.count)) }

    /// The comments in reading order: each precedes the answers to it.
    package var preorder: [Node] {
        var result: [Node] = []
        var stack = Array(kids.reversed())
        var seen: Set<Int> = []
        while let id = stack.popLast() {
            guard seen.insert(id).inserted, let node = nodes[id] else { continue }
            result.append(node)
            stack.append(contentsOf: node.comment.kids.reversed())
        }
        return result
    }

    mutating func add(_ id: Int, under parent: Int, depth: Int, _ result: Result<Comment?, any Error>) {
        done += 1
        switch result {
        case .success(let comment?): nodes[id] = Node(comment: comment, parent: parent, depth: depth)
        case .success(nil): skipped += 1
        case .failure(let error):
            failures += 1
            failure = failure ?? error
        }
    }
}
