import Feeds
import WebText

/// The comments on an item as a tree that folds.
struct ItemDiscussion: Sendable {
    /// The feed whose items are the comments.
    let feed: Feed
    let state: FeedState

    /// Deeper comments stand beside their parents.
    private static let maximumDepth = 12

    /// The item itself among its comments, where its text may be longer.
    var story: Entry? { state.items.first { !$0.entry.isMarkable }?.entry }

    private var comments: [Entry] { state.items.map(\.entry).filter(\.isMarkable) }

    func html(_ site: Site) -> HTML {
        let comments = comments
        let count: HTML = comments.count == 1 ? "1 comment" : "\(comments.count) comments"
        return """
            <section class="comments" data-thread="\(feed.address)" data-count="\(comments.count)" aria-labelledby="comments-title">\
            <h3 id="comments-title" tabindex="-1">\(comments.isEmpty ? "Comments" : count)</h3>\
            <p class="comments-state" role="status"><span>\(words(comments.count))</span><a href="\(feed.address)">Open the discussion's page</a></p>\
            \(Tree(comments, site).html)</section>
            """
    }

    private func words(_ count: Int) -> HTML {
        switch state.freshness {
        case .stale(let error): SafeText(error.message, atMost: 300).html
        case .refreshing(let progress?): "Comments: \(progress.done) of \(progress.total)"
        case .refreshing(nil), .stored:
            state.fetchedAt == nil ? "Loading comments…" : count == 0 ? "No comments yet." : "Refreshing…"
        case .fresh: state.total > state.items.count ? "The first \(count)." : count == 0 ? "No comments yet." : ""
        }
    }

    /// Comments in the order of reading, nested by their depth.
    private struct Tree {
        private let comments: [Entry]
        private let site: Site

        init(_ comments: [Entry], _ site: Site) {
            self.comments = comments
            self.site = site
        }

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
                html += self.html(comment, replies: replies(below: index))
            }
            for _ in open { html += "</details></li></ol>" }
            return html
        }

        private func depth(_ comment: Entry) -> Int { min(max(0, comment.depth), ItemDiscussion.maximumDepth) }

        private func replies(below index: Int) -> Int {
            comments[(index + 1)...].prefix { $0.depth > comments[index].depth }.count
        }

        private func html(_ comment: Entry, replies: Int) -> HTML {
            let date: HTML? = comment.date.map { " · \(Instant($0).html(.ago, site.now))" }
            let answers: HTML? =
                replies == 0
                ? nil : "<span class=\"replies\"> · \(replies == 1 ? "1 reply" : "\(replies) replies")</span>"
            let text = comment.text.flatMap { AllowedMarkup($0, headingLevel: 4).markup }
            return """
                <li class="comment"><details open><summary><b>\(SafeText(comment.plainTitle, atMost: 80).html)</b>\(date)\(answers)</summary>\
                <div class="prose">\(text ?? "<p>\(SafeText(comment.summary).html)</p>")</div>
                """
        }
    }
}
