#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A comment on a story, or on another comment.
public struct Comment: Sendable, Hashable, Identifiable {
    /// The item's number.
    public let id: Int
    /// The login of who wrote it; nil where it was deleted.
    public let author: String?
    /// When it was written.
    public let date: Date
    /// What it says, in Hacker News' HTML; nil where it was deleted or hidden.
    public let text: String?
    /// The comments that answer it, by the site's ranking.
    public let kids: [Int]
}

/// A story with its comments, as far as they have come.
public struct CommentTree: Sendable {
    /// A comment in its place.
    public struct Node: Sendable {
        /// The comment.
        public let comment: Comment
        /// What it answers: another comment, or the story.
        public let parent: Int
        /// How deep it stands; 1 answers the story.
        public let depth: Int
    }

    /// What the comments are about.
    public let story: Story
    /// The comments that answer the story, by the site's ranking.
    public let kids: [Int]
    /// How many comments are asked for at most.
    public let limit: Int
    /// Comments that could not be fetched, with the first error.
    public private(set) var failures = 0
    /// Why a comment could not be fetched first.
    public private(set) var failure: (any Error)?
    /// How many comments have been answered, one way or another.
    public private(set) var done = 0
    /// Comments that could not be read or are not there.
    public private(set) var skipped = 0
    private var nodes: [Int: Node] = [:]

    init(story: Story, kids: [Int], limit: Int) {
        self.story = story
        self.kids = kids
        self.limit = limit
    }

    /// How many comments there are to come in all; the site's own count, within the limit.
    public var total: Int { max(done, min(limit, story.comments ?? kids.count)) }

    /// The comments in the order of reading: each before those that answer it.
    public var preorder: [Node] {
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
