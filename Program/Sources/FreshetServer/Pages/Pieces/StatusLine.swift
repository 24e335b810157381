import WebText
import Feeds

/// How a feed stands, in words: "fresh, 12 s ago", "refreshing, 7 of 26 stories", "stale since 10:32: GitHub's limit is used up until 10:45".
struct StatusLine {
    let world: World
    let state: LiveState
    let site: Site

    var html: HTML {
        var parts = [standing]
        let new = state.newCount
        if new > 0 { parts.append("<span class=\"count-new\">\(new) new</span>") }
        if state.skipped > 0 {
            parts.append("<span title=\"Unreadable, or gone from the upstream\">\(state.skipped) left out</span>")
        }
        let remarks: [HTML] = state.remarks.prefix(3).map {
            "<span class=\"remark\">\(SafeText($0, atMost: 300).html)</span>"
        }
        return "\(parts.joined(separator: "<span aria-hidden=\"true\"> · </span>"))\(remarks)"
    }

    private var standing: HTML {
        let ago: HTML? = state.fetchedAt.map { ", \(silent(Instant($0).html(.ago, site.now)))" }
        switch state.standing {
        case .stored:
            return state.fetchedAt == nil
                ? "<b class=\"word\">nothing is stored yet</b>" : "<b class=\"word\">stored</b>\(ago)"
        case .refreshing(nil): return "<b class=\"word\">refreshing</b>\(ago.map { _ in "…" } ?? "…")"
        case .refreshing(let progress?):
            return "<b class=\"word\">refreshing</b>, \(progress.done) of \(progress.total) \(progress.unit)"
        case .fresh: return "<b class=\"word\">fresh</b>\(ago)"
        case .stale(let error):
            let since: HTML? = state.fetchedAt.map { " since \(Instant($0).html(.clock, site.now))" }
            return "<b class=\"word\">\(since == nil ? "not to be had" : "stale")</b>\(since): \(reason(error))"
        }
    }

    /// Ages change by themselves, which is no news to anybody who listens.
    private func silent(_ html: HTML) -> HTML { "<span aria-live=\"off\">\(html)</span>" }

    private func reason(_ error: FeedError) -> HTML {
        let retry = error.retryAt.map { Instant($0).html(.clock, site.now) }
        if error.kind == "rateLimited" {
            let until: HTML? = retry.map { " until \($0)" }
            let isOver = error.retryAt.map { $0 <= site.now } ?? true
            return "<span class=\"\(isOver ? "over" : "limited")\">\(world.upstream)’s limit is used up\(until)</span>"
        }
        let hint: HTML =
            switch error.remedy {
            case .credentials: ". A token, or another one, would help: see <a href=\"/help#token\">Help</a>"
            case .askOtherwise: "<span class=\"hopeless\"></span>"
            case .tryLater: retry.map { "; again at \($0)" } ?? ""
            }
        return "\(SafeText(error.message, atMost: 400).html)\(hint)"
    }
}
