import Feeds
import Platform
import WebText

/// The comments on an item as a tree that folds.
struct ItemDiscussion: Sendable {
    /// The feed whose items are the comments.
    let feed: Feed
    let state: FeedState

    /// Deeper comments stand beside their parents.
    private static let maximumDepth = 12

    /// The item itself among its comments. Its text may be longer there.
    var story: Entry? { state.items.first { !$0.entry.isMarkable }?.entry }

    private var comments: [ShownItem] { state.items.filter(\.entry.isMarkable) }

    func html(_ site: PageContext) -> HTML {
        let comments = comments
        let count: HTML = comments.count == 1 ? "1 comment" : "\(comments.count) comments"
        // The script requests this feed, which only the reader may do.
        let thread: HTML? = site.isForeign ? nil : " data-thread=\"\(feed.address)\""
        return """
            <section class="comments"\(thread) data-count="\(comments.count)" aria-labelledby="comments-title">\
            <h3 id="comments-title" tabindex="-1">\(comments.isEmpty ? "Comments" : count)</h3>\
            <p class="comments-state" role="status"><span>\(words(comments.count, site))</span><a href="\(feed.address)">All comments on a page</a></p>\
            \(Tree(comments, of: feed, since: state.lastVisitAt, site).html)\(more(site))</section>
            """
    }

    /// The comments as a list that isn't nested, for the page's script.
    func list(_ site: PageContext) -> HTML { Tree(comments, of: feed, since: state.lastVisitAt, site).list }

    /// The number of comments, including deleted ones and ones that aren't stored.
    private var total: Int { max(stored, Int(clamped: story?.measure("comments")?.value ?? 0)) }

    /// The number of stored comments.
    private var stored: Int { state.total - (story == nil ? 0 : 1) }

    /// The link to the comments beyond the first ones, which the script shows here.
    private func more(_ site: PageContext) -> HTML? {
        let (shown, maximum) = (comments.count, feed.controls.maximum)
        // A list below the limit has all: deleted comments are counted, but never arrive.
        guard shown > 0, total > shown, state.total >= feed.controls.pageLimit else { return nil }
        var query = PageQuery(feed.controls)
        query.limit = min(maximum, total + 1)
        let address = feed.address + query.text(feed.controls)
        let request: HTML? = stored == total || site.isForeign ? nil : " data-thread=\"\(address)\""
        return """
            <p><a class="button comments-more" href="\(address)"\(request)><span>Show all \(min(total, maximum).grouped) comments</span></a></p>
            """
    }

    private func words(_ count: Int, _ site: PageContext) -> HTML {
        switch state.freshness {
        case .stale(let error): SafeText(error.message, atMost: 300).html
        case .refreshing(let progress?): "Comments: \(progress.done) of \(progress.total)"
        case .stored where site.isForeign: state.fetchedAt == nil ? "Not loaded." : count == 0 ? "No comments yet." : ""
        case .refreshing(nil), .stored:
            state.fetchedAt == nil ? "Loading comments…" : count == 0 ? "No comments yet." : "Refreshing…"
        case .fresh: state.total > state.items.count ? "The first \(count)." : count == 0 ? "No comments yet." : ""
        }
    }

    /// Comments in the order of reading.
    private struct Tree {
        private let comments: [ShownItem]
        private let feed: Feed
        private let lastVisitAt: Date?
        private let site: PageContext
        /// The number of replies below each comment.
        private let replies: [Int]

        init(_ comments: [ShownItem], of feed: Feed, since lastVisitAt: Date?, _ site: PageContext) {
            (self.comments, self.feed, self.lastVisitAt) = (comments, feed, lastVisitAt)
            self.site = site
            var replies = Array(repeating: 0, count: comments.count)
            // The comments that the next one may be below.
            var open: [Int] = []
            for (index, comment) in comments.enumerated() {
                while let last = open.last, comments[last].entry.depth >= comment.entry.depth {
                    replies[last] = index - last - 1
                    open.removeLast()
                }
                open.append(index)
            }
            for index in open { replies[index] = comments.count - index - 1 }
            self.replies = replies
        }

        /// All comments, nested by their depth.
        var html: HTML? {
            guard let first = comments.first else { return nil }
            var html: HTML = "<ol class=\"tree\">"
            // The depths of the lists that are open.
            var open = [depth(first)]
            for (index, comment) in comments.enumerated() {
                let depth = depth(comment)
                if index > 0 {
                    if depth > open[open.count - 1] {
                        html += "<ol class=\"tree\">"
                        open.append(depth)
                    } else {
                        html += "</details></li>"
                        while open.count > 1, depth < open[open.count - 1] {
                            html += "</ol></details></li>"
                            open.removeLast()
                        }
                    }
                }
                html += self.html(index)
            }
            for _ in open { html += "</details></li></ol>" }
            return html
        }

        /// All comments, not nested.
        var list: HTML {
            let items: [HTML] = comments.indices.map { "\(html($0))</details></li>" }
            return "<ol class=\"tree\">\(items)</ol>"
        }

        private func depth(_ comment: ShownItem) -> Int {
            min(max(0, comment.entry.depth), ItemDiscussion.maximumDepth)
        }

        /// A comment, whose elements stay open for its replies.
        private func html(_ index: Int) -> HTML {
            let (shown, comment) = (comments[index], comments[index].entry)
            let date: HTML? = comment.date.map { " · \(Instant($0).html(.ago, site.now))" }
            let replies = replies[index]
            let answers: HTML? =
                replies == 0
                ? nil : "<span class=\"replies\"> · \(replies == 1 ? "1 reply" : "\(replies) replies")</span>"
            let text = comment.text.flatMap { site.markup($0, of: feed, headingLevel: 4) }
            return """
                <li class="comment" data-id="\(comment.id)" data-depth="\(depth(shown))"><details open><summary><b>\(SafeText(comment.plainTitle, atMost: 80).html)</b>\(date)\(shown.newMarker(since: lastVisitAt))\(answers)</summary>\
                <div class="prose">\(text ?? "<p>\(SafeText(comment.summary).html)</p>")</div>
                """
        }
    }
}

extension ShownItem {
    /// The marker of a comment that arrived since the last visit, which no line can separate in a tree.
    func newMarker(since lastVisitAt: Date?) -> HTML? {
        isNewComment(since: lastVisitAt) ? " <span class=\"new\">new</span>" : nil
    }
}
